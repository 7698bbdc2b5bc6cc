import type { Readable } from 'node:stream';
import type {} from '@fastify/cookie';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { may } from '#contract/permissions.ts';
import type { CookieNames } from './cookies.ts';
import type { Databases, Db } from './database.ts';
import { triedAgain } from './failures.ts';
import { idempotencyKey, replayOr, type Idempotent } from './idempotency.ts';
import { loadClassOf } from './load.ts';
import type { Letter } from './mail.ts';
import { PHOTO_MAX_BYTES, type Photos } from './photos.ts';
import type { Prebuilt } from './prebuilt.ts';
import type { SocketsOf } from './realtime.ts';
import type { Clock, Random } from './seams.ts';
import type { NoteSecurity, SecurityEvent } from './security-events.ts';
import { type PlatformSession, rememberCaller, type Session } from './session.ts';
import { listToJson } from './slices.ts';

type CookieOptions = Parameters<FastifyReply['setCookie']>[2];
type SetCookie = (name: string, value: string, options: CookieOptions) => void;
type ClearCookie = (name: string, options: CookieOptions) => void;

export interface Context {
  db: Db;
  session: Session;
  now: Date;
  random: Random;
  photos: Photos;
  /** What reaches outside belongs here: it runs only once the data is safe. */
  afterCommit: (work: () => unknown) => void;
  /** Closes sockets after the commit (wire.md §2, at once). */
  closeSockets: (whose: SocketsOf) => void;
  /** Posts a letter after the commit; at once from work in the background, which begins after it. */
  post: (letter: Letter) => void;
  /** Work that goes on beside the answer, after the commit; a failure is logged. */
  inBackground: (work: () => Promise<void>) => void;
  /** Notes what an attack looks like, at once and whether or not the transaction commits. */
  noteSecurity: (event: SecurityEvent) => void;
  clearCookie: ClearCookie;
}

/** What a handler that opens its own transactions works with. */
export interface OpenContext extends Databases {
  session: Session | undefined;
  now: Date;
  random: Random;
  photos: Photos;
  /** the caller, for limits and for the list of devices */
  address: string;
  userAgent: string;
  /** Those of the request, by their plain names; the two calls below take these too. */
  cookies: Record<string, string | undefined>;
  /** the caller's password once more, where a call asks for it (wire.md §3) */
  confirmPassword: string | undefined;
  setCookie: SetCookie;
  clearCookie: ClearCookie;
  /** Tells the browser to forget the answers that it kept; what people typed and saved on the device stays. */
  clearCache: () => void;
  idempotent: Idempotent | undefined;
  /** Marks an answer as one that was given before (wire.md §1). */
  replayed: () => void;
  /** Tells the dispatcher that a tenant has something to announce; a member's own tenant is told of without it. */
  nudge: (tenantId: number) => void;
  /** Closes sockets now: call it when the transaction that ended their sessions is over. */
  closeSockets: (whose: SocketsOf) => void;
  /** Posts a letter now; nobody waits for its delivery. */
  post: (letter: Letter) => void;
  /** Notes what an attack looks like. */
  noteSecurity: (event: SecurityEvent) => void;
  /** Work that goes on beside the answer; a failure is logged. */
  inBackground: (work: () => Promise<void>) => void;
}

/** What a handler of the super administrator's works with: no tenant, and transactions of the platform's role. */
export type PlatformContext = Omit<OpenContext, 'session'> & { superAdmin: PlatformSession };
type SignedInContext = OpenContext & { session: Session };
type Answer<E extends Endpoint> = z.input<E['reply']>;

/** What a route may use of the application around it. */
export interface Surroundings {
  databases: Databases;
  clock: Clock;
  random: Random;
  photos: Photos;
  /** Tells the dispatcher that a tenant has something to announce. */
  nudge: (tenantId: number) => void;
  closeSockets: (whose: SocketsOf) => void;
  post: (letter: Letter) => void;
  noteSecurity: NoteSecurity;
  inBackground: (work: () => Promise<void>) => void;
  /** True where a super administrator without a second factor may do nothing but switch one on: in production. */
  requiresFactor: boolean;
  cookieNames: CookieNames;
}

const cookiesOn = (reply: FastifyReply, { nameOf }: CookieNames): { setCookie: SetCookie; clearCookie: ClearCookie } => ({
  setCookie: (name, value, options) => void reply.setCookie(nameOf(name), value, options),
  clearCookie: (name, options) => void reply.clearCookie(nameOf(name), options),
});

export interface Route {
  endpoint: Endpoint;
  /** Its body is multipart/form-data; every other route takes JSON only. */
  isUpload?: true;
  /** bytes of a body, where the common limit is too much */
  bodyLimit?: number;
  /** Its body reaches the handler as it was sent: a signature covers every byte of it. */
  isRaw?: true;
  answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session | undefined,
    around: Surroundings,
    superAdmin?: PlatformSession,
  ) => Promise<unknown>;
}

const PUBLIC_BODY_MAX = 65_536; // bytes of what anybody may send (wire.md §1); a provider's signed letter may be longer
const LONG = 100; // rows; a longer list is checked and written in slices

/** Answers an endpoint inside one transaction of the signed-in tenant. Almost every route. */
export const handle = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context) => Answer<E> | Promise<Answer<E>>,
): Route => ({
  endpoint,
  answer: async (request, reply, session, around) => {
    const { databases, clock, random, photos, nudge, closeSockets, post, noteSecurity, cookieNames, inBackground } = around;
    if (!session) throw new AppError('not_signed_in', 'Please sign in!');
    const input = parse(endpoint, request);
    const idempotent = endpoint.idempotent && idempotencyKey(request, endpoint, input);
    const mode = endpoint.method === 'GET' ? 'read only' : 'read write';
    return triedAgain(async () => {
      const later: (() => unknown)[] = [];
      let isCommitted = false;
      const now = clock();
      const context = {
        session,
        now,
        random,
        photos,
        afterCommit: (task: () => unknown) => void later.push(task),
        closeSockets: (whose: SocketsOf) => void later.push(() => closeSockets(whose)),
        post: (letter: Letter) => (isCommitted ? post(letter) : void later.push(() => post(letter))),
        inBackground: (task: () => Promise<void>) => void later.push(() => inBackground(task)),
        noteSecurity: (event: SecurityEvent) => noteSecurity(request, event),
        clearCookie: cookiesOn(reply, cookieNames).clearCookie,
      };
      const work = async (db: Db) => checked(endpoint, await handler(input, { db, ...context }));
      const answer = await databases.asTenant(
        session.tenantId,
        (db) =>
          idempotent
            ? replayOr(
                db,
                { ...idempotent, now },
                () => reply.header('Idempotency-Replayed', 'true'),
                () => work(db),
              )
            : work(db),
        mode,
      );
      isCommitted = true;
      for (const task of later) runLater(request, task);
      if (mode === 'read write') nudge(session.tenantId);
      return isPrebuilt(answer) ? answer.send(request, reply) : answer;
    });
  },
});

/** Answers without a transaction, for callers with no tenant yet and for work that waits on another service. */
export const handleOpen = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: OpenContext) => Promise<Answer<E> | Prebuilt>,
): Route => ({
  endpoint,
  answer: async (request, reply, session, around) => {
    const { databases, clock, random, photos, nudge, closeSockets, post, noteSecurity, inBackground, cookieNames } = around;
    const input = parse(endpoint, request);
    const answer = await handler(input, {
      ...databases,
      session,
      now: clock(),
      random,
      photos,
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
      cookies: cookieNames.read(request.cookies),
      confirmPassword: confirmPasswordOf(request.headers),
      ...cookiesOn(reply, cookieNames),
      clearCache: () => reply.header('clear-site-data', '"cache"'),
      idempotent: endpoint.idempotent && idempotencyKey(request, endpoint, input),
      replayed: () => reply.header('Idempotency-Replayed', 'true'),
      nudge,
      closeSockets,
      post,
      noteSecurity: (event) => noteSecurity(request, event),
      inBackground,
    });
    if (session && endpoint.method !== 'GET') nudge(session.tenantId);
    const ready = isPrebuilt(answer) ? answer : await checked(endpoint, answer);
    return isPrebuilt(ready) ? ready.send(request, reply) : ready;
  },
});

/** Answers a member with what was made ready before: nothing is parsed and no transaction begins. */
export const handlePrebuilt = (endpoint: Endpoint, find: (session: Session, now: Date) => Promise<Prebuilt>): Route => ({
  endpoint,
  answer: async (request, reply, session, { clock }) => {
    if (!session) throw new AppError('not_signed_in', 'Please sign in!');
    return (await find(session, clock())).send(request, reply);
  },
});

/** The same without a member: what a request of anybody's asks for by its parameters. */
export const handleOpenPrebuilt = <E extends Endpoint>(endpoint: E, find: (input: HandlerInput<E>) => Promise<Prebuilt>): Route => ({
  endpoint,
  answer: async (request, reply) => (await find(parse(endpoint, request))).send(request, reply),
});

/** As handleOpen, for a member who has signed in. */
export const handleSignedIn = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: SignedInContext) => Promise<Answer<E> | Prebuilt>,
): Route =>
  handleOpen(endpoint, (input, context) => {
    if (!context.session) throw new AppError('not_signed_in', 'Please sign in!');
    return handler(input, { ...context, session: context.session });
  });

/** Answers the super administrator. Its transactions are the handler's own: `asPlatform`. */
export const handlePlatform = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: PlatformContext) => Promise<Answer<E> | Prebuilt>,
): Route => ({
  endpoint,
  answer: (request, reply, _, around, superAdmin) => {
    if (!superAdmin) throw new AppError('not_signed_in', 'Please sign in!');
    return handleOpen(endpoint, (input, context) => handler(input, { ...context, superAdmin })).answer(request, reply, undefined, around);
  },
});

/**
 * As handleSignedIn, for a file in the multipart field `field`: `receive` waits for it, and throws when it is missing or too
 * large. The handler decides when, so that a caller without access to the thing is refused before anything is read.
 */
export const handleUpload = <E extends Endpoint>(
  endpoint: E,
  field: string,
  handler: (input: HandlerInput<E>, context: SignedInContext & { receive: () => Promise<Buffer> }) => Promise<Answer<E>>,
): Route => ({
  endpoint,
  isUpload: true,
  answer: (request, ...rest) =>
    handleSignedIn(endpoint, (input, context) => handler(input, { ...context, receive: () => receive(request, field) })).answer(
      request,
      ...rest,
    ),
});

/** As handleOpen, for a body that is signed: the handler checks it before anybody reads it. */
export const handleRaw = <E extends Endpoint>(
  endpoint: E,
  handler: (body: Buffer, headers: IncomingHttpHeaders, context: OpenContext) => Promise<Answer<E>>,
): Route => ({
  endpoint,
  isRaw: true,
  answer: (request, ...rest) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return handleOpen(endpoint, (_, context) => handler(body, request.headers, context)).answer(request, ...rest);
  },
});

const receive = async (request: FastifyRequest, field: string): Promise<Buffer> => {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Please send a file!');
  const file: MultipartFile | undefined = await request.file();
  if (file?.fieldname !== field) throw new AppError('invalid_input', 'Please choose a file!');
  return file.toBuffer().catch((error: { statusCode?: number }) => {
    throw error.statusCode === 413 ? new AppError('too_large', 'A file has at most 5 MB!') : error;
  });
};

/** An answer that the browser saves as a file; what may be long comes as a stream. */
export const attachment = (name: string, type: string, content: string | Readable): Prebuilt => ({
  send: (_, reply) =>
    reply
      .headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' })
      .send(content),
});

/** An answer that is sent while it is made, however long it gets; with a name the browser saves it as a file. */
export const sendStream = (content: Readable, type: string, name?: string): Prebuilt => ({
  send: (_, reply) =>
    reply
      .headers({
        'content-type': type,
        'cache-control': 'private, no-store',
        ...(name && { 'content-disposition': `attachment; filename="${name}"` }),
      })
      .send(content),
});

/** Node reads a header as Latin-1; what is sent is the password's UTF-8. */
const confirmPasswordOf = ({ 'x-confirm-password': sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' && sent !== '' ? Buffer.from(sent, 'latin1').toString('utf8') : undefined;

/** An answer whose JSON is written already. */
export const sendJson = (json: string): Prebuilt => ({ send: (_, reply) => reply.type('application/json; charset=utf-8').send(json) });

/** The schema of a list's rows, where an answer may be a list. */
const rowOf = (schema: z.core.$ZodType): z.ZodType | undefined => {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodUnion ? schema.options.map(rowOf).find((row) => row !== undefined) : undefined;
};

/** The answer with what was declared and no more; a long list as JSON, checked and written a few rows at a time. */
const checked = async (endpoint: Endpoint, answer: unknown): Promise<unknown> => {
  const row = Array.isArray(answer) && answer.length > LONG ? rowOf(endpoint.reply) : undefined;
  return row ? sendJson(await listToJson(answer as unknown[], (one) => row.parse(one))) : endpoint.reply.parse(answer);
};

const isPrebuilt = (answer: unknown): answer is Prebuilt => typeof (answer as Prebuilt | undefined)?.send === 'function';

const runLater = (request: FastifyRequest, task: () => unknown) =>
  void Promise.resolve()
    .then(task)
    .catch((error: unknown) => request.log.error(error));

const parse = <E extends Endpoint>(endpoint: E, request: FastifyRequest): HandlerInput<E> => {
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    // a call without a body lacks its fields, and says which
    const given = part === 'body' ? (request.body ?? {}) : request[part];
    const result = endpoint[part]?.safeParse(given);
    if (result && !result.success) {
      const errors = result.error.issues.map(({ path, message }) => ({ path: path.filter((step) => typeof step !== 'symbol'), message }));
      throw new AppError('invalid_input', errors[0]?.message ?? 'Invalid request!', { errors });
    }
    if (result) input[part] = result.data;
  }
  return input as HandlerInput<E>;
};

interface FindSession {
  member: (request: FastifyRequest) => Promise<Session | undefined>;
  superAdmin: (request: FastifyRequest) => Promise<PlatformSession | undefined>;
}

/** Puts every route under /api/v1 behind the one guard: signed in (401), subscribed (402), role and scope (403), in this order (wire.md §2). */
export const mount = (
  app: FastifyInstance,
  around: Surroundings,
  findSession: FindSession,
  routes: readonly Route[],
  guard: typeof may = may,
): void => {
  const add = (
    to: FastifyInstance,
    { endpoint, isRaw, bodyLimit = endpoint.access === 'public' && !isRaw ? PUBLIC_BODY_MAX : undefined, answer }: Route,
  ) =>
    to.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      ...(bodyLimit && { bodyLimit }),
      config: { loadClass: loadClassOf(endpoint), isGuarded: endpoint.access !== 'public' },
      handler: async (request, reply) => {
        // an answer is one person's: no proxy and no shared tablet keeps it
        reply.header('cache-control', 'private, no-store');
        // the two kinds of session never meet: a member is nobody here, as a super administrator is everywhere else
        if (endpoint.access === 'superadmin') {
          const superAdmin = await findSession.superAdmin(request);
          if (!superAdmin) throw new AppError('not_signed_in', 'Please sign in!');
          if (around.requiresFactor && !superAdmin.hasFactor && !endpoint.beforeFactor)
            throw new AppError('second_factor_required', 'Please switch your second factor on first!');
          return answer(request, reply, undefined, around, superAdmin);
        }
        const session = endpoint.access === 'public' ? undefined : await findSession.member(request);
        if (endpoint.access !== 'public') {
          if (!session) throw new AppError('not_signed_in', 'Please sign in!');
          rememberCaller(request, session);
          if (!session.isSubscribed && !endpoint.whileInactive)
            throw new AppError('subscription_inactive', 'The subscription is not active!');
          // a refusal is noted when it was answered (security-events.ts), of a handler's too
          if (!guard(session, endpoint.access)) throw new AppError('not_allowed', 'You do not have access to this!');
        }
        return answer(request, reply, session, around);
      },
    });
  for (const route of routes) if (!route.isUpload && !route.isRaw) add(app, route);
  // A scope of their own: elsewhere multipart stays an unknown type, answered with 415.
  void app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { files: 1, parts: 5, fileSize: PHOTO_MAX_BYTES } });
    for (const route of routes) if (route.isUpload) add(uploads, route);
  });
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const route of routes) if (route.isRaw) add(raw, route);
  });
};

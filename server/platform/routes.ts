import type { Readable } from 'node:stream';
import type {} from '@fastify/cookie';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { may } from '#contract/permissions.ts';
import type { Databases, Db } from './database.ts';
import { isPassing } from './failures.ts';
import { idempotencyKey, replayOr, type Idempotent } from './idempotency.ts';
import type { Letter } from './mail.ts';
import { PHOTO_MAX_BYTES, type Photos } from './photos.ts';
import type { Prebuilt } from './prebuilt.ts';
import type { SocketsOf } from './realtime.ts';
import type { Clock, Random } from './seams.ts';
import type { NoteSecurity, SecurityEvent } from './security-events.ts';
import { type PlatformSession, rememberCaller, type Session } from './session.ts';

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
  clearCookie: FastifyReply['clearCookie'];
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
  cookies: Record<string, string | undefined>;
  setCookie: FastifyReply['setCookie'];
  clearCookie: FastifyReply['clearCookie'];
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
}

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

const TRIES = 3; // of a transaction that met another one's locks

/** Answers an endpoint inside one transaction of the signed-in tenant. Almost every route. */
export const handle = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context) => Answer<E> | Promise<Answer<E>>,
): Route => ({
  endpoint,
  answer: async (request, reply, session, { databases, clock, random, photos, nudge, closeSockets, post, noteSecurity, inBackground }) => {
    if (!session) throw new AppError('not_signed_in', 'Please sign in!');
    const input = parse(endpoint, request);
    const idempotent = endpoint.idempotent && idempotencyKey(request, endpoint, input);
    const mode = endpoint.method === 'GET' ? 'read only' : 'read write';
    for (let attempt = 1; ; attempt++) {
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
        clearCookie: reply.clearCookie.bind(reply),
      };
      const work = async (db: Db) => endpoint.reply.parse(await handler(input, { db, ...context }));
      try {
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
        return answer;
      } catch (error) {
        if (attempt === TRIES || !isPassing(error)) throw error;
      }
    }
  },
});

/** Answers without a transaction, for callers with no tenant yet and for work that waits on another service. */
export const handleOpen = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: OpenContext) => Promise<Answer<E> | Prebuilt>,
): Route => ({
  endpoint,
  answer: async (request, reply, session, { databases, clock, random, photos, nudge, closeSockets, post, noteSecurity, inBackground }) => {
    const input = parse(endpoint, request);
    const answer = await handler(input, {
      ...databases,
      session,
      now: clock(),
      random,
      photos,
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
      cookies: request.cookies,
      setCookie: reply.setCookie.bind(reply),
      clearCookie: reply.clearCookie.bind(reply),
      idempotent: endpoint.idempotent && idempotencyKey(request, endpoint, input),
      replayed: () => reply.header('Idempotency-Replayed', 'true'),
      nudge,
      closeSockets,
      post,
      noteSecurity: (event) => noteSecurity(request, event),
      inBackground,
    });
    if (session && endpoint.method !== 'GET') nudge(session.tenantId);
    return isPrebuilt(answer) ? answer.send(request, reply) : endpoint.reply.parse(answer);
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
  const add = (to: FastifyInstance, { endpoint, bodyLimit, answer }: Route) =>
    to.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      ...(bodyLimit && { bodyLimit }),
      handler: async (request, reply) => {
        // an answer is one person's: no proxy and no shared tablet keeps it
        reply.header('cache-control', 'private, no-store');
        // the two kinds of session never meet: a member is nobody here, as a super administrator is everywhere else
        if (endpoint.access === 'superadmin') {
          const superAdmin = await findSession.superAdmin(request);
          if (!superAdmin) throw new AppError('not_signed_in', 'Please sign in!');
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

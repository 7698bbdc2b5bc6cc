import type {} from '@fastify/cookie';
import type { MultipartFile } from '@fastify/multipart';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Endpoint, HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { checked, isPrebuilt } from './answers.ts';
import type { ClearCookie, Context, OpenContext, ProviderContext, RouteDependencies, SetCookie } from './contexts.ts';
import type { CookieNames } from '#server/platform/http/cookies.ts';
import type { Db } from '#server/platform/database/database.ts';
import { triedAgain } from '#server/platform/database/failures.ts';
import { idempotencyKey, replayOr } from './idempotency.ts';
import type { FiscalDocument } from '#server/platform/fiscal.ts';
import type { Email } from '#server/platform/mail.ts';
import type { Prebuilt } from '#server/platform/http/prebuilt.ts';
import type { SocketsOf } from '#server/platform/events/realtime.ts';
import type { SecurityEvent } from '#server/platform/security/security-events.ts';
import type { ProviderSession, Session } from './session.ts';

type SignedInContext = OpenContext & { session: Session };
type Answer<E extends Endpoint> = z.input<E['reply']>;

const cookiesOn = (reply: FastifyReply, { nameOf }: CookieNames): { setCookie: SetCookie; clearCookie: ClearCookie } => ({
  setCookie: (name, value, options) => void reply.setCookie(nameOf(name), value, options),
  clearCookie: (name, options) => void reply.clearCookie(nameOf(name), options),
});

export interface Route {
  endpoint: Endpoint;
  /** Its body is multipart/form-data; every other route takes JSON only. */
  isUpload?: true;
  /** bytes of a body, where the common limit does not fit */
  bodyLimit?: number;
  /** Its body reaches the handler as it was sent: a signature covers every byte of it. */
  isRaw?: true;
  answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session | undefined,
    dependencies: RouteDependencies,
    superAdmin?: ProviderSession,
  ) => Promise<unknown>;
}

/**
 * Answers an endpoint inside one transaction of the signed-in tenant. Almost every route. `prepare` does what takes long before it begins, a
 * hash for example, and before anybody knows whether the call is allowed to do more than its scope says.
 */
export const handle = <E extends Endpoint, Prepared = undefined>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: Context, prepared: Prepared) => Answer<E> | Promise<Answer<E>>,
  prepare: (input: HandlerInput<E>, context: Pick<Context, 'session' | 'random'>) => Promise<Prepared> = async () => undefined as Prepared,
): Route => ({
  endpoint,
  answer: async (request, reply, session, dependencies) => {
    const { databases, clock, random, photos, nudge, closeSockets, sendEmail, noteSecurity, cookieNames, inBackground, fiscal } =
      dependencies;
    if (!session) throw new AppError('not_signed_in', 'Please sign in!');
    const input = parse(endpoint, request);
    const idempotent = endpoint.idempotent && idempotencyKey(request, endpoint, input);
    const mode = endpoint.method === 'GET' ? 'read only' : 'read write';
    const figures = endpoint.figures && (await databases.openFigures());
    const prepared = await prepare(input, { session, random });
    return triedAgain(async () => {
      const later: (() => unknown)[] = [];
      let isCommitted = false;
      const now = clock();
      const context = {
        session,
        now,
        asOf: figures?.asOf,
        random,
        photos,
        afterCommit: (task: () => unknown) => void later.push(task),
        closeSockets: (whose: SocketsOf) => void later.push(() => closeSockets(whose)),
        sendEmail: (email: Email) => (isCommitted ? sendEmail(email) : void later.push(() => sendEmail(email))),
        inBackground: (task: () => Promise<void>) => void later.push(() => inBackground(task)),
        sign: (document: Omit<FiscalDocument, 'tenantId'>) =>
          void later.push(() => inBackground(() => fiscal.sign({ tenantId: session.tenantId, ...document }))),
        noteSecurity: (event: SecurityEvent) => noteSecurity(request, event),
        clearCookie: cookiesOn(reply, cookieNames).clearCookie,
      };
      const work = async (db: Db) => checked(endpoint, await handler(input, { db, ...context }, prepared));
      const answer = await (figures ?? databases).asTenant(
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
  answer: async (request, reply, session, dependencies) => {
    const { databases, clock, random, photos, nudge, closeSockets, sendEmail, noteSecurity, inBackground, cookieNames, fiscal } =
      dependencies;
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
      sendEmail,
      sign: (document) => inBackground(() => fiscal.sign(document)),
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

/** Answers the super administrator. Its transactions are the handler's own: `asProvider`. */
export const handleProvider = <E extends Endpoint>(
  endpoint: E,
  handler: (input: HandlerInput<E>, context: ProviderContext) => Promise<Answer<E> | Prebuilt>,
): Route => ({
  endpoint,
  answer: (request, reply, _, dependencies, superAdmin) => {
    if (!superAdmin) throw new AppError('not_signed_in', 'Please sign in!');
    return handleOpen(endpoint, (input, context) => handler(input, { ...context, superAdmin })).answer(
      request,
      reply,
      undefined,
      dependencies,
    );
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
  const noFile = new AppError('invalid_input', 'Please choose a file!');
  // the reader's own errors have a status; without one the form is broken, or ended in between
  const refuse = (error: { statusCode?: number }) => {
    throw error.statusCode === undefined ? noFile : error;
  };
  const file: MultipartFile | undefined = await request.file().catch(refuse);
  if (file?.fieldname !== field) throw noFile;
  return file.toBuffer().catch((error: { statusCode?: number }) => {
    return error.statusCode === 413 ? Promise.reject(new AppError('too_large', 'A file has at most 5 MB!')) : refuse(error);
  });
};

/** Node reads a header as Latin-1; what is sent is the password's UTF-8. */
const confirmPasswordOf = ({ 'x-confirm-password': sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' && sent !== '' ? Buffer.from(sent, 'latin1').toString('utf8') : undefined;

const runLater = (request: FastifyRequest, task: () => unknown) =>
  void Promise.resolve()
    .then(task)
    .catch((error: unknown) => request.log.error(error));

/** Of one body; a megabyte of wrong elements would be answered with twelve. */
const ERRORS_TOLD = 1000;

const parse = <E extends Endpoint>(endpoint: E, request: FastifyRequest): HandlerInput<E> => {
  const input: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    // a call without a body lacks its fields, and says which
    const given = part === 'body' ? (request.body ?? {}) : request[part];
    const result = endpoint[part]?.safeParse(given);
    if (result && !result.success) {
      const errors = result.error.issues
        .slice(0, ERRORS_TOLD)
        .map(({ path, message }) => ({ path: path.filter((step) => typeof step !== 'symbol'), message }));
      throw new AppError('invalid_input', errors[0]?.message ?? 'Invalid request!', { errors });
    }
    if (result) input[part] = result.data;
  }
  return input as HandlerInput<E>;
};

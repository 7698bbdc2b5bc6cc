import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { may } from '#contract/permissions.ts';
import type { RouteDependencies } from './contexts.ts';
import { loadClassOf } from '#server/platform/limits/load.ts';
import { PHOTO_MAX_BYTES } from '#server/platform/files/photos.ts';
import type { Route } from './routes.ts';
import { type ProviderSession, rememberCaller, type Session } from './session.ts';

const PUBLIC_BODY_MAX = 65_536; // bytes of what anybody may send (wire.md §1); a provider's signed message may be longer

/** Finds whose request it is: a member's or a super administrator's, by cookies of their own. */
export interface FindSession {
  member: (request: FastifyRequest) => Promise<Session | undefined>;
  superAdmin: (request: FastifyRequest) => Promise<ProviderSession | undefined>;
}

/** ms; whose body takes longer is looked up again: meanwhile the session may have ended, or scopes be gone */
const SLOW_BODY = 200;

interface Caller {
  session?: Session;
  superAdmin?: ProviderSession;
}

/** Puts every route under /api/v1 behind the one guard: signed in (401), subscribed (402), role and scope (403), in this order (wire.md §2). */
export const mount = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
  findSession: FindSession,
  routes: readonly Route[],
  guard: typeof may = may,
): void => {
  const callers = new WeakMap<FastifyRequest, { caller: Caller; isWhole: boolean; at: number }>();
  /** Whoever calls; throws where they may not. */
  const findCaller = async (endpoint: Endpoint, request: FastifyRequest): Promise<Caller> => {
    if (endpoint.access === 'public') return {};
    // the two kinds of session never meet: a member is nobody here, as a super administrator is everywhere else
    if (endpoint.access === 'superadmin') {
      const superAdmin = await findSession.superAdmin(request);
      if (!superAdmin) throw new AppError('not_signed_in', 'Please sign in!');
      if (dependencies.requiresFactor && !superAdmin.hasFactor && !endpoint.beforeFactor)
        throw new AppError('second_factor_required', 'Please switch your second factor on first!');
      return { superAdmin };
    }
    const session = await findSession.member(request);
    if (!session) throw new AppError('not_signed_in', 'Please sign in!');
    rememberCaller(request, session);
    if (!session.isSubscribed && !endpoint.whileInactive) throw new AppError('subscription_inactive', 'The subscription is not active!');
    // a refusal is noted when it was answered (security-events.ts), of a handler's too
    if (!guard(session, endpoint.access)) throw new AppError('not_allowed', 'You do not have access to this!');
    return { session };
  };
  const add = (
    to: FastifyInstance,
    { endpoint, isRaw, bodyLimit = endpoint.access === 'public' && !isRaw ? PUBLIC_BODY_MAX : undefined, answer }: Route,
  ) =>
    to.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      ...(bodyLimit && { bodyLimit }),
      config: { loadClass: loadClassOf(endpoint), isGuarded: endpoint.access !== 'public' },
      // before the body is read: of a caller who is not signed in it is discarded as it comes
      onRequest: async (request, reply) => {
        // an answer is one person's: no proxy and no shared tablet keeps it
        reply.header('cache-control', 'private, no-store');
        const caller = await findCaller(endpoint, request);
        callers.set(request, { caller, isWhole: request.raw.complete, at: performance.now() });
      },
      handler: async (request, reply) => {
        const found = callers.get(request);
        const isFresh = found && (found.isWhole || request.method === 'GET' || performance.now() - found.at < SLOW_BODY);
        const { session, superAdmin } = isFresh ? found.caller : await findCaller(endpoint, request);
        return answer(request, reply, session, dependencies, superAdmin);
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

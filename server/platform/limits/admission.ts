import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CountedRequest, type Payer, Refused, type RequestLimit } from './request-limit.ts';
import { bucketTable } from './limit-table.ts';
import { type LoadClass, shed } from './load.ts';
import { openOnce } from '#server/platform/work/once.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import type { NoteSecurity } from '#server/platform/security/security-events.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whom a call serves (load.ts); anybody, where nothing is said. */
    loadClass?: LoadClass;
    /** The guard looks up whose session it is. */
    isGuarded?: boolean;
  }
}

interface Options {
  requestLimit: RequestLimit;
  /** ms that the event loop is behind */
  lag: () => number;
  clock: Clock;
  noteSecurity: NoteSecurity;
}

const NOTED_EVERY = 60_000; // ms

/** Calls and the diners' pages. Files cost next to nothing, and whoever watches a node must be answered above all when it is busy. */
const isCounted = (request: FastifyRequest): boolean => {
  const route = request.routeOptions.url ?? '';
  return route.startsWith('/api/') || request.url.startsWith('/api/') || (route.startsWith('/m/') && !route.startsWith('/m/assets/'));
};

/** Bytes of JSON that are parsed next: of what is too large, none; where nobody says how many, as many as may come. */
const bytesOf = ({ headers, routeOptions: { bodyLimit = 0 } }: FastifyRequest): number => {
  if (!headers['content-type']?.toLowerCase().includes('json')) return 0;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const bytes = Number(headers['content-length'] ?? 0);
  return bytes > bodyLimit ? 0 : bytes;
};

/** Those of a session: what a browser is known by, or owes a code by, is none. */
const SESSION_COOKIE = /^[^=]*_(?:access|refresh)=([^;]*)/;

const cookiesOf = (header: number | string | string[] | undefined): string[] =>
  [header ?? []].flat().map((line) => SESSION_COOKIE.exec(String(line))?.[1] ?? '');

/**
 * Refuses what is too much: for the node (503, by whom the call serves) or of one caller (429, request-limit.ts), before anything is read of it.
 * `settle` is told what the guard has found.
 */
export const addAdmission = (app: FastifyInstance, { requestLimit, lag, clock, noteSecurity }: Options) => {
  const requests = new WeakMap<FastifyRequest, CountedRequest>();
  const isFirst = openOnce(NOTED_EVERY);
  /** Of each session, and of all who are not signed in together, one refusal a minute is noted: a flood must not become one of notes. */
  const noting = <T>(request: FastifyRequest, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refused) {
        const { limit, counted } = error;
        const { key, member } = counted.payer;
        if (isFirst(limit === 'session' || limit === 'bodies' ? key : 'signed out', clock()))
          noteSecurity(request, { kind: 'limit reached', ...member, detail: { limit: bucketTable[limit].countedBy } });
      }
      throw error;
    }
  };
  app.addHook('onRequest', (request, _, done) => {
    if (!isCounted(request)) return done();
    const { loadClass = 'public', isGuarded = false } = request.routeOptions.config;
    try {
      shed(loadClass, request.method !== 'GET', lag());
      const arrival = { address: request.ip, cookies: Object.values(request.cookies), isLookedUp: isGuarded };
      requests.set(
        request,
        noting(request, () => requestLimit.enter(arrival)),
      );
    } catch (refusal) {
      return done(refusal as Error);
    }
    done();
  });
  // the guard has found the session by then
  app.addHook('preParsing', (request, _, payload, done) => {
    const counted = requests.get(request);
    try {
      if (counted) noting(request, () => requestLimit.takeBody(counted, bytesOf(request)));
    } catch (refusal) {
      return done(refusal as Error);
    }
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const counted = requests.get(request);
    const given = reply.getHeader('set-cookie');
    if (counted && given !== undefined) requestLimit.setCookies(counted, cookiesOf(given));
    done(null, payload);
  });
  return {
    /** `payer` is who the cookie stands for, if anybody. */
    settle: (request: FastifyRequest, cookie: string | undefined, payer: Payer | undefined): void => {
      const counted = requests.get(request);
      if (counted)
        noting(request, () => (payer ? requestLimit.foundSession(counted, cookie, payer) : requestLimit.foundNone(counted, cookie)));
    },
  };
};

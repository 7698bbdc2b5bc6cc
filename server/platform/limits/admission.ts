import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Door, type Payer, Refused, type Visit } from './door.ts';
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
  door: Door;
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

/** Those of a session: what a browser is known by, or owes a code by, is none. */
const SESSION_COOKIE = /^[^=]*_(?:access|refresh)=([^;]*)/;

const cookiesOf = (header: number | string | string[] | undefined): string[] =>
  [header ?? []].flat().map((line) => SESSION_COOKIE.exec(String(line))?.[1] ?? '');

/**
 * Refuses what is too much: for the node (503, by whom the call serves) or of one caller (429, door.ts), before anything is read of it.
 * `settle` is told what the guard has found.
 */
export const addAdmission = (app: FastifyInstance, { door, lag, clock, noteSecurity }: Options) => {
  const visits = new WeakMap<FastifyRequest, Visit>();
  const isFirst = openOnce(NOTED_EVERY);
  /** Of each session, and of all strangers together, one refusal a minute is noted: a flood must not become one of notes. */
  const noting = <T>(request: FastifyRequest, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refused) {
        const { paidBy, payer } = error.visit;
        if (isFirst(paidBy === 'session' ? payer.key : 'strangers', clock()))
          noteSecurity(request, { kind: 'limit reached', ...payer.member, detail: { limit: bucketTable[paidBy].countedBy } });
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
      visits.set(
        request,
        noting(request, () => door.enter(arrival)),
      );
    } catch (refusal) {
      return done(refusal as Error);
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const visit = visits.get(request);
    const given = reply.getHeader('set-cookie');
    if (visit && given !== undefined) door.handOut(visit, cookiesOf(given));
    done(null, payload);
  });
  return {
    /** `payer` is who the cookie stands for, if anybody. */
    settle: (request: FastifyRequest, cookie: string | undefined, payer: Payer | undefined): void => {
      const visit = visits.get(request);
      if (visit) noting(request, () => (payer ? door.met(visit, cookie, payer) : door.unmet(visit, cookie)));
    },
  };
};

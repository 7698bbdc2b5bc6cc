import { refreshToken } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { navigate } from './navigation.ts';
import { withDeadline } from './deadline.ts';
import { forgetUser } from './session.tsx';
import { forgetSignedOut, noteSignedOut, RAN_OUT } from './signed-out.ts';
import { LOCKED_KEY, readStored, removeStored, TOUCHED_KEY, updateStored } from './storage.ts';

/** More refusals than this in a row end the session; one success resets the count (part-1 §4). */
const REFRESH_FAILURES_BEFORE_SIGN_OUT = 3;

/** Members and super administrators have sessions of different kinds, each renewed and ended by itself. */
export type SessionKind = 'member' | 'superadmin';

/** 'unanswered': no answer came, or one of a server in trouble. The same request may succeed later, and an outage signs nobody out. */
type Outcome = 'renewed' | 'refused' | 'unanswered';

interface Renewal {
  /** The call that renews it. */
  load: () => Promise<Endpoint>;
  login: string;
  /** where this browser counts, for all tabs; a count that a race loses means one renewal more, which the server answers alike (wire.md §2) */
  counter: string;
  lock: string;
  failures: number;
  inFlight: Promise<Outcome> | undefined;
}

const idle = { failures: 0, inFlight: undefined };
const renewals: Record<SessionKind, Renewal> = {
  member: { ...idle, load: async () => refreshToken, login: '/login', counter: 'comanda_renewals', lock: 'comanda_renewal' },
  superadmin: {
    ...idle,
    // nobody else's pages carry the provider's calls
    load: async () => (await import('#contract/superadmin-auth.ts')).refreshSuperAdmin,
    login: '/superadmin',
    counter: 'comanda_platform_renewals',
    lock: 'comanda_platform_renewal',
  },
};

/** How often this browser renewed its session: a request remembers it when sent, to see later whether a renewal came in between. */
export const renewalCount = (kind: SessionKind = 'member'): number => readStored(renewals[kind].counter, 0);

/**
 * Leaves the signed-in state in the browser and goes to the login page, which says `why` when it was not the person's own doing, and takes
 * over who was `known`.
 */
export const endSession = (kind: SessionKind = 'member', { why, known }: { why?: string; known?: { username: string } } = {}): void => {
  renewals[kind].failures = 0;
  if (why === undefined) forgetSignedOut();
  else noteSignedOut(why);
  forgetUser();
  removeStored(LOCKED_KEY);
  removeStored(TOUCHED_KEY);
  navigate(renewals[kind].login, known && { state: known });
};

const askServer = async (kind: SessionKind): Promise<Outcome> => {
  const renewal = renewals[kind];
  const endpoint = await renewal.load().catch(() => undefined);
  // Every call of every tab waits for this one, behind the lock: it must end also where the network swallowed it.
  const response =
    endpoint &&
    (await fetch(`/api/v1${endpoint.path}`, { method: endpoint.method, credentials: 'include', signal: withDeadline() }).catch(
      () => undefined,
    ));
  const status = response?.status ?? 0;
  if (status === 200) {
    renewal.failures = 0;
    updateStored(renewal.counter, 0, (count) => count + 1);
    return 'renewed';
  }
  const refusal = (await response?.json().catch(() => undefined)) as { code?: string; message?: string } | null | undefined;
  // what has no code is a proxy's, in the place of the server
  if (!refusal?.code || status >= 500 || [408, 429].includes(status)) return 'unanswered';
  renewal.failures += 1;
  if (status === 401 || renewal.failures > REFRESH_FAILURES_BEFORE_SIGN_OUT)
    endSession(kind, { why: (status === 401 && refusal.message) || RAN_OUT });
  return 'refused';
};

const amongTabs = async (seen: number, kind: SessionKind): Promise<Outcome> => {
  // Missing over plain http; the server then answers tabs that race with the same successor for 60 s (wire.md §2).
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return askServer(kind);
  return locks.request(renewals[kind].lock, async () => (seen < renewalCount(kind) ? 'renewed' : askServer(kind)));
};

/** Renews the session once for everybody who waits, in all tabs. After 'renewed' a request may be tried again. `seen` is the renewalCount() when it was sent. */
export const renewSession = (seen: number, kind: SessionKind = 'member'): Promise<Outcome> => {
  if (seen < renewalCount(kind)) return Promise.resolve('renewed');
  const renewal = renewals[kind];
  renewal.inFlight ??= amongTabs(seen, kind).finally(() => {
    renewal.inFlight = undefined;
  });
  return renewal.inFlight;
};

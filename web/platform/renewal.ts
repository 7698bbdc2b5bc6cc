import { refreshToken } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { refreshSuperAdmin } from '#contract/superadmin-auth.ts';
import { navigate } from './navigation.ts';
import { patience } from './patience.ts';
import { forgetUser } from './session.tsx';
import { readStored, writeStored } from './storage.ts';

/** More than this many in a row end the session; one success resets the count (part-1 §4). */
const REFRESH_FAILURES_BEFORE_SIGN_OUT = 3;

const COPIED_WITHIN = 100; // ms, once in the ten minutes that an access token lives

/** Members and super administrators have sessions of different kinds, each renewed and ended by itself. */
export type SessionKind = 'member' | 'superadmin';

interface Renewal {
  endpoint: Endpoint;
  login: string;
  /** Counted in local storage, so that a request of one tab also knows of a renewal by another. */
  counter: string;
  lock: string;
  failures: number;
  inFlight: Promise<boolean> | undefined;
}

const idle = { failures: 0, inFlight: undefined };
const renewals: Record<SessionKind, Renewal> = {
  member: { ...idle, endpoint: refreshToken, login: '/login', counter: 'comanda_renewals', lock: 'comanda_renewal' },
  superadmin: {
    ...idle,
    endpoint: refreshSuperAdmin,
    login: '/superadmin',
    counter: 'comanda_platform_renewals',
    lock: 'comanda_platform_renewal',
  },
};

/** How often this browser renewed its session: a request remembers it when sent, to see later whether a renewal came in between. */
export const renewalCount = (kind: SessionKind = 'member'): number => readStored(renewals[kind].counter, 0);

/** Leaves the signed-in state in the browser and goes to the login page. */
export const endSession = (kind: SessionKind = 'member'): void => {
  renewals[kind].failures = 0;
  forgetUser();
  navigate(renewals[kind].login);
};

const askServer = async (kind: SessionKind): Promise<boolean> => {
  const renewal = renewals[kind];
  const { method, path } = renewal.endpoint;
  // Every call of every tab waits for this one, behind the lock: it must end also where the network swallowed it.
  const status = await fetch(`/api/v1${path}`, { method, credentials: 'include', signal: patience() }).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 200) {
    renewal.failures = 0;
    writeStored(renewal.counter, renewalCount(kind) + 1);
    return true;
  }
  renewal.failures += 1;
  if (status === 401 || renewal.failures > REFRESH_FAILURES_BEFORE_SIGN_OUT) endSession(kind);
  return false;
};

const amongTabs = async (seen: number, kind: SessionKind): Promise<boolean> => {
  // Missing over plain http; the server then answers tabs that race with the same successor for 60 s (wire.md §2).
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return askServer(kind);
  const isDone = () => seen < renewalCount(kind);
  return locks.request(renewals[kind].lock, async () => {
    // What another tab has just written comes a moment after its lock is free: local storage is copied between processes.
    if (!isDone()) await new Promise((resolve) => setTimeout(resolve, COPIED_WITHIN));
    return isDone() || askServer(kind);
  });
};

/** Renews the session once for everybody who waits, in all tabs. True when a request may be tried again. `seen` is the renewalCount() when it was sent. */
export const renewSession = (seen: number, kind: SessionKind = 'member'): Promise<boolean> => {
  if (seen < renewalCount(kind)) return Promise.resolve(true);
  const renewal = renewals[kind];
  renewal.inFlight ??= amongTabs(seen, kind).finally(() => {
    renewal.inFlight = undefined;
  });
  return renewal.inFlight;
};

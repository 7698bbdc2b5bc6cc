import { refreshToken } from '#contract/auth.ts';
import { navigate } from './navigation.ts';
import { forgetUser } from './session.tsx';
import { readStored, writeStored } from './storage.ts';

/** More than this many in a row end the session; one success resets the count (part-1 §4). */
const REFRESH_FAILURES_BEFORE_SIGN_OUT = 3;
/** Counted in local storage, so that a request of one tab also knows of a renewal by another. */
const RENEWALS_KEY = 'comanda_renewals';
const LOCK = 'comanda_renewal';

let failures = 0;
let inFlight: Promise<boolean> | undefined;

/** How often this browser renewed its session: a request remembers it when sent, to see later whether a renewal came in between. */
export const renewalCount = (): number => readStored(RENEWALS_KEY, 0);

/** Leaves the signed-in state in the browser and goes to the login page. */
export const endSession = (): void => {
  failures = 0;
  forgetUser();
  navigate('/login');
};

const askServer = async (): Promise<boolean> => {
  const status = await fetch(`/api/v1${refreshToken.path}`, { method: refreshToken.method, credentials: 'include' }).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 200) {
    failures = 0;
    writeStored(RENEWALS_KEY, renewalCount() + 1);
    return true;
  }
  failures += 1;
  if (status === 401 || failures > REFRESH_FAILURES_BEFORE_SIGN_OUT) endSession();
  return false;
};

const amongTabs = async (seen: number): Promise<boolean> => {
  // Missing over plain http; the server then answers tabs that race with the same successor for 60 s (wire.md §2).
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return askServer();
  return locks.request(LOCK, () => (seen < renewalCount() ? true : askServer()));
};

/** Renews the session once for everybody who waits, in all tabs. True when a request may be tried again. `seen` is the renewalCount() when it was sent. */
export const renewSession = (seen: number): Promise<boolean> => {
  if (seen < renewalCount()) return Promise.resolve(true);
  inFlight ??= amongTabs(seen).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
};

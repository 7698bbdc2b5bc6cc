import { refreshToken } from '#contract/auth.ts';
import { navigate } from './navigation.ts';
import { forgetUser } from './session.tsx';
import { storedText, writeStored } from './storage.ts';

/** More than this many in a row end the session; one success resets the count (part-1 §4). */
const REFRESH_FAILURES_BEFORE_SIGN_OUT = 3;
const RENEWED_KEY = 'comanda_renewed';
const LOCK = 'comanda_renewal';

let failures = 0;
let renewals = 0;
let inFlight: Promise<boolean> | undefined;

/** How often this tab renewed its session: a request remembers it when sent, to see later whether a renewal came in between. */
export const renewalCount = (): number => renewals;

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
    writeStored(RENEWED_KEY, Date.now());
    return true;
  }
  failures += 1;
  if (status === 401 || failures > REFRESH_FAILURES_BEFORE_SIGN_OUT) endSession();
  return false;
};

const amongTabs = async (): Promise<boolean> => {
  // Missing over plain http; the server then answers tabs that race with the same successor for 60 s (wire.md §2).
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return askServer();
  const before = storedText(RENEWED_KEY);
  return locks.request(LOCK, () => (storedText(RENEWED_KEY) === before ? askServer() : true));
};

/** Renews the session once for everybody who waits. True when a request may be tried again. `seen` is the renewalCount() when it was sent. */
export const renewSession = (seen: number): Promise<boolean> => {
  if (seen < renewals) return Promise.resolve(true);
  inFlight ??= amongTabs()
    .then((isRenewed) => {
      if (isRenewed) renewals += 1;
      return isRenewed;
    })
    .finally(() => {
      inFlight = undefined;
    });
  return inFlight;
};

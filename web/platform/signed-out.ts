import { readStoredUser, type StoredUser } from './session.tsx';
import { readStored, removeStored, useStored, writeStored } from './storage.ts';

/** The sentence where the server gives none: the browser itself drops cookies that have run out. */
export const RAN_OUT = 'Your session ran out. Please sign in again!';

/** Why nobody is signed in although nobody signed out: in local storage, for all tabs. */
const WHY_KEY = 'comanda_signed_out';
/** Where this tab stood then, and whose it was: in session storage, each tab its own. */
const PLACE_KEY = 'comanda_place';

interface SignedOut extends Pick<StoredUser, 'username' | 'tenant_id'> {
  why: string;
}
interface Place extends Pick<StoredUser, 'username' | 'tenant_id'> {
  path: string;
}

/** Some browsers forbid it; then nobody is led back. */
const inTab = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
};

const keepPlace = ({ username, tenant_id }: Omit<Place, 'path'>, path: string) =>
  inTab((storage) => storage.setItem(PLACE_KEY, JSON.stringify({ username, tenant_id, path })));

const herePath = () => `${window.location.pathname}${window.location.search}`;

/** The session of the stored user ended without their doing: they are told on the login page, and led back from there. Call it before forgetUser. */
export const noteSignedOut = (why: string, path = herePath()): void => {
  const user = readStoredUser();
  if (!user) return;
  keepPlace(user, path);
  writeStored(WHY_KEY, { username: user.username, tenant_id: user.tenant_id, why } satisfies SignedOut);
};

/** Whoever signs in or out goes on again from here. */
export const forgetSignedOut = (): void => {
  removeStored(WHY_KEY);
  inTab((storage) => storage.removeItem(PLACE_KEY));
};

/** Remembers where this tab stands when another one meets the end of the session. Returns the way to stop. */
export const followSignedOut = (): (() => void) => {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === WHY_KEY && newValue !== null)
      keepPlace(readStored<SignedOut>(WHY_KEY, { username: '', tenant_id: 0, why: '' }), herePath());
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
};

/** Where this tab stood when the session of this very person ended. */
export const placeOf = ({ username, tenant_id }: StoredUser): string | undefined => {
  const text = inTab((storage) => storage.getItem(PLACE_KEY));
  if (!text) return undefined;
  try {
    const place = JSON.parse(text) as Place;
    return place.username === username && place.tenant_id === tenant_id ? place.path : undefined;
  } catch {
    return undefined;
  }
};

/** Why nobody is signed in, as a sentence; undefined when they signed out themselves. */
export const useWhySignedOut = (): string | undefined => useStored<Partial<SignedOut>>(WHY_KEY, {})[0].why;

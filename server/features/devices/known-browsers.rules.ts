const DAYS = 24 * 60 * 60; // seconds
export const KNOWN_SECONDS = 365 * DAYS; // since the last sign-in
const TOKENS_AT_MOST = 5; // of members who share a browser

/** The browser's own cookie (wire.md §2): a token for each of the members who signed in with it last. It opens nothing and outlives sign-out. */
export const DEVICE_COOKIE = 'comanda_device';
export const deviceOptions = { path: '/api/v1', maxAge: KNOWN_SECONDS };

/** The tokens that a browser shows; what is none of ours is left out. */
export const readDeviceTokens = (cookie: string | undefined): string[] =>
  (cookie ?? '')
    .split('.')
    .slice(0, TOKENS_AT_MOST)
    .filter((token) => /^[\w-]{43}$/.test(token));

/** The cookie after somebody signed in with this token: the newest first, and the oldest makes room. */
export const writeDeviceTokens = (shown: readonly string[], token: string): string =>
  [token, ...shown.filter((other) => other !== token)].slice(0, TOKENS_AT_MOST).join('.');

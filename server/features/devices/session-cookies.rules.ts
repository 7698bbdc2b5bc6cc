const MINUTES = 60;
const DAYS = 24 * 60 * MINUTES;

export const ACCESS_SECONDS = 10 * MINUTES;
export const REFRESH_SECONDS = 30 * DAYS;
export const GRACE_SECONDS = 60; // in which the used refresh token is answered again: tabs race

/** The cookies of wire.md §2. The marker is for scripts and grants nothing. */
export const ACCESS_COOKIE = 'comanda_access';
export const REFRESH_COOKIE = 'comanda_refresh';
export const MARKER_COOKIE = 'comanda_signed_in';

export const accessOptions = { path: '/', maxAge: ACCESS_SECONDS };
export const refreshOptions = { path: '/api/v1', maxAge: REFRESH_SECONDS };
export const markerOptions = { path: '/', maxAge: REFRESH_SECONDS, httpOnly: false };

export const clearSessionCookies = (clearCookie: (name: string, options: { path: string }) => unknown): void => {
  clearCookie(ACCESS_COOKIE, { path: accessOptions.path });
  clearCookie(REFRESH_COOKIE, { path: refreshOptions.path });
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

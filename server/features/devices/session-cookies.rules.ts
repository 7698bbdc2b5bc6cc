import { after, earlier } from './expiry.rules.ts';

const MINUTES = 60;
const DAYS = 24 * 60 * MINUTES;

const ACCESS_SECONDS = 10 * MINUTES;
/** A session ends so long after its last use, and so long after sign-in however often it is used. */
const IDLE_SECONDS = 14 * DAYS;
export const SESSION_SECONDS = 90 * DAYS;
export const GRACE_SECONDS = 60; // in which the used refresh token is answered again: tabs race

/** The cookies of wire.md §2, by their plain names (platform/cookies.ts). The marker is for scripts and grants nothing. */
export const ACCESS_COOKIE = 'comanda_access';
export const REFRESH_COOKIE = 'comanda_refresh';
/** Good for the handshake of a socket alone, which the other two do not reach or do not outlive (wire.md §6). */
export const SOCKET_COOKIE = 'comanda_socket';
export const MARKER_COOKIE = 'comanda_signed_in';

const accessOptions = { path: '/' };
const refreshOptions = { path: '/api/v1' };
const socketOptions = { path: '/socket.io' };
export const markerOptions = { path: '/', httpOnly: false };

/** When a session ends that is used now, and its access token. */
export const endsOf = (signedInAt: Date, now: Date): { refreshExpiresAt: Date; accessExpiresAt: Date } => {
  const refreshExpiresAt = earlier(after(now, IDLE_SECONDS), after(signedInAt, SESSION_SECONDS));
  return { refreshExpiresAt, accessExpiresAt: earlier(after(now, ACCESS_SECONDS), refreshExpiresAt) };
};

interface Tokens {
  access: string;
  refresh: string;
  socket: string;
  /** when the session ends if it is not used again */
  refreshExpiresAt: Date;
}
type SetCookie = (name: string, value: string, options: { path: string; maxAge: number; httpOnly?: boolean }) => unknown;

export const setSessionCookies = (setCookie: SetCookie, { access, refresh, socket, refreshExpiresAt }: Tokens, now: Date): void => {
  const left = Math.max(0, Math.floor((refreshExpiresAt.getTime() - now.getTime()) / 1000));
  setCookie(ACCESS_COOKIE, access, { ...accessOptions, maxAge: Math.min(ACCESS_SECONDS, left) });
  setCookie(REFRESH_COOKIE, refresh, { ...refreshOptions, maxAge: left });
  setCookie(SOCKET_COOKIE, socket, { ...socketOptions, maxAge: left });
  setCookie(MARKER_COOKIE, 'true', { ...markerOptions, maxAge: left });
};

export const clearSessionCookies = (clearCookie: (name: string, options: { path: string }) => unknown): void => {
  clearCookie(ACCESS_COOKIE, accessOptions);
  clearCookie(REFRESH_COOKIE, refreshOptions);
  clearCookie(SOCKET_COOKIE, socketOptions);
  clearCookie(MARKER_COOKIE, { path: markerOptions.path });
};

const MINUTES = 60;
const HOURS = 60 * MINUTES;

export const PLATFORM_ACCESS_SECONDS = 10 * MINUTES;
/** From sign-in, however often the session is renewed. */
export const PLATFORM_SESSION_SECONDS = 12 * HOURS;

/** The super administrator's cookies (wire.md §2); they are sent to no other call. The marker is the one that members have too. */
export const PLATFORM_ACCESS_COOKIE = 'comanda_platform_access';
export const PLATFORM_REFRESH_COOKIE = 'comanda_platform_refresh';

export const PLATFORM_PATH = '/api/v1/superadmin';

/** So long a browser that showed the right password may take over its code (seconds). */
export const CHALLENGE_SECONDS = 5 * 60;

/** What such a browser holds; a super administrator's has the same name and another path. */
export const CHALLENGE_COOKIE = 'comanda_challenge';
export const MEMBER_CHALLENGE_PATH = '/api/v1/auth';

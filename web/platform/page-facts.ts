// a test may load what needs this without a page
const page = (globalThis as { document?: Document }).document;
const inPage = (name: string): string => page?.querySelector<HTMLMetaElement>(`meta[name="comanda-${name}"]`)?.content ?? '';

/** Where questions go: the server writes its SUPPORT_EMAIL into the page that it serves. */
export const SUPPORT_ADDRESS: string = inPage('support') || 'support@comanda.example';

/** The cookie that says that a session exists: MARKER_COOKIE of the server. */
export const MARKER: string = inPage('marker') || 'comanda_signed_in';

/** False where letters reach nobody, because the server has no mail server. */
export const SENDS_MAIL: boolean = inPage('mail') !== 'off';

/** Whether anybody may register a restaurant: SIGNUP of the server. */
export const isSignUpOpen = (): boolean => inPage('signup') !== 'off';

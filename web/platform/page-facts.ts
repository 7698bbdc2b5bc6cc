// a test may load what needs this without a page
const page = (globalThis as { document?: Document }).document;
const inPage = (name: string): string => page?.querySelector<HTMLMetaElement>(`meta[name="comanda-${name}"]`)?.content ?? '';

/** Where questions go: the server writes its SUPPORT_EMAIL into the page that it serves. */
export const SUPPORT_ADDRESS: string = inPage('support') || 'support@comanda.example';

/** Under which guests and tablets reach this server: its PUBLIC_URL; that of this page where the server did not say. */
export const publicAddress = (): string => inPage('url') || window.location.origin;

/** Days for which a new restaurant works without paying: TRIAL_DAYS; undefined where the server did not say. */
export const trialDays = (): number | undefined => (inPage('trial') ? Number(inPage('trial')) : undefined);

/** What a month costs, for people: PLAN_PRICE; empty where the server charges nobody, or did not say. */
export const monthlyPrice = (): string => inPage('price');

/** The product's version; empty where no server has served the page. */
export const VERSION: string = inPage('version');

/** The cookie that says that a session exists: MARKER_COOKIE of the server. */
export const MARKER: string = inPage('marker') || 'comanda_signed_in';

/** False where e-mails reach nobody, because the server has no mail server. */
export const SENDS_MAIL: boolean = inPage('mail') !== 'off';

/** Whether anybody may register a restaurant: SIGNUP of the server. */
export const isSignUpOpen = (): boolean => inPage('signup') !== 'off';

/** The release that this page is of (server/platform/pages/web.ts); empty where the development server gave it. */
export const RELEASE: string = inPage('release');

const MINUTE = 60; // seconds
const HOUR = 60 * MINUTE;

export interface LimitRow {
  /** what one key stands for */
  countedBy: string;
  points: number;
  seconds: number;
  /** the sentence of the refused one, where it is not the common one */
  refusal?: string;
}

const FROM_HERE = 'Too many orders came from here! Please wait a few minutes, or tell the staff!';
const NO_MORE = 'This restaurant has too many orders from its menu at the moment! Please tell the staff!';

const rows = <const T extends Record<string, LimitRow>>(table: T): T => table;

/**
 * Every limit that counts something within a window: by what, how many, in what time, what the refused one sees (wire.md §2, §3).
 * An address counts by its prefix (address-prefix.ts); a /48 of IPv6 has ten times as much as is written here.
 */
export const limitTable = rows({
  'signin-name-address': { countedBy: 'failures for a name from an address prefix', points: 5, seconds: 15 * MINUTE },
  'signin-address': { countedBy: 'failures from an address prefix', points: 20, seconds: 15 * MINUTE },
  // A window may end just before a busy one begins: twice this number less one is what any hour can hold, and that is below 80.
  'signin-address-hour': { countedBy: 'failures from an address prefix', points: 39, seconds: HOUR },
  'signin-browser': { countedBy: 'failures of a browser that is known for the name', points: 5, seconds: 15 * MINUTE },
  // not refused but slowed down: from so many failures on there is a pause of up to a minute between tries (limit-pauses.ts)
  'signin-name': { countedBy: 'failures for a name from everywhere', points: 10, seconds: HOUR },
  // not refused either: what is noted of refusals, so that a flood of them does not fill the audit log
  'signin-noted-name': { countedBy: 'notes of a locked name and address prefix', points: 1, seconds: 15 * MINUTE },
  'signin-noted-address': { countedBy: 'notes of locked names and an address prefix', points: 20, seconds: 15 * MINUTE },
  'signup-address': { countedBy: 'registrations from an address prefix', points: 20, seconds: 15 * MINUTE },
  'forgot-name-address': { countedBy: 'e-mails to a member from an address prefix', points: 3, seconds: HOUR },
  'forgot-first': { countedBy: 'e-mails to a member that an address prefix asks for first', points: 1, seconds: HOUR },
  'forgot-name': { countedBy: 'all other e-mails to a member', points: 10, seconds: HOUR },
  'forgot-address': { countedBy: 'requests from an address prefix', points: 10, seconds: HOUR },
  'forgot-browser': { countedBy: 'e-mails that a known browser asks for', points: 3, seconds: HOUR },
  // right ones too: each costs a hash
  'secret-member': { countedBy: 'passwords and PINs that a signed-in member shows or sets', points: 60, seconds: MINUTE },
  'password-member': { countedBy: 'wrong present passwords of a member', points: 5, seconds: 15 * MINUTE },
  'reset-address': { countedBy: 'dead links from an address prefix', points: 20, seconds: 15 * MINUTE },
  'platform-signin-name-address': {
    countedBy: 'failures for a name of the provider from an address prefix',
    points: 5,
    seconds: 15 * MINUTE,
  },
  'platform-signin-address': { countedBy: 'failures of the provider from an address prefix', points: 20, seconds: 15 * MINUTE },
  'platform-signin-address-hour': { countedBy: 'failures of the provider from an address prefix', points: 39, seconds: HOUR },
  'platform-signin-browser': { countedBy: 'failures of a known browser of the provider', points: 5, seconds: 15 * MINUTE },
  'platform-signin-name': { countedBy: 'failures for a name of the provider from everywhere', points: 10, seconds: HOUR },
  'platform-signin-noted-name': { countedBy: 'notes of a locked name of the provider and address prefix', points: 1, seconds: 15 * MINUTE },
  'platform-signin-noted-address': {
    countedBy: 'notes of locked names of the provider and an address prefix',
    points: 20,
    seconds: 15 * MINUTE,
  },
  'code-member': { countedBy: 'wrong codes of a member at sign-in', points: 5, seconds: 15 * MINUTE },
  'factor-member': { countedBy: 'wrong passwords and codes of a member who changes the second factor', points: 5, seconds: 15 * MINUTE },
  'platform-code': { countedBy: 'wrong codes of a super administrator at sign-in', points: 5, seconds: 15 * MINUTE },
  'platform-factor': {
    countedBy: 'wrong passwords and codes of a super administrator who changes the second factor',
    points: 5,
    seconds: 15 * MINUTE,
  },
  'platform-confirm': {
    countedBy: 'wrong passwords of a super administrator who confirms something',
    points: 5,
    seconds: 15 * MINUTE,
  },
  'qr-browser': { countedBy: 'accepted orders of a browser', points: 5, seconds: 10 * MINUTE, refusal: FROM_HERE },
  'qr-address': { countedBy: 'accepted orders from an address prefix', points: 30, seconds: 10 * MINUTE, refusal: FROM_HERE },
  'qr-table': { countedBy: 'accepted orders of a table', points: 10, seconds: 10 * MINUTE, refusal: FROM_HERE },
  'qr-no-table': { countedBy: 'accepted orders of a restaurant without a table', points: 20, seconds: 10 * MINUTE, refusal: NO_MORE },
  'qr-code': { countedBy: 'accepted orders of a restaurant', points: 60, seconds: 10 * MINUTE, refusal: NO_MORE },
  'import-tenant': {
    countedBy: 'menu files of a restaurant, dry runs too',
    points: 20,
    seconds: HOUR,
    refusal: 'A restaurant imports at most 20 files an hour! Please try again later!',
  },
  'emails-tenant': {
    countedBy: 'e-mails that members of a restaurant cause: invitations, passwords set for colleagues',
    points: 20,
    seconds: HOUR,
    refusal: 'Your restaurant has sent 20 e-mails within an hour! Please try again later!',
  },
  'invitation-member': {
    countedBy: 'invitations sent again to one colleague',
    points: 3,
    seconds: HOUR,
    refusal: 'This invitation was sent often enough! Please try again in an hour!',
  },
  'confirmation-member': {
    countedBy: 'links to confirm the own address',
    points: 3,
    seconds: HOUR,
    refusal: 'The link was sent often enough! Please try again in an hour!',
  },
  // the refused one sees nothing: no e-mail is sent
  'emails-address': { countedBy: 'e-mails to one address that whoever causes', points: 10, seconds: HOUR },
  'new-device-tenant': { countedBy: 'e-mails to an owner about new devices', points: 10, seconds: HOUR },
  'print-token': { countedBy: 'unknown tokens of printers from an address prefix', points: 100, seconds: 15 * MINUTE },
  'print-poll': { countedBy: 'requests of a printer that polls', points: 1200, seconds: 10 * MINUTE },
  'display-code': { countedBy: 'wrong codes of displays that a member enters', points: 10, seconds: 15 * MINUTE },
  'checkout-tenant': { countedBy: 'checkouts of a restaurant', points: 20, seconds: HOUR },
});

export type LimitName = keyof typeof limitTable;

export interface BucketRow {
  /** what one key stands for */
  countedBy: string;
  /** how many at once */
  points: number;
  /** how many come back */
  perSecond: number;
}

const buckets = <const T extends Record<string, BucketRow>>(table: T): T => table;

/**
 * How much anybody may ask of a node, whatever is asked (request-limit.ts): above it 'Too many requests! …', with the true seconds to wait. Not
 * counted are files, /healthz, /readyz and /metrics. An address counts by its prefix, a /48 of IPv6 ten times as much.
 */
export const bucketTable = buckets({
  signedOut: { countedBy: 'requests and sockets without a session from an address prefix', points: 250, perSecond: 50 },
  // a made-up one counts among those without, too
  unverified: { countedBy: 'requests with a session that the node has not met yet, from an address prefix', points: 250, perSecond: 50 },
  session: { countedBy: 'requests of a session', points: 600, perSecond: 30 },
  // beside the requests, and by its size: what is parsed holds up all others, 50 ms for a megabyte
  bodies: { countedBy: 'pieces of 32 KB of the large bodies of a restaurant', points: 480, perSecond: 32 },
});

export type BucketTable = Record<keyof typeof bucketTable, BucketRow>;

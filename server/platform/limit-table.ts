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

const rows = <const T extends Record<string, LimitRow>>(table: T): T => table;

/**
 * Every limit that counts something within a window: by what, how many, in what time, what the refused one sees (wire.md §2, §3).
 * An address counts by its prefix (address-prefix.ts); a /48 of IPv6 has ten times as much as is written here.
 */
export const limitTable = rows({
  'signin-name': { countedBy: 'failures for a name', points: 5, seconds: 15 * MINUTE },
  'signin-address': { countedBy: 'failures from an address prefix', points: 20, seconds: 15 * MINUTE },
  'signup-address': { countedBy: 'registrations from an address prefix', points: 20, seconds: 15 * MINUTE },
  'forgot-name': { countedBy: 'letters to a member', points: 3, seconds: HOUR },
  'forgot-address': { countedBy: 'requests from an address prefix', points: 20, seconds: 15 * MINUTE },
  'reset-address': { countedBy: 'dead links from an address prefix', points: 20, seconds: 15 * MINUTE },
  'platform-signin-name': { countedBy: 'failures for a name of the provider', points: 5, seconds: 15 * MINUTE },
  'platform-signin-address': { countedBy: 'failures of the provider from an address prefix', points: 20, seconds: 15 * MINUTE },
  'qr-browser': { countedBy: 'accepted orders of a browser', points: 5, seconds: 10 * MINUTE },
  'qr-table': { countedBy: 'accepted orders of a table', points: 10, seconds: 10 * MINUTE },
  'qr-code': { countedBy: 'accepted orders of a restaurant', points: 60, seconds: 10 * MINUTE },
  'letters-tenant': {
    countedBy: 'letters that members of a restaurant cause: invitations, passwords set for colleagues',
    points: 20,
    seconds: HOUR,
    refusal: 'Your restaurant has sent 20 letters within an hour! Please try again later!',
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
  // the refused one sees nothing: no letter is sent
  'letters-address': { countedBy: 'letters to one address that whoever causes', points: 10, seconds: HOUR },
  'new-device-tenant': { countedBy: 'letters to an owner about new devices', points: 10, seconds: HOUR },
  'checkout-tenant': { countedBy: 'checkouts of a restaurant', points: 20, seconds: HOUR },
});

export type LimitName = keyof typeof limitTable;

import { AppError } from './errors.ts';

interface TenantLimit {
  most: number;
  /** what whoever adds one more is told */
  sentence: string;
}

const rows = <const T extends Record<string, TenantLimit>>(table: T): T => table;

/**
 * How large a tenant may be: its neighbours share the machine with it. A tenant that is above a limit already keeps what it has, and
 * may change and delete it.
 */
export const tenantLimits = rows({
  menuItems: { most: 5000, sentence: 'A menu has at most 5,000 items!' },
  /** variants and addons together */
  menuOptions: { most: 20_000, sentence: 'A menu has at most 20,000 variants and addons!' },
  categories: { most: 500, sentence: 'A menu has at most 500 categories!' },
  tables: { most: 500, sentence: 'A restaurant has at most 500 tables!' },
  taxes: { most: 100, sentence: 'A restaurant has at most 100 taxes!' },
  charges: { most: 50, sentence: 'A restaurant has at most 50 charges!' },
  paymentTypes: { most: 100, sentence: 'A restaurant has at most 100 payment types!' },
  reasons: { most: 200, sentence: 'A restaurant has at most 200 reasons!' },
  /** a kitchen with more is none; each is a button on every screen */
  stations: { most: 50, sentence: 'A restaurant has at most 50 stations!' },
  printers: { most: 50, sentence: 'A restaurant has at most 50 printers!' },
  /** of an open bill, cancelled ones too */
  billLines: { most: 2000, sentence: 'A bill has at most 2,000 lines! Take its payment, or split it first!' },
  /** of all orders that are not completed, which the boards read at once */
  openLines: {
    most: 50_000,
    sentence: 'A restaurant has at most 50,000 items in open orders! Complete or cancel old ones first!',
  },
  /** on the unpaid lines of a bill, those of all of it: each is computed with every line */
  billDiscounts: { most: 20, sentence: 'A bill has at most 20 discounts for all of it!' },
  /** the same, of single lines */
  lineDiscounts: { most: 200, sentence: 'A bill has at most 200 discounts on its items!' },
  openDrawers: { most: 50, sentence: 'A restaurant has at most 50 open drawers! Count one first!' },
  drawerMovements: { most: 1000, sentence: 'A drawer has at most 1,000 movements! Count it, and open it again!' },
  members: { most: 300, sentence: 'A restaurant has at most 300 users!' },
  /** not refused: the oldest ends */
  sessionsOfMember: { most: 50, sentence: 'You are signed in on 50 devices, so the oldest was signed out.' },
  socketsOfSession: { most: 20, sentence: 'This device has too many connections open!' },
  /** for each SOCKET_STEP members, or part of it */
  sockets: { most: 200, sentence: 'This restaurant has too many connections open!' },
});

export type TenantLimitName = keyof typeof tenantLimits;

/** members */
const SOCKET_STEP = 10;

/** How many live connections a tenant with so many members may have open on one server. */
export const socketsFor = (members: number): number => tenantLimits.sockets.most * Math.max(1, Math.ceil(members / SOCKET_STEP));

/** Throws conflict with the limit's sentence when a tenant would have so many. */
export const assertWithin = (name: TenantLimitName, count: number): void => {
  const { most, sentence } = tenantLimits[name];
  if (count > most) throw new AppError('conflict', sentence);
};

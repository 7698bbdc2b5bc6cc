/** The 21 names of part-1 §6. A member holds any number of them; an admin needs none. */
export const scopes = [
  'DASHBOARD',
  'POS',
  'CUSTOMER_DISPLAY',
  'KITCHEN_DISPLAY',
  'ORDER_STATUS_DISPLAY',
  'ORDER_STATUS',
  'ORDERS',
  'KITCHEN',
  'RESERVATIONS',
  'VIEW_RESERVATIONS',
  'MANAGE_RESERVATIONS',
  'CUSTOMERS',
  'VIEW_CUSTOMERS',
  'MANAGE_CUSTOMERS',
  'INVOICES',
  'MEMBERSHIP',
  'INVENTORY',
  'VIEW_INVENTORY',
  'MANAGE_INVENTORY',
  'SETTINGS',
  'REPORTS',
] as const;
export type Scope = (typeof scopes)[number];

/** What a member may do beside the scopes, each a single act (wire-2.md §1). The owner holds all of them. */
export const rights = ['void_sent', 'move_check', 'discount', 'refund', 'open_drawer', 'close_day', 'approve', 'audit'] as const;
export type Right = (typeof rights)[number];

/** Of a colleague who is added without a word about rights: what the scopes allowed before there were any. */
export const usualRights: readonly Right[] = ['void_sent', 'move_check'];
const knownRights: ReadonlySet<string> = new Set(rights);

/** The rights that a member holds, of what is stored of them. */
export const rightsOf = ({ role, rights: held }: { role: Member['role']; rights: readonly string[] }): Right[] =>
  role === 'admin' ? [...rights] : held.filter((name): name is Right => knownRights.has(name));

/** Who may call an endpoint. There is no default, so forgetting it does not compile. */
export type Access = 'public' | 'signed-in' | 'admin' | 'superadmin' | readonly Scope[];

export interface Member {
  role: 'admin' | 'user' | 'superadmin';
  scopes: readonly Scope[];
}

const known: ReadonlySet<string> = new Set(scopes);

/** Reads a comma-separated scope text; names are matched whole, so VIEW_RESERVATIONS never grants RESERVATIONS (part-1 §3). */
export const parseScopes = (text: string): Scope[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name): name is Scope => known.has(name));

const holdsAll = (actor: Member, wanted: readonly Scope[]): boolean =>
  actor.role === 'admin' || wanted.every((scope) => actor.scopes.includes(scope));

/** Whether one may give a colleague these scopes: nobody gives what they do not hold (wire.md §3, cases.md N11). */
export const mayGrant = holdsAll;

/**
 * Whether one may change, reset or delete a colleague: never an admin, and only whoever holds nothing that one does not hold
 * oneself; otherwise setting a stronger colleague's password would be a way to become them (wire.md §3, cases.md N12).
 */
export const mayTouch = (actor: Member, target: Member): boolean => target.role !== 'admin' && holdsAll(actor, target.scopes);

/** The one permission rule, used by the server guard and by every button that hides itself (part-1 §6, part-2 §6). */
export const may = (member: Member | undefined, access: Access): boolean => {
  if (access === 'public') return true;
  if (!member) return false;
  if (access === 'superadmin') return member.role === 'superadmin';
  if (member.role === 'superadmin') return false;
  if (access === 'signed-in' || member.role === 'admin') return true;
  return access !== 'admin' && access.some((scope) => member.scopes.includes(scope));
};

import type { Member, Scope } from '#contract/permissions.ts';

const WRITES_ORDERS: Scope[] = ['POS', 'ORDERS'];
const WRITES_RESERVATIONS: Scope[] = ['RESERVATIONS', 'MANAGE_RESERVATIONS'];
const WRITES_CUSTOMERS: Scope[] = ['CUSTOMERS', 'MANAGE_CUSTOMERS'];

/** What any of the scopes lets a person do, unless one of the last ones lets them do more of it (wire.md §3). */
const abilities: readonly (readonly [words: string, any: readonly Scope[], unless?: readonly Scope[]])[] = [
  ['See the dashboard of the day', ['DASHBOARD']],
  ['Take orders at the POS, for guests old and new', ['POS']],
  ['Complete and cancel orders, take payment', WRITES_ORDERS],
  ['Change the status of ordered items', ['ORDER_STATUS'], WRITES_ORDERS],
  ['Show a guest at the till what is rung up', ['CUSTOMER_DISPLAY']],
  ['Watch the open orders', ['ORDER_STATUS_DISPLAY'], [...WRITES_ORDERS, 'ORDER_STATUS']],
  ['Prepare orders in the kitchen', ['KITCHEN', 'KITCHEN_DISPLAY']],
  ['Take and change reservations', WRITES_RESERVATIONS],
  ['See reservations', ['VIEW_RESERVATIONS'], WRITES_RESERVATIONS],
  ['Add, change and delete customers', WRITES_CUSTOMERS],
  ['See customers', ['VIEW_CUSTOMERS'], WRITES_CUSTOMERS],
  ['See invoices and print them again', ['INVOICES']],
  ['See reports', ['REPORTS']],
  ['Change menu, tables, taxes, payment types and store', ['SETTINGS']],
  ['Add colleagues and change what they may do', ['SETTINGS']],
];

/** What a member may do, in words for people; empty when it is nothing but their own profile. */
export const abilitiesOf = ({ role, scopes }: Member): string[] => {
  if (role === 'admin') return ['Everything'];
  const holds = (any: readonly Scope[] = []) => any.some((scope) => scopes.includes(scope));
  return abilities.filter(([, any, unless]) => holds(any) && !holds(unless)).map(([words]) => words);
};

/** The name of a scope for people: ORDER_STATUS_DISPLAY is 'Order status display'. */
export const scopeTitle = (scope: Scope): string => {
  const words = scope.toLowerCase().replaceAll('_', ' ');
  return scope === 'POS' ? scope : words.charAt(0).toUpperCase() + words.slice(1);
};

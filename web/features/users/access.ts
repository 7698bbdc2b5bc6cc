import type { Scope } from '#contract/permissions.ts';

/** Roles as most restaurants know them; choosing one fills the scopes, and they stay free to change. */
export const readyRoles: readonly { title: string; scopes: readonly Scope[] }[] = [
  { title: 'Waiter', scopes: ['POS', 'ORDERS'] },
  { title: 'Cashier', scopes: ['POS', 'ORDERS', 'INVOICES', 'REPORTS'] },
  { title: 'Cook', scopes: ['KITCHEN'] },
  { title: 'Host', scopes: ['RESERVATIONS', 'CUSTOMERS'] },
  {
    title: 'Manager',
    scopes: ['DASHBOARD', 'POS', 'ORDERS', 'ORDER_STATUS', 'KITCHEN', 'RESERVATIONS', 'CUSTOMERS', 'INVOICES', 'SETTINGS', 'REPORTS'],
  },
];

/** The 21 scopes in the order of the work: selling, cooking, guests, office. */
export const scopeGroups: readonly { title: string; scopes: readonly Scope[] }[] = [
  { title: 'Selling', scopes: ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY'] },
  { title: 'Kitchen', scopes: ['KITCHEN', 'KITCHEN_DISPLAY'] },
  { title: 'Reservations', scopes: ['RESERVATIONS', 'MANAGE_RESERVATIONS', 'VIEW_RESERVATIONS'] },
  { title: 'Customers', scopes: ['CUSTOMERS', 'MANAGE_CUSTOMERS', 'VIEW_CUSTOMERS'] },
  { title: 'Office', scopes: ['DASHBOARD', 'INVOICES', 'REPORTS', 'SETTINGS'] },
  { title: 'No screen yet', scopes: ['CUSTOMER_DISPLAY', 'MEMBERSHIP', 'INVENTORY', 'MANAGE_INVENTORY', 'VIEW_INVENTORY'] },
];

/** The ready-made role with exactly these scopes. */
export const roleOf = (chosen: readonly Scope[]): string | undefined =>
  readyRoles.find(({ scopes }) => scopes.length === chosen.length && scopes.every((scope) => chosen.includes(scope)))?.title;

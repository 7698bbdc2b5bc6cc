import type { AuditKind } from '#contract/audit.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';

/** What an entry is about, by the table whose row changed; by the action where one table has several kinds. */
const kinds: Record<string, AuditKind | (Record<string, AuditKind> & { else: AuditKind })> = {
  orders: { sell: 'payment', pay: 'payment', cancel: 'void', else: 'order' },
  order_lines: { void: 'void', else: 'order' },
  checks: { capture: 'payment', reverse: 'refund', discount: 'discount', charge: 'discount', else: 'order' },
  qr_orders: 'order',
  tickets: 'order',
  invoices: { refund: 'refund', else: 'payment' },
  payments: 'payment',
  menu_items: 'menu',
  menu_item_variants: 'menu',
  menu_item_addons: 'menu',
  categories: 'menu',
  taxes: 'settings',
  charges: 'settings',
  payment_types: 'settings',
  store_settings: 'settings',
  store_tables: 'settings',
  print_settings: 'settings',
  printers: 'settings',
  print_jobs: 'order',
  reasons: 'settings',
  stations: 'settings',
  displays: 'settings',
  first_steps: 'settings',
  members: 'member',
  second_factors: 'member',
  sessions: 'session',
  security: 'security',
  customers: 'customer',
  reservations: 'reservation',
  tenants: 'subscription',
  drawers: 'drawer',
  drawer_movements: 'drawer',
  day_closings: 'day',
  closings: 'day',
  audit_log: 'security',
};

/** Whether entries about this table have a kind. */
export const hasKind = (entity: string): boolean => Object.hasOwn(kinds, entity);

/** What an entry is about. */
export const kindOf = (entity: string, action: string): AuditKind => {
  const kind = kinds[entity] ?? 'settings';
  return typeof kind === 'string' ? kind : (kind[action] ?? kind.else);
};

/** What is stored in minor units, or as a rate; all else stands there as people know it. */
const MONEY = /^(price|net_price|total|amount|tip|tendered|change|discount|charges|rounding|given)$/;
const MENU_AND_BILLS = new Set(['menu_items', 'menu_item_variants', 'menu_item_addons', 'orders', 'qr_orders', 'checks', 'invoices']);

/** What was before or after a change, from its JSON, as a person reads it: money as decimals, rates as percent. */
export const shownOf = (entity: string, json: string, decimals: number): unknown =>
  JSON.parse(json, function (this: unknown, key, held: unknown) {
    if (typeof held !== 'number') return held;
    if (key === 'rate' && entity === 'taxes') return toPercent(held);
    // of money off, beside its kind
    if (key === 'value' && entity === 'checks')
      return (this as { kind?: unknown }).kind === 'percent' ? toPercent(held) : toDecimal(BigInt(held), decimals);
    return MONEY.test(key) && MENU_AND_BILLS.has(entity) && Number.isInteger(held) ? toDecimal(BigInt(held), decimals) : held;
  });

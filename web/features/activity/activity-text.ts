import type { AuditEntry, AuditKind } from '#contract/audit.ts';
import { dateAndTime } from '#web/platform/dates.ts';

export const kindWords: Record<AuditKind, string> = {
  order: 'Orders',
  payment: 'Payments',
  refund: 'Refunds',
  discount: 'Discounts',
  void: 'Cancelled',
  menu: 'Menu',
  settings: 'Settings',
  member: 'Users',
  session: 'Sign-ins',
  security: 'Security',
  drawer: 'Cash drawer',
  day: 'Day end',
  customer: 'Customers',
  reservation: 'Reservations',
  subscription: 'Subscription',
};

const wordsOf = (name: string): string => {
  const plain = name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, last: string, first: string) => `${last} ${first.toLowerCase()}`);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** As the log stores an instant. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
};

interface Change {
  field: string;
  before: string;
  after: string;
}

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What differs, field by field; of what only came or went, all of it. Instants are told in the restaurant's time zone. */
export const changesOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>, timezone: string): Change[] => {
  const told = (value: unknown) => (typeof value === 'string' && INSTANT.test(value) ? dateAndTime(value, timezone) : shown(value));
  if (!isFields(before ?? {}) || !isFields(after ?? {})) return [{ field: 'Value', before: told(before), after: told(after) }];
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  // a change need not name again what stayed
  const differs = (name: string) => before === null || after === null || (name in is && shown(was[name]) !== shown(is[name]));
  return names.filter(differs).map((name) => ({ field: wordsOf(name), before: told(was[name]), after: told(is[name]) }));
};

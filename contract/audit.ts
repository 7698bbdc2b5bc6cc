import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, INVALID, paging, pathId, text } from './fields.ts';
import { absent, pastPeriods, periodQuery } from './period.ts';

/** What an entry of the audit log is about (wire-2.md §4). */
export const auditKinds = [
  'order',
  'payment',
  'refund',
  'discount',
  'void',
  'menu',
  'settings',
  'member',
  'session',
  'security',
  'drawer',
  'day',
  'customer',
  'reservation',
  'subscription',
] as const;
export type AuditKind = (typeof auditKinds)[number];

const left = <T extends z.ZodType>(schema: T) => z.preprocess(absent, schema.optional());
const filters = {
  /** a username */
  member: left(text(254)),
  kind: left(z.enum(auditKinds, INVALID)),
  /** what was done at this table */
  table: left(pathId),
  /** what came to at least this much */
  minAmount: left(z.string(INVALID).regex(/^\d{1,12}(\.\d{1,4})?$/, 'Please provide an amount!')),
};

const entry = z.object({
  id,
  at: instant,
  /** null: a guest, nobody who is known, or the server itself */
  member_name: z.string().nullable(),
  /** who allowed it, where the member alone might not */
  approver_name: z.string().nullable(),
  kind: z.enum(auditKinds),
  text: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  /** positive */
  amount: z.number().nullable(),
  device_name: z.string().nullable(),
  ip: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.output<typeof entry>;

/** So many entries are counted and paged through; a narrower period or filter reaches those behind. */
export const AUDIT_COUNTED = 1000;

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Who did what, newest first; the owner, or right audit with REPORTS. At most 1,000 entries are counted and paged through',
  access: ['REPORTS'],
  query: periodQuery(pastPeriods, { ...paging, ...filters }),
  reply: z.object({
    entries: z.array(entry),
    currentPage: z.number(),
    perPage: z.number(),
    totalPages: z.number(),
    totalEntries: z.number(),
    currency: z.string(),
    /** of the store, for the times */
    timezone: z.string(),
    /** whom to filter by, those who left among them; and at which tables */
    members: z.array(z.object({ username: z.string(), name: z.string() })),
    tables: z.array(z.object({ id, title: z.string() })),
  }),
});

export const getAuditFile = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary: 'The same as a CSV file (text/csv), all entries, newest first',
  access: ['REPORTS'],
  query: periodQuery(pastPeriods, filters),
  reply: z.string(),
});

import * as z from 'zod';
import { taxShare } from './bill-costs.ts';
import { endpoint } from './endpoint.ts';
import { approvalToken, day, done, id, instant, INVALID, looseId, pathId, price, text } from './fields.ts';
import { absent, pastPeriods, periodQuery } from './period.ts';

// The end of the day (wire-2.md §4): the X report at any time, and a closing once a business day.
const access = ['REPORTS'] as const;

/** What a day came to; a closing has all of it, and its number, what was counted and its hash beside. Money is net of refunds where it says so. */
const daySums = z.object({
  business_date: z.string(),
  /** Of the invoices that are in it; null: none. */
  from_invoice: id.nullable(),
  to_invoice: id.nullable(),
  orders: z.number(),
  covers: z.number(),
  /** Line totals as ordered. */
  gross: z.number(),
  discounts: z.array(z.object({ reason: z.string().nullable(), count: z.number(), amount: z.number() })),
  voids: z.array(z.object({ reason: z.string().nullable(), made: z.boolean(), count: z.number(), amount: z.number() })),
  /** Less refunds, as taxes and total. */
  net: z.number(),
  taxes: z.array(taxShare),
  charges: z.number(),
  total: z.number(),
  /** Taken back, above 0. */
  refunds: z.number(),
  rounding: z.number(),
  tips: z.number(),
  payments: z.array(
    z.object({
      payment_type: z.string(),
      kind: z.string(),
      /** Without tips. */
      expected: z.number(),
      counted: z.number().nullable(),
      difference: z.number().nullable(),
      /** Beside `expected`: a terminal's own total has them in it. Absent in closings of older releases. */
      tips: z.number().optional(),
      /** `expected` by the kinds that the type had when it was paid by, where that is not `kind` alone. */
      kinds: z.record(z.string(), z.number()).optional(),
    }),
  ),
  drawers: z.array(
    z.object({
      drawer_id: id,
      title: z.string(),
      opened_at: instant,
      closed_at: instant,
      float: z.number(),
      expected: z.number(),
      counted: z.number(),
      difference: z.number(),
    }),
  ),
  /** What was dated to a day that was closed before; it is in the sums. */
  late: z.object({ count: z.number(), total: z.number(), invoices: z.array(id) }),
});
export type DaySums = z.output<typeof daySums>;

const closing = daySums.extend({
  closing_no: id,
  currency: z.string(),
  note: z.string().nullable(),
  /** The sum of all closings' `total` so far. */
  grand_total: z.number(),
  previous_hash: z.string().nullable(),
  /** Who closed it, and when: hashed from version 2 on. None of the three: an older release closed it. */
  version: z.literal(2).optional(),
  closed_at: instant.optional(),
  member_id: id.optional(),
  hash: z.string(),
});
export type Closing = z.output<typeof closing>;

export const getDay = endpoint({
  method: 'GET',
  path: '/day',
  summary: 'The running business day so far: the X report. With a date: what a closing of that day would have now, what is late among it',
  access,
  query: z.object({ date: z.preprocess(absent, day.optional()) }),
  reply: daySums.extend({
    currency: z.string(),
    /** IANA: times of the day's end are shown in it. */
    timezone: z.string(),
    /** The oldest day before this one that sold something and is not closed: it has to be closed first. */
    oldest_open: z.string().nullable(),
    /** What may be counted: what a till offers, and what was paid by on days that are not closed. */
    payment_types: z.array(z.object({ id, title: z.string(), kind: z.string() })),
  }),
});

const NOTE_MAX = 500;

const counts = z
  .array(z.object({ paymentTypeId: looseId, amount: price('Please provide what was counted!') }), INVALID)
  .max(100, INVALID)
  .refine((rows) => new Set(rows.map(({ paymentTypeId }) => paymentTypeId)).size === rows.length, 'A payment type appears twice!')
  .nullish()
  .transform((rows) => rows ?? []);

export const closeDay = endpoint({
  method: 'POST',
  path: '/day/close',
  summary: 'Close an ended or the running business day, the oldest first; right close_day',
  access,
  idempotent: true,
  body: z.object({
    businessDate: day,
    counts,
    /** Of what was counted again after its difference was shown: what was counted first. The closing's note says both. */
    firstCounts: counts,
    note: text(NOTE_MAX)
      .nullish()
      .transform((value) => value || null),
    approvalToken,
  }),
  reply: done.extend({ closingNo: id }),
});

export const listClosings = endpoint({
  method: 'GET',
  path: '/day/closings',
  summary: 'The closings of a period, the newest first',
  access,
  query: periodQuery(pastPeriods),
  reply: z.array(
    z.object({
      closing_no: id,
      business_date: z.string(),
      closed_at: instant,
      member_name: z.string().nullable(),
      /** of that day, whatever the store's is now */
      currency: z.string(),
      gross: z.number(),
      total: z.number(),
      difference: z.number(),
    }),
  ),
});

export const getClosing = endpoint({
  method: 'GET',
  path: '/day/closings/:no',
  summary: 'A closing as it was made',
  access,
  params: z.object({ no: pathId }),
  reply: closing,
});

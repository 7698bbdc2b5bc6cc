import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { givenAdjustment, ruledCharge } from './bill-costs.ts';
import { buyer } from './buyer.ts';
import { approvalToken, done, flag, id, idList, instant, INVALID, looseId, optional, optionalText, pathId } from './fields.ts';
import { paymentKinds, paymentList } from './payment-types.ts';
import { covers, storeCharge } from './pos.ts';
import { IDS_AT_ONCE, summaryItem } from './orders.ts';
import { reasonFields } from './reasons.ts';
import { taxShare } from './bill-costs.ts';

// A check is a bill: what one party pays (wire-2.md §2).
const settle = ['POS', 'ORDERS'] as const;
const params = z.object({ id: pathId });

/** Bills of one split, and ways to share one evenly. */
export const PARTS_MOST = 20;
export const BILL_NAME_MAX = 40;

export const checkRow = z.object({
  check_id: id,
  /** 1 is a table's main bill, 2, 3 … those split off it; null without a table. */
  bill_no: z.number().nullable(),
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  opened_at: instant,
  /** Guests; null when nobody said. */
  covers: z.number().nullable(),
  /** What people call a part that was split off: 'Anna'. */
  name: z.string().nullable(),
  delivery_type: z.string(),
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  member_name: z.string().nullable(),
  /** How many rounds. */
  orders: z.number(),
  total: z.number(),
  paid: z.number(),
  due: z.number(),
  /** Printed since it last changed. */
  is_billed: z.boolean(),
  /** A round of it is completed and not paid: it stands among what awaits payment, of a split bill one of its parts; left out otherwise, and where bills are named. */
  awaits_payment: z.boolean().optional(),
  /** The cards that stand there for what is on it, each by the bill of its orders; left out where there are none, and by a release before. */
  awaiting_cards: z.array(id).optional(),
});
export type CheckRow = z.output<typeof checkRow>;

export const checkPayment = z.object({
  payment_id: id,
  payment_type_id: id.nullable(),
  payment_type: z.string(),
  kind: z.enum(paymentKinds),
  amount: z.number(),
  tip: z.number(),
  tendered: z.number().nullable(),
  change: z.number(),
  reference: z.string().nullable(),
  created_at: instant,
  member_name: z.string().nullable(),
  state: z.enum(['captured', 'reversed']),
  /** It came in the place of another one at Invoices; its number is one of the invoice. */
  is_corrected: z.boolean().optional(),
});
export type CheckPayment = z.output<typeof checkPayment>;

/** What is kept of a bill's history. */
export const changeKinds = ['move', 'merge', 'split', 'undo', 'payment', 'reverse', 'discount', 'charge'] as const;

export const checkChange = z.object({
  change_id: id,
  kind: z.enum(changeKinds),
  at: instant,
  member_name: z.string().nullable(),
  /** A sentence for a person. */
  text: z.string(),
  can_undo: z.boolean(),
});
export type CheckChange = z.output<typeof checkChange>;

export const checkItem = summaryItem.extend({
  is_paid: z.boolean(),
  /** It is part of what the bill comes to: to be paid, or on the invoice that closed the bill. */
  is_counted: z.boolean(),
});
export type CheckItem = z.output<typeof checkItem>;

export const check = checkRow.extend({
  /** Without orders `delivery_type` of a bill that was merged away is that of nobody: 'dinein'. */
  status: z.enum(['open', 'closed']),
  currency: z.string(),
  /** The rounds, with those of their lines that are on this bill. */
  orders: z.array(
    z.object({
      id,
      token_no: z.number(),
      date: instant,
      status: z.enum(['created', 'completed', 'cancelled']),
      /** Where a delivery goes; left out where nobody said. */
      delivery_address: z.string().optional(),
      items: z.array(checkItem),
    }),
  ),
  subTotal: z.number(),
  taxTotal: z.number(),
  /** `due` as it is paid in cash (wire-2.md §3). */
  due_cash: z.number(),
  taxes: z.array(taxShare),
  /** Money off, in the order in which it was given. */
  adjustments: z.array(givenAdjustment),
  /** All money off. */
  discount: z.number(),
  /** With what a part of an open bill has of each: a percent goes with it, a sum stays. The release before does not say it. */
  charges: z.array(ruledCharge),
  /** Those that staff took off the bill. */
  removed_charges: z.array(z.object({ charge_id: id, title: z.string() })),
  /** What charges its further rounds, where it is partly paid: those of the store when its first payment was taken. */
  kept_charges: z.array(storeCharge).optional(),
  payments: z.array(checkPayment),
  /** Of a closed bill what its payments differ by from its total: the cash rounding of all of its invoices. */
  rounding: z.number().optional(),
  invoices: z.array(id),
  /** Those of them that other bills were paid on, too: their payments and rounding are on their receipts alone. */
  shared_invoices: z.array(id).optional(),
  /** Of the invoice that closed it. */
  buyer: buyer.nullable(),
  changes: z.array(checkChange),
  /** The bills that it was split into, or split off with; those of a split that was undone are not among them. */
  parts: z.array(id),
  /** The bill onto which all of it was put; null where it was not. */
  merged_into: id.nullable(),
  /** How often it was printed as a bill. */
  prints: z.number(),
});
export type Check = z.output<typeof check>;

export const listChecks = endpoint({
  method: 'GET',
  path: '/checks',
  summary: 'The open bills, oldest first; with ids only these of them',
  access: settle,
  query: z.object({
    ids: idList(IDS_AT_ONCE, 'At most 100 bills at once!').optional(),
  }),
  reply: z.array(checkRow),
});

export const getCheck = endpoint({
  method: 'GET',
  path: '/checks/:id',
  summary: 'A bill, open or closed: rounds, sums, taxes, payments, history',
  access: settle,
  params,
  reply: check,
});

const changed = done.extend({ checkId: id, changeId: id });

export const moveCheck = endpoint({
  method: 'POST',
  path: '/checks/:id/move',
  summary: 'Take a bill to a free table, or with null to none',
  access: settle,
  idempotent: true,
  params,
  body: z.object({
    tableId: z.union([looseId, z.literal(''), z.null()], 'Please select a table!').transform((value) => (value === '' ? null : value)),
    approvalToken,
  }),
  reply: changed,
});

export const mergeCheck = endpoint({
  method: 'POST',
  path: '/checks/:id/merge',
  summary: 'Put everything of another bill onto this one',
  access: settle,
  idempotent: true,
  params,
  body: z.object({ checkId: looseId, approvalToken }),
  reply: changed,
});

const NO_PARTS = 'Please choose what goes onto another bill!';
const pieces = z
  .int('Please provide a quantity of 1 to 999!')
  .min(1, 'Please provide a quantity of 1 to 999!')
  .max(999, 'Please provide a quantity of 1 to 999!');

/** So many lines go onto one part. */
export const PART_LINES_MOST = 200;

export const splitCheck = endpoint({
  method: 'POST',
  path: '/checks/:id/split',
  summary: 'Put lines, or part of them, onto bills of their own',
  access: settle,
  idempotent: true,
  params,
  body: z.object({
    parts: z
      .array(
        z.object({
          items: z
            .array(z.object({ itemId: looseId, quantity: pieces }), NO_PARTS)
            .min(1, NO_PARTS)
            .max(PART_LINES_MOST, INVALID),
          name: optionalText(BILL_NAME_MAX),
        }),
        NO_PARTS,
      )
      .min(1, NO_PARTS)
      .max(PARTS_MOST, `A bill is split into at most ${PARTS_MOST} parts!`),
    approvalToken,
  }),
  reply: done.extend({ checkIds: z.array(id), changeId: id }),
});

export const undoCheckChange = endpoint({
  method: 'POST',
  path: '/checks/:id/undo',
  summary: 'Take the latest move, merge or split back',
  access: settle,
  idempotent: true,
  params,
  body: z.object({ changeId: looseId, approvalToken }),
  reply: changed,
});

export const setCovers = endpoint({
  method: 'POST',
  path: '/checks/:id/covers',
  summary: 'Say how many guests the bill is of',
  access: settle,
  params,
  body: z.object({ covers }),
  reply: done,
});

export const markBilled = endpoint({
  method: 'POST',
  path: '/checks/:id/billed',
  summary: 'Note that the bill was printed',
  access: settle,
  params,
  reply: done.extend({ prints: z.number() }),
});

const DUE = 'Please provide what is due!';
/** Computed by a till, maybe with floats, and only compared. */
const seenSum = z.union([z.number(DUE), z.string(DUE).max(40, DUE)], DUE).refine((sum) => /^\d{1,16}(\.\d+)?$/.test(String(sum)), DUE);

export const payCheck = endpoint({
  method: 'POST',
  path: '/checks/:id/payments',
  summary: 'Take payments for a bill; with the last sum it closes and has its invoice',
  access: settle,
  idempotent: true,
  params,
  body: z.object({
    payments: paymentList,
    /** What the till saw as due. */
    due: seenSum,
    /** False: the kitchen goes on with what it still makes. */
    complete: optional(flag),
  }),
  reply: done.extend({
    paymentIds: z.array(id),
    paid: z.number(),
    due: z.number(),
    due_cash: z.number(),
    change: z.number(),
    invoiceId: id.nullable(),
  }),
});

export const reversePayment = endpoint({
  method: 'POST',
  path: '/checks/:id/payments/:paymentId/reverse',
  summary: 'Take a payment of an open bill back; right refund',
  access: settle,
  idempotent: true,
  params: params.extend({ paymentId: pathId }),
  body: z.object({
    ...reasonFields,
    approvalToken,
  }),
  reply: done.extend({ paid: z.number(), due: z.number() }),
});

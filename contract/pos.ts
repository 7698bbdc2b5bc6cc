import * as z from 'zod';
import { adjustments } from './adjustment-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  approvalToken,
  claimedSum,
  done,
  flag,
  id,
  INVALID,
  looseId,
  optional,
  optionalFlag,
  optionalId,
  optionalText,
  text,
  wordOr,
  isStorable,
} from './fields.ts';
import { menuItem, shownTax } from './menu-items.ts';
import { paymentList, paymentType } from './payment-types.ts';
import { printSettings, storeSettings } from './shown-settings.ts';
import { storeTable } from './tables.ts';

export const deliveryTypes = ['dinein', 'delivery', 'takeaway'] as const;
export const customerTypes = ['WALKIN', 'CUSTOMER'] as const;

/** A charge as a till prices with it. */
export const storeCharge = z.object({
  id,
  title: z.string(),
  kind: z.enum(['percent', 'amount']),
  /** Percent, or a sum. */
  value: z.number(),
  tax: shownTax.nullable(),
  deliveryTypes: z.array(z.enum(deliveryTypes)),
  minCovers: z.number(),
});
export type StoreCharge = z.output<typeof storeCharge>;

/** What a till needs to sell: kept compressed for each version of the store and revalidated by ETag (cases.md §6). */
export const posInit = z.object({
  categories: z.array(z.object({ id, title: z.string(), stationId: id.nullable().optional() })),
  paymentTypes: z.array(paymentType),
  printSettings,
  storeSettings,
  storeTables: z.array(storeTable),
  /** Without their descriptions. */
  menuItems: z.array(menuItem),
  /** What a cart is charged beside its lines, where it fits (wire-2.md §3); none: left out. */
  charges: z.array(storeCharge).optional(),
  /** What taxes are made of today, such as CGST and SGST, for the receipt; those without parts are left out, and it where none has some. */
  taxParts: z.array(z.object({ tax_id: id, parts: z.array(z.object({ title: z.string(), rate: z.number() })) })).optional(),
});
export type PosInit = z.output<typeof posInit>;

export const initPos = endpoint({
  method: 'GET',
  path: '/pos/init',
  summary: 'Menu, tables, payment types and settings for the till',
  access: ['POS'],
  reply: posInit,
});

export const NOTES_MAX = 100; // code points (part-1 §5, cases.md N2)
const TOO_LONG = `Notes have at most ${NOTES_MAX} characters!`;
export const cartNotes = z
  .string(INVALID)
  .refine(isStorable, INVALID)
  .trim()
  .refine((value) => [...value].length <= NOTES_MAX, TOO_LONG)
  .nullish()
  .transform((value) => value || null);

export const cartLine = z.object({
  id: looseId,
  quantity: z
    .int('Please provide a quantity of 1 to 999!')
    .min(1, 'Please provide a quantity of 1 to 999!')
    .max(999, 'Please provide a quantity of 1 to 999!'),
  variant_id: optionalId.transform((value) => value ?? null),
  addons_ids: z
    .array(looseId)
    .max(50, INVALID)
    .nullish()
    .transform((value) => value ?? []),
  notes: cartNotes,
  price: claimedSum,
  /** Money off this line. */
  adjustments,
});
export type CartLine = z.output<typeof cartLine>;

export const COVERS_MAX = 999;
const COVERS = `Please provide 0 to ${COVERS_MAX} guests!`;
/** How many guests a bill is of. */
export const covers = z.int(COVERS).min(0, COVERS).max(COVERS_MAX, COVERS);

/** `{phone, name}`, a phone, or nothing (wire.md §3); comes out as the phone or null. */
export const customerId = z
  .union([z.object({ phone: text(20).nullish() }), text(20), z.null()], INVALID)
  .optional()
  .transform((value) => (typeof value === 'object' && value ? value.phone : value) || null);

export const cart = z.array(cartLine, 'Cart is empty!').min(1, 'Cart is empty!').max(200, 'A cart holds at most 200 lines!');
export const ADDRESS_MAX = 300;
const order = z.object({
  cart,
  deliveryType: wordOr(deliveryTypes, 'dinein', 'Please select a dining option!'),
  customerType: wordOr(customerTypes, 'WALKIN'),
  customerId,
  /** Of a delivery; of anything else it is not kept. */
  deliveryAddress: optionalText(ADDRESS_MAX),
  tableId: optionalId.transform((value) => value ?? null),
  selectedQrOrderItem: optionalId.transform((value) => value ?? null),
  /** Of a new bill; a further round leaves it. */
  covers: optional(covers),
  /** Money off the bill, also of a further round. */
  adjustments,
  approvalToken,
});
/** `date`: when the order was placed; what is sent again after a lost answer prints the day of the first time. Answers older than it lack it. */
const placed = done.extend({ tokenNo: z.number(), orderId: id, date: z.iso.datetime().optional() });
const sums = { netTotal: claimedSum, taxTotal: claimedSum, total: claimedSum };

export const createOrder = endpoint({
  method: 'POST',
  path: '/pos/create-order',
  summary: 'Send an order to the kitchen, to be paid later',
  access: ['POS'],
  idempotent: true,
  // a release before does not read it: what was sent to the one may be sent to the other again
  beside: ['checkId', 'asksWhenMoved'],
  /**
   * `checkId`: the bill that a round is for, wherever that is by now; without it a round is for whoever sits at the table. `asksWhenMoved`:
   * it was begun without network, and may be for others who sit there when that bill has gone.
   */
  body: order.extend({ ...sums, paymentTypeId: optionalId, checkId: optional(looseId), asksWhenMoved: optional(flag) }),
  /**
   * `pricesChanged`: what the till showed of a line was stale, and the order has the prices of today. `checkId`: the bill that it is on;
   * `tableId`: where that is, if not where the till believed.
   */
  reply: placed.extend({ pricesChanged: z.literal(true).optional(), checkId: id.optional(), tableId: id.optional() }),
});

export const createOrderAndInvoice = endpoint({
  method: 'POST',
  path: '/pos/create-order-and-invoice',
  summary: 'Send an order to the kitchen and take payment for it',
  access: ['POS'],
  idempotent: true,
  body: order.extend({
    ...sums,
    paymentTypeId: optionalId,
    /** The open bill of its table counts its guests: `covers` are for the charges alone. */
    hasCountedGuests: optionalFlag,
    /** Instead of one payment of the whole. */
    payments: optional(paymentList),
    /** The open drawer of that one payment. */
    drawerId: optionalId,
  }),
  reply: placed.extend({ invoiceId: id }),
});

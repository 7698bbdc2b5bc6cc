import * as z from 'zod';
import { billCharge, taxShare } from './bill-costs.ts';
import { endpoint } from './endpoint.ts';
import {
  approvalToken,
  claimedSum,
  done,
  flag,
  id,
  idList,
  instant,
  INVALID,
  looseId,
  optional,
  optionalFlag,
  optionalId,
  paging,
  pathId,
} from './fields.ts';
import { paidInvoice } from './paid-invoices.ts';
import { paymentList, paymentType } from './payment-types.ts';
import { reasonFields } from './reasons.ts';
import { printSettings, storeSettings } from './shown-settings.ts';
import { storeTable } from './tables.ts';

export const itemStatuses = ['created', 'preparing', 'completed', 'delivered', 'cancelled'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const orderItem = z.object({
  id,
  order_id: id,
  item_id: id,
  item_title: z.string(),
  variant_id: id.nullable(),
  variant_title: z.string().nullable(),
  price: z.number(),
  quantity: z.number(),
  status: z.enum(itemStatuses),
  date: instant,
  addons: z.array(z.object({ id, item_id: id, title: z.string() })).nullable(),
  notes: z.string().nullable(),
  station_id: id.optional(), // where it is made; left out where there were no stations
  check_id: id.optional(), // the bill that it is on, where it was split off; left out: that of its order
  table_title: z.string().optional(), // of that bill, on the kitchen's board, where it is not the order's
});

const heading = {
  id,
  date: instant,
  delivery_type: z.string(),
  customer_type: z.string(),
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** What the diner calls themself, where the store knows the phone under another name; left out otherwise. */
  guest_name: z.string().optional(),
  /** Who of the staff sent it; null: a guest did. A release before did not say it. */
  member_name: z.string().nullable().optional(),
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  status: z.enum(['created', 'completed', 'cancelled']),
  payment_status: z.enum(['pending', 'paid']),
  token_no: z.number(),
};

/** Where a delivery goes; left out where nobody said. */
const deliveryAddress = z.string().optional();

export const order = z.object({
  ...heading,
  delivery_address: deliveryAddress,
  items: z.array(orderItem),
  /** The bill that it is on; a release before did not say it. */
  check_id: id.optional(),
  /** What is to be paid for it alone, with tax; nothing once it is paid. A table's bill is rounded once (listOpenChecks). */
  due: z.number(),
});
export type Order = z.output<typeof order>;
export type OrderItem = Order['items'][number];
/** An order as the kitchen reads it: without prices. */
export const kitchenOrder = z.object({ ...heading, items: z.array(orderItem.omit({ price: true })) });
export type KitchenOrder = z.output<typeof kitchenOrder>;

export const orderGroup = z.object({
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  floor: z.string().nullable(),
  orders: z.array(order),
  order_ids: z.array(id),
});
export type OrderGroup = z.output<typeof orderGroup>;

export const summaryItem = orderItem.extend({
  variant_price: z.number().nullable(),
  tax_id: id.nullable(),
  tax_title: z.string().nullable(),
  tax_rate: z.number().nullable(),
  tax_type: z.enum(['exclusive', 'inclusive']).nullable(),
  itemTotal: z.number(),
  /** Money off the line; left out where there is none (wire-2.md §3). */
  discount: z.number().optional(),
  addons: z.array(z.object({ id, item_id: id, title: z.string(), price: z.number() })).nullable(),
});
/** What a bill says of its orders; prices and taxes are those at the time of ordering (wire.md §3). */
export const orderSummary = z.object({
  subtotal: z.number(),
  taxTotal: z.number(),
  total: z.number(),
  /** All money off, and what is charged beside the lines; left out where there is none. */
  discount: z.number().optional(),
  charges: z.array(billCharge).optional(),
  /** By rate, which a receipt shows. */
  taxes: z.array(taxShare).optional(),
  orders: z.array(z.object({ ...heading, delivery_address: deliveryAddress, items: z.array(summaryItem) })),
});
export type OrderSummary = z.output<typeof orderSummary>;

const see = ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY'] as const;
const settle = ['POS', 'ORDERS'] as const;

const NO_ORDERS = 'Please select an order!';
/** How many orders one call changes: as many as a table's card may have on a long evening. */
export const ORDERS_AT_ONCE = 1000;
/** Duplicates collapse; at most 1,000 (cases.md N15). */
export const orderIds = z
  .array(looseId, NO_ORDERS)
  .min(1, NO_ORDERS)
  .max(ORDERS_AT_ONCE, 'At most 1,000 orders at once!')
  .transform((ids) => [...new Set(ids)]);

/** How many orders a screen asks for after an announcement. */
export const IDS_AT_ONCE = 100;
/** Of the orders with these ids those that are on the board; one that has left it is not in the answer. */
export const changedIds = idList(IDS_AT_ONCE, 'At most 100 orders at once!').optional();

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary: 'The open orders, grouped by table; with unpaid=1 the completed ones that wait for payment; with ids only these of them',
  access: see,
  query: z.object({
    unpaid: z.enum(['0', '1', '', 'null'], INVALID).optional(),
    ids: changedIds,
    /** Of this table alone. */
    table: pathId.optional(),
  }),
  reply: z.array(orderGroup),
});

/** Shelves behind the board, which are read in pages: what waits for payment, oldest first, and what is paid and completed today, latest first. */
export const shelves = ['unpaid', 'done'] as const;

export const listOrderShelf = endpoint({
  method: 'GET',
  path: '/orders/shelf',
  summary: 'A page of the completed orders: those that wait for payment, by table, or those of today that are paid',
  access: see,
  query: z.object({ shelf: z.enum(shelves, INVALID), ...paging }),
  reply: z.object({
    orders: z.array(orderGroup),
    currentPage: z.number(),
    perPage: z.number(),
    totalPages: z.number(),
    /** Cards, of which one may have several orders. */
    totalOrders: z.number(),
  }),
});

export const openCheck = z.object({
  table_id: id,
  table_title: z.string(),
  floor: z.string().nullable(),
  /** Rounds that are open or not paid. */
  orders: z.number(),
  /** How many bills there are, where the table's was split. */
  bills: z.number().optional(),
  /** What is still to be paid, with tax. */
  due: z.number(),
  since: instant,
});
export type OpenCheck = z.output<typeof openCheck>;

export const listOpenChecks = endpoint({
  method: 'GET',
  path: '/pos/open-checks',
  summary: 'The tables with an open check: how many orders, what is owed, since when',
  access: settle,
  reply: z.array(openCheck),
});

export const initOrders = endpoint({
  method: 'GET',
  path: '/orders/init',
  summary: 'Payment types and settings for taking payment',
  access: see,
  reply: z.object({
    paymentTypes: z.array(paymentType),
    printSettings,
    storeSettings,
    /** Where a bill may be moved to, and what stands on the plan. */
    storeTables: z.array(storeTable.omit({ encrypted_id: true })),
  }),
});

const QUANTITY = 'Please provide a quantity of 1 to 999!';
export const ONLY_ONE_ITEM = 'Only one item that is cancelled has a quantity!';
/** Of what is cancelled: why, and whether the kitchen had made it (absent: as its state says). */
const voiding = { ...reasonFields, isMade: optional(flag), approvalToken };

export const updateItemStatus = endpoint({
  method: 'POST',
  path: '/orders/update-status/:id',
  summary: 'Set the status of one order item',
  idempotent: true,
  access: ['POS', 'ORDERS', 'ORDER_STATUS'],
  params: z.object({ id: pathId }),
  body: z.object({
    status: z.enum(['preparing', 'completed', 'delivered', 'cancelled'], INVALID),
    /** Cancels so many of the line, which becomes two. */
    quantity: z.int(QUANTITY).min(1, QUANTITY).max(999, QUANTITY).nullish(),
    ...voiding,
  }),
  reply: done,
});

export const cancelOrders = endpoint({
  method: 'POST',
  path: '/orders/cancel',
  summary: 'Cancel orders with all their items',
  idempotent: true,
  access: settle,
  body: z.object({
    orderIds,
    /** None: whole orders are cancelled. */
    quantity: z.union([z.null(), z.literal('')], ONLY_ONE_ITEM).optional(),
    ...voiding,
  }),
  reply: done,
});

export const completeOrders = endpoint({
  method: 'POST',
  path: '/orders/complete',
  summary: 'Complete orders with the items still open',
  access: settle,
  body: z.object({ orderIds }),
  reply: done,
});

export const reopenOrders = endpoint({
  method: 'POST',
  path: '/orders/reopen',
  summary: 'Take orders that were completed today back onto the board; their items stay as they are',
  access: settle,
  body: z.object({ orderIds }),
  reply: done,
});

export const summarisePayment = endpoint({
  method: 'POST',
  path: '/orders/complete-order-payment-summary',
  summary: 'What the bill for these orders comes to, and on which invoices those are that are paid',
  access: settle,
  body: z.object({ orderIds, invoiceId: optionalId }),
  /** The invoices of those that are paid, so that whoever sold may print the receipt; `paid` and `due` of the bills that the orders are on. */
  reply: orderSummary.extend({ invoices: z.array(paidInvoice), paid: z.number(), due: z.number() }),
});

export const completeAndPayOrders = endpoint({
  method: 'POST',
  path: '/orders/complete-and-pay-order',
  summary: 'Complete orders and put them on one paid invoice; with keepOpen the kitchen goes on with what it still makes',
  access: settle,
  idempotent: true,
  body: z.object({
    orderIds,
    subTotal: claimedSum,
    taxTotal: claimedSum,
    total: claimedSum,
    paymentTypeId: optionalId,
    /** Instead of one payment of the whole. */
    payments: optional(paymentList),
    /** The open drawer of that one payment. */
    drawerId: optionalId,
    keepOpen: optionalFlag,
  }),
  /** `tableTitle`: where the bill is by now. Who comes too late is told in the refusal's `payments` who was paid (`PaidInvoice`). */
  reply: done.extend({ invoiceId: id, tableTitle: z.string().nullable().optional() }),
});

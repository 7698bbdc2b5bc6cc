import type { Captured } from '#server/features/payments/payments.rules.ts';
import type { toChargeRows } from '#server/features/prices/charges.rules.ts';
import type { PricedCartLine } from '#server/features/prices/cart.rules.ts';
import type { hashPieces } from '#server/features/prices/hashed-invoice.rules.ts';
import type { Note } from './notes.rules.ts';

// What TypeScript hands to the functions of db/functions: a name that is spelt otherwise there is null in SQL and nobody is told, so
// placed-payloads.test.ts holds both against each other. Sums are minor units.

/** The invoice of an order that is paid at once. */
interface PaidInvoicePayload extends Partial<ReturnType<typeof toChargeRows>> {
  subTotal: number;
  taxTotal: number;
  total: number;
  rounding: number;
  discount?: number;
  payments: Captured[];
  notes: Note[];
  hashPieces: ReturnType<typeof hashPieces>;
}

/** What place_order.sql and place_qr_order.sql both take. */
interface AnyOrderPayload {
  /** YYYY-MM-DD */
  businessDate: string;
  deliveryType: string | null;
  customerType: string;
  table: { id: number; title: string; floor: string } | null;
  lines: PricedCartLine[];
  total: number;
  currency: string;
  message: string;
}

/** An order of a till, decided (place_order.sql). */
export interface OrderPayload extends AnyOrderPayload {
  memberId: number;
  sessionId: number;
  customerPhone: string | null;
  /** Of a diner: place_qr_order.sql adds it. */
  guestName?: string;
  deliveryAddress: string | null;
  invoice: PaidInvoicePayload | null;
  drawerIds?: number[];
  covers: number | null;
  qrOrderId: number | null;
  /** The bill that it is for, wherever that is by now. */
  checkId?: number | undefined;
  /** Where that bill is at another table, nobody knows whether it is. */
  asksWhenMoved?: boolean | undefined;
  pricesChanged: boolean;
}

/** An order of a diner, decided (place_qr_order.sql). */
export interface QrOrderPayload extends AnyOrderPayload {
  /** keys: the digits of every way in which the store may have written this phone, the best first */
  customer: { name: string | null | undefined; phone: string; keys: string[] } | null;
  isForKitchen: boolean;
}

/** What each function takes. */
export interface Payloads {
  place_order: OrderPayload;
  place_qr_order: QrOrderPayload;
}

/** What is the same for every order that is placed: of its request, of the menu that it was priced from, and of the bill that it joins. */
export interface AroundOrder {
  key?: string;
  route?: string;
  hash?: string;
  version: number;
  now: Date;
  isAdjusting: boolean;
  billLinesAtMost: number;
}

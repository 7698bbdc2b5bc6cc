import type { ItemStatus } from '#contract/orders.ts';
import type { Totals } from '#contract/pricing.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import type { PricedCartLine } from '#server/features/prices/cart.rules.ts';
import type { StoreClock } from '#server/platform/business-day.ts';

export interface Table {
  id: number;
  table_title: string;
  floor: string;
  seating_capacity: number;
}
export interface PaymentType {
  id: number | null;
  title: string;
  kind: string;
}
export interface Check {
  table: Table | null;
  openedAt: Date;
  closedAt: Date | null;
}
export interface Invoice {
  at: Date;
  businessDate: string;
  memberId: number;
  totals: Totals;
  first: Order;
  paymentType: PaymentType;
}
export interface Order {
  check: Check;
  at: Date;
  businessDate: string;
  tokenNo: number;
  memberId: number;
  kind: 'dinein' | 'takeaway' | 'delivery';
  /** index into the customers */
  customer: number | null;
  status: 'created' | 'completed' | 'cancelled';
  invoice: Invoice | null;
  lines: (PricedCartLine & { status: ItemStatus })[];
}
/** All in the order in which it happened. */
export interface Past {
  checks: Check[];
  orders: Order[];
  invoices: Invoice[];
}
export interface Restaurant {
  now: Date;
  clock: StoreClock;
  menu: readonly MenuRow[];
  tables: readonly Table[];
  paymentTypes: Record<'cash' | 'card' | 'mobile' | 'gift', PaymentType>;
  waiterId: number;
  cashierId: number;
  customerCount: number;
}

export const DAYS = 30;
export const MINUTE = 60_000; // ms

export const after = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * MINUTE);

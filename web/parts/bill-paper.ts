import type { Check } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { clockTime } from './ago.ts';
import { type PrintedReceipt, receiptOf } from '#web/platform/printouts.ts';
import { serverNow } from '#web/platform/server-clock.ts';

type Settings = Reply<typeof initOrders>;
type Share = NonNullable<PrintedReceipt['share']>;

/** What a bill has in common on every paper: its lines by rounds, sums, taxes and payments. */
const paperOf = (check: Check, { storeSettings: store, printSettings: print }: Settings): PrintedReceipt => {
  const now = serverNow();
  const { customer_id: customerId, customer_name: customerName, table_title: tableTitle } = check;
  // what was paid by itself is no part of what this bill comes to
  const orders = check.orders.map(({ items, ...order }) => ({ ...order, items: items.filter(({ is_counted: isCounted }) => isCounted) }));
  const heading = {
    delivery_type: check.delivery_type,
    customer_type: customerId === null ? 'WALKIN' : 'CUSTOMER',
    customer_id: customerId,
    customer_name: customerName,
    table_id: check.table_id,
    table_title: tableTitle,
    floor: check.floor,
    payment_status: 'pending' as const,
  };
  const summary = {
    subtotal: check.subTotal,
    taxTotal: check.taxTotal,
    total: check.total,
    charges: check.charges,
    orders: orders.map((order) => ({ ...heading, ...order })),
  };
  const paper = receiptOf(summary, { store: { ...store, currency: check.currency }, print }, { paymentType: null });
  const rounds = orders.flatMap(({ token_no: token, date, items }) =>
    items.map((_, place) => (place === 0 ? `Token ${token}, ${clockTime(date, now, store.timezone)}` : undefined)),
  );
  return {
    ...paper,
    date: new Date(now).toISOString(),
    lines: paper.lines.map((line, place) => ({ ...line, ...(rounds[place] && { round: rounds[place] }) })),
    taxes: check.taxes,
    payments: check.payments.filter(({ state }) => state === 'captured'),
  };
};

/** 'Bill, not a receipt' */
export const billPaper = (check: Check, settings: Settings, prints: number): PrintedReceipt => ({
  ...paperOf(check, settings),
  checkId: check.check_id,
  bill: { due: check.due, prints, name: check.name },
});

/** The receipt of a bill that is paid. */
export const receiptPaper = (check: Check, settings: Settings, isCopy: boolean): PrintedReceipt => {
  const [invoiceId] = check.invoices;
  const paper = paperOf(check, settings);
  return {
    ...paper,
    // not when another means was found to be right
    date: check.payments.findLast(({ is_corrected: isCorrected }) => !isCorrected)?.created_at ?? paper.date,
    paymentType: 'Paid',
    ...(check.rounding !== undefined && { rounding: check.rounding }),
    isCopy,
    ...(invoiceId !== undefined && { invoiceId }),
    ...(check.buyer && { buyer: check.buyer }),
  };
};

/** A slip for one share; with its payment once it is paid. */
export const sharePaper = (check: Check, settings: Settings, share: Share, paymentId: number | undefined): PrintedReceipt => ({
  ...paperOf(check, settings),
  checkId: check.check_id,
  payments: check.payments.filter(({ payment_id: id }) => id === paymentId),
  share: { ...share, paymentId },
});

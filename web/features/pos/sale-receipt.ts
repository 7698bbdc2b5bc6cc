import type { PosInit } from '#contract/pos.ts';
import { onReceipt } from '#web/parts/payment-entry.ts';
import type { PrintedReceipt } from '#web/platform/printouts.ts';
import { businessDayOf } from '#web/platform/store-clock.ts';
import { addressOf } from './cart.ts';
import type { Unsettled } from './unsettled.ts';

/** What the answer says of a sale. */
interface PlacedFacts {
  tableId: number | null;
  tokenNo: number;
  orderId: number;
  date: string;
  invoiceId: number | undefined;
}

/** How it was paid, as the receipt says it. */
const paymentsOf = (
  { paymentTypes, storeSettings }: PosInit,
  { kind, body }: Unsettled,
): Pick<PrintedReceipt, 'paymentType' | 'payments'> => {
  if (kind === 'kitchen') return { paymentType: null };
  const { currency, cash_rounding: step = 0 } = storeSettings;
  if (!body.payments && step === 0) return { paymentType: paymentTypes.find(({ id }) => id === body.paymentTypeId)?.title ?? 'Paid' };
  const whole = { paymentTypeId: body.paymentTypeId ?? 0, amount: body.total ?? 0 };
  const payments = onReceipt(body.payments ?? [whole], paymentTypes, currency, step);
  return { paymentType: [...new Set(payments.map(({ payment_type: type }) => type))].join(', '), payments };
};

export const receiptFor = (
  init: PosInit,
  order: Unsettled,
  { tableId, tokenNo, orderId, date, invoiceId }: PlacedFacts,
): PrintedReceipt => {
  const { sale, cart } = order;
  return {
    tokens: [tokenNo],
    date,
    ...paymentsOf(init, order),
    ...(invoiceId === undefined ? { orderId } : { invoiceId }),
    store: init.storeSettings,
    businessDay: businessDayOf(date, { timezone: init.storeSettings.timezone, dayStart: init.storeSettings.day_start }),
    print: init.printSettings,
    deliveryType: sale.deliveryType,
    customerType: sale.customer ? 'CUSTOMER' : 'WALKIN',
    customerName: sale.customer?.name ?? null,
    deliveryAddress: addressOf(sale),
    tableTitle: init.storeTables.find(({ id }) => id === tableId)?.table_title ?? null,
    lines: cart.lines.map(({ line, unitPrice, total, discount }) => ({
      title: line.title,
      variant: line.variant?.title ?? null,
      addons: line.addons.map(({ title }) => title),
      notes: line.notes || null,
      quantity: line.quantity,
      price: unitPrice,
      total,
      ...(discount && { discount }),
    })),
    subTotal: cart.net,
    taxTotal: cart.tax,
    total: cart.total,
    charges: cart.charges,
    ...(cart.taxes && { taxes: cart.taxes }),
  };
};

import { useState } from 'react';
import { createOrder, createOrderAndInvoice, type PosInit } from '#contract/pos.ts';
import type { CallFailed } from '#web/platform/api.ts';
import { useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt, type ReceiptData } from '#web/platform/printing.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { businessDayOf } from '#web/platform/store-clock.ts';
import { cartBody, type Sale, type ShownCart } from './cart.ts';
import { waiting } from './use-waiting.ts';

export type SendKind = 'kitchen' | 'pay';

export interface Sent {
  /** A window has it: nobody must be shown the token. */
  isPrinted: boolean;
  tokenNo: number;
  /** ISO 8601 */
  date: string;
}

interface SendParts {
  init: PosInit;
  sale: Sale;
  cart: ShownCart;
  onSent: (sent: Sent) => void;
  onFailed: (failure: CallFailed) => void;
}

type Order = Pick<ReceiptData, 'tokens' | 'date' | 'paymentType'> & { invoiceId?: number };

const receiptFor = ({ init, sale, cart }: SendParts, order: Order): ReceiptData => ({
  ...order,
  store: init.storeSettings,
  businessDay: businessDayOf(order.date, { timezone: init.storeSettings.timezone, dayStart: init.storeSettings.day_start }),
  print: init.printSettings,
  deliveryType: sale.deliveryType,
  customerType: sale.customer ? 'CUSTOMER' : 'WALKIN',
  customerName: sale.customer?.name ?? null,
  tableTitle: init.storeTables.find(({ id }) => id === sale.tableId)?.table_title ?? null,
  lines: cart.lines.map(({ line, unitPrice, total }) => ({
    title: line.title,
    variant: line.variant?.title ?? null,
    addons: line.addons.map(({ title }) => title),
    notes: line.notes || null,
    quantity: line.quantity,
    price: unitPrice,
    total,
  })),
  subTotal: cart.net,
  taxTotal: cart.tax,
  total: cart.total,
});

/** Sends the cart and prints what the store wants printed. A failure leaves everything as it was. */
export const useSend = (parts: SendParts) => {
  const { init, sale, cart, onSent, onFailed } = parts;
  const [failure, setFailure] = useState<CallFailed>();
  const options = {
    refreshes: waiting,
    onFailed: (problem: CallFailed) => {
      setFailure(problem);
      onFailed(problem);
    },
  };
  const order = useAction(createOrder, options);
  const payment = useAction(createOrderAndInvoice, options);

  const send = async (kind: SendKind, paymentTypeId: number | null): Promise<void> => {
    setFailure(undefined);
    const isPaid = kind === 'pay';
    // In the click itself: browsers block windows that are opened later.
    const paper = init.printSettings.is_enable_print ? { window: openPrintWindow('receipt') } : undefined;
    const body = {
      cart: cartBody(cart),
      deliveryType: sale.deliveryType,
      customerType: sale.customer ? ('CUSTOMER' as const) : ('WALKIN' as const),
      customerId: sale.customer,
      // also one that this menu does not know: an order that silently loses its table goes to nobody
      tableId: sale.tableId,
      selectedQrOrderItem: sale.qrOrderId,
    };
    const sums = { netTotal: cart.net, taxTotal: cart.tax, total: cart.total };
    const key = { idempotencyKey: sale.key };
    const paid = isPaid ? await payment.run({ body: { ...body, ...sums, paymentTypeId } }, key) : undefined;
    const reply = isPaid ? paid : await order.run({ body }, key);
    if (!reply) {
      paper?.window?.cancel();
      return;
    }
    const { tokenNo, date = new Date(serverNow()).toISOString() } = reply;
    if (paper) {
      const title = init.paymentTypes.find(({ id }) => id === paymentTypeId)?.title ?? 'Paid';
      printReceipt(
        paper.window,
        receiptFor(parts, {
          tokens: [tokenNo],
          date,
          paymentType: isPaid ? title : null,
          ...(paid && { invoiceId: paid.invoiceId }),
        }),
      );
    }
    onSent({ tokenNo, date, isPrinted: paper?.window !== undefined });
  };

  return { send, isPending: order.isPending || payment.isPending, failure, forgetFailure: () => setFailure(undefined) };
};

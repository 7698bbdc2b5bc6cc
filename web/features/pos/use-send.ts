import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createOrder, createOrderAndInvoice, type PosInit } from '#contract/pos.ts';
import { CallFailed, useAction } from '#web/platform/api.ts';
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
  /** The server has it, whether this screen was left meanwhile or not. */
  onStored: () => void;
  /** To be shown, on the screen that stands here now. */
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

type Answer = Sent | CallFailed;

/** What is on its way, by the sale's key: who left the till meanwhile waits for it there again, and nobody changes what is sent. */
const underWay = new Map<string, { kind: SendKind; answer: Promise<Answer> }>();

export const kindUnderWay = ({ key }: Sale): SendKind | undefined => underWay.get(key)?.kind;

/** Sends the cart and prints what the store wants printed. A failure leaves everything as it was. */
export const useSend = (parts: SendParts) => {
  const { init, sale, cart, onSent, onFailed } = parts;
  const [begun] = useState(() => underWay.get(sale.key));
  const [isComing, setComing] = useState(begun !== undefined);
  const [failure, setFailure] = useState<CallFailed>();
  const refusal = useRef<CallFailed>(undefined);
  const options = {
    refreshes: waiting,
    onFailed: (problem: CallFailed) => {
      refusal.current = problem;
    },
  };
  const order = useAction(createOrder, options);
  const payment = useAction(createOrderAndInvoice, options);

  const show = (answer: Answer): void => {
    setComing(false);
    if (!(answer instanceof CallFailed)) return onSent(answer);
    setFailure(answer);
    onFailed(answer);
  };
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    let isHere = true;
    begun?.answer.then(
      (answer) => isHere && latest.current(answer),
      () => setComing(false),
    );
    return () => {
      isHere = false;
    };
  }, [begun]);

  const deliver = async (kind: SendKind, paymentTypeId: number | null): Promise<Answer> => {
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
      return refusal.current!;
    }
    parts.onStored();
    const { tokenNo, date = new Date(serverNow()).toISOString() } = reply;
    if (paper) {
      const title = init.paymentTypes.find(({ id }) => id === paymentTypeId)?.title ?? 'Paid';
      const facts = { tokens: [tokenNo], date, paymentType: isPaid ? title : null, ...(paid && { invoiceId: paid.invoiceId }) };
      try {
        printReceipt(paper.window, receiptFor(parts, facts));
      } catch (problem) {
        // the order is in the kitchen, whatever became of the paper
        reportError(problem);
        return { tokenNo, date, isPrinted: false };
      }
    }
    return { tokenNo, date, isPrinted: paper?.window !== undefined };
  };

  const send = async (kind: SendKind, paymentTypeId: number | null): Promise<void> => {
    setFailure(undefined);
    const answer = deliver(kind, paymentTypeId);
    underWay.set(sale.key, { kind, answer });
    show(await answer.finally(() => underWay.delete(sale.key)));
  };

  return { send, isPending: isComing || order.isPending || payment.isPending, failure, forgetFailure: () => setFailure(undefined) };
};

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moneyText } from '#contract/money-text.ts';
import { createOrder, createOrderAndInvoice, type PosInit } from '#contract/pos.ts';
import { CallFailed, useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import type { PrintedReceipt } from '#web/platform/printouts.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { addressOf, orderIn, type PlacedAt, type Sale } from './cart.ts';
import { cartBody, type ShownCart } from './cart-prices.ts';
import { receiptFor } from './sale-receipt.ts';
import type { Payment } from '#web/parts/payment-choice.ts';
import { forgetCounted, intoDrawer } from '#web/parts/own-drawer.ts';
import { keepPaymentType } from '#web/parts/last-payment-type.ts';
import { findUnsettled, forgetUnsettled, isSettledBy, keepUnsettled, type SendKind, type Unsettled, unsettledKey } from './unsettled.ts';
import { waiting } from './use-waiting.ts';

export interface Sent {
  kind: SendKind;
  /** A window has it. */
  isPrinted: boolean;
  tokenNo: number;
  /** Not known of one that was sent before an update. */
  orderId?: number | undefined;
  /** ISO 8601 */
  date: string;
  receipt: PrintedReceipt;
  /** Cash that was counted; decimals. */
  given?: number | undefined;
  change?: number | undefined;
}

/** What was sent, as far as it says which: another one may stand in the cart by the time of the answer. */
type Order = Pick<Sale, 'key' | 'tableId'>;

interface SendOptions {
  init: PosInit;
  sale: Sale;
  cart: ShownCart;
  /** How many guests there are, where somebody said so. */
  covers: number | null;
  /** They are those of the open bill at the table. */
  isJoining: boolean;
  /** The server has it, whether this screen was left meanwhile or not. */
  onStored: (sale: Sale, kind: SendKind, at: PlacedAt | undefined) => void;
  /** To be shown, on the screen that stands here now. */
  onSent: (sent: Sent) => void;
  onFailed: (failure: CallFailed, order: Order) => void;
}

/** Where it goes, and what it comes to there. */
export interface At {
  tableId: number | null;
  cart: ShownCart;
}

type Answer = Sent | CallFailed;

/** What is on its way, by the sale's key: who left the till meanwhile waits for it there again, and nobody changes what is sent. */
const underWay = new Map<string, { kind: SendKind; answer: Promise<Answer> }>();
/** Those that a till shows which was opened since: the one that was left does not say them once more. */
const taken = new WeakSet<Promise<Answer>>();

export const kindUnderWay = ({ key }: Pick<Sale, 'key'>): SendKind | undefined => underWay.get(key)?.kind;

/** The bill that a round is for; of what was begun without network nobody knows, where that is at another table. */
const billOf = (sale: Sale, kind: SendKind): Pick<Unsettled['body'], 'checkId' | 'asksWhenMoved'> => {
  const { tableId, checkId, begunOffline } = sale;
  if (kind === 'pay' || tableId === null || checkId === undefined) return {};
  return { checkId, ...(begunOffline === orderIn(sale) && { asksWhenMoved: true }) };
};

const orderOf = ({ sale, cart, covers, isJoining }: SendOptions, kind: SendKind, payment: Payment | undefined): Unsettled => {
  const body = {
    cart: cartBody(cart),
    deliveryType: sale.deliveryType,
    customerType: sale.customer ? ('CUSTOMER' as const) : ('WALKIN' as const),
    customerId: sale.customer,
    deliveryAddress: addressOf(sale),
    // also one that this menu does not know: an order that silently loses its table goes to nobody
    tableId: sale.tableId,
    ...billOf(sale, kind),
    selectedQrOrderItem: sale.qrOrderId,
    ...(sale.discounts?.length && { adjustments: [...sale.discounts] }),
    // what is paid at once is a bill of its own: who sits at an open one is counted there
    ...(covers && { covers, ...(isJoining && kind === 'pay' && { hasCountedGuests: true }) }),
  };
  const { net, tax, total } = cart.claimed ?? cart;
  const sums = { netTotal: net, taxTotal: tax, total };
  return {
    key: sale.key,
    kind,
    at: serverNow(),
    cart,
    // the sums to the kitchen too: what was shown and is printed is then refused when it is stale (wire.md §3)
    body: {
      ...body,
      ...sums,
      ...(payment && { paymentTypeId: payment.paymentTypeId, ...intoDrawer(payment.payments) }),
    },
    sale,
  };
};

/** How an order is asked for, however often, and what of it is kept meanwhile. */
const useRequest = ({ init, onStored }: Pick<SendOptions, 'init' | 'onStored'>) => {
  const refusal = useRef<CallFailed>(undefined);
  const options = {
    // the screen says more of it: token, table, sum
    quiet: 'done' as const,
    refreshes: waiting,
    act: ({ body: { total, tableId } }: { body: Unsettled['body'] }, { target, targetId }: CallFailed['body']) => {
      // the bill that the round goes on may be elsewhere by now
      const at = target === 'table' ? targetId : tableId;
      const table = init.storeTables.find(({ id }) => id === at)?.table_title;
      return `Discounts on a new order of ${[moneyText(Number(total), init.storeSettings.currency), table].filter(Boolean).join(', ')}`;
    },
    onFailed: (problem: CallFailed, { body }: { body: Unsettled['body'] }) => {
      refusal.current = problem;
      forgetCounted(problem, body);
    },
  };
  const toKitchen = useAction(createOrder, options);
  const payment = useAction(createOrderAndInvoice, options);

  /** Asks for an order until somebody knows what became of it; however often, it is stored once. */
  const request = async (order: Unsettled) => {
    const { key, body, sale: sent } = order;
    const storageKey = unsettledKey();
    const isOnlyTry = !findUnsettled(storageKey, key);
    // before it leaves: a till that is reloaded now knows of it
    if (isOnlyTry) keepUnsettled(storageKey, order);
    const options = { idempotencyKey: key };
    const paid = order.kind === 'pay' ? await payment.run({ body }, options) : undefined;
    const open = order.kind === 'pay' ? undefined : await toKitchen.run({ body }, options);
    const reply = paid ?? open;
    if (!reply) {
      if (isSettledBy(refusal.current!, isOnlyTry)) forgetUnsettled(storageKey, key);
      return refusal.current!;
    }
    // first the cart: whoever looks between the two may ask once more, and never sells it again
    const tableId = open?.tableId ?? sent.tableId;
    onStored(sent, order.kind, open && { tableId, checkId: open.checkId });
    forgetUnsettled(storageKey, key);
    if ('paymentTypeId' in body) keepPaymentType(body.paymentTypeId == null ? null : Number(body.paymentTypeId));
    return {
      tableId,
      tokenNo: reply.tokenNo,
      orderId: reply.orderId,
      date: reply.date ?? new Date(serverNow()).toISOString(),
      invoiceId: paid?.invoiceId,
    };
  };
  return { request, isPending: toKitchen.isPending || payment.isPending };
};

/** Shows the answer of a sale that was on its way when the till was opened, and says whether it is still to come. */
const useBegun = (sale: Order, show: (answer: Answer, order: Order) => void): boolean => {
  const [order] = useState(sale);
  const [begun] = useState(() => underWay.get(order.key));
  const [isComing, setComing] = useState(begun !== undefined);
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    let isHere = true;
    if (begun) taken.add(begun.answer);
    begun?.answer.then(
      (answer) => {
        if (!isHere) return;
        setComing(false);
        latest.current(answer, order);
      },
      () => setComing(false),
    );
    return () => {
      isHere = false;
      if (begun) taken.delete(begun.answer);
    };
  }, [begun, order]);
  return isComing;
};

/** Sends the cart and prints what the store wants printed. A failure leaves everything as it was. */
export const useSend = (options: SendOptions) => {
  const { init, sale, onSent, onFailed } = options;
  const [failure, setFailure] = useState<CallFailed>();
  const { request, isPending } = useRequest(options);

  const show = (answer: Answer, order: Order): void => {
    if (!(answer instanceof CallFailed)) return onSent(answer);
    setFailure(answer);
    onFailed(answer, order);
  };
  const isComing = useBegun(sale, show);

  const deliver = async (kind: SendKind, payment: Payment | undefined, { tableId, cart }: At): Promise<Answer> => {
    // In the click itself: browsers block windows that are opened later.
    const paper = init.printSettings.is_enable_print ? { window: openPrintWindow('receipt') } : undefined;
    // another tab may be sending it, or an earlier try have arrived: that order counts, and what is new in the cart stays there
    const order = findUnsettled(unsettledKey(), sale.key) ?? orderOf({ ...options, cart, sale: { ...sale, tableId } }, kind, payment);
    const answer = await request(order);
    if (answer instanceof CallFailed) {
      paper?.window?.cancel();
      return answer;
    }
    const receipt = receiptFor(init, order, answer);
    const done = {
      kind,
      tokenNo: answer.tokenNo,
      orderId: answer.orderId,
      date: answer.date,
      receipt,
      given: payment?.given,
      change: payment?.change,
    };
    try {
      // closed before the answer came: the number is on the screen, and the receipt a touch away
      return { ...done, isPrinted: paper !== undefined && printReceipt(paper.window, receipt) };
    } catch (problem) {
      // the order is in the kitchen, whatever became of the paper
      reportError(problem);
      return { ...done, isPrinted: false };
    }
  };

  const begin = (key: string, kind: SendKind, asked: Promise<Answer>): Promise<Answer> => {
    const answer = asked.finally(() => underWay.delete(key));
    underWay.set(key, { kind, answer });
    return answer;
  };

  /** `at`: where the table is chosen by the touch that sends. */
  const send = async (kind: SendKind, payment?: Payment, at: At = { tableId: sale.tableId, cart: options.cart }): Promise<void> => {
    setFailure(undefined);
    const begun = begin(sale.key, kind, deliver(kind, payment, at));
    const answer = await begun;
    if (!taken.has(begun)) show(answer, { key: sale.key, tableId: at.tableId });
  };

  /** Asks what became of an earlier order. It answers why it is not in the kitchen; of one that is the token is shown. */
  const settle = async (order: Unsettled): Promise<CallFailed | undefined> => {
    const asked = async (): Promise<Answer> => {
      const answer = await request(order);
      if (answer instanceof CallFailed) return answer;
      // nobody may have touched anything, and a window that opens by itself is blocked
      const { tokenNo, orderId, date } = answer;
      return { kind: order.kind, tokenNo, orderId, date, isPrinted: false, receipt: receiptFor(init, order, answer) };
    };
    const begun = underWay.get(order.key)?.answer ?? begin(order.key, order.kind, asked());
    const answer = await begun;
    if (answer instanceof CallFailed) return answer;
    if (!taken.has(begun)) onSent(answer);
    return undefined;
  };

  return {
    send,
    settle,
    isPending: isComing || isPending,
    failure,
    forgetFailure: () => setFailure(undefined),
  };
};

import { useRef, useState } from 'react';
import type { CallInput, Reply } from '#contract/endpoint.ts';
import { moneyText } from '#contract/money-text.ts';
import { completeAndPayOrders, type initOrders, type OrderGroup, type OrderSummary, summarisePayment } from '#contract/orders.ts';
import type { PaidInvoice } from '#contract/paid-invoices.ts';
import { type CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useOwnDisplay } from '#web/platform/till.ts';
import { notify } from '#web/platform/toast.ts';
import { cardName } from './bill.ts';
import { changedSentence } from './bill-text.ts';
import { keepPaymentType } from './last-payment-type.ts';
import { forgetCounted, intoDrawer } from './own-drawer.ts';
import { type Payment, usePayment } from './payment-choice.ts';
import { onReceipt } from './payment-entry.ts';

export const FAILURE = 'Error processing your request, Please try later!';

type PayInput = CallInput<typeof completeAndPayOrders>;
type Paid = Reply<typeof completeAndPayOrders>;

export interface CardToPay {
  /** With every round of its table. */
  group: OrderGroup;
  settings: Pick<Reply<typeof initOrders>, 'paymentTypes' | 'printSettings' | 'storeSettings'>;
  /** Has a board ask for what was paid, or could not be. */
  following?: {
    onDoneAnywhere: (reply: unknown, input: PayInput) => void;
    onFailed: (failure: CallFailed, input: PayInput) => void;
  };
  /** The sum is a decimal number. */
  onPaid?: (payment: Payment & { invoiceId: number; total: number }) => void;
  onClose: () => void;
}

/** The guest reads what came back until the next one is asked for money. */
const tellPaid = async (displayId: number, bill: OrderSummary, paid: Payment & { currency: string }): Promise<void> => {
  const { shownBill, tellDisplay } = await import('./OwnDisplay.tsx');
  await tellDisplay(displayId, shownBill(bill, paid));
};

const sayPaid = (name: string, { taken, change, paymentTypeId, paymentType }: Payment, currency: string): void => {
  const back = change ? `. Change ${moneyText(change, currency)}` : '';
  notify.success(`${name} paid: ${moneyText(taken, currency)}${paymentTypeId === null ? '' : `, ${paymentType}`}${back}`);
};

/** The papers' facts of a payment, beside those of its bill. */
const paperFacts = (bill: OrderSummary, chosen: Payment, paid: Paid, { paymentTypes, storeSettings }: CardToPay['settings']) => {
  const { paymentTypeId, paymentType, payments: several } = chosen;
  const one = paymentTypeId === null ? [] : [{ paymentTypeId, amount: bill.total }];
  return {
    paymentType,
    invoiceId: paid.invoiceId,
    date: new Date(serverNow()).toISOString(),
    payments: onReceipt(several ?? one, paymentTypes, storeSettings.currency, storeSettings.cash_rounding),
  };
};

/** What a card comes to, how it is paid, and the payment itself with all that follows from it. */
export const usePayCard = ({ group, settings, following, onPaid, onClose }: CardToPay, orderIds: number[]) => {
  const { paymentTypes, printSettings, storeSettings } = settings;
  const { currency } = storeSettings;
  // A sum that was right a minute ago is no sum to ask a guest for.
  const summary = useReply(summarisePayment, { body: { orderIds } }, { gcTime: 0, staleTime: 0 });
  const { data } = summary;
  /** What whoever asks the guest for it has read. */
  const [seen, setSeen] = useState<number>();
  if (seen === undefined && data) setSeen(data.total);
  const { choose, isTyped, ...payment } = usePayment(paymentTypes, data?.total ?? 0, currency, storeSettings.cash_rounding);
  const [isPrinted, setIsPrinted] = useState(printSettings.is_enable_print === 1);
  const [displayId, setDisplay] = useOwnDisplay();
  /** What the guest reads goes with this dialog, unless it is the change. */
  const clears = useRef(true);
  const [refusal, setRefusal] = useState<CallFailed>();
  const { run, isPending } = useAction(completeAndPayOrders, {
    ...following,
    onFailed: (failure, input) => {
      if (failure.code === 'conflict') setRefusal(failure);
      forgetCounted(failure, input.body);
      following?.onFailed(failure, input);
    },
    // told here, with the name, and until somebody has read it
    quiet: 'done',
    expects: 'conflict',
    refreshes: [summarisePayment],
    failure: FAILURE,
  });

  const pay = async (bill: OrderSummary, keepOpen: boolean) => {
    const chosen = choose();
    if (!chosen) return;
    const { paymentTypeId, payments } = chosen;
    const target = isPrinted ? openPrintWindow() : undefined;
    const { subtotal: subTotal, taxTotal, total } = bill;
    setSeen(total);
    const paid = await run({
      body: { orderIds, subTotal, taxTotal, total, paymentTypeId, ...intoDrawer(payments), ...(keepOpen && { keepOpen }) },
    });
    if (!paid) return target?.cancel();
    keepPaymentType(paymentTypeId);
    // the guests may have moved since the bill was asked for
    const { tableTitle = group.table_title } = paid;
    sayPaid(cardName({ ...group, table_title: tableTitle }), chosen, currency);
    if (isPrinted) {
      const facts = { ...paperFacts(bill, chosen, paid, settings), tableTitle };
      printReceipt(target, receiptOf(bill, { store: storeSettings, print: printSettings }, facts));
    }
    if (displayId > 0) {
      clears.current = false;
      tellPaid(displayId, bill, { ...chosen, currency }).catch(() => {}); // it is paid all the same
    }
    onPaid?.({ ...chosen, invoiceId: paid.invoiceId, total });
    onClose();
  };

  // of a round that is paid in part there are invoices, too
  const isPaid = !isPending && data !== undefined && data.orders.every(({ payment_status: state }) => state === 'paid');
  const isChanged = data !== undefined && seen !== undefined && seen !== data.total && !isPending;
  return {
    summary,
    /** Said when the bill was changed by somebody else since it was looked at. */
    changed: isChanged ? changedSentence(data.total, currency) : undefined,
    payment,
    isTyped,
    isPrinted,
    setIsPrinted,
    display: { id: displayId, clears, onGone: () => setDisplay(0) },
    pay,
    isPending,
    isBusy: isPending || refusal !== undefined || payment.parts.parts.length > 0,
    /** Why it can no longer be paid: somebody else has taken the money. */
    lost: refusal?.message ?? (isPaid ? 'This order is already paid!' : undefined),
    payments: (refusal?.body['payments'] as PaidInvoice[] | undefined) ?? (isPaid ? data.invoices : []),
  };
};

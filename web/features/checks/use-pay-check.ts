import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Check, getCheck, payCheck } from '#contract/checks.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { PaymentInput, PaymentType } from '#contract/payment-types.ts';
import { toMinor, toText } from '#contract/pricing.ts';
import { changeOf } from '#web/parts/cash.ts';
import { currencyOf } from '#contract/money-text.ts';
import { changedSentence } from '#web/parts/bill-text.ts';
import { type Entry, readEntry, toPayment } from '#web/parts/payment-entry.ts';
import { forgetCounted, intoDrawer } from '#web/parts/own-drawer.ts';
import { useAction } from '#web/platform/api.ts';
import { isBeforeTheWork } from '#web/platform/idempotency-keys.ts';
import { openPrintWindow, type PrintWindow } from '#web/platform/printing.ts';
import type { Paid } from './PaidPanel.tsx';

interface PayCheck {
  check: Check;
  types: readonly PaymentType[];
  /** Offered as amount; without it all that is due. */
  wanted: number | undefined;
  share: { number: number; of: number } | undefined;
  /** Chosen for the share before. */
  firstType: number | undefined;
  /** What the payment before has left. */
  left: number | undefined;
  /** The receipt or slip is printed once it is paid. */
  isPrinted: boolean;
  onPaid: (paid: Paid, typeId: number | undefined, print: { target: PrintWindow | undefined } | undefined) => void;
}

const NOTHING: Omit<Entry, 'amount'> = { tip: '', given: '', reference: '' };

type Sent = CallInput<typeof payCheck>;
/** What was sent and not answered, where the same is to be paid again. */
const sameAs = (unanswered: Sent | undefined, payments: readonly PaymentInput[]): Sent | undefined =>
  JSON.stringify(unanswered?.body.payments) === JSON.stringify(payments) ? unanswered : undefined;

/** What is typed to pay a bill or part of it, and the call that takes it. */
export const usePayCheck = ({ check, types, wanted, share, firstType, left, isPrinted, onPaid }: PayCheck) => {
  const { check_id: id, currency, due } = check;
  const { decimals } = currencyOf(currency);
  const asText = (value: number) => toText(toMinor(value, decimals) ?? 0n, decimals);
  const cache = useQueryClient();
  const [typeId, setTypeId] = useState(firstType);
  const [entry, setEntry] = useState(NOTHING);
  /** As typed; until then it follows what is due. */
  const [amount, setAmount] = useState<string | undefined>(wanted === undefined ? undefined : asText(wanted));
  const [leaves, setLeaves] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [seen, setSeen] = useState({ due: left ?? due, cash: check.due_cash });
  /** Of before the last payment, until the bill is here again. */
  const [stale] = useState(left === due ? undefined : left && due);
  /** What was sent and not answered: the same is sent again, so that nothing is taken twice. */
  const [unanswered, setUnanswered] = useState<Sent>();

  const type = types.find((one) => one.id === typeId);
  const shownAmount = amount ?? asText(due);
  const whole: Entry = { ...entry, amount: shownAmount };
  // what was not answered may be in what is paid by now
  const read = readEntry(whole, type, unanswered ? Number(unanswered.body.due) : due, currency, unanswered ? seen.cash : check.due_cash);
  const change = type?.gives_change ? changeOf(entry.given, read.taken, currency) : undefined;
  const closes = read.amount === due;

  const { run, isPending } = useAction(payCheck, {
    quiet: 'done',
    expects: 'price_changed',
    refreshes: [getCheck],
    // the next share is paid before the bill is here again
    onDone: ({ paid, due: left, due_cash }, { params }) => {
      cache.setQueryData<Check>([getCheck.path, { params }], (known) => known && { ...known, paid, due: left, due_cash });
    },
    onFailed: (failure, input) => {
      const { isPassing } = failure;
      forgetCounted(failure, input.body);
      // who is refused before the work is told nothing of the try before
      setUnanswered((before) => (isPassing ? input : isBeforeTheWork(failure) ? before : undefined));
      if (isPassing) setAmount(shownAmount);
    },
  });

  const pay = async () => {
    setAsked(true);
    if (due > 0 && (!type || !read.isFine)) return;
    const payment: PaymentInput[] = due > 0 && type ? [toPayment(read, type)] : [];
    const { payments = [] } = intoDrawer(payment);
    const again = sameAs(unanswered, payments);
    const input = again ?? { params: { id: String(id) }, body: { payments, due, complete: !(leaves && closes) } };
    setSeen({ due, cash: again ? seen.cash : check.due_cash });
    // a receipt at the end, and a slip for each share
    const print = isPrinted && (closes || share) ? { target: openPrintWindow() } : undefined;
    const reply = await run(input);
    if (!reply) {
      print?.target?.cancel();
      return;
    }
    const { tendered, taken } = read;
    onPaid(
      {
        paymentType: type?.title ?? 'Paid',
        taken,
        tendered,
        change: reply.change,
        due: reply.due,
        invoiceId: reply.invoiceId,
        paymentId: reply.paymentIds.at(-1),
        share,
      },
      type?.id,
      print,
    );
  };

  const set = (field: keyof Entry, text: string) => {
    if (field === 'amount') setAmount(text);
    else setEntry((now) => ({ ...now, [field]: text }));
  };

  return {
    type,
    typeId,
    choose: setTypeId,
    entry: whole,
    set,
    read,
    change,
    errors: isAsked ? read.errors : {},
    isTypeMissing: isAsked && due > 0 && !type,
    leaves,
    setLeaves,
    closes,
    isUnanswered: unanswered !== undefined && !isPending,
    /** Said when the bill was changed by somebody else since it was looked at. */
    changed: seen.due !== due && due !== stale && !isPending ? changedSentence(due, currency) : undefined,
    pay,
    isPending,
  };
};

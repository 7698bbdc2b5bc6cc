import { useState } from 'react';
import type { PaymentInput, PaymentType } from '#contract/payment-types.ts';
import { inCash } from './cash.ts';
import { lastPaymentType } from './last-payment-type.ts';
import { addSums } from './money-text.ts';
import { type Entry, type EntryErrors, readEntry, toPayment } from './payment-entry.ts';

/** How somebody pays; given and change are decimals, for cash that was counted. */
export interface Payment {
  paymentTypeId: number | null;
  /** The titles of its types. */
  paymentType: string;
  /** What goes into the drawer or through the terminal: with tips, and in coins where it is cash; a decimal. */
  taken: number;
  given?: number | undefined;
  change?: number | undefined;
  /** Where there is more to say than one type for the whole sum. */
  payments?: PaymentInput[];
}

/** One of several payments, before they are sent together. */
export interface Part extends PaymentInput {
  title: string;
}

const NOTHING: Omit<Entry, 'amount'> = { tip: '', given: '', reference: '' };
/** Asks for nothing but the sum. */
export const UNTYPED = { gives_change: false, takes_tip: false, needs_reference: false };

/** What is typed where the type takes it: the fields of another one went with it. */
const shownOf = (entry: Omit<Entry, 'amount'>, type: PaymentType | undefined) => [
  type?.takes_tip && entry.tip,
  type?.needs_reference && entry.reference,
];

/** In all, with the last payment: what is typed of it, or what is left while less is typed. */
const takenOf = (parts: readonly Part[], last: { amount: number; taken: number; left: number }, currency: string): number =>
  addSums(
    [...parts.flatMap(({ amount, tip }) => [Number(amount), Number(tip ?? 0)]), last.amount === last.left ? last.taken : last.left],
    currency,
  );

/**
 * How a bill is paid: undefined until somebody has chosen, unless the last sale's type is offered or there is only one. A store
 * without types has nothing to choose. It may be paid in parts, which are kept here until they are sent as one.
 */
export const usePayment = (types: readonly PaymentType[], due: number, currency: string, cashStep = 0) => {
  const [last] = useState(lastPaymentType);
  const [picked, setPicked] = useState(last);
  const [entry, setEntry] = useState(NOTHING);
  /** As typed, where a part is paid. */
  const [amount, setAmount] = useState<string>();
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [isAsked, setAsked] = useState(false);
  const left = addSums([due, ...parts.map((part) => -Number(part.amount))], currency);
  // the type may have been switched off meanwhile
  const isThere = (picked === null && parts.length === 0) || types.some(({ id }) => id === picked);
  const only = types.length === 1 ? types[0]!.id : undefined;
  const chosen = types.length === 0 ? null : isThere ? picked : only;
  const type = types.find(({ id }) => id === chosen);
  const read = readEntry({ ...entry, amount: amount ?? String(left) }, type, left, currency, inCash(left, cashStep, currency));
  // a sale that costs nothing is paid all the same
  const { amount: wrongAmount, ...others } = read.errors;
  const errors: EntryErrors = amount === undefined && due === 0 ? others : { ...others, ...(wrongAmount && { amount: wrongAmount }) };
  const isFine = Object.keys(errors).length === 0;
  const isPart = read.amount !== left;
  const taken = takenOf(parts, { ...read, left }, currency);

  /** The next payment begins with empty fields. */
  const begin = (more: readonly Part[]) => {
    setParts(more);
    setEntry(NOTHING);
    setAmount(undefined);
    setAsked(false);
  };
  const add = () => {
    setAsked(true);
    if (!type || !isFine) return;
    // all that is left is no part
    if (!isPart) return setAmount(undefined);
    begin([...parts, { ...toPayment(read, type), title: type.title }]);
    setPicked(undefined);
  };
  /** The choice, or undefined and a sentence that asks for what is missing. */
  const choose = (): Payment | undefined => {
    setAsked(true);
    if (chosen === undefined || !isFine || isPart) return undefined;
    const counted = read.tendered === undefined ? {} : { given: read.tendered, change: read.change };
    const titles = [...new Set([...parts.map(({ title }) => title), type?.title ?? 'Paid'])].join(', ');
    const payment = type && due > 0 ? toPayment(read, type) : undefined;
    const isPlain = parts.length === 0 && Object.keys(payment ?? {}).length <= 2;
    const payments = payment && !isPlain ? [...parts.map(({ title: _, ...part }) => part), payment] : undefined;
    return { paymentTypeId: chosen, paymentType: titles, taken, ...counted, ...(payments && { payments }) };
  };
  return {
    picker: {
      types,
      value: chosen,
      last: parts.length === 0 ? last : undefined,
      isMissing: isAsked && chosen === undefined,
      onChange: setPicked,
    },
    fields: {
      traits: type ?? UNTYPED,
      entry: { ...entry, amount: amount ?? '' },
      errors: isAsked
        ? { ...errors, amount: errors.amount ?? (isPart ? 'Add this payment first: the rest is not paid yet!' : undefined) }
        : {},
      taken: read.taken,
      /** What is handed back; negative when the money is short. */
      change: errors.amount ? undefined : read.change,
      currency,
      onChange: (field: keyof Entry, text: string) => {
        if (field === 'amount') setAmount(text);
        else setEntry((now) => ({ ...now, [field]: text }));
      },
    },
    parts: {
      parts,
      left,
      currency,
      /** A part of it is being paid. */
      isPart: amount !== undefined,
      canSplit: type !== undefined && due > 0,
      onPart: (isWanted: boolean) => setAmount(isWanted ? '' : undefined),
      onAdd: add,
      onRemove: (place: number) => begin(parts.filter((_, other) => other !== place)),
    },
    /** In all, of whatever is typed by now. */
    taken,
    choose,
    /** What one touch does not bring back; a note that was given is one. */
    isTyped: [...parts, amount, ...shownOf(entry, type)].some(Boolean),
  };
};

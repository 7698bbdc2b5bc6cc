import type * as z from 'zod';
import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import type { payment, PaymentKind, PaymentType } from '#contract/payment-types.ts';
import { roundCash } from '#contract/adjustments.ts';
import { MAX_MINOR, toMinor } from '#contract/pricing.ts';

/** A payment as pay_orders and place_order read it; sums in minor units. */
export interface Captured {
  paymentTypeId: number | null;
  paymentType: string;
  kind: PaymentKind;
  amount: number;
  tip: number;
  tendered: number | null;
  reference: string | null;
  /** Into which drawer it went; null: nobody said. */
  drawerId: number | null;
  /** How much `amount` is above what was due, since cash has no smaller coin; below 0: less. */
  rounding?: number;
}

/** What is paid: the last payment of what is due is rounded to the step, where it is cash (wire-2.md §3). Minor units; 0 is no step. */
export interface Cash {
  due: bigint;
  step: bigint;
}

interface StoredPayment {
  payment_type_id: number | null;
  payment_type: string;
  kind: string;
  amount: number;
  tip: number;
  tendered: number | null;
  reference: string | null;
  drawer_id: number | null;
}

/** A payment that is stored, as one that is read. */
export const toCaptured = (stored: StoredPayment): Captured => ({
  paymentTypeId: stored.payment_type_id,
  paymentType: stored.payment_type,
  kind: stored.kind as PaymentKind,
  amount: stored.amount,
  tip: stored.tip,
  tendered: stored.tendered,
  reference: stored.reference,
  drawerId: stored.drawer_id,
});

const refuse = (sentence: string) => new AppError('invalid_input', sentence);

/** A sum that somebody typed, in minor units; refuses what this currency cannot be paid in. */
export const readSum = (value: string, { decimals }: Currency): bigint => {
  const minor = toMinor(value, decimals);
  if (minor !== undefined) return minor;
  if (toMinor(value.replace(/\..*$/, ''), decimals) === undefined) throw refuse('This sum is too large!');
  throw refuse(decimals === 0 ? 'This currency has no decimals!' : `A sum has at most ${decimals} decimals!`);
};

const readOne = (given: z.output<typeof payment>, type: PaymentType | undefined, currency: Currency): Captured => {
  if (!type) throw new AppError('not_found', 'This payment type does not exist!');
  const amount = readSum(given.amount, currency);
  if (amount <= 0n) throw refuse('Please provide an amount above 0!');
  const tip = given.tip == null ? 0n : readSum(given.tip, currency);
  if (tip > 0n && !type.takes_tip) throw refuse(`${type.title} takes no tips!`);
  const tendered = given.tendered == null ? null : readSum(given.tendered, currency);
  if (tendered !== null && !type.gives_change) throw refuse(`${type.title} gives no change!`);
  if (amount + tip > MAX_MINOR) throw refuse('This sum is too large!');
  if (type.needs_reference && given.reference === null) throw refuse(`Please provide the reference of ${type.title}!`);
  return {
    paymentTypeId: type.id,
    paymentType: type.title,
    kind: type.kind,
    amount: Number(amount),
    tip: Number(tip),
    tendered: tendered === null ? null : Number(tendered),
    reference: given.reference,
    drawerId: given.drawerId ?? null,
  };
};

const roundLast = (payments: Captured[], cash: Cash | undefined): Captured[] => {
  const last = payments.at(-1);
  if (!last || !cash || last.kind !== 'cash' || sumOf(payments) !== cash.due) return payments;
  const amount = Number(roundCash(BigInt(last.amount), cash.step));
  return [...payments.slice(0, -1), { ...last, amount, rounding: amount - last.amount }];
};

/** Reads the payments of a call by the store's active payment types (wire-2.md §2). */
export const readPayments = (
  given: readonly z.output<typeof payment>[],
  types: ReadonlyMap<number, PaymentType>,
  currency: Currency,
  cash?: Cash,
): Captured[] => {
  const payments = roundLast(
    given.map((one) => readOne(one, types.get(one.paymentTypeId), currency)),
    cash,
  );
  if (payments.some((payment) => changeOf(payment) < 0n)) throw refuse('What was given is less than what is to be paid!');
  return payments;
};

/** One payment of the whole, as a client pays that knows of no others; 'unspecified' when nobody chose a type. */
const wholePayment = (type: PaymentType | null | undefined, total: bigint, drawerId: number | null = null): Captured => ({
  paymentTypeId: type?.id ?? null,
  paymentType: type?.title ?? 'unspecified',
  kind: type?.kind ?? 'other',
  amount: Number(total),
  tip: 0,
  tendered: null,
  reference: null,
  drawerId,
});

/** Of these payments, or of one payment of the whole, those that make up a total. Throws invalid_input when they do not. */
export const paymentsOf = (
  {
    payments,
    type,
    drawerId,
  }: {
    payments: readonly z.output<typeof payment>[] | undefined;
    type: PaymentType | null | undefined;
    drawerId?: number | null | undefined;
  },
  types: ReadonlyMap<number, PaymentType>,
  { currency, total, step }: { currency: Currency; total: bigint; step: bigint },
): Captured[] => {
  const cash = { due: total, step };
  if (payments === undefined) return roundLast([wholePayment(type, total, drawerId)], cash);
  const captured = readPayments(payments, types, currency, cash);
  if (sumOf(captured) - roundingOf(captured) !== total) throw refuse('The payments do not add up to the total!');
  return captured;
};

/** What payments come to without tips. */
export const sumOf = (payments: readonly { amount: number }[]): bigint => payments.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

export const tipsOf = (payments: readonly { tip: number }[]): bigint => payments.reduce((sum, { tip }) => sum + BigInt(tip), 0n);

/** The drawers of payments, for whoever locks them. */
export const drawersOf = (payments: readonly Pick<Captured, 'drawerId'>[]): number[] => [
  ...new Set(payments.flatMap(({ drawerId }) => drawerId ?? [])),
];

/** By how much payments are above what was due. */
export const roundingOf = (payments: readonly Pick<Captured, 'rounding'>[]): bigint =>
  payments.reduce((sum, { rounding = 0 }) => sum + BigInt(rounding), 0n);

/** What comes back of what was given. */
export const changeOf = ({ amount, tip, tendered }: { amount: number; tip: number; tendered: number | null }): bigint =>
  tendered === null ? 0n : BigInt(tendered) - BigInt(amount) - BigInt(tip);

/** As the audit log keeps a payment: its reference is a person's, and nothing is ever taken out of the log. */
export const withoutReference = <P extends { reference: string | null }>({ reference: _, ...payment }: P): Omit<P, 'reference'> => payment;

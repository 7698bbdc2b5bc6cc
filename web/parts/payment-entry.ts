import type { PaymentInput, PaymentType } from '#contract/payment-types.ts';
import { toMinor } from '#contract/pricing.ts';
import { inCash, receivedOf } from './cash.ts';
import type { ReceiptPayment } from '#web/platform/printouts.ts';
import { currencyOf } from '#contract/money-text.ts';
import { addSums, unclearSum } from './money-text.ts';

/** What somebody has typed to pay; the sums are texts. */
export interface Entry {
  amount: string;
  tip: string;
  given: string;
  reference: string;
}

interface Traits {
  kind?: string;
  gives_change: boolean;
  takes_tip: boolean;
  needs_reference: boolean;
}

export type EntryErrors = Partial<Record<keyof Entry, string>>;

const isAbove = (a: number, b: number, code: string): boolean => {
  const { decimals } = currencyOf(code);
  return (toMinor(a, decimals) ?? 0n) > (toMinor(b, decimals) ?? 0n);
};

const amountError = (amount: number | undefined, due: number, code: string): string | undefined => {
  if (amount === undefined || !isAbove(amount, 0, code)) return 'Please provide an amount above 0!';
  return isAbove(amount, due, code) ? 'That is more than what is due!' : undefined;
};

/** What the guest gave; undefined where nobody counts it. */
const readGiven = (
  text: string,
  type: Traits | undefined,
  taken: number,
  code: string,
): { tendered?: number | undefined; error?: string } => {
  if (type?.gives_change !== true || text.trim() === '') return {};
  const tendered = receivedOf(text, code);
  if (tendered === undefined) return { error: 'Please type a sum!' };
  return isAbove(taken, tendered, code) ? { tendered, error: 'Less than the bill!' } : { tendered };
};

/** A field that is refused because its sum may be meant in two ways says so. */
const explainUnclear = (errors: EntryErrors, entry: Entry, code: string): void => {
  for (const field of ['amount', 'tip', 'given'] as const) {
    const unclear = errors[field] && unclearSum(entry[field], currencyOf(code).decimals);
    if (unclear) errors[field] = unclear;
  }
};

/** What an entry comes to, as decimals of the wire, and what is wrong with it. `dueInCash`: what all that is due comes to in coins. */
export const readEntry = (entry: Entry, type: Traits | undefined, due: number, code: string, dueInCash = due) => {
  const errors: EntryErrors = {};
  const amount = receivedOf(entry.amount, code);
  const wrongAmount = amountError(amount, due, code);
  if (wrongAmount) errors.amount = wrongAmount;
  const tip = type?.takes_tip && entry.tip.trim() !== '' ? receivedOf(entry.tip, code) : 0;
  if (tip === undefined || tip < 0) errors.tip = 'Please provide a tip of 0 or more!';
  // the server rounds the last payment of a bill, where it is cash
  const inCash = type?.kind === 'cash' && amount === due ? dueInCash : amount;
  const taken = addSums([inCash ?? 0, tip ?? 0], code);
  const { tendered, error: wrongGiven } = readGiven(entry.given, type, taken, code);
  if (wrongGiven) errors.given = wrongGiven;
  explainUnclear(errors, entry, code);
  const reference = entry.reference.trim();
  if (type?.needs_reference && reference === '') errors.reference = 'Please provide a reference!';
  const change = tendered === undefined ? undefined : addSums([tendered, -taken], code);
  return { amount: amount ?? 0, tip: tip ?? 0, taken, tendered, change, reference, errors, isFine: Object.keys(errors).length === 0 };
};

/** The same as the wire takes it. */
export const toPayment = (read: ReturnType<typeof readEntry>, type: Traits & { id: number }): PaymentInput => ({
  paymentTypeId: type.id,
  amount: read.amount,
  ...(read.tip > 0 && { tip: read.tip }),
  ...(read.tendered !== undefined && { tendered: read.tendered }),
  ...(type.needs_reference && { reference: read.reference }),
});

/** The same as a receipt shows it, before the server has said so; they are all of a bill, whose last one is rounded where it is cash. */
export const onReceipt = (payments: readonly PaymentInput[], types: readonly PaymentType[], code: string, cashStep = 0): ReceiptPayment[] =>
  payments.map(({ paymentTypeId, amount: given, tip, tendered, reference }, index) => {
    const type = types.find(({ id }) => id === Number(paymentTypeId));
    const isRounded = type?.kind === 'cash' && index === payments.length - 1;
    const amount = isRounded ? inCash(Number(given), cashStep, code) : Number(given);
    const taken = addSums([amount, Number(tip ?? 0)], code);
    return {
      payment_type: type?.title ?? 'Paid',
      amount,
      tip: Number(tip ?? 0),
      tendered: tendered == null ? null : Number(tendered),
      change: tendered == null ? 0 : addSums([Number(tendered), -taken], code),
      reference: reference ?? null,
    };
  });

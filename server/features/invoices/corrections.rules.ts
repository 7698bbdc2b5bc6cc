import type * as z from 'zod';
import type { Currency } from '#contract/currencies.ts';
import type { payment, PaymentType } from '#contract/payment-types.ts';
import { toMinor } from '#contract/pricing.ts';
import { type Captured, readPayments, toCaptured } from '#server/features/payments/payments.rules.ts';
import type { HeldPayment } from './refunds.queries.ts';

type Given = z.output<typeof payment>;

/** Takes what fits out of a list, each once. */
const takeOut = <T>(from: T[], fits: (one: T) => boolean): T | undefined => {
  const place = from.findIndex(fits);
  return place === -1 ? undefined : from.splice(place, 1)[0];
};

/** Payments that are given again without their reference, which no invoice shows, have it again. */
const withKnownReferences = (given: readonly Given[], held: readonly HeldPayment[], { decimals }: Currency): Given[] => {
  const left = [...held];
  return given.map((one) => {
    const amount = Number(toMinor(one.amount, decimals) ?? -1n);
    const known = takeOut(left, (two) => two.payment_type_id === one.paymentTypeId && two.amount === amount);
    return one.reference === null && known ? { ...one, reference: known.reference } : one;
  });
};

/**
 * Reads how an invoice was paid. A payment that stands is taken as it is: its type may have been switched off or deleted since, and then
 * the till does not say whether there was a tip or change.
 */
export const readCorrection = (
  given: readonly Given[],
  held: readonly HeldPayment[],
  types: ReadonlyMap<number, PaymentType>,
  currency: Currency,
): Captured[] => {
  const left = [...held];
  const kept: HeldPayment[] = [];
  const others = withKnownReferences(given, held, currency).filter((one) => {
    const isLeftOut = (sum: unknown) => sum == null && !types.has(one.paymentTypeId);
    const isSame = (sum: string | null | undefined, of: number) => Number(toMinor(sum ?? '0', currency.decimals) ?? -1n) === of;
    const known = takeOut(
      left,
      (two) =>
        two.payment_type_id === one.paymentTypeId &&
        isSame(one.amount, two.amount) &&
        (isLeftOut(one.tip) || isSame(one.tip, two.tip)) &&
        (isLeftOut(one.tendered) || (one.tendered == null ? two.tendered === null : isSame(one.tendered, two.tendered ?? -1))) &&
        one.reference === two.reference,
    );
    if (known) kept.push(known);
    return !known;
  });
  return [...kept.map((payment) => ({ ...toCaptured(payment), drawerId: null })), ...readPayments(others, types, currency)];
};

/** What a correction replaces, and by what: a payment that stays as it was has no counter-entry, and stays in its drawer. */
export const changesOf = (held: readonly HeldPayment[], given: readonly Captured[]) => {
  const replaced = [...held];
  const payments = given.filter(
    (one) =>
      !takeOut(
        replaced,
        (two) =>
          two.payment_type_id === one.paymentTypeId &&
          two.amount === one.amount &&
          two.tip === one.tip &&
          two.tendered === one.tendered &&
          two.reference === one.reference,
      ),
  );
  return { replaced, payments };
};

/**
 * A correction moves no coin: a payment that nobody gave a drawer lies where the one lay that it replaces, while that drawer is open. Of the
 * same sum, else in their order; of more payments than before the rest lies where the last one lay.
 */
export const inTheirDrawers = ({ replaced, payments }: ReturnType<typeof changesOf>, openDrawers: ReadonlySet<number>): Captured[] => {
  const left = [...replaced];
  const sameSum = payments.map(({ amount }) => takeOut(left, (two) => two.amount === amount));
  return payments.map((payment, place) => {
    const drawerId = (sameSum[place] ?? left.shift() ?? replaced.at(-1))?.drawer_id ?? null;
    return { ...payment, drawerId: payment.drawerId ?? (drawerId !== null && openDrawers.has(drawerId) ? drawerId : null) };
  });
};

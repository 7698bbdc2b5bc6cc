import type * as z from 'zod';
import type { Currency } from '#contract/currencies.ts';
import type { payment } from '#contract/payment-types.ts';
import { toMinor } from '#contract/pricing.ts';
import type { Captured } from '#server/features/payments/payments.rules.ts';
import type { HeldPayment } from './refunds.queries.ts';

type Given = z.output<typeof payment>;

/** Takes what fits out of a list, each once. */
const takeOut = <T>(from: T[], fits: (one: T) => boolean): T | undefined => {
  const place = from.findIndex(fits);
  return place === -1 ? undefined : from.splice(place, 1)[0];
};

/** Payments that are given anew without their reference, which no invoice shows, have it again. */
export const withKnownReferences = (given: readonly Given[], held: readonly HeldPayment[], { decimals }: Currency): Given[] => {
  const left = [...held];
  return given.map((one) => {
    const amount = Number(toMinor(one.amount, decimals) ?? -1n);
    const known = takeOut(left, (two) => two.payment_type_id === one.paymentTypeId && two.amount === amount);
    return one.reference === null && known ? { ...one, reference: known.reference } : one;
  });
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

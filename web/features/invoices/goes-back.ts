import { givenBack } from '#contract/adjustments.ts';
import type { OpenedInvoice } from '#contract/invoices.ts';
import { currencyOf } from '#contract/money-text.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import type { StoreSettings } from '#contract/shown-settings.ts';

export interface Refunded {
  opened: OpenedInvoice;
  store: Pick<StoreSettings, 'currency' | 'cash_rounding'>;
  type: PaymentType | undefined;
  /** What is taken back, and all that is left of the invoice. */
  sum: number | string;
  left: number;
}

/** What goes back to the guest: what was paid and no more, in coins that there are. Undefined where `sum` is none that can be refunded. */
export const goesBack = ({ opened, store, type, sum, left }: Refunded): number | undefined => {
  const { decimals } = currencyOf(opened.currency);
  const minor = (value: number | string) => toMinor(value, decimals) ?? 0n;
  const [asked, rest] = [minor(sum), minor(left)];
  if (asked <= 0n || asked > rest) return undefined;
  const isRounded = type?.kind === 'cash' && store.currency === opened.currency;
  const step = isRounded ? minor(store.cash_rounding ?? 0) : 0n;
  return toDecimal(givenBack({ sum: asked, isRest: asked === rest, left: minor(opened.to_give_back ?? left), step }), decimals);
};

import { findCurrency } from '#contract/currencies.ts';
import { toDecimal } from '#contract/pricing.ts';
import type { Product } from '#contract/subscription.ts';
import type { Billing } from './billing.ts';
import type { Plan, StripeSettings } from '#server/platform/config.ts';
import { openStripeBilling } from './stripe-billing.ts';
import { openTestBilling } from './test-billing.ts';

interface Options {
  publicUrl: string;
  plan: Plan;
  stripe?: StripeSettings | undefined;
}

/** Billing as it is configured: Stripe with its keys, test billing without. */
export const openBilling = (
  { publicUrl, plan: { minorPrice, currency }, stripe }: Options,
  onError: (error: unknown, sentence: string) => void = () => {},
): Billing => {
  const product: Product = {
    id: stripe?.priceId ?? 'test_monthly',
    title: 'Comanda Monthly',
    price: toDecimal(BigInt(minorPrice), findCurrency(currency)?.decimals ?? 2),
    currency,
    interval: 'month',
  };
  return stripe ? openStripeBilling({ ...stripe, publicUrl, minorPrice, product, onError }) : openTestBilling({ publicUrl, product });
};

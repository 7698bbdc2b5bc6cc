import type { Product } from '#contract/subscription.ts';
import { BadSignature, type Billing } from './billing.ts';

/** Subscriptions of the stand-in are known by it: no provider knows them. */
export const TEST_PREFIX = 'test_';

/**
 * Billing without a provider: its checkout is a page of our own that says that no card is charged (wire.md §2). What it sells
 * exists only in our database, so there is nothing to ask it and nothing that it could report.
 */
export const openTestBilling = ({ publicUrl, product }: { publicUrl: string; product: Product }): Billing => ({
  isTest: true,
  product,
  openCheckout: async ({ customerId }) => ({ url: `${publicUrl}/test-checkout`, customerId }),
  findSubscription: async () => undefined,
  findPaidOf: async () => undefined,
  cancelSubscription: async () => {},
  endCustomer: async () => {},
  readEvent: () => {
    throw new BadSignature('Nobody signs events here.');
  },
});

import { AppError } from '#contract/errors.ts';
import type { Product } from '#contract/subscription.ts';

/** What the payment provider says of a subscription at the moment it is asked. */
export interface BillingSubscription {
  id: string;
  /** of the checkout's metadata; undefined: none of ours */
  tenantId: number | undefined;
  /** waiting: the first payment has not come yet. unpaid: a later one failed. */
  state: 'waiting' | 'paid' | 'unpaid' | 'ended';
  /** ended because payments failed, and not because somebody wanted it */
  isForWantOfPayment: boolean;
  /** ended by whoever runs Comanda, so that what was paid for stays; its owner's end is immediate */
  keepsTime: boolean;
  createdAt: Date;
  periodStart: Date;
  periodEnd: Date;
  endedAt: Date | undefined;
}

/** A report of the provider whose signature was right. */
export interface BillingEvent {
  id: string;
  type: string;
  tenantId: number;
  subscriptionId: string;
}

export interface CheckoutRequest {
  tenantId: number;
  customerId: string | null;
  name: string;
  email: string;
  /** until when it is paid already: nothing is charged before; undefined: at once */
  paidUntil: Date | undefined;
  now: Date;
}

/** What the signature of an event is checked against: body and headers as they were sent. */
interface SignedBody {
  body: Buffer;
  signature: string | undefined;
  now: Date;
}

/** The card payment provider, or its stand-in for tests. Its calls wait on another service: never call them in a transaction. */
export interface Billing {
  /** True for the stand-in, which charges nobody. */
  isTest: boolean;
  product: Product;
  /** Makes the page that takes the payment. Throws BillingAway. */
  openCheckout: (request: CheckoutRequest) => Promise<{ url: string; customerId: string | null }>;
  /** Undefined: the provider does not know it. Throws BillingAway. */
  findSubscription: (id: string) => Promise<BillingSubscription | undefined>;
  /** What a customer pays for now, the newest; undefined: nothing, or an unknown customer. Throws BillingAway. */
  findPaidOf: (customerId: string) => Promise<BillingSubscription | undefined>;
  /** Ends a subscription at once; one that is over or unknown is no error. With `keepsTime` it says so ever after. Throws BillingAway. */
  cancelSubscription: (id: string, keepsTime?: boolean) => Promise<void>;
  /**
   * Ends all subscriptions of a customer at once, with `keepsTime`, and closes the pages where it could still pay; unknown is no error.
   * Throws BillingAway.
   */
  endCustomer: (id: string) => Promise<void>;
  /** Throws BadSignature; undefined: an event that is of no use to us. */
  readEvent: (signed: SignedBody) => BillingEvent | undefined;
}

/** The provider did not answer, or not as it should. */
export class BillingAway extends Error {}
/** Turns a provider that is away into 503 with the sentence of the screen. */
export const orUnavailable =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof BillingAway ? new AppError('unavailable', sentence, { retryAfter: 30 }) : error;
  };
/** Whoever sent this is not the provider, or it was sent long ago. */
export class BadSignature extends Error {}

/** A tenant's id out of metadata, which anybody with access to the provider's dashboard may edit. */
export const readTenantId = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

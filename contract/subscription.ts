import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, instant, text } from './fields.ts';

/** The sentences of part-2 §8 for a payment provider that does not answer; page and server say the same. */
export const LOOKUP_FAILED = "Can't retrieve the product subscription, Please try after sometime!";
export const DETAILS_FAILED = 'Error loading the subscription details! Try later!';
export const CANCEL_FAILED = 'Oops! We got issues while processing your request! Please try after sometime! Or contact customer support!';

const product = z.object({ id: z.string(), title: z.string(), price: z.number(), currency: z.string(), interval: z.literal('month') });
export type Product = z.output<typeof product>;

/**
 * trial: nothing was bought yet. subscribed: paid for. grace: trial or paid period is over, and the doors stay open for the days
 * of grace. inactive: over, cancelled or never begun. suspended: switched off by the super administrator.
 */
export const phases = ['trial', 'subscribed', 'grace', 'inactive', 'suspended'] as const;
export type Phase = (typeof phases)[number];

const subscription = z.object({
  /** the tenant */
  id: z.number(),
  is_active: z.boolean(),
  subscription_id: z.string().nullable(),
  subscription_start: instant.nullable(),
  /** end of the trial or of what is paid */
  subscription_end: instant.nullable(),
  /** what ends then was paid for, and is no trial; older servers do not say */
  was_paid: z.boolean().optional(),
  plan: z.string().nullable(),
  phase: z.enum(phases),
  /** when the doors close unless something is paid */
  access_end: instant.nullable(),
  product,
  /** nobody is charged: there is no payment provider */
  is_test: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/auth/subscription-details',
  summary: 'The subscription of the restaurant, and what the plan costs',
  access: 'admin',
  whileInactive: true,
  reply: subscription,
});

export const createCheckout = endpoint({
  method: 'POST',
  path: '/auth/stripe-product-lookup',
  summary: 'Begin a checkout: answers the plan and the address of the page that takes the payment',
  access: 'admin',
  whileInactive: true,
  body: z.object({
    /** the price to pay; absent: the plan's. No other is accepted */
    id: text(255).nullish(),
  }),
  reply: z.object({ success: z.literal(true).default(true), url: z.string(), product }),
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/auth/cancel-subscription',
  summary: 'Cancel the own subscription; the restaurant is inactive at once',
  access: 'admin',
  whileInactive: true,
  /** Null where there is none: a page may offer it all the same (part-2 §4). */
  body: z.object({ id: text(255).nullish() }),
  reply: done,
});

export const takeBillingEvent = endpoint({
  method: 'POST',
  path: '/auth/stripe-webhook',
  summary: 'What the payment provider reports, signed; each event is taken once',
  access: 'public',
  whileInactive: true,
  reply: done,
});

export const completeTestCheckout = endpoint({
  method: 'POST',
  path: '/auth/test-checkout',
  summary: 'Subscribe without paying, where no payment provider is configured',
  access: 'admin',
  whileInactive: true,
  reply: done,
});

import Stripe from 'stripe';
import type { Product } from '#contract/subscription.ts';
import {
  BadSignature,
  type Billing,
  BillingAway,
  type CheckoutRequest,
  type BillingEvent,
  type BillingSubscription,
  readTenantId,
} from './billing.ts';
import type { StripeSettings } from '#server/platform/config.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

interface Options extends StripeSettings {
  publicUrl: string;
  /** what the plan costs, in minor units, by our configuration */
  minorPrice: number;
  product: Product;
  onError: (error: unknown, sentence: string) => void;
}

// Together below the 20 s for which a page waits for an answer.
const ANSWER_WITHIN = 7000; // ms
const RETRIES = 1;
const CHECKOUT_HOST = 'checkout.stripe.com';
/** Written with the cancellation, where whoever asks for the subscription reads it: a report may come before we have stored anything. */
const KEEPS_TIME = 'Ended by the provider of Comanda. What was paid for stays.';

const isMissing = (error: unknown, param?: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  (param === undefined || error.param === param);

const toDate = (seconds: number) => new Date(seconds * 1000);
const idOf = (thing: string | { id: string } | null | undefined): string | undefined => (typeof thing === 'string' ? thing : thing?.id);

const stateOf = (status: Stripe.Subscription['status']): BillingSubscription['state'] => {
  if (status === 'active' || status === 'trialing') return 'paid';
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') return 'unpaid';
  return status === 'canceled' ? 'ended' : 'waiting';
};

const readSubscription = (subscription: Stripe.Subscription): BillingSubscription => {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    tenantId: readTenantId(subscription.metadata['tenant_id']),
    state: stateOf(subscription.status),
    isForWantOfPayment: subscription.cancellation_details?.reason === 'payment_failed',
    keepsTime: subscription.cancellation_details?.comment === KEEPS_TIME,
    createdAt: toDate(subscription.created),
    periodStart: toDate(item?.current_period_start ?? subscription.start_date),
    periodEnd: toDate(item?.current_period_end ?? subscription.start_date),
    endedAt: subscription.ended_at === null ? undefined : toDate(subscription.ended_at),
  };
};

const SHORTEST_TRIAL = 49 * 60 * 60 * 1000; // ms; it takes 48 hours and more, from the moment when it is asked

/** Nothing is charged before then. A trial may be long, and has a least; an anchor has none, and lies within the first period. */
const chargedFrom = (start: Date, now: Date): Stripe.Checkout.SessionCreateParams.SubscriptionData => {
  const seconds = Math.floor(start.getTime() / 1000);
  return start.getTime() - now.getTime() > SHORTEST_TRIAL
    ? { trial_end: seconds }
    : { billing_cycle_anchor: seconds, proration_behavior: 'none' };
};

/** Which subscription of which tenant an event is about; all else is asked for again, for events arrive in any order. */
const subjectOf = (
  event: Stripe.Event,
): { metadata: Stripe.Metadata | null | undefined; subscriptionId: string | undefined } | undefined => {
  switch (event.type) {
    case 'checkout.session.completed':
      return { metadata: event.data.object.metadata, subscriptionId: idOf(event.data.object.subscription) };
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { metadata: event.data.object.metadata, subscriptionId: event.data.object.id };
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const about = event.data.object.parent?.subscription_details;
      return { metadata: about?.metadata, subscriptionId: idOf(about?.subscription) };
    }
    default:
      return undefined;
  }
};

const readEvent = (event: Stripe.Event): BillingEvent | undefined => {
  const subject = subjectOf(event);
  const tenantId = readTenantId(subject?.metadata?.['tenant_id']);
  if (tenantId === undefined || subject?.subscriptionId === undefined) return undefined;
  return { id: event.id, type: event.type, tenantId, subscriptionId: subject.subscriptionId };
};

/** The customers of an account, and the pages at which they pay. */
const openCheckouts = (
  stripe: Stripe,
  base: URL | undefined,
  { priceId, publicUrl, minorPrice, product }: Pick<Options, 'priceId' | 'publicUrl' | 'minorPrice' | 'product'>,
) => {
  const isCheckoutPage = (url: string): boolean => {
    const { protocol, host } = new URL(url);
    return (protocol === 'https:' && host === CHECKOUT_HOST) || host === base?.host;
  };

  /** What is shown is what is charged: a price at the provider that differs from PLAN_PRICE sells nothing. */
  const assertPrice = async () => {
    const price = await stripe.prices.retrieve(priceId);
    const isAsShown =
      price.active &&
      price.unit_amount === minorPrice &&
      price.currency.toUpperCase() === product.currency &&
      price.recurring?.interval === product.interval &&
      price.recurring.interval_count === 1;
    if (!isAsShown)
      throw new Error(`STRIPE_PRICE_ID is not an active monthly price of PLAN_PRICE ${product.price} ${product.currency} at the provider.`);
  };

  const createCustomer = ({ tenantId, name, email }: CheckoutRequest, replaced: string | null) =>
    stripe.customers.create(
      { name, email, metadata: { tenant_id: String(tenantId) } },
      // two pages that ask at once make one customer; the provider refuses a key that comes again with another name or e-mail
      { idempotencyKey: `customer-${tenantId}-${replaced ?? 'first'}-${hashToken(JSON.stringify([name, email]))}` },
    );

  const expire = ({ id }: { id: string }) =>
    stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
      // another page may have closed it in this moment; what was paid is told
      const { status } = await stripe.checkout.sessions.retrieve(id);
      if (status !== 'expired') throw error;
    });

  /** The newest first. */
  const findOpenCheckouts = async (customer: string) => (await stripe.checkout.sessions.list({ customer, status: 'open', limit: 10 })).data;

  const expireOpenCheckouts = async (customer: string) => {
    await Promise.all((await findOpenCheckouts(customer)).map(expire));
  };

  const createSession = async (customer: string, { tenantId, paidUntil, now }: CheckoutRequest) => {
    const metadata = { tenant_id: String(tenantId) };
    const made = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: priceId, quantity: 1 }],
      metadata,
      subscription_data: { metadata, ...(paidUntil && chargedFrom(paidUntil, now)) },
      success_url: `${publicUrl}/success`,
      cancel_url: `${publicUrl}/cancelled-payment`,
    });
    // Of a customer's open checkouts only the newest can be paid, so that two tabs, which may ask at once, do not buy two subscriptions.
    const open = await findOpenCheckouts(customer);
    const place = open.findIndex(({ id }) => id === made.id);
    await Promise.all(open.slice(place + 1).map(expire));
    const { url } = place > 0 ? open[0]! : made;
    if (!url || !isCheckoutPage(url)) throw new Error('The provider named a checkout page on a foreign host.');
    return url;
  };

  const findPaid = async (customer: string) => {
    try {
      const { data } = await stripe.subscriptions.list({ customer });
      return data.map(readSubscription).find(({ state }) => state === 'paid');
    } catch (error) {
      if (isMissing(error, 'customer')) return undefined;
      throw error;
    }
  };

  return { assertPrice, createCustomer, expireOpenCheckouts, createSession, findPaid };
};

/** Billing by Stripe. The price is one that the configuration names, never one that a client asks for (cases.md N20). */
export const openStripeBilling = ({
  secretKey,
  webhookSecret,
  priceId,
  apiBase,
  publicUrl,
  minorPrice,
  product,
  onError,
}: Options): Billing => {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const stripe = new Stripe(secretKey, {
    timeout: ANSWER_WITHIN,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question();
    } catch (error) {
      onError(error, 'the payment provider did not answer as it should');
      throw new BillingAway('The payment provider did not answer.', { cause: error });
    }
  };

  const { assertPrice, createCustomer, expireOpenCheckouts, createSession, findPaid } = openCheckouts(stripe, base, {
    priceId,
    publicUrl,
    minorPrice,
    product,
  });

  const cancel = async (id: string, keepsTime: boolean) => {
    try {
      await stripe.subscriptions.cancel(id, keepsTime ? { cancellation_details: { comment: KEEPS_TIME } } : {});
    } catch (error) {
      // it says so of what is over, too
      if (!isMissing(error)) throw error;
    }
  };

  return {
    isTest: false,
    product,
    openCheckout: (request) =>
      ask(async () => {
        await assertPrice();
        const { customerId } = request;
        const customer = customerId ?? (await createCustomer(request, null)).id;
        try {
          return { url: await createSession(customer, request), customerId: customer };
        } catch (error) {
          // of another account, or removed at the provider
          if (customerId === null || !isMissing(error, 'customer')) throw error;
          const { id } = await createCustomer(request, customerId);
          return { url: await createSession(id, request), customerId: id };
        }
      }),
    findSubscription: (id) =>
      ask(() =>
        stripe.subscriptions.retrieve(id).then(readSubscription, (error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        }),
      ),
    findPaidOf: (customer) => ask(() => findPaid(customer)),
    cancelSubscription: (id, keepsTime = false) => ask(() => cancel(id, keepsTime)),
    endCustomer: (customer) =>
      ask(async () => {
        try {
          // first: a page that was paid in this moment refuses to expire, and whoever tries again finds its subscription
          await expireOpenCheckouts(customer);
          for await (const { id } of stripe.subscriptions.list({ customer })) await cancel(id, true);
        } catch (error) {
          if (!isMissing(error, 'customer')) throw error;
        }
      }),
    readEvent: ({ body, signature, now }) => {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, undefined, undefined, now.getTime());
      } catch (error) {
        throw new BadSignature('The signature is wrong.', { cause: error });
      }
      return readEvent(event);
    },
  };
};

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll } from 'vitest';
import type { App } from './restaurant.ts';

const WEBHOOK_SECRET = 'whsec_test';
const PRICE_ID = 'price_monthly';
const SECRET_KEY = 'sk_test_key';
const MONTH = 30 * 24 * 60 * 60; // seconds

interface StoredSubscription {
  id: string;
  object: 'subscription';
  status: string;
  customer: string;
  metadata: Record<string, string>;
  created: number;
  start_date: number;
  ended_at: number | null;
  cancellation_details: { reason: string | null; comment?: string | undefined };
  items: { data: { current_period_start: number; current_period_end: number }[] };
}
interface StoredSession {
  id: string;
  status: string;
  url: string;
  customer: string;
  price: string;
  metadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  /** Seconds since 1970 of the first charge; undefined: at once. */
  trialEnd: number | undefined;
  /** The same, of the parameters with which a first charge is put off by less than a trial may last. */
  anchor: number | undefined;
  successUrl: string;
  cancelUrl: string;
}
export interface StoredEvent {
  id: string;
  type: string;
  data: { object: unknown };
}

const read = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
};

const under = (form: URLSearchParams, name: string): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [])));

/** A server on loopback that behaves like the provider's API for the calls that we make, and reports as it does. */
export const openStripe = async () => {
  const subscriptions = new Map<string, StoredSubscription>();
  const sessions = new Map<string, StoredSession>();
  const customers = new Map<string, Record<string, string>>();
  const answered = new Map<string, { asked: string; answer: string }>();
  const calls: string[] = [];
  const events: StoredEvent[] = [];
  const price = { id: PRICE_ID, active: true, unit_amount: 200_000, currency: 'inr', recurring: { interval: 'month', interval_count: 1 } };
  /** how it behaves: well, with an error, not at all, or with a page on another host */
  const mood = { is: 'well' as 'well' | 'failing' | 'silent', host: '', delay: () => 0 };
  let time = Math.floor(Date.now() / 1000);
  let count = 0;
  const next = (prefix: string) => `${prefix}_${++count}`;

  const emit = (type: string, object: unknown) => {
    // the provider's events show the thing as it was then
    const event = { id: next('evt'), object: 'event', type, created: time, data: { object: structuredClone(object) } };
    events.push(event);
    return event;
  };
  const missing = (param: string) => ({
    status: 404,
    body: { error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${param}` } },
  });

  const end = (subscription: StoredSubscription, reason: string, comment?: string) => {
    Object.assign(subscription, { status: 'canceled', ended_at: time, cancellation_details: { reason, comment } });
    emit('customer.subscription.deleted', subscription);
  };

  const answer = (method: string, path: string, form: URLSearchParams, query: URLSearchParams): { status: number; body: unknown } => {
    const [, , kind, id, action] = path.split('/');
    const ok = (body: unknown) => ({ status: 200, body });
    if (kind === 'prices') return id === PRICE_ID ? ok(price) : missing('price');
    if (kind === 'customers') {
      const customer = next('cus');
      customers.set(customer, { ...under(form, 'metadata'), name: form.get('name') ?? '', email: form.get('email') ?? '' });
      return ok({ id: customer });
    }
    if (kind === 'subscriptions' && id === undefined) {
      const customer = query.get('customer') ?? '';
      if (!customers.has(customer)) return missing('customer');
      const data = [...subscriptions.values()].filter((s) => s.customer === customer && s.status !== 'canceled');
      return ok({ object: 'list', data, has_more: false });
    }
    if (kind === 'subscriptions') {
      const subscription = subscriptions.get(id ?? '');
      if (!subscription) return missing('subscription');
      if (method === 'GET') return ok(subscription);
      if (subscription.status === 'canceled') return missing('subscription');
      end(subscription, 'cancellation_requested', query.get('cancellation_details[comment]') ?? undefined);
      return ok(subscription);
    }
    if (kind === 'checkout' && method === 'GET' && action) return sessions.has(action) ? ok(sessions.get(action)) : missing('session');
    if (kind === 'checkout' && method === 'GET') {
      if (!customers.has(query.get('customer') ?? '')) return missing('customer');
      // the newest first, as the provider has it
      const open = [...sessions.values()].filter((s) => s.status === 'open' && s.customer === query.get('customer'));
      return ok({ data: open.toReversed() });
    }
    if (kind === 'checkout' && path.endsWith('/expire')) {
      const session = sessions.get(action ?? '');
      if (session?.status !== 'open')
        return { status: 400, body: { error: { type: 'invalid_request_error', message: 'Only open sessions can be expired.' } } };
      session.status = 'expired';
      return ok(session);
    }
    if (kind === 'checkout') {
      const customer = form.get('customer') ?? '';
      if (!customers.has(customer)) return missing('customer');
      const session = {
        id: next('cs'),
        status: 'open',
        url: `${mood.host || origin}/pay/${count}`,
        customer,
        price: form.get('line_items[0][price]') ?? '',
        metadata: under(form, 'metadata'),
        subscriptionMetadata: under(form, 'subscription_data[metadata]'),
        trialEnd: Number(form.get('subscription_data[trial_end]')) || undefined,
        anchor:
          form.get('subscription_data[proration_behavior]') === 'none'
            ? Number(form.get('subscription_data[billing_cycle_anchor]'))
            : undefined,
        successUrl: form.get('success_url') ?? '',
        cancelUrl: form.get('cancel_url') ?? '',
      };
      sessions.set(session.id, session);
      return ok(session);
    }
    return missing('path');
  };

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test');
      const method = request.method ?? '';
      calls.push(`${method} ${pathname}`);
      const form = await read(request);
      if (mood.is === 'silent') return;
      await new Promise((resolve) => setTimeout(resolve, mood.delay()));
      const isKnown = request.headers.authorization === `Bearer ${SECRET_KEY}`;
      const key = request.headers['idempotency-key'];
      const isNamed = typeof key === 'string' && key.startsWith('customer-');
      const failure = { status: 500, body: { error: { type: 'api_error', message: 'It is on fire.' } } };
      const before = isNamed ? answered.get(key) : undefined;
      const given =
        mood.is === 'failing'
          ? failure
          : !isKnown
            ? { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API key' } } }
            : before
              ? before.asked === form.toString()
                ? { status: 200, body: JSON.parse(before.answer) as unknown }
                : { status: 400, body: { error: { type: 'idempotency_error', message: 'This key came with another body.' } } }
              : answer(method, pathname.replace('/_/', '/'), form, searchParams);
      if (isNamed && given.status === 200) answered.set(key, { asked: form.toString(), answer: JSON.stringify(given.body) });
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const signer = new Stripe('sk_test_signer');
  const invoiceOf = ({ id, metadata }: StoredSubscription) => ({
    id: next('in'),
    object: 'invoice',
    parent: { type: 'subscription_details', subscription_details: { subscription: id, metadata } },
  });

  return {
    settings: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, priceId: PRICE_ID, apiBase: origin },
    price,
    mood,
    calls,
    events,
    customers,
    sessions,
    subscriptions,
    /** The provider's clock goes on. */
    advance: (seconds: number) => (time += seconds),
    /** Somebody pays at the checkout page: a subscription, and three reports of it. */
    pay: (session: StoredSession): StoredSubscription => {
      session.status = 'complete';
      const subscription: StoredSubscription = {
        id: next('sub'),
        object: 'subscription',
        status: session.trialEnd === undefined ? 'active' : 'trialing',
        customer: session.customer,
        metadata: session.subscriptionMetadata,
        created: time,
        start_date: time,
        ended_at: null,
        cancellation_details: { reason: null },
        items: { data: [{ current_period_start: time, current_period_end: session.trialEnd ?? session.anchor ?? time + MONTH }] },
      };
      subscriptions.set(subscription.id, subscription);
      emit('customer.subscription.created', { ...subscription, status: 'incomplete' });
      emit('invoice.paid', invoiceOf(subscription));
      emit('checkout.session.completed', {
        id: session.id,
        object: 'checkout.session',
        metadata: session.metadata,
        subscription: subscription.id,
      });
      return subscription;
    },
    /** A month goes by; the card is charged, or refuses. */
    renew: (subscription: StoredSubscription, isPaid = true) => {
      const [item] = subscription.items.data;
      item!.current_period_start = item!.current_period_end;
      item!.current_period_end += MONTH;
      time = Math.max(time, item!.current_period_start);
      subscription.status = isPaid ? 'active' : 'past_due';
      emit('customer.subscription.updated', subscription);
      emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoiceOf(subscription));
    },
    /** A payment that failed comes after all. */
    settle: (subscription: StoredSubscription) => {
      subscription.status = 'active';
      emit('customer.subscription.updated', subscription);
      emit('invoice.paid', invoiceOf(subscription));
    },
    end,
    emit,
    /** Reports an event to our server as the provider does; `secret` and `at` forge it. Answers the status. */
    report: async (app: App, event: object, { secret = WEBHOOK_SECRET, at = Math.floor(Date.now() / 1000), change = '' } = {}) => {
      const payload = JSON.stringify(event);
      const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
      const { port } = app.server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/stripe-webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload + change,
      });
      await response.arrayBuffer();
      return response.status;
    },
  };
};

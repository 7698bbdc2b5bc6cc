import { expect, test } from 'vitest';
import { getProfile, signOut } from '#contract/auth.ts';
import { listTaxes } from '#contract/taxes.ts';
import { deleteTenant, restoreTenant } from '#contract/tenants.ts';
import { initPos } from '#contract/pos.ts';
import { cancelSubscription, completeTestCheckout, createCheckout, getSubscription, takeBillingEvent } from '#contract/subscription.ts';
import { callAs, database, openApp, openRestaurant, openSuperAdmin, openVisitor, type Restaurant } from '#server/testing/restaurant.ts';
import { connect, openListening, until } from '#server/testing/sockets.ts';
import { openStripe } from '#server/testing/stripe.ts';

const DAY = 86_400_000;

const subscribed = async (restaurant: Restaurant) => {
  expect((await restaurant.admin(completeTestCheckout, {})).status).toBe(200);
  const { reply } = await restaurant.admin(getSubscription, {});
  return reply.subscription_id!;
};
const historyOf = async (tenantId: number) => {
  const { rows } = await database.query('select status from subscription_history where tenant_id = $1 order by id', [tenantId]);
  return rows.map(({ status }) => status as string);
};
const auditOf = async (tenantId: number) => {
  const { rows } = await database.query('select action, member_id from audit_log where tenant_id = $1 order by id', [tenantId]);
  return rows as { action: string; member_id: number | null }[];
};

test('a trial, its days of grace, and the closed door: to the millisecond, for owner and staff alike', async () => {
  const opened = new Date('2026-03-01T12:00:00Z');
  let now = opened;
  const app = await openApp({ clock: () => now });
  const restaurant = await openRestaurant({ app, now: opened });
  const waiter = await restaurant.staff('POS');
  const seen = async () => ({
    phase: (await restaurant.admin(getSubscription, {})).reply.phase,
    owner: (await restaurant.admin(listTaxes, {})).status,
    staff: (await waiter(initPos, {})).status,
    profile: (await waiter(getProfile, {})).reply.is_active,
  });
  const end = opened.getTime() + 14 * DAY;
  const open = { owner: 200, staff: 200, profile: true };
  expect(await seen()).toEqual({ phase: 'trial', ...open });
  now = new Date(end - 1);
  expect(await seen()).toEqual({ phase: 'trial', ...open });
  now = new Date(end);
  expect(await seen()).toEqual({ phase: 'grace', ...open });
  now = new Date(end + 3 * DAY - 1);
  expect(await seen()).toEqual({ phase: 'grace', ...open });
  now = new Date(end + 3 * DAY);
  expect(await seen()).toEqual({ phase: 'inactive', owner: 402, staff: 402, profile: false });
  expect((await restaurant.admin(getSubscription, {})).reply).toMatchObject({
    is_active: false,
    subscription_end: new Date(end).toISOString(),
    access_end: new Date(end + 3 * DAY).toISOString(),
  });

  await subscribed(restaurant);
  expect(await seen()).toEqual({ phase: 'subscribed', ...open });
  now = new Date('2026-04-18T12:00:00Z');
  expect(await seen()).toEqual({ phase: 'grace', ...open });
  now = new Date('2026-04-21T12:00:00Z');
  expect(await seen()).toEqual({ phase: 'inactive', owner: 402, staff: 402, profile: false });
});

test('signed in is asked before active, and active before the role', async () => {
  const { app, tenantId, admin, staff } = await openRestaurant();
  const [visitor, waiter] = [await openVisitor(app), await staff()];
  const statuses = async () => [
    (await visitor(listTaxes, {})).status,
    (await waiter(listTaxes, {})).status,
    (await admin(listTaxes, {})).status,
  ];
  expect(await statuses()).toEqual([401, 403, 200]);
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  expect(await statuses()).toEqual([401, 402, 402]);
  expect((await admin(getSubscription, {})).reply).toMatchObject({ phase: 'suspended', is_active: false });
  // spared: the account, the subscription, the way out; and the role is asked there, too
  expect((await waiter(getProfile, {})).status).toBe(200);
  for (const call of [
    await waiter(getSubscription, {}),
    await waiter(createCheckout, { body: {} }),
    await waiter(cancelSubscription, { body: { id: 'x' } }),
    await waiter(completeTestCheckout, {}),
  ])
    expect(call.status).toBe(403);
  expect((await waiter(signOut, {})).status).toBe(200);
});

test('who was switched off by the super administrator stays off, whatever is paid', async () => {
  const restaurant = await openRestaurant();
  await database.query('update tenants set is_active = false where id = $1', [restaurant.tenantId]);
  await subscribed(restaurant);
  expect((await restaurant.admin(listTaxes, {})).status).toBe(402);
});

test('without a provider the checkout is a page of our own, its confirmation subscribes for a month, once', async () => {
  const restaurant = await openRestaurant();
  const { admin, tenantId } = restaurant;
  const { status, reply } = await admin(createCheckout, { body: {} });
  expect({ status, reply }).toEqual({
    status: 200,
    reply: {
      success: true,
      url: 'http://localhost:3000/test-checkout',
      product: { id: 'test_monthly', title: 'Comanda Monthly', price: 2000, currency: 'INR', interval: 'month' },
    },
  });
  expect((await admin(createCheckout, { body: { id: 'test_monthly' } })).status).toBe(200);
  expect((await admin(createCheckout, { body: { id: 'price_cheaper' } })).status).toBe(404);
  expect((await admin(getSubscription, {})).reply).toMatchObject({ phase: 'trial', is_test: true });

  const answers = await Promise.all([admin(completeTestCheckout, {}), admin(completeTestCheckout, {})]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await admin(createCheckout, { body: {} })).reply.message).toBe('Your subscription is already active!');
  expect(await historyOf(tenantId)).toEqual(['created']);
  expect((await admin(getSubscription, {})).reply).toMatchObject({ phase: 'subscribed', plan: 'Monthly' });
});

test.each([
  ['2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['2026-02-28T10:00:00.000Z', '2026-03-28T10:00:00.000Z'],
  ['2026-12-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z'],
])('a month from %s ends on %s', async (from, to) => {
  const app = await openApp({ clock: () => new Date(from) });
  const restaurant = await openRestaurant({ app, now: new Date(new Date(from).getTime() - 20 * DAY) });
  await subscribed(restaurant);
  expect((await restaurant.admin(getSubscription, {})).reply.subscription_end).toBe(to);
});

test('a cancellation is immediate: 402 at the next call, sockets closed, one row of history, who did it', async () => {
  const app = await openListening();
  const [mine, other] = [await openRestaurant({ app }), await openRestaurant({ app })];
  const [id, foreign] = [await subscribed(mine), await subscribed(other)];
  const waiter = await mine.colleague('POS');
  const socket = await connect(app, waiter.cookies);
  expect((await mine.admin(cancelSubscription, { body: { id: foreign } })).status).toBe(404);
  expect((await mine.admin(cancelSubscription, { body: { id: '' } })).status).toBe(404);

  const answers = await Promise.all([mine.admin(cancelSubscription, { body: { id } }), mine.admin(cancelSubscription, { body: { id } })]);

  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.find(({ status }) => status === 200)?.reply).toEqual({ success: true, message: 'Your subscription is cancelled.' });
  expect((await waiter.call(initPos, {})).status).toBe(402);
  await until(() => !socket.connected);
  expect(await historyOf(mine.tenantId)).toEqual(['created', 'cancelled']);
  expect((await auditOf(mine.tenantId)).map(({ action }) => action)).toEqual(['subscription created', 'subscription cancelled']);
  const { rows: emails } = await database.query('select tenant_id, kind from tenant_letters where tenant_id = any($1)', [
    [mine.tenantId, other.tenantId],
  ]);
  expect(emails).toEqual([{ tenant_id: mine.tenantId, kind: 'cancelled' }]);
  expect((await auditOf(mine.tenantId)).every(({ member_id }) => member_id !== null)).toBe(true);
  expect((await mine.admin(getSubscription, {})).reply).toMatchObject({
    is_active: false,
    phase: 'inactive',
    subscription_id: null,
    subscription_end: null,
    plan: null,
  });
  for (const stale of [id, '', null]) {
    const { status, reply } = await mine.admin(cancelSubscription, { body: { id: stale } });
    expect([status, reply.message]).toEqual([409, 'There is no subscription to cancel.']);
  }
  // the other restaurant cooks on
  expect((await other.admin(listTaxes, {})).status).toBe(200);
  expect(await historyOf(other.tenantId)).toEqual(['created']);

  // and the door opens again
  await subscribed(mine);
  expect((await waiter.call(initPos, {})).status).toBe(200);
});

test('a terminal that waited for the subscription hears again as soon as it is there', async () => {
  const app = await openListening();
  const restaurant = await openRestaurant({ app });
  const id = await subscribed(restaurant);
  await restaurant.admin(cancelSubscription, { body: { id } });
  const socket = await connect(app, restaurant.cookies);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(socket.connected).toBe(true);
  await subscribed(restaurant);
  // closed, so that it comes again and joins
  await until(() => !socket.connected);
});

test('Stripe: one customer, its metadata, our addresses, the configured price', async () => {
  const stripe = await openStripe();
  const app = await openApp({ config: { stripe: stripe.settings, publicUrl: 'https://till.example' } });
  const { admin, tenantId, username } = await openRestaurant({ app });
  const answers = await Promise.all([admin(createCheckout, { body: {} }), admin(createCheckout, { body: { id: 'price_monthly' } })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin(createCheckout, { body: { id: 'price_cheaper' } })).status).toBe(404);
  const { reply } = await admin(createCheckout, { body: {} });
  expect(reply.url).toContain(stripe.settings.apiBase);

  expect([...stripe.customers.values()]).toEqual([{ tenant_id: `${tenantId}`, name: 'Test kitchen', email: username }]);
  const sessions = [...stripe.sessions.values()];
  expect(sessions.at(-1)).toMatchObject({
    price: 'price_monthly',
    metadata: { tenant_id: `${tenantId}` },
    subscriptionMetadata: { tenant_id: `${tenantId}` },
    successUrl: 'https://till.example/success',
    cancelUrl: 'https://till.example/cancelled-payment',
  });
  // what was open before can no longer be paid
  expect(sessions.filter(({ status }) => status === 'open')).toHaveLength(1);
  // the browser that comes back from a checkout brings nothing
  expect((await admin(completeTestCheckout, {})).status).toBe(404);
  expect((await admin(getSubscription, {})).reply).toMatchObject({ phase: 'trial', is_test: false });
  expect(await historyOf(tenantId)).toEqual([]);

  // the provider forgot the customer: another account, a key of the other mode
  stripe.customers.clear();
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  expect(stripe.customers.size).toBe(1);
});

test('two pages that ask at once leave one checkout open: what is open beside it could be paid, too', async () => {
  const stripe = await openStripe();
  const app = await openApp({ config: { stripe: stripe.settings } });
  const { admin } = await openRestaurant({ app });
  stripe.mood.delay = () => 30;
  const answers = await Promise.all([1, 2, 3].map(() => admin(createCheckout, { body: {} })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const open = [...stripe.sessions.values()].filter(({ status }) => status === 'open');
  expect(open).toHaveLength(1);
  expect(answers.map(({ reply }) => reply.url)).toContain(open[0]!.url);
});

test('who was switched off by the super administrator is led to no checkout, where they would pay for a closed door', async () => {
  const stripe = await openStripe();
  const app = await openApp({ config: { stripe: stripe.settings } });
  const { admin, tenantId } = await openRestaurant({ app });
  await database.query('update tenants set is_active = false where id = $1', [tenantId]);
  const { status, reply } = await admin(createCheckout, { body: {} });
  expect([status, reply.message, stripe.calls]).toEqual([
    409,
    'This account was switched off. Please write to support@comanda.example.',
    [],
  ]);
});

test('a customer that was made and not noted is made again for a restaurant whose name has changed since', async () => {
  const stripe = await openStripe();
  const app = await openApp({ config: { stripe: stripe.settings } });
  const { admin, tenantId, username } = await openRestaurant({ app });
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  await database.query("update tenants set billing_customer_id = null, name = 'Chez Ada' where id = $1", [tenantId]);
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  expect([...stripe.customers.values()].at(-1)).toEqual({ tenant_id: `${tenantId}`, name: 'Chez Ada', email: username });
});

test('what was paid and is not reported yet is not paid again: the second try at a checkout finds it', async () => {
  const stripe = await openStripe();
  let now = new Date();
  const app = await openListening({ config: { stripe: stripe.settings }, clock: () => now });
  const { admin, tenantId } = await openRestaurant({ app });
  await admin(createCheckout, { body: {} });
  const subscription = stripe.pay([...stripe.sessions.values()].at(-1)!);
  const again = async () => {
    const { status, reply } = await admin(createCheckout, { body: {} });
    return [status, reply.message];
  };
  const seen = async () => {
    const { phase, subscription_id, subscription_end } = (await admin(getSubscription, {})).reply;
    return {
      phase,
      subscription_id,
      isPaid: subscription_end === new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString(),
    };
  };
  const paid = { phase: 'subscribed', subscription_id: subscription.id, isPaid: true };
  expect(await again()).toEqual([409, 'Your subscription is already active!']);
  expect(await seen()).toEqual(paid);

  // a month later, and a day in which nothing was reported
  stripe.renew(subscription);
  now = new Date(now.getTime() + 31 * DAY);
  expect(await seen()).toMatchObject({ phase: 'grace' });
  expect(await again()).toEqual([409, 'Your subscription is already active!']);
  expect(await seen()).toEqual(paid);
  const reportAll = async () => {
    for (const event of stripe.events.splice(0))
      expect(await stripe.report(app, event, { at: Math.floor(now.getTime() / 1000) })).toBe(200);
  };
  await reportAll();
  expect([await seen(), await historyOf(tenantId)]).toEqual([paid, ['created', 'renewed']]);

  // a card that refused is no payment: another one may be tried
  stripe.renew(subscription, false);
  now = new Date(now.getTime() + 30 * DAY);
  await reportAll();
  expect((await again())[0]).toBe(200);
});

test('a provider that fails, is silent, has another price or names a foreign page sells nothing', async () => {
  const stripe = await openStripe();
  const app = await openApp({ config: { stripe: stripe.settings } });
  const { admin } = await openRestaurant({ app });
  const refused = async () => {
    const { status, reply, response } = await admin(createCheckout, { body: {} });
    expect([status, reply.message, response.headers['retry-after']]).toEqual([
      503,
      "Can't retrieve the product subscription, Please try after sometime!",
      '30',
    ]);
  };
  stripe.mood.is = 'failing';
  await refused();
  stripe.mood.is = 'well';
  for (const host of [
    'https://evil.example',
    'https://checkout.stripe.com.evil.example',
    'http://checkout.stripe.com',
    'javascript:alert(1)//',
  ]) {
    stripe.mood.host = host;
    await refused();
  }
  stripe.mood.host = 'https://checkout.stripe.com';
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  stripe.price.unit_amount = 100;
  await refused();
});

test('a restaurant that is deleted pays no more; while the provider is away it is not deleted', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const [{ admin, tenantId }, { call }] = [await openRestaurant({ app }), await openSuperAdmin(app)];
  await admin(createCheckout, { body: {} });
  const { id } = stripe.pay([...stripe.sessions.values()].at(-1)!);
  for (const event of stripe.events.splice(0)) await stripe.report(app, event);
  const remove = () => call(deleteTenant, { params: { id: String(tenantId) } });

  stripe.mood.is = 'failing';
  expect([(await remove()).status, (await admin(listTaxes, {})).status]).toEqual([503, 200]);
  stripe.mood.is = 'well';
  expect([(await remove()).status, stripe.subscriptions.get(id)?.status]).toEqual([200, 'canceled']);
});

test('a restaurant that is deleted and restored has the time that was paid for, also where the end was reported before it was gone', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const [{ admin, tenantId, ownersDevice }, { call }] = [await openRestaurant({ app }), await openSuperAdmin(app)];
  await admin(createCheckout, { body: {} });
  const subscription = stripe.pay([...stripe.sessions.values()].at(-1)!);
  for (const event of stripe.events.splice(0)) await stripe.report(app, event);
  const { subscription_end: paidUntil } = (await admin(getSubscription, {})).reply;

  // the provider's answers take longer than its report
  stripe.mood.delay = () => 300;
  const deleted = call(deleteTenant, { params: { id: String(tenantId) } });
  await until(() => subscription.status === 'canceled');
  stripe.mood.delay = () => 0;
  for (const event of stripe.events.splice(0)) await stripe.report(app, event);
  expect((await deleted).status).toBe(200);
  expect((await call(restoreTenant, { params: { id: String(tenantId) } })).reply.message).toBe(
    'Tenant restored. Its subscription was cancelled when it was deleted.',
  );

  const owner = callAs(app, await ownersDevice());
  expect((await owner(getSubscription, {})).reply).toMatchObject({
    is_active: true,
    subscription_id: null,
    subscription_end: paidUntil,
    was_paid: true,
  });
  expect(await historyOf(tenantId)).toEqual(['created', 'cancelled']);
});

test('a restaurant that is deleted between its checkout and the report of it is charged no further', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const { call } = await openSuperAdmin(app);
  const open = async () => {
    const restaurant = await openRestaurant({ app });
    await restaurant.admin(createCheckout, { body: {} });
    return { ...restaurant, session: [...stripe.sessions.values()].at(-1)! };
  };
  const remove = async (tenantId: number) => expect((await call(deleteTenant, { params: { id: String(tenantId) } })).status).toBe(200);
  const isGone = async (tenantId: number) => (await database.query('select 1 from tenants where id = $1', [tenantId])).rows.length === 0;
  const reportAll = async () => {
    for (const event of stripe.events.splice(0)) expect(await stripe.report(app, event)).toBe(200);
  };

  const [browsing, paying, late, marked, staying] = [await open(), await open(), await open(), await open(), await open()];
  // a page that stands open can no longer be paid; what was paid a moment ago is ended, though nobody had reported it
  const paid = stripe.pay(paying.session);
  const kept = stripe.pay(staying.session);
  for (const { tenantId } of [browsing, paying, late]) await remove(tenantId);
  expect([browsing.session.status, paid.status, kept.status]).toEqual(['expired', 'canceled', 'active']);

  // a page that was made in the same moment and outlives the restaurant
  await expect.poll(() => isGone(late.tenantId), { timeout: 30_000 }).toBe(true);
  const tooLate = stripe.pay(late.session);
  await database.query('update tenants set deleted_at = now(), is_active = false where id = $1', [marked.tenantId]);
  const alsoLate = stripe.pay(marked.session);
  await reportAll();
  expect([tooLate.status, alsoLate.status, kept.status]).toEqual(['canceled', 'canceled', 'active']);
  await reportAll();
}, 60_000);

test('a cancellation waits for the provider, holds no transaction meanwhile, and changes nothing when it fails', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const { admin, tenantId } = await openRestaurant({ app });
  await admin(createCheckout, { body: {} });
  const { id } = stripe.pay([...stripe.sessions.values()].at(-1)!);
  for (const event of stripe.events.splice(0)) await stripe.report(app, event);

  stripe.mood.is = 'failing';
  const { status, reply } = await admin(cancelSubscription, { body: { id } });
  expect([status, reply.message]).toEqual([
    503,
    'Oops! We got issues while processing your request! Please try after sometime! Or contact customer support!',
  ]);
  expect((await admin(listTaxes, {})).status).toBe(200);

  stripe.mood.is = 'silent';
  const cancelling = admin(cancelSubscription, { body: { id } });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const idle = async () => {
    const { rows } = await database.query(`select query from pg_stat_activity
      where usename <> current_user and state like 'idle in transaction%' and state_change < now() - interval '150 ms'`);
    return rows;
  };
  // the servers of other tests may be between two statements; a transaction of this one would last as long as the question
  await expect.poll(idle, { timeout: 3000 }).toEqual([]);
  stripe.mood.is = 'well';
  // the first question was never answered; the library asks again
  expect((await cancelling).status).toBe(200);
  expect(stripe.subscriptions.get(id)?.status).toBe('canceled');
  for (const event of stripe.events.splice(0)) expect(await stripe.report(app, event)).toBe(200);
  expect(await historyOf(tenantId)).toEqual(['created', 'cancelled']);
}, 30_000);

test('a cancellation that the provider knows already is one', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const { admin, tenantId } = await openRestaurant({ app });
  await admin(createCheckout, { body: {} });
  const subscription = stripe.pay([...stripe.sessions.values()].at(-1)!);
  for (const event of stripe.events.splice(0)) await stripe.report(app, event);
  stripe.end(subscription, 'cancellation_requested');
  expect((await admin(cancelSubscription, { body: { id: subscription.id } })).status).toBe(200);
  expect(await historyOf(tenantId)).toEqual(['created', 'cancelled']);
});

test('more than twenty checkouts in an hour are too many', async () => {
  const { admin } = await openRestaurant();
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await admin(createCheckout, { body: {} })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('the webhook takes no session and no other kind of body', async () => {
  const { app, cookies } = await openRestaurant();
  for (const payload of ['', '{', '{"id":"evt_1"}', 'x'.repeat(100_000)]) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/v1${takeBillingEvent.path}`,
      cookies,
      payload,
      headers: { 'content-type': 'text/plain', 'stripe-signature': 't=1,v1=00' },
    });
    expect(statusCode).toBe(400);
  }
});

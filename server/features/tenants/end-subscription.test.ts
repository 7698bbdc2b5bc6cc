import { expect, test } from 'vitest';
import { cancelSubscription, createCheckout, getSubscription } from '#contract/subscription.ts';
import { deleteTenant, listSubscriptionHistory, restoreTenant, updateTenant } from '#contract/tenants.ts';
import { BillingAway } from '#server/platform/billing/billing.ts';
import { openTestBilling } from '#server/platform/billing/test-billing.ts';
import { database, openApp, openRestaurant, openSuperAdmin } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';
import { openStripe } from '#server/testing/stripe.ts';
import { auditOf, of, setTenant } from '#server/testing/tenants.ts';

/** Which e-mails its owner gets of what the provider does. */
const emailsOf = async (tenantId: number): Promise<string[]> => {
  const { rows } = await database.query<{ kind: string }>(
    "select kind from tenant_letters where tenant_id = $1 and kind in ('switched off', 'cancelled') order by due_at",
    [tenantId],
  );
  return rows.map(({ kind }) => kind);
};

/** A restaurant that pays by the month, and who switches it off. */
const openPaying = async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const mine = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await mine.admin(createCheckout, { body: {} });
  const subscription = stripe.pay([...stripe.sessions.values()].at(-1)!);
  const reportAll = async () => {
    for (const event of stripe.events.splice(0)) expect(await stripe.report(app, event)).toBe(200);
  };
  await reportAll();
  const { subscription_end: paidUntil } = (await mine.admin(getSubscription, {})).reply;
  const change = async (body: { isActive?: boolean; cancelSubscription?: boolean }) => {
    const { status, reply } = await call(updateTenant, { ...of(mine.tenantId), body: { name: 'Bistro', email: mine.username, ...body } });
    return [status, reply.message];
  };
  const seen = async () => (await call(listSubscriptionHistory, of(mine.tenantId))).reply;
  return { ...mine, stripe, call, subscription, reportAll, paidUntil, change, seen };
};

test('its owner gets an e-mail when a restaurant is switched off, and when its subscription is cancelled, once each', async () => {
  const { change, tenantId, reportAll } = await openPaying();
  await change({});
  expect(await emailsOf(tenantId)).toEqual([]);
  await change({ isActive: false });
  await change({ isActive: false });
  expect(await emailsOf(tenantId)).toEqual(['switched off']);
  await change({ isActive: true, cancelSubscription: true });
  await reportAll();
  expect(await emailsOf(tenantId)).toEqual(['switched off', 'cancelled']);
});

test('the owner of a restaurant that is deleted is told that its subscription was cancelled with it', async () => {
  const { call, tenantId } = await openPaying();
  await call(deleteTenant, of(tenantId));
  const { rows } = await database.query('select body from platform.parting_letters where tenant_id = $1', [tenantId]);
  expect(rows[0].body).toContain('Its subscription was cancelled, and nothing more is charged.');
});

test('switching a restaurant off leaves its subscription, and says so; its owner can still cancel it', async () => {
  const { change, subscription, seen, admin } = await openPaying();
  expect(await change({ isActive: false })).toEqual([
    200,
    'Tenant updated. Its subscription goes on, and is charged, until it is cancelled.',
  ]);
  expect([subscription.status, (await seen()).tenantInfo.subscription_id]).toEqual(['active', subscription.id]);
  // once is enough
  expect(await change({})).toEqual([200, 'Tenant updated.']);
  expect((await admin(cancelSubscription, { body: { id: subscription.id } })).status).toBe(200);
  expect([subscription.status, (await seen()).tenantInfo.subscription_id]).toEqual(['canceled', null]);
});

test('switched off with its subscription a restaurant is charged no more, and works for what was paid when it is switched on again', async () => {
  const { change, subscription, seen, admin, tenantId, stripe, reportAll, paidUntil } = await openPaying();
  expect(await change({ isActive: false, cancelSubscription: true })).toEqual([200, 'Tenant updated.']);
  expect(subscription.status).toBe('canceled');
  await reportAll();
  expect(await seen()).toMatchObject({
    tenantInfo: { is_active: false, subscription_id: null, subscription_end: paidUntil, plan: null },
    subscriptionHistory: [{ status: 'cancelled' }, { status: 'created' }],
  });
  expect((await auditOf(tenantId)).at(-1)).toMatchObject({ action: 'cancel subscription', before: { subscriptionId: subscription.id } });
  const before = stripe.calls.length;
  expect(await change({ isActive: true, cancelSubscription: true })).toEqual([200, 'Tenant updated.']);
  expect(stripe.calls.slice(before).filter((call) => call.startsWith('DELETE'))).toEqual([]);
  expect((await admin(getSubscription, {})).reply).toMatchObject({ is_active: true, subscription_id: null, subscription_end: paidUntil });
});

test('who subscribes again while there is paid time left pays from its end on, and not twice for it', async () => {
  const { change, admin, reportAll, stripe, paidUntil, seen } = await openPaying();
  await change({ isActive: false, cancelSubscription: true });
  await reportAll();
  await change({ isActive: true });
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  const session = [...stripe.sessions.values()].at(-1)!;
  expect(session.trialEnd).toBe(Date.parse(paidUntil!) / 1000);
  const next = stripe.pay(session);
  await reportAll();
  expect((await seen()).tenantInfo).toMatchObject({ subscription_id: next.id, subscription_end: paidUntil });
  stripe.renew(next);
  await reportAll();
  expect(Date.parse((await seen()).tenantInfo.subscription_end!)).toBeGreaterThan(Date.parse(paidUntil!));
});

test('who subscribes again in the last two days that are paid does not pay for them either', async () => {
  const { change, admin, reportAll, stripe, tenantId, paidUntil, seen } = await openPaying();
  await change({ isActive: false, cancelSubscription: true });
  await reportAll();
  await change({ isActive: true });
  const end = new Date(Math.floor(Date.now() / 1000 + 24 * 60 * 60) * 1000);
  await setTenant(tenantId, `active_until = '${end.toISOString()}'`);
  await database.query('update subscription_history set expires_on = $2 where tenant_id = $1 and expires_on = $3', [
    tenantId,
    end,
    paidUntil,
  ]);
  expect((await admin(createCheckout, { body: {} })).status).toBe(200);
  const session = [...stripe.sessions.values()].at(-1)!;
  expect([session.trialEnd, session.anchor]).toEqual([undefined, end.getTime() / 1000]);
  const next = stripe.pay(session);
  await reportAll();
  expect((await seen()).tenantInfo).toMatchObject({ subscription_id: next.id, subscription_end: end.toISOString() });
});

test('a checkout that stood open can not be paid after the switch, and what was just paid is ended', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const [browsing, paying] = [await openRestaurant({ app }), await openRestaurant({ app })];
  const { call } = await openSuperAdmin(app);
  for (const { admin } of [browsing, paying]) await admin(createCheckout, { body: {} });
  const [open, paid] = [...stripe.sessions.values()];
  const subscription = stripe.pay(paid!);
  for (const { tenantId, username } of [browsing, paying])
    await call(updateTenant, { ...of(tenantId), body: { name: 'X', email: username, isActive: false, cancelSubscription: true } });
  expect([open!.status, subscription.status]).toEqual(['expired', 'canceled']);
});

test('while the payment provider is away the restaurant is switched off, and cancelled at the next try', async () => {
  const { change, subscription, seen, stripe } = await openPaying();
  stripe.mood.is = 'failing';
  const off = { isActive: false, cancelSubscription: true };
  expect(await change(off)).toEqual([503, 'The tenant is updated, but its subscription cannot be cancelled now. Please try again later!']);
  expect((await seen()).tenantInfo).toMatchObject({ is_active: false, subscription_id: subscription.id });
  stripe.mood.is = 'well';
  expect(await change(off)).toEqual([200, 'Tenant updated.']);
  expect([subscription.status, (await seen()).tenantInfo.subscription_id]).toEqual(['canceled', null]);
});

test('what was paid for stays, also where the end is reported before the answer', async () => {
  const { change, subscription, seen, stripe, reportAll, paidUntil } = await openPaying();
  stripe.mood.delay = () => 300;
  const off = change({ isActive: false, cancelSubscription: true });
  await expect.poll(() => subscription.status).toBe('canceled');
  stripe.mood.delay = () => 0;
  await reportAll();
  expect(await off).toEqual([200, 'Tenant updated.']);
  expect((await seen()).tenantInfo).toMatchObject({ subscription_id: null, subscription_end: paidUntil });
});

/** Asks, and has the payment provider fall silent as soon as it has cancelled: the answer is 503, and the end is reported. */
const brokenOff = async (
  { stripe, subscription, reportAll }: Awaited<ReturnType<typeof openPaying>>,
  ask: () => Promise<[number, ...unknown[]]>,
) => {
  stripe.mood.delay = () => 200;
  const asked = ask();
  await expect.poll(() => subscription.status).toBe('canceled');
  Object.assign(stripe.mood, { is: 'failing', delay: () => 0 });
  expect((await asked)[0]).toBe(503);
  stripe.mood.is = 'well';
  await reportAll();
};

test('what was paid for stays where switching off breaks off half way, and the end is reported before it is tried again', async () => {
  const opened = await openPaying();
  const off = () => opened.change({ isActive: false, cancelSubscription: true }) as Promise<[number, string]>;
  await brokenOff(opened, off);
  const paid = { subscription_id: null, subscription_end: opened.paidUntil };
  expect((await opened.seen()).tenantInfo).toMatchObject(paid);
  expect(await off()).toEqual([200, 'Tenant updated.']);
  expect((await opened.seen()).tenantInfo).toMatchObject(paid);
  // its owner’s own end is immediate as before
  const own = await openPaying();
  expect((await own.admin(cancelSubscription, { body: { id: own.subscription.id } })).status).toBe(200);
  await own.reportAll();
  expect((await own.seen()).tenantInfo).toMatchObject({ subscription_id: null, subscription_end: null });
});

test('and where a deletion breaks off half way, for whoever restores it', async () => {
  const opened = await openPaying();
  const { call, tenantId, seen, paidUntil } = opened;
  const remove = async (): Promise<[number]> => [(await call(deleteTenant, of(tenantId))).status];
  await brokenOff(opened, remove);
  expect(await remove()).toEqual([200]);
  expect((await call(restoreTenant, of(tenantId))).status).toBe(200);
  expect((await seen()).tenantInfo).toMatchObject({ subscription_id: null, subscription_end: paidUntil });
});

type Paying = Awaited<ReturnType<typeof openPaying>>;
const ends: [string, (paying: Paying) => Promise<unknown>, (paying: Paying) => Promise<unknown>][] = [
  ['switched off', ({ change }) => change({ isActive: false, cancelSubscription: true }), async () => {}],
  ['deleted', ({ call, tenantId }) => call(deleteTenant, of(tenantId)), ({ call, tenantId }) => call(restoreTenant, of(tenantId))],
];

test.each(ends)('a renewal that is paid and reported only after the restaurant is %s is not lost', async (_, end, restore) => {
  const paying = await openPaying();
  const { stripe, subscription, seen, reportAll, paidUntil } = paying;
  stripe.renew(subscription);
  await end(paying);
  await reportAll();
  await restore(paying);
  const renewedUntil = new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString();
  expect(renewedUntil > paidUntil!).toBe(true);
  expect(await seen()).toMatchObject({
    tenantInfo: { subscription_id: null, subscription_end: renewedUntil },
    subscriptionHistory: [{ status: 'cancelled' }, { status: 'renewed', expires_on: renewedUntil }, { status: 'created' }],
  });
});

test('a checkout that is paid and reported only after the restaurant is deleted is not lost', async () => {
  const stripe = await openStripe();
  const app = await openListening({ config: { stripe: stripe.settings } });
  const { admin, tenantId } = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await admin(createCheckout, { body: {} });
  const subscription = stripe.pay([...stripe.sessions.values()].at(-1)!);
  expect((await call(deleteTenant, of(tenantId))).status).toBe(200);
  for (const event of stripe.events.splice(0)) expect(await stripe.report(app, event)).toBe(200);
  expect(subscription.status).toBe('canceled');
  expect((await call(restoreTenant, of(tenantId))).reply.message).toContain('Its subscription was cancelled');
  const { tenantInfo } = (await call(listSubscriptionHistory, of(tenantId))).reply;
  expect(tenantInfo).toMatchObject({
    subscription_id: null,
    subscription_end: new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString(),
  });
});

test('what is paid for while the payment provider is asked to end it stays, too', async () => {
  const renewed = new Date(Date.now() + 60 * 86_400_000).toISOString();
  let renew = async () => {};
  const billing = {
    ...openTestBilling({ publicUrl: '', product: { id: 'p', title: 'P', price: 1, currency: 'USD', interval: 'month' } }),
    cancelSubscription: () => renew(),
  };
  const app = await openApp({ billing });
  const { tenantId, username } = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await setTenant(tenantId, "subscription_id = 'sub_1', plan = 'Monthly', active_until = now() + interval '1 hour'");
  renew = async () => void (await setTenant(tenantId, `active_until = '${renewed}'`));
  const body = { name: 'Bistro', email: username, isActive: false, cancelSubscription: true };
  expect((await call(updateTenant, { ...of(tenantId), body })).status).toBe(200);
  const { tenantInfo } = (await call(listSubscriptionHistory, of(tenantId))).reply;
  expect(tenantInfo).toMatchObject({ subscription_id: null, subscription_end: renewed });
});

test('a deletion that the payment provider breaks off half way is done again, and leaves nothing that is charged', async () => {
  const ended: string[] = [];
  let meanwhile: (() => Promise<unknown>) | undefined;
  const isAway = { is: true };
  const billing = {
    ...openTestBilling({ publicUrl: '', product: { id: 'p', title: 'P', price: 1, currency: 'USD', interval: 'month' } }),
    endCustomer: async (id: string) => {
      ended.push(id);
      await meanwhile?.();
    },
    cancelSubscription: async (id: string) => {
      if (isAway.is) throw new BillingAway('x');
      ended.push(id);
    },
  };
  const app = await openApp({ billing });
  const { tenantId } = await openRestaurant({ app });
  const { call } = await openSuperAdmin(app);
  await setTenant(tenantId, "billing_customer_id = 'cus_1', subscription_id = 'sub_1', plan = 'Monthly'");
  const remove = async () => (await call(deleteTenant, of(tenantId))).status;

  expect([await remove(), ended.splice(0)]).toEqual([503, ['cus_1']]);
  isAway.is = false;
  // a page that was opened in between is paid, and reported before the restaurant is gone
  meanwhile = () => setTenant(tenantId, "subscription_id = 'sub_2'");
  expect([await remove(), ended.splice(0)]).toEqual([409, ['cus_1', 'sub_1']]);
  meanwhile = undefined;
  expect([await remove(), ended]).toEqual([200, ['cus_1', 'sub_2']]);
  expect((await call(restoreTenant, of(tenantId))).reply.message).toContain('Its subscription was cancelled');
});

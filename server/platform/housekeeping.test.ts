import { expect, test, vi } from 'vitest';
import { forgotPassword, signOut } from '#contract/auth.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { listEvents } from '#contract/realtime.ts';
import { callAs, database, databases, openApp, openRestaurant, openSuperAdmin } from '#server/testing.ts';
import { withMenu } from '#server/testing-menu.ts';
import { startHousekeeping } from './housekeeping.ts';

const DAY = 86_400_000;

test('after a week events and the answers of payments go; the keys of orders stay, and a terminal is told to load everything again', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const sell = () => admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } }, { headers: { 'idempotency-key': 'order' } });
  const { orderId } = (await sell()).reply;
  await admin(completeAndPayOrders, { body: { orderIds: [orderId] } }, { headers: { 'idempotency-key': 'pay' } });
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  await database.query('update event_cursors set announced_seq = 3 where tenant_id = $1', [tenantId]);
  const { tidy, stop } = startHousekeeping({ databases, clock: () => new Date(), onError: () => {} });
  const age = async (days: number) => {
    const created = new Date(Date.now() - days * DAY);
    await database.query('update events set created_at = $2 where tenant_id = $1', [tenantId, created]);
    await database.query('update idempotency_keys set created_at = $2 where tenant_id = $1', [tenantId, created]);
  };
  const left = async () => {
    const { rows } = await database.query(
      'select (select count(*) from events where tenant_id = $1) as events, (select array_agg(key order by key) from idempotency_keys where tenant_id = $1) as keys',
      [tenantId],
    );
    return rows[0];
  };

  await age(6);
  await tidy();
  expect(await left()).toEqual({ events: 3, keys: ['order', 'pay'] });
  await age(8);
  await tidy();
  expect(await left()).toEqual({ events: 1, keys: ['order'] });

  stop();
  expect((await admin(listEvents, { query: { after: '1' } })).reply.reload).toBe(true);
  expect((await sell()).reply.orderId).toBe(orderId);
});

test('sessions that are over go after 30 days, links for a new password after a week; who is signed in stays so', async () => {
  const { admin, ownersDevice, tenantId, username } = await openRestaurant();
  const ended = await ownersDevice();
  await callAs(await openApp(), ended)(signOut, {});
  const provider = await openSuperAdmin(await openApp());
  await callAs(await openApp(), {})(forgotPassword, { body: { username } });
  const count = async () => {
    const { rows } = await database.query(
      `select (select count(*) from sessions where tenant_id = $1 and ended_at is not null) as ended,
        (select count(*) from sessions where tenant_id = $1 and ended_at is null) as open,
        (select count(*) from password_resets where tenant_id = $1) as links,
        (select count(*) from platform.sessions where super_admin_id = $2) as providers`,
      [tenantId, provider.superAdminId],
    );
    return rows[0];
  };
  await vi.waitFor(async () => expect(await count()).toEqual({ ended: 1, open: 1, links: 1, providers: 1 }), 5000);
  const tidyIn = async (days: number) => {
    const { tidy, stop } = startHousekeeping({ databases, clock: () => new Date(Date.now() + days * DAY), onError: () => {} });
    stop();
    await tidy();
    return count();
  };
  // whoever is there uses the session, which moves its end
  await database.query("update sessions set refresh_expires_at = now() + interval '90 days' where tenant_id = $1", [tenantId]);
  await database.query('update platform.sessions set ended_at = now() where super_admin_id = $1', [provider.superAdminId]);

  expect(await tidyIn(6)).toEqual({ ended: 1, open: 1, links: 1, providers: 1 });
  expect(await tidyIn(29)).toEqual({ ended: 1, open: 1, links: 0, providers: 1 });
  expect(await tidyIn(31)).toEqual({ ended: 0, open: 1, links: 0, providers: 0 });
  expect((await admin(listEvents, { query: { after: '0' } })).status).toBe(200);
});

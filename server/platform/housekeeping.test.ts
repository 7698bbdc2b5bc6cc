import { expect, test } from 'vitest';
import { completeAndPayOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { listEvents } from '#contract/realtime.ts';
import { database, databases, openRestaurant } from '#server/testing.ts';
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

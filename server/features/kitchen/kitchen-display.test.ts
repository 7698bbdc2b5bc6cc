import { expect, test } from 'vitest';
import { acknowledgeCancelled, getKitchenBoard, listFinishedOrders, recallItems, updateKitchenStatus } from '#contract/kitchen.ts';
import { cancelOrders, completeOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { listEvents } from '#contract/events.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { type Caller, database, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const START = Date.parse('2026-03-10T18:00:00Z');

/** A kitchen with soup and bread on one ticket, and a clock that the test holds. */
const open = async () => {
  let minutes = 0;
  const app = await openApp({ clock: () => new Date(START + minutes * 60_000) });
  const restaurant = await withMenu(await openRestaurant({ app, now: new Date(START) }));
  const { admin, menu } = restaurant;
  const order = async () => {
    const cart = [menu.soup, menu.bread].map((id) => ({ id, quantity: 1 }));
    const { orderId } = (await admin(createOrder, { body: { cart, tableId: menu.t1 } })).reply;
    const { orders } = (await admin(getKitchenBoard, { query: {} })).reply;
    const [soup, bread] = orders.find(({ id }) => id === orderId)!.items.map(({ id }) => id) as [number, number];
    return { orderId, soup, bread };
  };
  return { ...restaurant, order, pass: (more: number) => void (minutes += more) };
};

const cook = async (call: Caller, ...ids: number[]) => {
  for (const id of ids)
    for (const status of ['preparing', 'completed'] as const)
      expect((await call(updateKitchenStatus, { params: { id: String(id) }, body: { status } })).status).toBe(200);
};
const board = async (call: Caller) =>
  (await call(getKitchenBoard, { query: {} })).reply.orders.map(({ id, items }) => ({
    id,
    items: items.map((item) => [item.id, item.status]),
  }));
const cancelLine = (call: Caller, id: number) => call(updateItemStatus, { params: { id: String(id) }, body: { status: 'cancelled' } });
const finished = async (call: Caller) =>
  (await call(listFinishedOrders, { query: {} })).reply.orders.map(({ id, items }) => ({
    id,
    items: items.map((item) => [item.id, item.is_recallable]),
  }));
const recall = (call: Caller, ...itemIds: number[]) => call(recallItems, { body: { itemIds } });
const seen = (call: Caller, ...itemIds: number[]) => call(acknowledgeCancelled, { body: { itemIds } });

test('a cook without SETTINGS reads the tickets, the time and when one is late', async () => {
  const { admin, staff, order, pass } = await open();
  await admin(saveStoreSetting, { body: { kitchenWarnMinutes: 5, kitchenLateMinutes: 7 } });
  const { orderId } = await order();
  pass(3);

  const { reply } = await (await staff('KITCHEN'))(getKitchenBoard, { query: {} });

  expect(reply).toMatchObject({
    now: '2026-03-10T18:03:00.000Z',
    warnMinutes: 5,
    lateMinutes: 7,
    orders: [{ id: orderId, table_title: 'T1' }],
  });
  expect(JSON.stringify(reply)).not.toContain('price');
});

test('what is cancelled stays in sight until a cook has seen it, on every display', async () => {
  const { admin, order } = await open();
  const { orderId, soup, bread } = await order();
  await cancelLine(admin, soup);
  expect(await board(admin)).toEqual([
    {
      id: orderId,
      items: [
        [soup, 'cancelled'],
        [bread, 'created'],
      ],
    },
  ]);

  expect((await seen(admin, soup)).status).toBe(200);

  expect(await board(admin)).toEqual([{ id: orderId, items: [[bread, 'created']] }]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.slice(-1)).toMatchObject([{ type: 'order_update', payload: { orderIds: [orderId] } }]);
  expect((await seen(admin, soup)).status).toBe(200);
  expect((await admin(listEvents, { query: {} })).reply.events).toHaveLength(events.length);
});

test('an order that is cancelled as a whole does not vanish from under a cook’s hands', async () => {
  const { admin, order } = await open();
  const { orderId, soup, bread } = await order();
  await cook(admin, bread);
  await admin(cancelOrders, { body: { orderIds: [orderId] } });

  // the bread was made: nobody has to drop it
  expect(await board(admin)).toEqual([{ id: orderId, items: [[soup, 'cancelled']] }]);

  await seen(admin, soup);
  expect(await board(admin)).toEqual([]);
});

test('with the last item cooked, and when the order is completed, the cancelled one goes too', async () => {
  const { admin, order } = await open();
  const [first, second] = [await order(), await order()];
  for (const { soup } of [first, second]) await cancelLine(admin, soup);

  await cook(admin, first.bread);
  expect((await board(admin)).map(({ id }) => id)).toEqual([second.orderId]);
  await admin(completeOrders, { body: { orderIds: [second.orderId] } });

  expect(await board(admin)).toEqual([]);
});

test('a display that nobody looks at does not fill up with what was cancelled', async () => {
  const { admin, order, pass } = await open();
  const { orderId } = await order();
  await admin(cancelOrders, { body: { orderIds: [orderId] } });
  pass(119);
  expect(await board(admin)).toHaveLength(1);
  pass(1);
  expect(await board(admin)).toEqual([]);
});

test('what was completed by mistake is recalled, with a trace, and the others are told', async () => {
  const { admin, staff, tenantId, order } = await open();
  const { orderId, soup, bread } = await order();
  await cook(admin, soup, bread);
  expect(await board(admin)).toEqual([]);
  const display = await staff('KITCHEN_DISPLAY');
  expect(await finished(display)).toEqual([
    {
      id: orderId,
      items: [
        [soup, true],
        [bread, true],
      ],
    },
  ]);

  expect((await recall(display, bread)).reply.message).toBe('Item recalled.');

  expect(await board(admin)).toEqual([
    {
      id: orderId,
      items: [
        [soup, 'completed'],
        [bread, 'preparing'],
      ],
    },
  ]);
  expect(await finished(admin)).toEqual([
    {
      id: orderId,
      items: [
        [soup, true],
        [bread, false],
      ],
    },
  ]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.at(-1)).toMatchObject({ type: 'order_update', payload: { orderIds: [orderId] } });
  const { rows } = await database.query(
    "select entity, entity_id, before, after from audit_log where tenant_id = $1 and action = 'recall'",
    [tenantId],
  );
  expect(rows).toEqual([{ entity: 'order_lines', entity_id: bread, before: 'completed', after: 'preparing' }]);
  expect((await recall(display, bread)).reply.message).toBe('This item is already preparing!');
});

test('the ticket that was finished last is the first to be recalled, and only ten are shown', async () => {
  const { admin, order, pass } = await open();
  const ids: number[] = [];
  for (let count = 0; count < 11; count++) {
    const { orderId, soup } = await order();
    await cook(admin, soup);
    ids.unshift(orderId);
    pass(1);
  }

  expect((await finished(admin)).map(({ id }) => id)).toEqual(ids.slice(0, 10));
});

test('half an hour later nothing is recalled any more', async () => {
  const { admin, order, pass } = await open();
  const { soup } = await order();
  await cook(admin, soup);
  pass(29);
  expect(await finished(admin)).toHaveLength(1);
  pass(1);

  expect(await finished(admin)).toEqual([]);
  expect((await recall(admin, soup)).reply.message).toBe('Only what the kitchen completed in the last 30 minutes can be recalled!');
});

test('neither a closed order nor what a waiter completed, delivered or cancelled is recalled; of several all or none', async () => {
  const { admin, order } = await open();
  const [closed, served, right] = [await order(), await order(), await order()];
  await cook(admin, closed.soup, served.soup, right.soup);
  await admin(completeOrders, { body: { orderIds: [closed.orderId] } });
  await admin(updateItemStatus, { params: { id: String(served.soup) }, body: { status: 'delivered' } });
  await admin(updateItemStatus, { params: { id: String(served.bread) }, body: { status: 'completed' } });

  for (const [id, sentence] of [
    [closed.soup, 'This order is already closed!'],
    [served.soup, 'This item is already delivered!'],
    [served.bread, 'Only what the kitchen completed in the last 30 minutes can be recalled!'],
  ] as const) {
    const { status, reply } = await recall(admin, right.soup, id);
    expect([status, reply.message]).toEqual([409, sentence]);
  }
  expect((await finished(admin)).map(({ id, items }) => [id, items[0]?.[1]])).toEqual([
    [right.orderId, true],
    [closed.orderId, false],
  ]);
});

test('two cooks who recall the same item: one of them does', async () => {
  const { admin, order } = await open();
  const { soup } = await order();
  await cook(admin, soup);

  expect((await Promise.all([recall(admin, soup), recall(admin, soup)])).map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('only a kitchen scope recalls and acknowledges', async () => {
  const { admin, staff, order } = await open();
  const { soup } = await order();
  await cook(admin, soup);
  const waiter = await staff('POS', 'ORDERS', 'ORDER_STATUS');

  expect([(await recall(waiter, soup)).status, (await seen(waiter, soup)).status]).toEqual([403, 403]);
  expect((await waiter(getKitchenBoard, { query: {} })).status).toBe(403);
  expect((await waiter(listFinishedOrders, { query: {} })).status).toBe(403);
});

test('one restaurant neither sees, recalls nor acknowledges what is another’s', async () => {
  const [theirs, mine] = [await open(), await open()];
  const [cooked, cancelled, own] = [await theirs.order(), await theirs.order(), await mine.order()];
  await cook(theirs.admin, cooked.soup);
  await cancelLine(theirs.admin, cancelled.soup);
  await cook(mine.admin, own.soup);

  expect((await board(mine.admin)).map(({ id }) => id)).toEqual([own.orderId]);
  expect((await finished(mine.admin)).map(({ id }) => id)).toEqual([own.orderId]);
  expect([(await recall(mine.admin, own.soup, cooked.soup)).status, (await seen(mine.admin, cancelled.soup)).status]).toEqual([404, 404]);
  expect((await finished(mine.admin))[0]?.items[0]).toEqual([own.soup, true]);
  expect((await board(theirs.admin))[1]?.items[0]).toEqual([cancelled.soup, 'cancelled']);
});

test.each([[[]], [['x']], [[0]], ['1'], [null], [Array.from({ length: 1001 }, (_, at) => at + 1)]])(
  'items %j are refused',
  async (itemIds) => {
    const { admin } = await openRestaurant();
    for (const endpoint of [recallItems, acknowledgeCancelled])
      expect((await admin(endpoint, { body: { itemIds: itemIds as number[] } })).status).toBe(400);
  },
);

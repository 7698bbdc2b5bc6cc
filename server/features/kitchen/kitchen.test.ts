import { expect, test } from 'vitest';
import { listEvents } from '#contract/events.ts';
import { getKitchenBoard, listKitchenOrders, updateKitchenItems, recallItems, updateKitchenStatus } from '#contract/kitchen.ts';
import { completeOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { listReady } from '#contract/tickets.ts';
import { openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { openCounted } from '#server/testing/statements.ts';

const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { menu, admin } = restaurant;
  await admin(createOrder, {
    body: {
      cart: [
        { id: menu.soup, quantity: 1 },
        { id: menu.bread, quantity: 3 },
      ],
      tableId: menu.t1,
    },
  });
  const { reply } = await admin(listKitchenOrders, { query: {} });
  return { ...restaurant, soup: String(reply[0]?.items[0]?.id), bread: String(reply[0]?.items[1]?.id) };
};

test('the kitchen sees the order with its table and no price', async () => {
  const { admin } = await open();

  const { reply } = await admin(listKitchenOrders, { query: {} });

  expect(reply).toMatchObject([
    { token_no: 1, table_title: 'T1', floor: 'Ground', items: [{ item_title: 'Soup' }, { item_title: 'Bread', quantity: 3 }] },
  ]);
  expect(JSON.stringify(reply)).not.toContain('price');
});

test('an item goes from created to preparing to completed, a step at a time', async () => {
  const { admin, soup } = await open();
  const set = async (status: 'preparing' | 'completed') =>
    (await admin(updateKitchenStatus, { params: { id: soup }, body: { status } })).status;

  expect([await set('completed'), await set('preparing'), await set('preparing'), await set('completed'), await set('completed')]).toEqual([
    409, 200, 409, 200, 409,
  ]);
});

test('two cooks who start the same item: one of them does', async () => {
  const { admin, soup } = await open();
  const start = async () => (await admin(updateKitchenStatus, { params: { id: soup }, body: { status: 'preparing' } })).status;

  expect((await Promise.all([start(), start()])).sort()).toEqual([200, 409]);
});

test('a ticket is moved on as a whole: begun, and completed from wherever its items are; who comes late is told', async () => {
  const { admin, soup, bread } = await open();
  const itemIds = [Number(soup), Number(bread)];
  const move = async (status: 'preparing' | 'completed') => (await admin(updateKitchenItems, { body: { itemIds, status } })).status;
  await admin(updateKitchenStatus, { params: { id: soup }, body: { status: 'preparing' } });

  // the soup is begun already
  expect([await move('preparing'), await move('preparing')]).toEqual([200, 409]);
  expect(await Promise.all([move('completed'), move('completed')]).then((both) => both.sort())).toEqual([200, 409]);

  expect((await admin(listKitchenOrders, { query: {} })).reply).toEqual([]);
  expect((await admin(recallItems, { body: { itemIds } })).status).toBe(200);
  expect((await admin(listKitchenOrders, { query: {} })).reply[0]?.items.map(({ status }) => status)).toEqual(['preparing', 'preparing']);
});

test('a ticket of 150 lines is moved and taken back in one call each', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(createOrder, { body: { cart: Array.from({ length: 150 }, () => ({ id: menu.soup, quantity: 1 })) } });
  const items = async () => (await admin(listKitchenOrders, { query: {} })).reply.flatMap((order) => order.items);
  const itemIds = (await items()).map(({ id }) => id);
  expect(itemIds).toHaveLength(150);

  expect((await admin(updateKitchenItems, { body: { itemIds, status: 'completed' } })).status).toBe(200);
  expect(await items()).toEqual([]);
  expect((await admin(recallItems, { body: { itemIds } })).status).toBe(200);
  expect(await items()).toHaveLength(150);
});

test('the tickets of twelve orders are moved by as many statements as those of two, and each is told to be ready', async () => {
  const { app, counted } = await openCounted();
  const { admin, menu, tenantId } = await withMenu(await openRestaurant({ app }));
  const statementsFor = async (count: number) => {
    const cart = [menu.soup, menu.bread].map((id) => ({ id, quantity: 1 }));
    for (let n = 0; n < count; n++) await admin(createOrder, { body: { cart } });
    const orders = (await admin(listKitchenOrders, { query: {} })).reply;
    expect(orders).toHaveLength(count);
    const itemIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
    const { seq } = (await admin(listEvents, { query: {} })).reply;
    counted(tenantId);
    expect((await admin(updateKitchenItems, { body: { itemIds, status: 'completed' } })).status).toBe(200);
    const statements = counted(tenantId);
    const { events } = (await admin(listEvents, { query: { after: String(seq) } })).reply;
    const ids = orders.map(({ id }) => id);
    const ready = ids.map((orderId) => ({ type: 'order_ready', payload: { orderId } }));
    expect(events).toMatchObject([...ready, { type: 'order_update', payload: { orderIds: expect.any(Array) } }]);
    expect((events.at(-1)!.payload as { orderIds: number[] }).orderIds.toSorted((a, b) => a - b)).toEqual(ids);
    return statements;
  };

  const few = await statementsFor(2);

  expect(few).toBeGreaterThan(1);
  expect(await statementsFor(12)).toBe(few);
});

test('what was announced as ready is told to whoever comes later, until it is delivered, closed or ten minutes old', async () => {
  let now = new Date('2026-03-10T18:00:00Z');
  const { admin, staff, menu } = await withMenu(await openRestaurant({ app: await openApp({ clock: () => now }), now }));
  const waiter = await staff('POS');
  const ready = async () => (await waiter(listReady, {})).reply;
  const order = async (tableId: number | null) => {
    const cart = [menu.soup, menu.bread].map((id) => ({ id, quantity: 1 }));
    const { orderId } = (await admin(createOrder, { body: { cart, tableId } })).reply;
    const { items } = (await admin(listKitchenOrders, { query: {} })).reply.find(({ id }) => id === orderId)!;
    return { orderId, itemIds: items.map(({ id }) => id) };
  };
  const set = (id: number, status: 'completed' | 'delivered' | 'cancelled') =>
    admin(updateItemStatus, { params: { id: String(id) }, body: { status } });
  const [first, second] = [await order(menu.t1), await order(null)];
  now = new Date('2026-03-10T18:05:00Z');
  await admin(updateKitchenItems, { body: { itemIds: [first.itemIds[0]!], status: 'completed' } });
  // there is still something to make of it
  expect(await ready()).toEqual([]);
  await set(first.itemIds[1]!, 'cancelled');
  now = new Date('2026-03-10T18:06:00Z');
  await admin(updateKitchenItems, { body: { itemIds: second.itemIds, status: 'completed' } });
  const told = { station_id: null, station_title: null };
  const of = ({ orderId }: typeof first, table_title: string | null, token_no: number, at: string) => ({
    ...told,
    order_id: orderId,
    table_title,
    token_no,
    ready_at: `2026-03-10T${at}:00.000Z`,
  });
  expect(await ready()).toEqual([of(second, null, 2, '18:06'), of(first, 'T1', 1, '18:05')]);

  for (const id of second.itemIds) await set(id, 'delivered');
  expect(await ready()).toEqual([of(first, 'T1', 1, '18:05')]);
  now = new Date('2026-03-10T18:15:00Z');
  expect(await ready()).toEqual([]);
  now = new Date('2026-03-10T18:14:00Z');
  await admin(completeOrders, { body: { orderIds: [first.orderId] } });
  expect(await ready()).toEqual([]);
  expect((await (await staff('KITCHEN_DISPLAY'))(listReady, {})).status).toBe(403);
});

test('what was ordered a day ago is told as ready, too', async () => {
  let now = new Date('2026-03-10T08:00:00Z');
  const { admin, menu } = await withMenu(await openRestaurant({ app: await openApp({ clock: () => now }), now }));
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const items = (await admin(listKitchenOrders, { query: {} })).reply.flatMap((order) => order.items);
  now = new Date('2026-03-11T09:00:00Z');
  await admin(updateKitchenItems, { body: { itemIds: items.map(({ id }) => id), status: 'completed' } });
  expect((await admin(listReady, {})).reply).toMatchObject([{ order_id: orderId, ready_at: now.toISOString() }]);
});

test('where nobody cooks nothing is ready to be fetched', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(saveStoreSetting, { body: { cooksHere: false } });
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  expect((await admin(listReady, {})).reply).toEqual([]);
});

test('what was cancelled is seen with the last item of its own order, whatever is moved together with it', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [menu.soup, menu.bread, menu.wine].map((id) => ({ id, quantity: 1 }));
  for (let n = 0; n < 3; n++) await admin(createOrder, { body: { cart } });
  const board = async () => (await admin(getKitchenBoard, { query: {} })).reply.orders;
  const [first, second, third] = (await board()).map(({ id, items }) => ({ id, items: items.map((item) => item.id) }));
  for (const { items } of [first!, second!, third!])
    await admin(updateItemStatus, { params: { id: String(items[0]) }, body: { status: 'cancelled' } });

  const itemIds = [...first!.items, second!.items[1]!, ...third!.items];
  expect((await admin(updateKitchenItems, { body: { itemIds, status: 'completed' } })).status).toBe(200);

  expect((await board()).map(({ id, items }) => [id, items.map((item) => item.status)])).toEqual([
    [second!.id, ['cancelled', 'completed', 'created']],
  ]);
});

test('an order leaves the kitchen with its last item', async () => {
  const { admin, soup, bread } = await open();
  const finish = async (id: string) => {
    await admin(updateKitchenStatus, { params: { id }, body: { status: 'preparing' } });
    await admin(updateKitchenStatus, { params: { id }, body: { status: 'completed' } });
  };

  await finish(soup);
  expect((await admin(listKitchenOrders, { query: {} })).reply).toHaveLength(1);
  await finish(bread);

  expect((await admin(listKitchenOrders, { query: {} })).reply).toEqual([]);
});

test('a cancelled item stays in sight and cannot be cooked', async () => {
  const { admin, soup } = await open();
  await admin(updateItemStatus, { params: { id: soup }, body: { status: 'cancelled' } });

  expect((await admin(listKitchenOrders, { query: {} })).reply[0]?.items[0]?.status).toBe('cancelled');
  expect((await admin(updateKitchenStatus, { params: { id: soup }, body: { status: 'preparing' } })).status).toBe(409);
});

test('both kitchen scopes work the buttons, and no other scope', async () => {
  const { staff, soup } = await open();
  const display = await staff('KITCHEN_DISPLAY');
  const waiter = await staff('POS', 'ORDERS', 'ORDER_STATUS');

  expect((await waiter(listKitchenOrders, { query: {} })).status).toBe(403);
  expect((await waiter(updateKitchenStatus, { params: { id: soup }, body: { status: 'preparing' } })).status).toBe(403);
  expect((await display(updateKitchenStatus, { params: { id: soup }, body: { status: 'preparing' } })).status).toBe(200);
});

test('one restaurant cannot see or cook what belongs to another', async () => {
  const theirs = await open();
  const mine = await openRestaurant();

  expect((await mine.admin(listKitchenOrders, { query: {} })).reply).toEqual([]);
  expect((await mine.admin(updateKitchenStatus, { params: { id: theirs.soup }, body: { status: 'preparing' } })).status).toBe(404);
});

test.each([['x'], ['0'], ['-1'], ['1e3'], ['99999999999999999999'], ['1%00']])('the id %s is refused', async (id) => {
  const { admin } = await openRestaurant();
  expect((await admin(updateKitchenStatus, { params: { id }, body: { status: 'preparing' } })).status).toBe(400);
});

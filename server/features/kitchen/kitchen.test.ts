import { expect, test } from 'vitest';
import { listKitchenOrders, updateKitchenItems, recallItems, updateKitchenStatus } from '#contract/kitchen.ts';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

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

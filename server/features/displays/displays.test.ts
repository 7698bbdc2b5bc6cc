import { expect, test } from 'vitest';
import {
  addDisplay,
  deleteDisplay,
  getDisplay,
  listDisplays,
  listOrderStatus,
  sendToDisplay,
  type ShownCart,
  takeDisplay,
} from '#contract/displays.ts';
import { completeAndPayOrders, completeOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { listEvents } from '#contract/events.ts';
import { withMenu } from '#server/testing/menu.ts';
import { database, openApp, openRestaurant } from '#server/testing/restaurant.ts';

test('a token is preparing until all its dishes are made, then ready for ten minutes or until it is delivered', async () => {
  const { admin, menu, staff, tenantId } = await withMenu(await openRestaurant());
  const guests = await staff('ORDER_STATUS_DISPLAY');
  const board = async () => (await guests(listOrderStatus, {})).reply;
  const order = async () => {
    const cart = [
      { id: menu.soup, quantity: 1 },
      { id: menu.bread, quantity: 1 },
    ];
    const { orderId, tokenNo } = (await admin(createOrder, { body: { cart } })).reply;
    const { rows } = await database.query<{ id: string }>('select id from order_lines where order_id = $1 order by id', [orderId]);
    return { tokenNo, lines: rows.map(({ id }) => String(id)) };
  };
  const set = async (lines: string[], status: 'completed' | 'delivered') => {
    for (const id of lines) expect((await admin(updateItemStatus, { params: { id }, body: { status } })).status).toBe(200);
  };
  const [first, second] = [await order(), await order()];
  expect(await board()).toEqual({ preparing: [first.tokenNo, second.tokenNo], ready: [] });
  await set([first.lines[0]!], 'completed');
  // half made it keeps its place
  expect(await board()).toEqual({ preparing: [first.tokenNo, second.tokenNo], ready: [] });
  await set([first.lines[1]!], 'completed');
  await set(second.lines, 'completed');
  expect(await board()).toEqual({ preparing: [], ready: [second.tokenNo, first.tokenNo] });
  await set(first.lines, 'delivered');
  expect((await board()).ready).toEqual([second.tokenNo]);
  await database.query(
    "update order_lines set completed_at = completed_at - interval '11 minutes', cooked_at = cooked_at - interval '11 minutes' where tenant_id = $1",
    [tenantId],
  );
  expect(await board()).toEqual({ preparing: [], ready: [] });
});

test('an order that is completed as a whole is ready too, whoever made it', async () => {
  const { admin, menu, staff } = await withMenu(await openRestaurant());
  const guests = await staff('ORDER_STATUS_DISPLAY');
  const order = async () => (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } })).reply;
  const [first, second] = [await order(), await order()];
  expect((await admin(completeOrders, { body: { orderIds: [first.orderId] } })).status).toBe(200);
  expect((await guests(listOrderStatus, {})).reply).toEqual({ preparing: [second.tokenNo], ready: [first.tokenNo] });
  const paid = { orderIds: [second.orderId], subTotal: 2, taxTotal: 0, total: 2 };
  expect((await admin(completeAndPayOrders, { body: paid })).status).toBe(200);
  expect((await guests(listOrderStatus, {})).reply).toEqual({ preparing: [], ready: [second.tokenNo, first.tokenNo] });
});

test('an order is on the board after a long day, and for a party that was ordered days ahead once it is begun', async () => {
  let now = new Date('2026-03-10T08:00:00Z');
  const { admin, staff, menu } = await withMenu(await openRestaurant({ app: await openApp({ clock: () => now }), now }));
  const guests = await staff('ORDER_STATUS_DISPLAY');
  const board = async () => (await guests(listOrderStatus, {})).reply;
  const order = async () => (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const ahead = await order();
  now = new Date('2026-03-12T09:00:00Z');
  const [long, whole] = [await order(), await order()];
  now = new Date('2026-03-13T01:00:00Z');
  expect(await board()).toEqual({ preparing: [long.tokenNo, whole.tokenNo], ready: [] });

  const { rows } = await database.query<{ id: string }>('select id from order_lines where order_id = $1', [ahead.orderId]);
  for (const { id } of rows) await admin(updateItemStatus, { params: { id }, body: { status: 'preparing' } });
  expect(await board()).toEqual({ preparing: [ahead.tokenNo, long.tokenNo, whole.tokenNo], ready: [] });
  for (const { id } of rows) await admin(updateItemStatus, { params: { id }, body: { status: 'completed' } });
  now = new Date('2026-03-13T01:01:00Z');
  await admin(completeOrders, { body: { orderIds: [whole.orderId] } });
  expect(await board()).toEqual({ preparing: [long.tokenNo], ready: [whole.tokenNo, ahead.tokenNo] });
  now = new Date('2026-03-13T01:11:00Z');
  expect(await board()).toEqual({ preparing: [long.tokenNo], ready: [] });
});

const START = Date.parse('2037-03-10T18:00:00Z');
const at = (id: number) => ({ params: { id: String(id) } });
const cart: ShownCart = { lines: [{ title: 'Soup', quantity: 2, total: 9 }], total: 9.9, paid: null };

/** A till and a display of one restaurant, and a clock that the test holds. */
const openPair = async () => {
  let seconds = 0;
  const app = await openApp({ clock: () => new Date(START + seconds * 1000) });
  const restaurant = await openRestaurant({ app, now: new Date(START) });
  const [till, display] = [await restaurant.staff('POS'), await restaurant.staff('CUSTOMER_DISPLAY')];
  const ask = async (displayId?: number) => (await display(addDisplay, { body: { kind: 'customer', displayId } })).reply;
  return {
    ...restaurant,
    till,
    display,
    ask,
    pass: (more: number) => void (seconds += more),
    pair: async () => {
      const { displayId, code } = await ask();
      expect((await till(takeDisplay, { body: { code } })).reply).toMatchObject({ displayId, kind: 'customer' });
      return displayId;
    },
    show: (displayId: number, shown: ShownCart | null) => till(sendToDisplay, { ...at(displayId), body: { shown } }),
    shown: async (displayId: number) => (await display(getDisplay, at(displayId))).reply.shown,
  };
};

test('a display is paired by its code, once and within ten minutes, and shows what the till rings up', async () => {
  const { admin, till, display, ask, pass, show, shown } = await openPair();
  const first = await ask();
  expect(first).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), codeSeconds: 600 });
  expect((await show(first.displayId, cart)).status).toBe(404);
  pass(600);
  expect((await till(takeDisplay, { body: { code: first.code } })).status).toBe(404);
  const second = await ask(first.displayId);
  expect(second.displayId).toBe(first.displayId);
  const entered = `${second.code.slice(0, 3)} ${second.code.slice(3)}`;
  expect((await till(takeDisplay, { body: { code: entered } })).status).toBe(200);
  expect((await till(takeDisplay, { body: { code: entered } })).status).toBe(404);
  expect((await till(listDisplays, {})).reply).toMatchObject([{ displayId: first.displayId, kind: 'customer', pairedBy: 'Colleague' }]);

  expect((await display(getDisplay, at(first.displayId))).reply).toEqual({
    isPaired: true,
    pairedBy: 'Colleague',
    shown: null,
    store: { name: 'Test kitchen', image: null, currency: 'USD' },
  });
  expect((await show(first.displayId, cart)).status).toBe(200);
  expect(await shown(first.displayId)).toEqual(cart);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.map(({ type, payload }) => [type, payload])).toEqual([
    ['display_update', { displayId: first.displayId }],
    ['display_update', { displayId: first.displayId }],
  ]);
});

test('pages that were left open lock no display out: the one that waits longest makes room, and none that is paired', async () => {
  const { admin, staff } = await openRestaurant();
  const guests = await staff('CUSTOMER_DISPLAY');
  const ask = async () => guests(addDisplay, { body: { kind: 'customer' } });
  const paired = (await ask()).reply;
  await admin(takeDisplay, { body: { code: paired.code } });
  const waiting = [];
  for (let made = 1; made < 50; made++) waiting.push((await ask()).reply.displayId);
  const { status, reply } = await ask();
  expect(status).toBe(200);
  const statusOf = async (id: number) => (await guests(getDisplay, { params: { id: String(id) } })).status;
  const asked = [reply.displayId, paired.displayId, waiting[0]!, waiting[1]!];
  expect(await Promise.all(asked.map(statusOf))).toEqual([200, 200, 404, 200]);
});

test('who asks for customer displays again and again pushes no board that waits for its till out', async () => {
  const { staff } = await openRestaurant();
  const [guests, board] = [await staff('CUSTOMER_DISPLAY'), await staff('ORDER_STATUS_DISPLAY')];
  const waiting = (await board(addDisplay, { body: { kind: 'orders' } })).reply.displayId;
  const asked = [];
  for (let made = 0; made < 52; made++) asked.push((await guests(addDisplay, { body: { kind: 'customer' } })).reply.displayId);
  expect((await board(getDisplay, { params: { id: String(waiting) } })).status).toBe(200);
  const [first, last] = [asked[0]!, asked.at(-1)!].map((id) => guests(getDisplay, { params: { id: String(id) } }));
  expect([(await first!).status, (await last!).status]).toEqual([404, 200]);

  // where all that wait are of the other kind the oldest of them goes: nobody is locked out
  const crowd = await openRestaurant();
  const ask = async (kind: 'customer' | 'orders') => (await crowd.admin(addDisplay, { body: { kind } })).status;
  for (let made = 0; made < 50; made++) await ask('customer');
  expect(await ask('orders')).toBe(200);
});

test('an older word of a page that arrives later changes nothing; another page’s, and one without an order, count', async () => {
  const { admin, till, pair, show, shown } = await openPair();
  const displayId = await pair();
  const say = async (total: number, from: string, order: number) =>
    (await till(sendToDisplay, { ...at(displayId), body: { shown: { ...cart, total }, from, order } })).status;
  const total = async () => (await shown(displayId))?.total;
  expect(await say(2, 'page one', 2)).toBe(200);
  expect(await say(1, 'page one', 1)).toBe(200);
  expect(await say(2.5, 'page one', 2)).toBe(200);
  expect(await total()).toBe(2);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  // paired, and told once
  expect(events).toHaveLength(2);
  await say(3, 'page one', 3);
  expect(await total()).toBe(3);
  await say(4, 'page two', 1);
  expect(await total()).toBe(4);
  await show(displayId, { ...cart, total: 5 });
  expect(await total()).toBe(5);
  await say(6, 'page one', 4);
  expect(await total()).toBe(6);
});

test('what a guest was shown goes: the change soon, a cart that was left after a while, also from the table', async () => {
  const { tenantId, pair, pass, show, shown } = await openPair();
  const [one, two] = [await pair(), await pair()];
  await show(one, { ...cart, paid: { given: 20, change: 10.1, tokenNo: 7 } });
  await show(two, cart);
  pass(121);
  expect([await shown(one), await shown(two)]).toEqual([null, cart]);
  pass(1680);
  expect(await shown(two)).toBeNull();
  await show(one, null);
  const { rows } = await database.query('select shown from displays where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ shown: null }, { shown: null }]);
});

test('a display is unpaired from either side; others see neither it nor what it shows, and codes are not guessed', async () => {
  const { staff, till, display, ask, pair, show, shown } = await openPair();
  const [one, two] = [await pair(), await pair()];
  expect((await till(deleteDisplay, at(one))).status).toBe(200);
  expect((await display(deleteDisplay, at(two))).status).toBe(200);
  for (const id of [one, two]) expect([(await show(id, cart)).status, (await display(getDisplay, at(id))).status]).toEqual([404, 404]);
  // it asks again
  expect((await ask(one)).displayId).not.toBe(one);

  const three = await pair();
  const board = await staff('ORDER_STATUS_DISPLAY');
  expect((await board(getDisplay, at(three))).status).toBe(403);
  expect((await board(addDisplay, { body: { kind: 'customer' } })).status).toBe(403);
  expect((await board(deleteDisplay, at(three))).status).toBe(403);
  const theirs = await openPair();
  expect([(await theirs.show(three, cart)).status, (await theirs.display(getDisplay, at(three))).status]).toEqual([404, 404]);
  const { code } = await ask();
  expect((await theirs.till(takeDisplay, { body: { code } })).status).toBe(404);
  expect(await shown(three)).toBeNull();

  // a board for orders shows no cart
  const orders = (await board(addDisplay, { body: { kind: 'orders' } })).reply;
  expect((await till(takeDisplay, { body: { code: orders.code } })).reply.kind).toBe('orders');
  expect((await show(orders.displayId, cart)).status).toBe(404);

  const lines = Array.from({ length: 201 }, () => cart.lines[0]!);
  expect((await show(three, { ...cart, lines })).status).toBe(400);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => till(takeDisplay, { body: { code: 'x' } })));
  expect(guesses.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2);
  expect((await till(takeDisplay, { body: { code } })).status).toBe(429);
});

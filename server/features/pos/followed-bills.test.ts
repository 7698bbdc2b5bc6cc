import { expect, onTestFinished, test } from 'vitest';
import { listChecks, mergeCheck, moveCheck, payCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { cancelOrders, completeAndPayOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { addTable } from '#contract/tables.ts';
import { at, keyed, openBills } from '#server/testing/bills.ts';
import { database, databases } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';

// A till follows the bill of its table, and sends a round before it has heard what became of that.

const openFollowed = async () => {
  const restaurant = await openBills();
  const { admin, menu, sell, bill } = restaurant;
  const { tableId: t9 } = (await admin(addTable, { body: { title: 'T9', floor: 'Ground', seatingCapacity: 2 } })).reply;
  const followed = await sell(menu.t2);
  const send = (checkId: number | undefined, key?: string, tableId = menu.t2, asksWhenMoved?: boolean) =>
    admin(
      createOrder,
      { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId, checkId, asksWhenMoved } },
      key === undefined ? {} : keyed(key),
    );
  return {
    ...restaurant,
    t9,
    followed,
    send,
    bills: async () =>
      (await admin(listChecks, { query: {} })).reply.map(({ check_id: id, table_title: title, orders }) => [id, title, orders] as const),
    moveTo: (tableId: number | null, id = followed) => admin(moveCheck, { ...at(id), body: { tableId } }),
    put: async (from: number, onto: number) => (await admin(mergeCheck, { ...at(onto), body: { checkId: from } })).reply.changeId,
    pay: async (id = followed) => {
      const orderIds = (await bill(id)).orders.map((order) => order.id);
      expect((await admin(completeAndPayOrders, { body: { orderIds } })).status).toBe(200);
    },
  };
};
type Followed = Awaited<ReturnType<typeof openFollowed>>;

const refused = { status: 409, reply: { code: 'conflict', asksForTable: true, message: expect.stringMatching(/Please choose a table/) } };

test('a round of a bill that was moved is on that bill, and not with others who sit at the table of before', async () => {
  const { menu, t9, followed, sell, send, moveTo, bills } = await openFollowed();
  await moveTo(t9);
  expect((await send(followed)).reply).toMatchObject({ checkId: followed, tableId: t9 });
  expect(await bills()).toEqual([[followed, 'T9', 2]]);
  const others = await sell(menu.t2);
  expect((await send(followed)).reply).toMatchObject({ checkId: followed, tableId: t9 });
  // who follows none is for whoever sits there
  const { reply } = await send(undefined);
  expect([reply.checkId, reply.tableId]).toEqual([others, undefined]);
  expect(await bills()).toEqual([
    [followed, 'T9', 3],
    [others, 'T2', 2],
  ]);
});

test('a round of a bill that was put onto another one, and that onto a third, is on that; when it is undone it is on its own', async () => {
  const { menu, t9, followed, sell, send, put, admin, bills } = await openFollowed();
  const second = await sell(menu.t1);
  await put(followed, second);
  expect((await send(followed)).reply).toMatchObject({ checkId: second, tableId: menu.t1 });
  const third = await sell(t9);
  const changeId = await put(second, third);
  const others = await sell(menu.t2);
  expect((await send(followed)).reply).toMatchObject({ checkId: third, tableId: t9 });
  expect((await admin(undoCheckChange, { ...at(third), body: { changeId } })).status).toBe(200);
  expect((await send(followed)).reply).toMatchObject({ checkId: second, tableId: menu.t1 });
  expect((await bills()).find(([id]) => id === others)).toEqual([others, 'T2', 1]);
});

const ends: [string, (restaurant: Followed) => Promise<unknown>][] = [
  ['was paid', ({ pay }) => pay()],
  [
    'was cancelled',
    async ({ admin, bill, followed }) => {
      const orderIds = (await bill(followed)).orders.map(({ id }) => id);
      expect((await admin(cancelOrders, { body: { orderIds } })).status).toBe(200);
    },
  ],
];
test.each(ends)('a round of a bill that %s begins one of its own at its table, but joins nobody there', async (_, end) => {
  const restaurant = await openFollowed();
  const { menu, t9, followed, send, bills, bill } = restaurant;
  await end(restaurant);
  const { reply } = await send(followed, 'first');
  expect([(await bills()).length, reply.checkId === followed, reply.tableId]).toEqual([1, false, undefined]);
  expect(await bill(reply.checkId!)).toMatchObject({ table_id: menu.t2, status: 'open' });

  const before = await bills();
  expect(await send(followed, 'second')).toMatchObject(refused);
  expect(await bills()).toEqual(before);
  // what was asked for once is answered the same, whoever sits there by now
  expect((await send(followed, 'first')).reply).toEqual(reply);
  // and the same order may go where somebody says
  expect((await send(undefined, 'second', t9)).status).toBe(200);
});

const lost: [string, (restaurant: Followed) => Promise<unknown>][] = [
  [
    'was moved and paid there',
    async ({ moveTo, t9, pay }) => {
      await moveTo(t9);
      await pay();
    },
  ],
  ['has no table any more', ({ moveTo }) => moveTo(null)],
];
test.each(lost)('a round of a bill that %s asks for its table', async (_, lose) => {
  const restaurant = await openFollowed();
  const { followed, send, bills } = restaurant;
  await lose(restaurant);
  const before = await bills();
  expect(await send(followed)).toMatchObject(refused);
  expect(await bills()).toEqual(before);
});

test('a round of a part whose main bill was paid begins a bill at their table, but joins nobody there', async () => {
  const { admin, menu, cash, followed, sell, send, bill, linesOf, bills } = await openFollowed();
  const [item] = await linesOf(followed);
  const parts = [{ items: [{ itemId: item!.id, quantity: 1 }] }];
  const { reply } = await admin(splitCheck, { ...at(followed), body: { parts } });
  const [part] = reply.checkIds;
  const { due } = await bill(followed);
  const payments = [{ paymentTypeId: cash, amount: due }];
  expect((await admin(payCheck, { ...at(followed), body: { due, payments } })).status).toBe(200);
  const next = (await send(part)).reply.checkId;
  expect(await bills()).toEqual([
    [part, 'T2', 1],
    [next, 'T2', 1],
  ]);
  expect(await send(part)).toMatchObject(refused);
  expect(await sell(menu.t2)).toBe(next);
});

test('a round that was begun without network is on its bill where that has stayed, and else asks for its table', async () => {
  const { menu, t9, followed, send, sell, put, moveTo, bills } = await openFollowed();
  const offline = (key?: string) => send(followed, key, menu.t2, true);
  const first = await offline('key');
  expect(first.reply).toMatchObject({ checkId: followed });
  // a release before learns of neither
  expect((await send(undefined, 'key')).reply).toEqual(first.reply);
  await moveTo(t9);
  const before = await bills();
  expect(await offline()).toMatchObject(refused);
  await moveTo(menu.t2);
  await put(followed, await sell(menu.t1));
  expect(await offline()).toMatchObject(refused);
  expect((await bills()).flatMap(([, , orders]) => orders)).toEqual([before[0]![2] + 1]);
});

test('the bill of another restaurant, or one that never was, is none to follow', async () => {
  const { send, bills, followed } = await openFollowed();
  const theirs = await openFollowed();
  for (const id of [theirs.followed, 999_999_999]) expect(await send(id)).toMatchObject(refused);
  expect(await bills()).toEqual([[followed, 'T2', 1]]);
  expect(await theirs.bills()).toEqual([[theirs.followed, 'T2', 1]]);
});

test('a key stands for an order with and without its bill: a release before reads none', async () => {
  const { followed, send, bills } = await openFollowed();
  const first = await send(followed, 'key');
  expect([(await send(undefined, 'key')).reply, (await send(followed, 'key')).reply]).toEqual([first.reply, first.reply]);
  expect(await bills()).toEqual([[followed, 'T2', 2]]);
});

test('bills that are merged by a key are those that it was used for', async () => {
  const { admin, menu, t9, followed, sell } = await openFollowed();
  const others = [await sell(menu.t1), await sell(t9)];
  const [first, second] = [0, 1].map(
    (which) => () => admin(mergeCheck, { ...at(followed), body: { checkId: others[which]! } }, keyed('m')),
  );
  expect([(await first!()).status, (await second!()).status]).toEqual([200, 422]);
});

test('money off the bill is off a round that follows it', async () => {
  const { admin, t9, followed, send, moveTo, bill } = await openFollowed();
  const off = { itemId: null, kind: 'percent' as const, value: 50, note: 'A friend' };
  expect((await admin(addAdjustment, { ...at(followed), body: off })).status).toBe(200);
  await moveTo(t9);
  const before = await bill(followed);
  expect((await send(followed)).reply).toMatchObject({ checkId: followed });
  const after = await bill(followed);
  expect(after.discount - before.discount).toBeCloseTo(1);
});

test.each([
  ['moves', 'T9', 'followed', 'table_id = $3, table_title = $4'],
  ['is put onto another one', 'T9', 'other', 'merged_into = $3, closed_at = now()'],
] as const)('a round that is sent while its bill %s waits, and is where that went', async (what, title, on, change) => {
  const { tenantId, t9, followed, sell, send, bills } = await openFollowed();
  const other = on === 'other' ? await sell(t9) : undefined;
  const client = await database.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query(`update checks set ${change} where tenant_id = $1 and id = $2`, [
    tenantId,
    followed,
    ...(what === 'moves' ? [t9, title] : [other]),
  ]);
  const sending = send(followed);
  await whileHeld(client, sending);
  await client.query('commit');
  const { reply } = await sending;
  expect(reply).toMatchObject({ checkId: other ?? followed, tableId: t9 });
  expect((await bills()).find(([id]) => id === reply.checkId)).toEqual([reply.checkId, title, 2]);
});

test('a round of a bill that was put onto another one holds nothing that whoever undoes that waits for', async () => {
  const { tenantId, menu, followed, sell, send, put } = await openFollowed();
  const onto = await sell(menu.t1);
  await put(followed, onto);
  const client = await database.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  // as who undoes it begins: the one with the lower number may be either
  await client.query('select from checks where tenant_id = $1 and id = $2 for update', [tenantId, onto]);
  const sending = send(followed);
  await whileHeld(client, sending);
  await client.query('select from checks where tenant_id = $1 and id = $2 for update nowait', [tenantId, followed]);
  await client.query('commit');
  expect((await sending).reply.checkId).toBe(onto);
});

test('an order of an older node, which names no bill, joins that of its table', async () => {
  const { menu, tenantId, followed } = await openFollowed();
  const order = {
    version: 1_000_000,
    now: new Date(),
    businessDate: '2026-01-01',
    deliveryType: 'dinein',
    customerType: 'WALKIN',
    currency: 'USD',
    table: { id: menu.t2, title: 'T2', floor: 'Ground' },
    lines: [],
    message: '',
  };
  const placed = await databases.callAsTenant<{ response: object }>('place_order', tenantId, order);
  expect(placed).toMatchObject({ outcome: 'placed', response: { checkId: followed } });
  expect(placed.response).not.toHaveProperty('tableId');
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addApproval } from '#contract/approvals.ts';
import { listAudit } from '#contract/audit.ts';
import { addDrawerMovement, countDrawer, getDrawer, listDrawers, openDrawer } from '#contract/drawers.ts';
import { payCheck, listChecks, reversePayment } from '#contract/checks.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addReason } from '#contract/reasons.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { getCurrencyToKeep } from '#server/features/store-settings/currency.queries.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';
import { insertDrawer, insertMovement, shareDrawers } from './drawers.queries.ts';

test('a drawer is opened once, moved, counted once; what was expected is float and movements', async () => {
  const { admin } = await openRestaurant();
  const open = () => admin(openDrawer, { body: { title: 'Bar', float: 100 } });
  const { drawerId } = (await open()).reply;
  expect((await open()).status).toBe(409);
  const at = { params: { id: String(drawerId) } };
  const move = (kind: 'pay_in' | 'pay_out' | 'drop' | 'no_sale', amount: number) =>
    admin(addDrawerMovement, { ...at, body: { kind, amount } });
  for (const [kind, amount] of [
    ['pay_in', 20],
    ['pay_out', 5.5],
    ['drop', 50],
    ['no_sale', 0],
  ] as const)
    expect((await move(kind, amount)).status).toBe(200);
  expect((await move('drop', 0)).status).toBe(400);
  expect((await move('no_sale', 1)).status).toBe(400);
  expect((await admin(getDrawer, at)).reply).toMatchObject({ expected: 64.5, counted: null, difference: null, float: 100 });

  const body = {
    denominations: [
      { value: 50, count: 1 },
      { value: 0.5, count: 28 },
    ],
  };
  expect((await admin(countDrawer, { ...at, body })).reply).toMatchObject({ expected: 64.5, counted: 64, difference: -0.5 });
  expect((await admin(countDrawer, { ...at, body })).status).toBe(409);
  expect((await move('pay_in', 1)).status).toBe(409);
  expect((await open()).status).toBe(200);
  expect((await admin(listDrawers, {})).reply.map(({ difference }) => difference)).toEqual([null, -0.5]);
});

test('the activity tells of a drawer in sentences, with reason and note', async () => {
  const { admin } = await openRestaurant();
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const at = { params: { id: String(drawerId) } };
  const { reasonId } = (await admin(addReason, { body: { kind: 'drawer', title: 'Ice' } })).reply;
  await admin(addDrawerMovement, { ...at, body: { kind: 'pay_out', amount: 5.5, reasonId, note: 'two bags' } });
  await admin(addDrawerMovement, { ...at, body: { kind: 'drop', amount: 50 } });
  await admin(addDrawerMovement, { ...at, body: { kind: 'no_sale', amount: 0 } });
  await admin(countDrawer, { ...at, body: { denominations: [{ value: 0.5, count: 90 }] } });

  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'drawer' } })).reply;
  expect(entries.map(({ text, amount, reason, note }) => [text.replace('Test kitchen ', ''), amount, reason, note])).toEqual([
    ['counted $45.00 in drawer Bar, a difference of $0.50.', 45, null, null],
    ['opened drawer Bar without a sale.', null, null, null],
    ['brought $50.00 from drawer Bar to the safe.', 50, null, null],
    ['paid $5.50 out of drawer Bar.', 5.5, 'Ice', 'two bags'],
    ['opened drawer Bar with a float of $100.00.', 100, null, null],
  ]);
});

test('who lacks open_drawer asks a colleague, for this drawer and at most this amount; what has no sale has none', async () => {
  const { admin, colleague } = await openRestaurant();
  const [waiter, manager] = [await colleague('POS'), await colleague('POS')];
  const hash = await hashPassword('2580', systemRandom);
  await database.query("update members set name = 'Wanda', rights = '{}' where username = $1", [waiter.username]);
  await database.query("update members set name = 'Mia', rights = '{open_drawer,approve}', pin_hash = $2 where username = $1", [
    manager.username,
    hash,
  ]);
  const { drawerId } = (await waiter.call(openDrawer, { body: { title: 'Bar', float: 100 } })).reply;
  const at = { params: { id: String(drawerId) } };
  const move = (kind: 'drop' | 'no_sale', amount: number, approvalToken?: string) =>
    waiter.call(addDrawerMovement, { ...at, body: { kind, amount, approvalToken } });
  const approve = async (act: 'drop' | 'no_sale', amount: number | null) =>
    (
      await waiter.call(addApproval, {
        body: { username: manager.username, pin: '2580', action: 'open_drawer', targetId: drawerId, act, amount },
      })
    ).reply.approvalToken;
  const needed = { code: 'approval_needed', action: 'open_drawer', targetId: drawerId };
  expect(await move('drop', 20.5)).toMatchObject({ status: 409, reply: { ...needed, amount: 20.5 } });
  expect(await move('no_sale', 0)).toMatchObject({ status: 409, reply: { ...needed, amount: null } });
  expect((await move('drop', 20.5, await approve('drop', 20.49))).status).toBe(409);
  expect((await move('drop', 20.5, await approve('drop', 20.5))).status).toBe(200);
  expect((await move('no_sale', 0, await approve('no_sale', null))).status).toBe(200);
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'drawer' } })).reply;
  expect(entries.slice(0, 2).map(({ text }) => text)).toEqual([
    'Wanda opened drawer Bar without a sale, allowed by Mia.',
    'Wanda brought $20.50 from drawer Bar to the safe, allowed by Mia.',
  ]);
  // counted blind: before it, nothing is told to her
  expect((await waiter.call(getDrawer, at)).reply).toMatchObject({ expected: null, counted: null, difference: null });
  expect((await admin(getDrawer, at)).reply.expected).toBe(79.5);
  await waiter.call(countDrawer, { ...at, body: { denominations: [{ value: 10, count: 7 }] } });
  expect((await waiter.call(getDrawer, at)).reply).toMatchObject({ expected: 79.5, counted: 70, difference: -9.5 });
});

test('a drawer of another restaurant does not exist', async () => {
  const [{ admin }, other] = [await openRestaurant(), await openRestaurant()];
  const { drawerId } = (await other.admin(openDrawer, { body: { title: 'Bar', float: 1 } })).reply;
  const at = { params: { id: String(drawerId) } };
  expect((await admin(getDrawer, at)).status).toBe(404);
  expect((await admin(countDrawer, { ...at, body: { denominations: [] } })).status).toBe(404);
  expect((await admin(listDrawers, {})).reply).toEqual([]);
});

/** A soup is 4.50 and 10 % tax on top: 4.95. */
const openTill = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const { paymentTypeId: card } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const cart = [{ id: menu.soup, quantity: 2 }];
  return {
    ...restaurant,
    cash,
    card,
    open: async (title: string) => (await admin(openDrawer, { body: { title, float: 100 } })).reply.drawerId,
    sell: (drawerId: number) =>
      admin(createOrderAndInvoice, { body: { cart, payments: [{ paymentTypeId: cash, amount: 9.9, drawerId }] } }),
    sellWhole: (drawerId: number) => admin(createOrderAndInvoice, { body: { cart, paymentTypeId: cash, drawerId } }),
    order: async () => (await admin(createOrder, { body: { cart, tableId: menu.t1 } })).reply.orderId,
    expected: async (id: number) => (await admin(getDrawer, { params: { id: String(id) } })).reply.expected,
    count: (id: number) => admin(countDrawer, { params: { id: String(id) }, body: { denominations: [{ value: 10, count: 10 }] } }),
  };
};

test('a drawer expects the cash that was paid into it, once, less what was given back', async () => {
  const { admin, open, sell, sellWhole, order, expected, count, cash, card } = await openTill();
  const bar = await open('Bar');
  await sell(bar);
  const { invoiceId } = (await sellWhole(bar)).reply;
  expect(await expected(bar)).toBe(119.8);
  await admin(completeAndPayOrders, { body: { orderIds: [await order()], paymentTypeId: cash, drawerId: bar } });
  expect(await expected(bar)).toBe(129.7);

  // a bill in parts: 4 in cash, taken back, 5 in cash and the rest by card
  await order();
  const { check_id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const pay = async (due: number, amount: number, paymentTypeId = cash) =>
    (await admin(payCheck, { params: { id: String(check_id) }, body: { due, payments: [{ paymentTypeId, amount, drawerId: bar }] } }))
      .reply;
  const { paymentIds } = await pay(9.9, 4);
  expect(await expected(bar)).toBe(133.7);
  await admin(reversePayment, { params: { id: String(check_id), paymentId: String(paymentIds[0]) }, body: {} });
  expect(await expected(bar)).toBe(129.7);
  await pay(9.9, 5);
  expect(await expected(bar)).toBe(134.7);
  await pay(4.9, 4.9, card);
  expect(await expected(bar)).toBe(134.7);

  await admin(refundInvoice, { params: { id: String(invoiceId) }, body: { amount: 1.9, paymentTypeId: cash, drawerId: bar } });
  expect(await expected(bar)).toBe(132.8);
  // it was a card, after all
  const payments = [{ paymentTypeId: card, amount: 9.9, drawerId: bar }];
  await admin(correctPayment, { params: { id: String(invoiceId) }, body: { payments } });
  expect(await expected(bar)).toBe(122.9);

  expect((await count(bar)).reply).toMatchObject({ expected: 122.9, counted: 100, difference: -22.9 });
  for (const late of [
    await sell(bar),
    await sellWhole(bar),
    await admin(refundInvoice, { params: { id: String(invoiceId) }, body: { amount: 1, paymentTypeId: cash, drawerId: bar } }),
    await admin(correctPayment, {
      params: { id: String(invoiceId) },
      body: { payments: [{ paymentTypeId: cash, amount: 9.9, drawerId: bar }] },
    }),
  ])
    expect(late.status).toBe(409);
  expect((await sell(bar + 1000)).status).toBe(404);
  // what it holds stays as it was counted
  await admin(correctPayment, { params: { id: String(invoiceId) }, body: { payments: [{ paymentTypeId: cash, amount: 9.9 }] } });
  expect(await expected(bar)).toBe(122.9);
});

test('a correction moves no coin: what is corrected lies in the drawer of what it replaces while that is open, whoever corrects it', async () => {
  const { admin, open, expected, count, menu, cash, card } = await openTill();
  const [bar, hall] = [await open('Bar'), await open('Hall')];
  const sell = async (...payments: { paymentTypeId: number; amount: number; drawerId?: number }[]) =>
    (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 2 }], payments } })).reply.invoiceId;
  const correct = async (id: number, ...payments: { paymentTypeId: number; amount: number; drawerId?: number }[]) =>
    expect((await admin(correctPayment, { params: { id: String(id) }, body: { payments } })).status).toBe(200);
  const both = async () => [await expected(bar), await expected(hall)];
  // a card after all cash, and back
  const whole = await sell({ paymentTypeId: card, amount: 9.9, drawerId: bar });
  expect(await both()).toEqual([100, 100]);
  await correct(whole, { paymentTypeId: cash, amount: 9.9 });
  expect(await both()).toEqual([109.9, 100]);
  // a part of it was a card: all of it lies where it lay
  await correct(whole, { paymentTypeId: card, amount: 4 }, { paymentTypeId: cash, amount: 5.9 });
  expect(await both()).toEqual([105.9, 100]);
  // two payments in two drawers change their types: by amount, in whatever order they are sent
  const mixed = await sell({ paymentTypeId: cash, amount: 3, drawerId: hall }, { paymentTypeId: card, amount: 6.9, drawerId: bar });
  expect(await both()).toEqual([105.9, 103]);
  await correct(mixed, { paymentTypeId: cash, amount: 6.9 }, { paymentTypeId: card, amount: 3 });
  expect(await both()).toEqual([112.8, 100]);
  // other sums: in their order
  await correct(mixed, { paymentTypeId: card, amount: 4.9 }, { paymentTypeId: cash, amount: 5 });
  expect(await both()).toEqual([105.9, 105]);
  // a drawer that was named, and one that was counted meanwhile
  const last = await sell({ paymentTypeId: card, amount: 9.9, drawerId: bar });
  await correct(last, { paymentTypeId: cash, amount: 9.9, drawerId: hall });
  expect(await both()).toEqual([105.9, 114.9]);
  const counted = await sell({ paymentTypeId: card, amount: 9.9, drawerId: bar });
  await count(bar);
  await correct(counted, { paymentTypeId: cash, amount: 9.9 });
  expect(await both()).toEqual([105.9, 114.9]);
});

test('three drawers counted at once while sales go into them: each holds what was sold before its count', async () => {
  const { open, sell, count, expected } = await openTill();
  const ids = await Promise.all(['Bar', 'Hall', 'Garden'].map(open));
  const sold = new Map(ids.map((id) => [id, 0]));
  const till = async (id: number) => {
    for (let sale = 0; sale < 6; sale++) {
      const { status } = await sell(id);
      expect([200, 409]).toContain(status);
      if (status === 200) sold.set(id, sold.get(id)! + 1);
    }
  };
  // two people count each of them
  const counts = ids.flatMap((id) => [count(id), count(id)]);
  await Promise.all([...ids.map(till), ...counts]);
  const statuses = (await Promise.all(counts)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 409, 409, 409]);
  for (const id of ids) expect(await expected(id)).toBeCloseTo(100 + sold.get(id)! * 9.9, 5);
});

test('the list says of each open drawer what is expected in it', async () => {
  const { admin, open, sell } = await openTill();
  const [bar, hall] = [await open('Bar'), await open('Hall')];
  await sell(bar);
  await admin(addDrawerMovement, { params: { id: String(hall) }, body: { kind: 'pay_in', amount: 7 } });

  const { reply } = await admin(listDrawers, {});

  expect(reply.map(({ drawer_id, expected }) => [drawer_id, expected])).toEqual([
    [hall, 107],
    [bar, 109.9],
  ]);
});

test('a count waits for whoever is paying, and holds what they paid', async () => {
  const { tenantId, open, count } = await openTill();
  const bar = await open('Bar');
  const counting = await databases.asTenant(tenantId, async (db) => {
    await shareDrawers(db, [bar]);
    const call = count(bar);
    await whileHeld(db, call);
    await insertMovement(db, {
      drawer_id: bar,
      kind: 'pay_in',
      amount: 500,
      reason: null,
      note: null,
      created_at: new Date(),
      member_id: 1,
    });
    return { call };
  });
  expect((await counting.call).reply.expected).toBe(105);
});

test('a drawer that is opened while the currency changes is of the new one; a change waits for it, and is refused', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { opening } = await databases.asTenant(tenantId, async (db) => {
    await sql`update store_settings set currency = 'JPY'`.execute(db);
    const call = admin(openDrawer, { body: { title: 'Bar', float: 10.5 } });
    await whileHeld(db, call);
    return { opening: call };
  });
  expect((await opening).reply).toMatchObject({ message: 'Please provide a valid amount!' });

  const { changing } = await databases.asTenant(tenantId, async (db) => {
    await getCurrencyToKeep(db);
    const [opener] = (await sql<{ id: number }>`select id from members`.execute(db)).rows;
    await insertDrawer(db, { title: 'Bar', float: 1000, opened_at: new Date(), opened_by: opener!.id });
    const call = admin(saveStoreSetting, { body: { currency: 'USD' } });
    await whileHeld(db, call);
    return { changing: call };
  });
  expect((await changing).reply).toMatchObject({ message: 'Please count the open drawers before you change the currency!' });
});

import { expect, test } from 'vitest';
import {
  getCheck,
  listChecks,
  markBilled,
  mergeCheck,
  moveCheck,
  payCheck,
  reversePayment,
  setCovers,
  splitCheck,
  undoCheckChange,
} from '#contract/checks.ts';
import { getDay } from '#contract/day.ts';
import { correctPayment, getInvoice, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { listKitchenOrders } from '#contract/kitchen.ts';
import { cancelOrders, completeAndPayOrders, listOpenChecks, listOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes, type PaymentInput } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

type Cart = { id: number; quantity: number }[];

/** A soup is 4.50 and 10 % tax on top: 4.95. */
const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const { paymentTypeId: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const at = (id: number) => ({ params: { id: String(id) } });
  return {
    ...restaurant,
    cash,
    visa,
    sell: async (cart: Cart = [{ id: menu.soup, quantity: 4 }], tableId: number | null = menu.t1) =>
      (await admin(createOrder, { body: { cart, tableId } })).reply.orderId,
    bills: async () => (await admin(listChecks, { query: {} })).reply,
    bill: async (id: number) => (await admin(getCheck, at(id))).reply,
    move: (id: number, tableId: number | null) => admin(moveCheck, { ...at(id), body: { tableId } }),
    merge: (id: number, checkId: number) => admin(mergeCheck, { ...at(id), body: { checkId } }),
    split: (id: number, ...parts: { itemId: number; quantity: number }[][]) =>
      admin(splitCheck, { ...at(id), body: { parts: parts.map((items) => ({ items })) } }),
    undo: (id: number, changeId: number) => admin(undoCheckChange, { ...at(id), body: { changeId } }),
    pay: (id: number, due: number, payments: PaymentInput[], complete?: boolean) =>
      admin(payCheck, { ...at(id), body: { due, payments, ...(complete !== undefined && { complete }) } }),
    takeBack: (id: number, paymentId: number) =>
      admin(reversePayment, { params: { id: String(id), paymentId: String(paymentId) }, body: {} }),
  };
};
type Shop = Awaited<ReturnType<typeof open>>;

const only = async ({ bills }: Shop) => (await bills())[0]!.check_id;
const linesOf = async ({ bill }: Shop, id: number) => (await bill(id)).orders.flatMap(({ items }) => items);
/** What a bill is, without what only tells when it changed. */
const shapeOf = async (shop: Shop, id: number) => {
  const { changes: _, ...bill } = await shop.bill(id);
  return bill;
};

test('a bill has its rounds, its sums and its taxes; a further round joins it', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  await shop.sell([
    { id: shop.menu.wine, quantity: 1 },
    { id: shop.menu.bread, quantity: 2 },
  ]);

  expect(await shop.bills()).toMatchObject([
    {
      check_id: id,
      bill_no: 1,
      table_title: 'T1',
      floor: 'Ground',
      orders: 2,
      total: 29.8,
      paid: 0,
      due: 29.8,
      covers: null,
      is_billed: false,
    },
  ]);
  expect(await shop.bill(id)).toMatchObject({
    status: 'open',
    currency: 'USD',
    total: 29.8,
    subTotal: 27,
    taxTotal: 2.8,
    taxes: [
      { title: 'VAT', rate: 10, type: 'exclusive', net: 18, tax: 1.8 },
      { title: 'Duty', rate: 20, type: 'inclusive', net: 5, tax: 1 },
    ],
    orders: [{ token_no: 1, items: [{ item_title: 'Soup', quantity: 4, is_paid: false }] }, { token_no: 2 }],
    payments: [],
    invoices: [],
    changes: [],
  });
});

test('a bill without a table has no number, and guests are counted', async () => {
  const shop = await open();
  await shop.sell(undefined, null);
  const id = await only(shop);
  await shop.admin(setCovers, { params: { id: String(id) }, body: { covers: 3 } });
  expect(await shop.bill(id)).toMatchObject({ bill_no: null, table_id: null, covers: 3 });
  expect((await shop.admin(setCovers, { params: { id: String(id) }, body: { covers: 1000 } })).status).toBe(400);
  expect((await shop.admin(getCheck, { params: { id: '999999999' } })).status).toBe(404);
});

test('a new bill takes the guests that its first round says, and a further round leaves them', async () => {
  const { admin, menu, bills } = await open();
  const cart = [{ id: menu.soup, quantity: 1 }];
  await admin(createOrder, { body: { cart, tableId: menu.t1, covers: 2 } });
  await admin(createOrder, { body: { cart, tableId: menu.t1, covers: 5 } });
  expect(await bills()).toMatchObject([{ covers: 2, orders: 2 }]);
  // what is paid at once is a bill of its own, also at a table with an open one; whoever is counted there already is not counted twice
  const sell = async (tableId: number, more: object) =>
    expect((await admin(createOrderAndInvoice, { body: { cart, tableId, covers: 4, ...more } })).status).toBe(200);
  const counted = async () => (await admin(getDay, { query: {} })).reply.covers;
  await sell(menu.t2, {});
  expect(await counted()).toBe(4);
  await sell(menu.t1, {});
  expect(await counted()).toBe(8);
  await sell(menu.t1, { hasCountedGuests: true });
  expect(await counted()).toBe(8);
  expect(await bills()).toMatchObject([{ covers: 2, orders: 2 }]);
});

test('a bill moves to a free table and back, and keeps its tokens', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  const before = await shapeOf(shop, id);

  const moved = await shop.move(id, shop.menu.t2);

  expect(moved.reply).toMatchObject({ message: 'Moved to T2.', checkId: id });
  expect(await shop.bill(id)).toMatchObject({
    table_title: 'T2',
    orders: [{ token_no: 1 }],
    changes: [{ kind: 'move', text: 'Moved to T2', can_undo: true }],
  });
  expect((await shop.admin(listOrders, { query: {} })).reply[0]).toMatchObject({ table_title: 'T2' });
  await shop.sell([{ id: shop.menu.bread, quantity: 1 }]);
  expect((await shop.undo(id, moved.reply.changeId)).reply.message).toBe('Somebody else sits at the table now!');
  expect((await shop.bill(id)).changes[0]?.can_undo).toBe(false);
  expect((await shop.move(id, shop.menu.t1)).reply).toMatchObject({ openCheckId: (await shop.bills())[1]!.check_id });
  await shop.move((await shop.bills())[1]!.check_id, null);

  expect((await shop.undo(id, moved.reply.changeId)).status).toBe(200);
  expect(await shapeOf(shop, id)).toEqual(before);
  expect((await shop.undo(id, moved.reply.changeId)).status).toBe(409);
});

test('a bill is moved nowhere that makes no sense', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  expect((await shop.move(id, shop.menu.t1)).status).toBe(409);
  expect((await shop.move(id, 999_999_999)).status).toBe(404);
  expect((await shop.admin(moveCheck, { params: { id: String(id) }, body: {} as never })).status).toBe(400);
  await shop.move(id, null);
  expect((await shop.move(id, null)).reply.message).toBe('This bill has no table!');
});

test('two bills become one, and two again', async () => {
  const shop = await open();
  await shop.sell();
  await shop.sell([{ id: shop.menu.bread, quantity: 1 }], shop.menu.t2);
  const [first, second] = (await shop.bills()).map(({ check_id }) => check_id) as [number, number];
  await shop.admin(setCovers, { params: { id: String(second) }, body: { covers: 2 } });
  const before = [await shapeOf(shop, first), await shapeOf(shop, second)];

  const merged = await shop.merge(first, second);

  expect(merged.reply.message).toBe('Merged with the bill of T2.');
  expect(await shop.bills()).toMatchObject([{ check_id: first, orders: 2, total: 21.8, covers: 2 }]);
  expect(await shop.bill(second)).toMatchObject({ status: 'closed', orders: [], total: 0, invoices: [] });
  expect((await shop.merge(first, first)).status).toBe(409);
  expect((await shop.merge(first, second)).status).toBe(409);
  expect((await shop.undo(second, merged.reply.changeId)).status).toBe(200);
  expect([await shapeOf(shop, first), await shapeOf(shop, second)]).toEqual(before);
});

test('a bill is split by items, and by part of a quantity; the kitchen sees the same sum', async () => {
  const shop = await open();
  await shop.sell([
    { id: shop.menu.soup, quantity: 3 },
    { id: shop.menu.bread, quantity: 1 },
  ]);
  const id = await only(shop);
  const before = await shapeOf(shop, id);
  const [soup, bread] = await linesOf(shop, id);

  const one = { itemId: soup!.id, quantity: 1 };
  const parts = [{ items: [one], name: ' Anna ' }, { items: [one, { itemId: bread!.id, quantity: 1 }] }];
  const { reply } = await shop.admin(splitCheck, { params: { id: String(id) }, body: { parts } });
  expect((await shop.bills()).map(({ name }) => name)).toEqual([null, 'Anna', null]);
  expect(await shop.bill(reply.checkIds[0]!)).toMatchObject({ name: 'Anna', parts: [id, reply.checkIds[1]] });

  expect((await shop.bills()).map(({ bill_no, total }) => [bill_no, total])).toEqual([
    [1, 4.95],
    [2, 4.95],
    [3, 6.95],
  ]);
  const cooked = (await shop.admin(listKitchenOrders, { query: {} })).reply.flatMap(({ items }) => items);
  expect(cooked.reduce((sum, { item_title, quantity }) => sum + (item_title === 'Soup' ? quantity : 0), 0)).toBe(3);
  expect((await shop.admin(listOpenChecks, {})).reply).toMatchObject([{ table_title: 'T1', orders: 1, bills: 3, due: 16.85 }]);
  await shop.sell([{ id: shop.menu.bread, quantity: 1 }]);
  expect((await shop.bills())[0]).toMatchObject({ bill_no: 1, total: 6.95, orders: 2 });

  expect((await shop.undo(reply.checkIds[1]!, reply.changeId)).status).toBe(200);
  const { orders, status } = await shop.bill(id);
  expect(status).toBe('open');
  expect(orders[0]).toEqual((before as { orders: unknown[] }).orders[0]);
  expect(orders).toHaveLength(2);
  expect((await shop.bill(id)).parts).toEqual([]);
  expect(await shop.bill(reply.checkIds[0]!)).toMatchObject({ status: 'closed', orders: [] });
});

test('halves that the kitchen moved on differently stay two lines', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  const [soup] = await linesOf(shop, id);
  const { reply } = await shop.split(id, [{ itemId: soup!.id, quantity: 1 }]);
  const [half] = await linesOf(shop, reply.checkIds[0]!);
  await shop.admin(updateItemStatus, { params: { id: String(half!.id) }, body: { status: 'delivered' } });

  expect((await shop.undo(id, reply.changeId)).status).toBe(200);

  expect((await linesOf(shop, id)).map(({ quantity, status }) => [quantity, status])).toEqual([
    [3, 'created'],
    [1, 'delivered'],
  ]);
});

test('what cannot be split is refused, and nothing changes', async () => {
  const shop = await open();
  await shop.sell([
    { id: shop.menu.soup, quantity: 2 },
    { id: shop.menu.bread, quantity: 1 },
  ]);
  const id = await only(shop);
  const [soup, bread] = await linesOf(shop, id);
  const whole = { itemId: soup!.id, quantity: 2 };
  const crumb = { itemId: bread!.id, quantity: 1 };
  expect((await shop.split(id, [whole, crumb])).reply.message).toBe('Something must stay on this bill!');
  expect((await shop.split(id, [{ ...whole, quantity: 3 }])).reply.message).toBe('There is not that much of Soup on this bill!');
  expect((await shop.split(id, [{ itemId: 999_999_999, quantity: 1 }])).status).toBe(404);
  expect((await shop.split(id)).status).toBe(400);
  await shop.admin(updateItemStatus, { params: { id: String(bread!.id) }, body: { status: 'cancelled' } });
  expect((await shop.split(id, [crumb])).reply.message).toBe('Bread is cancelled!');
  expect((await shop.split(id, [whole])).status).toBe(409);
  await shop.pay(id, 9.9, [{ paymentTypeId: shop.cash, amount: '1' }]);
  expect((await shop.split(id, [{ ...whole, quantity: 1 }])).reply.message).toBe('This bill has payments; it can be split by amount only.');
  expect(await shop.bills()).toHaveLength(1);
});

test('a bill is paid in parts: change, tip, and one invoice with all its payments', async () => {
  const shop = await open();
  const { cash, visa } = shop;
  await shop.sell();
  const id = await only(shop);

  const first = await shop.pay(id, 19.8, [{ paymentTypeId: cash, amount: '9.80', tendered: '20' }]);
  expect(first.reply).toMatchObject({ paid: 9.8, due: 10, change: 10.2, invoiceId: null });
  expect((await shop.bills())[0]).toMatchObject({ total: 19.8, paid: 9.8, due: 10 });

  const last = await shop.pay(id, 10, [{ paymentTypeId: visa, amount: 10, tip: 1.5 }]);
  expect(last.reply).toMatchObject({ paid: 19.8, due: 0, change: 0 });
  expect(await shop.bills()).toEqual([]);
  expect(await shop.bill(id)).toMatchObject({
    status: 'closed',
    total: 19.8,
    paid: 19.8,
    due: 0,
    invoices: [last.reply.invoiceId],
    payments: [
      { payment_type: 'Cash', kind: 'cash', amount: 9.8, tendered: 20, change: 10.2, state: 'captured' },
      { payment_type: 'Visa', kind: 'card', amount: 10, tip: 1.5, change: 0 },
    ],
  });
  expect((await shop.admin(listInvoices, { query: { type: 'today' } })).reply).toMatchObject([
    { invoice_id: last.reply.invoiceId, total: 19.8, payment_type: 'Cash, Visa' },
  ]);
  expect((await shop.admin(listOrders, { query: {} })).reply).toEqual([]);
  expect((await shop.pay(id, 0, [])).reply.message).toBe('This bill is closed!');
});

test('bills of one order are paid apart: the order is paid with the last of them', async () => {
  const shop = await open();
  const order = await shop.sell([
    { id: shop.menu.soup, quantity: 2 },
    { id: shop.menu.wine, quantity: 1 },
  ]);
  const id = await only(shop);
  const [, wine] = await linesOf(shop, id);
  const { checkIds } = (await shop.split(id, [{ itemId: wine!.id, quantity: 1 }])).reply;
  const payWhole = (bill: number, due: number, complete: boolean) =>
    shop.pay(bill, due, [{ paymentTypeId: shop.cash, amount: due }], complete);
  const states = async () =>
    (await shop.admin(listOrders, { query: {} })).reply[0]?.orders.map(({ payment_status, due }) => [payment_status, due]);

  const part = (await payWhole(checkIds[0]!, 6, false)).reply.invoiceId!;
  expect(await states()).toEqual([['pending', 9.9]]);
  expect((await shop.admin(cancelOrders, { body: { orderIds: [order] } })).reply.message).toBe('A paid order cannot be cancelled!');
  expect((await shop.admin(updateItemStatus, { params: { id: String(wine!.id) }, body: { status: 'cancelled' } })).status).toBe(409);
  expect((await shop.admin(summarisePayment, { body: { orderIds: [order] } })).reply).toMatchObject({
    total: 9.9,
    paid: 0,
    due: 9.9,
    // of what is paid the invoice is told, while the order itself waits
    invoices: [{ id: part, total: 6 }],
    orders: [{ payment_status: 'pending' }],
  });
  const rest = (await payWhole(id, 9.9, false)).reply.invoiceId!;
  expect(await states()).toEqual([['paid', 0]]);

  const opened = await Promise.all([part, rest].map(async (one) => (await shop.admin(getInvoice, { params: { id: String(one) } })).reply));
  expect(
    opened.map(({ invoice, summary }) => [invoice.total, summary.total, summary.orders[0]?.items.map(({ item_title }) => item_title)]),
  ).toEqual([
    [6, 6, ['Wine']],
    [9.9, 9.9, ['Soup']],
  ]);
});

test('the old call pays what is left of an order, and refuses a bill that has payments', async () => {
  const shop = await open();
  const order = await shop.sell([
    { id: shop.menu.soup, quantity: 2 },
    { id: shop.menu.bread, quantity: 1 },
  ]);
  const id = await only(shop);
  const [, bread] = await linesOf(shop, id);
  const { checkIds } = (await shop.split(id, [{ itemId: bread!.id, quantity: 1 }])).reply;
  await shop.pay(checkIds[0]!, 2, [{ paymentTypeId: shop.cash, amount: 2 }]);
  const { paymentIds } = (await shop.pay(id, 9.9, [{ paymentTypeId: shop.cash, amount: 1 }])).reply;
  const payOld = () => shop.admin(completeAndPayOrders, { body: { orderIds: [order], total: 9.9, paymentTypeId: shop.visa } });
  expect((await payOld()).reply.message).toBe('This bill has payments; pay it from the bill.');

  expect((await shop.takeBack(id, paymentIds[0]!)).reply).toMatchObject({ paid: 0, due: 9.9 });
  expect((await shop.takeBack(id, paymentIds[0]!)).status).toBe(409);
  expect((await shop.bill(id)).payments).toMatchObject([{ amount: 1, state: 'reversed' }]);

  expect((await payOld()).status).toBe(200);
  expect(await shop.bills()).toEqual([]);
  const { rows } = await database.query('select total::int from invoices where tenant_id = $1 order by id', [shop.tenantId]);
  expect(rows).toEqual([{ total: 200 }, { total: 990 }]);
});

test('payments that make no sense are refused', async () => {
  const shop = await open();
  const { cash, visa, admin } = shop;
  await shop.sell();
  const id = await only(shop);
  const { paymentTypeId: slip } = (await admin(addPaymentType, { body: { title: 'Voucher', needsReference: true } })).reply;
  const tries: [PaymentInput[], number, string][] = [
    [[], 400, 'Please provide a payment!'],
    [[{ paymentTypeId: cash, amount: 0 }], 400, 'Please provide an amount above 0!'],
    [[{ paymentTypeId: cash, amount: -1 }], 400, 'Please provide an amount above 0!'],
    [[{ paymentTypeId: cash, amount: '1.005' }], 400, 'A sum has at most 2 decimals!'],
    [[{ paymentTypeId: cash, amount: 19.81 }], 409, 'That is more than what is due!'],
    [[{ paymentTypeId: cash, amount: 5, tip: 1 }], 400, 'Cash takes no tips!'],
    [[{ paymentTypeId: visa, amount: 5, tendered: 10 }], 400, 'Visa gives no change!'],
    [[{ paymentTypeId: cash, amount: 5, tendered: 4 }], 400, 'What was given is less than what is to be paid!'],
    [[{ paymentTypeId: slip, amount: 5 }], 400, 'Please provide the reference of Voucher!'],
    [[{ paymentTypeId: 999_999_999, amount: 5 }], 404, 'This payment type does not exist!'],
  ];
  for (const [payments, status, message] of tries) {
    const answer = await shop.pay(id, 19.8, payments);
    expect([answer.status, answer.reply.message]).toEqual([status, message]);
  }
  const changed = await shop.pay(id, 15, [{ paymentTypeId: cash, amount: 15 }]);
  expect([changed.status, changed.reply]).toMatchObject([409, { code: 'price_changed', total: 19.8, paid: 0, due: 19.8 }]);
  expect(await shop.bill(id)).toMatchObject({ payments: [], changes: [] });
});

test('nothing is cancelled below what is paid, and a bill that comes to what is paid closes without a payment', async () => {
  const shop = await open();
  await shop.sell([
    { id: shop.menu.bread, quantity: 1 },
    { id: shop.menu.wine, quantity: 1 },
  ]);
  const id = await only(shop);
  const [bread, wine] = await linesOf(shop, id);
  await shop.pay(id, 8, [{ paymentTypeId: shop.cash, amount: 6 }]);
  const cancel = async (line: number) =>
    (await shop.admin(updateItemStatus, { params: { id: String(line) }, body: { status: 'cancelled' } })).reply.message;
  expect(await cancel(wine!.id)).toBe('Take back a payment first!');
  expect(await cancel(bread!.id)).toBe('Status updated.');
  expect((await shop.bills())[0]).toMatchObject({ total: 6, due: 0 });
  const { reply } = await shop.pay(id, 0, []);
  expect(reply).toMatchObject({ due: 0, invoiceId: expect.any(Number) });
  expect(await shop.bill(id)).toMatchObject({ status: 'closed', total: 6 });
});

test('a sale that is paid at once is a bill of its own, with payments of any number', async () => {
  const shop = await open();
  await shop.sell();
  const body = { cart: [{ id: shop.menu.wine, quantity: 1 }], tableId: shop.menu.t1 };
  const pay = (...amounts: number[]) =>
    shop.admin(createOrderAndInvoice, {
      body: { ...body, payments: amounts.map((amount, index) => ({ paymentTypeId: index === 0 ? shop.cash : shop.visa, amount })) },
    });
  expect((await pay(2, 3)).reply.message).toBe('The payments do not add up to the total!');
  const { invoiceId } = (await pay(2, 4)).reply;
  expect(await shop.bills()).toMatchObject([{ total: 19.8, orders: 1 }]);
  expect((await shop.admin(getInvoice, { params: { id: String(invoiceId) } })).reply.payments).toMatchObject([
    { payment_type: 'Cash', amount: 2 },
    { payment_type: 'Visa', amount: 4 },
  ]);
});

test('a bill says that it was printed until it changes', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  const print = async () => (await shop.admin(markBilled, { params: { id: String(id) } })).reply.prints;
  const isBilled = async () => (await shop.bills())[0]!.is_billed;
  expect([await print(), await print(), await isBilled()]).toEqual([1, 2, true]);
  await shop.pay(id, 19.8, [{ paymentTypeId: shop.cash, amount: 1 }]);
  expect(await isBilled()).toBe(true);
  await shop.sell();
  expect(await isBilled()).toBe(false);
});

test('who lacks a right is told for what a colleague has to stand', async () => {
  const shop = await open();
  await shop.sell();
  const id = await only(shop);
  const { call, username } = await shop.colleague('POS');
  const at = { params: { id: String(id) } };
  const { paymentIds } = (await call(payCheck, { ...at, body: { due: 19.8, payments: [{ paymentTypeId: shop.cash, amount: 5 }] } })).reply;
  const reversed = await call(reversePayment, { params: { id: String(id), paymentId: String(paymentIds[0]) }, body: {} });
  expect([reversed.status, reversed.reply]).toMatchObject([409, { code: 'approval_needed', action: 'refund', targetId: id, amount: 5 }]);
  expect((await call(moveCheck, { ...at, body: { tableId: shop.menu.t2 } })).status).toBe(200);
  await database.query("update members set rights = '{}' where username = $1", [username]);
  const moved = await call(moveCheck, { ...at, body: { tableId: shop.menu.t1 } });
  expect([moved.status, moved.reply]).toMatchObject([409, { code: 'approval_needed', action: 'move_check', targetId: id, amount: null }]);
});

test('captured payments are never changed or deleted, whoever asks', async () => {
  const { rows } = await database.query(
    `select has_table_privilege('comanda_app', 'check_payments', 'update') as changes, has_table_privilege('comanda_app', 'check_payments', 'delete') as deletes,
      has_column_privilege('comanda_app', 'check_payments', 'amount', 'update') as amount`,
  );
  expect(rows).toEqual([{ changes: false, deletes: false, amount: false }]);
});

test('cash is rounded where the store says so: payments are the total and the rounding, on every way to pay', async () => {
  const shop = await open();
  const { admin, menu, cash, visa } = shop;
  const settings = (body: object) => admin(saveStoreSetting, { body });
  expect((await settings({ cashRounding: 0.005 })).reply).toMatchObject({ message: 'No coin of this currency is that small!' });
  expect((await settings({ cashRounding: '-1' })).status).toBe(400);
  expect((await settings({ cashRounding: '0.10' })).status).toBe(200);
  const invoice = async (id: number) => (await admin(getInvoice, { params: { id: String(id) } })).reply;
  const soup: Cart = [{ id: menu.soup, quantity: 1 }];

  // 4.95 by card and cash: only the last payment is rounded, and only by its own
  await shop.sell(soup);
  const id = await only(shop);
  expect(await shop.bill(id)).toMatchObject({ due: 4.95, due_cash: 5 });
  expect((await shop.pay(id, 4.95, [{ paymentTypeId: cash, amount: 1.01 }])).reply).toMatchObject({ due: 3.94 });
  expect(await shop.bill(id)).toMatchObject({ due: 3.94, due_cash: 3.9 });
  expect((await shop.pay(id, 3.94, [{ paymentTypeId: cash, amount: 3.94, tendered: 3.89 }])).reply.message).toBe(
    'What was given is less than what is to be paid!',
  );
  const paid = (await shop.pay(id, 3.94, [{ paymentTypeId: cash, amount: 3.94, tendered: 5 }])).reply;
  expect(paid).toMatchObject({ paid: 4.95, due: 0, change: 1.1 });
  expect(await invoice(paid.invoiceId!)).toMatchObject({
    sub_total: 4.5,
    tax_total: 0.45,
    total: 4.95,
    rounding: -0.04,
    payments: [{ amount: 1.01 }, { amount: 3.9, change: 1.1 }],
  });
  expect(await shop.bill(id)).toMatchObject({ total: 4.95, paid: 4.95, due: 0, rounding: -0.04 });

  // at once, and by the old call: half up
  const atOnce = (body: object) => admin(createOrderAndInvoice, { body: { cart: soup, ...body } });
  const whole = (await atOnce({ paymentTypeId: cash })).reply.invoiceId;
  expect(await invoice(whole)).toMatchObject({ total: 4.95, rounding: 0.05, payments: [{ amount: 5 }] });
  const byCard = (
    await atOnce({
      payments: [
        { paymentTypeId: cash, amount: 0.91 },
        { paymentTypeId: visa, amount: 4.04 },
      ],
    })
  ).reply.invoiceId;
  expect(await invoice(byCard)).toMatchObject({ rounding: 0, payments: [{ amount: 0.91 }, { amount: 4.04 }] });
  const orderId = await shop.sell(soup);
  const later = (await admin(completeAndPayOrders, { body: { orderIds: [orderId], paymentTypeId: cash } })).reply.invoiceId;
  expect(await invoice(later)).toMatchObject({ rounding: 0.05, payments: [{ amount: 5 }] });

  // a bill of several invoices has the rounding of each
  const [one, two] = [await shop.sell(soup), await shop.sell(soup)];
  const several = await only(shop);
  for (const round of [one, two]) await admin(completeAndPayOrders, { body: { orderIds: [round], paymentTypeId: cash } });
  const closed = await shop.bill(several);
  expect(closed).toMatchObject({ status: 'closed', total: 9.9, rounding: 0.1, payments: [{ amount: 5 }, { amount: 5 }] });
  expect(closed.invoices).toHaveLength(2);

  // what was paid otherwise is what was paid; and what comes back is the total
  const at = { params: { id: String(whole) } };
  const correct = (amount: number) => admin(correctPayment, { ...at, body: { payments: [{ paymentTypeId: visa, amount }] } });
  expect((await correct(4.95)).status).toBe(400);
  expect((await correct(5)).status).toBe(200);
  expect((await admin(refundInvoice, { ...at, body: { paymentTypeId: visa } })).reply).toMatchObject({ total: -4.95 });

  // a currency without cents has no step of 0.10
  await settings({ currency: 'JPY' });
  expect((await admin(getStoreSetting, {})).reply.cashRounding).toBe(0);
});

import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { payCheck } from '#contract/checks.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { addPrinter } from '#contract/printers.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addTable } from '#contract/tables.ts';
import { deleteUser } from '#contract/users.ts';
import { openCosts } from '#server/testing/costs.ts';
import { callAs, database, newAddress, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';

// Bread is 2.00 without tax.

test('Activity has each payment once, under its kind, with its type and no reference', async () => {
  const shop = await openCosts();
  const { admin, menu, cash, only, sell } = shop;
  const { paymentTypeId: voucher } = (await admin(addPaymentType, { body: { title: 'Voucher', takesTip: true, needsReference: true } }))
    .reply;
  const list = async (kind: 'payment' | 'order') => (await admin(listAudit, { query: { type: 'today', kind } })).reply.entries;

  const cart = [{ id: menu.bread, quantity: 5 }];
  const payments = [
    { paymentTypeId: cash, amount: 4, tendered: 5 },
    { paymentTypeId: voucher, amount: 6, tip: 1, reference: 'V 1' },
  ];
  await admin(createOrderAndInvoice, { body: { cart, payments } });
  const [sold] = await list('payment');
  expect(sold).toMatchObject({
    amount: 10,
    text: expect.stringMatching(/ sold the order with token 1 for \$10\.00, by Cash and Voucher\.$/),
    after: {
      payments: [
        { paymentType: 'Cash', amount: 4, tendered: 5 },
        { paymentType: 'Voucher', amount: 6, tip: 1 },
      ],
    },
  });
  expect(JSON.stringify(sold)).not.toContain('V 1');
  expect(await list('order')).toEqual([]);

  const { orderId } = (await sell(cart)).reply;
  await admin(completeAndPayOrders, { body: { orderIds: [orderId] } });
  expect((await list('payment'))[0]).toMatchObject({
    amount: 10,
    text: expect.stringMatching(/\(\$10\.00\), without a payment type\.$/),
  });

  // a bill in two parts comes to itself, not to twice as much
  await sell(cart);
  const { check_id: id } = await only();
  for (const [due, amount] of [
    [10, 4],
    [6, 6],
  ] as const)
    await admin(payCheck, { params: { id: String(id) }, body: { due, payments: [{ paymentTypeId: cash, amount }] } });
  expect((await list('payment')).map(({ amount }) => amount)).toEqual([6, 4, 10, 10]);
  expect((await list('order'))[0]).toMatchObject({
    amount: null,
    text: expect.stringContaining(' settled the bill of the order with token 3'),
  });
});

test('whoever came back under the same address is one person of the filter, with all that was done before and since', async () => {
  const { admin, menu, colleague } = await openCosts();
  const { username, call } = await colleague('POS');
  await call(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }] } });
  expect((await admin(deleteUser, { params: { username } })).status).toBe(200);
  const back = await colleague('POS');
  await database.query('update members set username = $1 where username = $2', [username, back.username]);
  await back.call(createOrder, { body: { cart: [{ id: menu.bread, quantity: 2 }] } });
  const { entries, members } = (await admin(listAudit, { query: { type: 'today', member: username, kind: 'order' } })).reply;
  expect(entries.map(({ amount }) => amount)).toEqual([4, 2]);
  expect(members.filter((one) => one.username === username)).toHaveLength(1);
});

test('a sum stays in the currency in which it was written, whatever the store takes today', async () => {
  const { admin, menu, only, sell, pay } = await openCosts();
  const cart = [{ id: menu.bread, quantity: 5 }];
  await sell(cart);
  await pay((await only()).check_id, 10);
  await admin(createOrderAndInvoice, { body: { cart } });
  expect((await admin(saveStoreSetting, { body: { currency: 'JPY' } })).status).toBe(200);
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'payment' } })).reply;
  // of an order, in its currency; of a bill, in the one that the store had then
  expect(entries.map(({ amount, text }) => [amount, /\$10\.00/.test(text)])).toEqual([
    [10, true],
    [10, true],
  ]);
  // the least amount is read in the currency of each entry, also where the store's present one has no decimals
  await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.bread, quantity: 200 }] } });
  const from = async (minAmount: string) =>
    (await admin(listAudit, { query: { type: 'today', kind: 'payment', minAmount } })).reply.entries.map(({ amount }) => amount);
  const yen = (await from('0'))[0]!;
  expect(yen).toBeGreaterThan(10);
  expect([await from('10'), await from('10.01'), await from('9.99'), await from(String(yen))]).toEqual([
    [yen, 10, 10],
    [yen],
    [yen, 10, 10],
    [yen],
  ]);
  expect((await admin(listAudit, { query: { type: 'today', minAmount: '1.234' } })).status).toBe(400);
});

test('on which device something was done is known after its session is gone; from which address is not', async () => {
  const app = await openApp();
  const visitor = await openVisitor(app);
  const [username, password] = [newAddress(), 'correct horse'];
  expect((await visitor(signUp, { body: { biz_name: 'Chez Ada', username, password } })).status).toBe(200);
  const headers = {
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  };
  const enter = async () => {
    const { response } = await callAs(app, {})(signIn, { body: { username, password } }, { headers });
    return callAs(app, Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])));
  };
  const first = await enter();
  expect((await first(addTable, { body: { title: 'T1', floor: '-', seatingCapacity: 2 } })).status).toBe(200);
  const entry = async (call: typeof first) => {
    const { entries } = (await call(listAudit, { query: { type: 'today' } })).reply;
    const { device_name, ip } = entries.find(({ text }) => text.includes('T1'))!;
    expect(JSON.stringify(entries.filter(({ kind }) => kind === 'session').map(({ after }) => after))).not.toContain('Mozilla');
    return { device_name, ip };
  };
  const before = await entry(first);
  expect(before).toMatchObject({ device_name: expect.stringContaining('Chrome'), ip: expect.any(String) });
  // as housekeeping does 30 days after its end
  await database.query('delete from sessions where member_id = (select id from members where username = $1)', [username]);
  expect(await entry(await enter())).toEqual({ ...before, ip: null });
});

test('the address of a printer or of the store is none of who changed it', async () => {
  const { admin } = await openRestaurant();
  expect((await admin(addPrinter, { body: { title: 'Pass', kind: 'network', address: '192.168.7.7:9100' } })).status).toBe(200);
  const { entries } = (await admin(listAudit, { query: { type: 'today' } })).reply;
  const added = entries.find(({ after }) => JSON.stringify(after ?? '').includes('192.168.7.7'));
  expect(added).toBeDefined();
  expect(added!.ip ?? '').not.toContain('192.168.7.7');
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDrawerMovement, countDrawer, listDrawers, openDrawer } from '#contract/drawers.ts';
import { correctPayment, refundInvoice } from '#contract/invoices.ts';
import { cancelOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, databases } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { openAt } from '#server/testing/day.ts';
import { verifyAfter } from '#server/testing/verify.ts';

test('where days are closed the currency changes between closings, so that each sale is in one', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, sell, close, closing, tenantId } = shop;
  const change = async (currency: string) => {
    const { status, reply } = await admin(saveStoreSetting, { body: { currency } });
    return [status, reply.message];
  };
  const saidOf = () => verifyAfter(tenantId);
  const mine = await sell(1);
  await close('2026-03-10');
  shop.at('2026-03-11T12:00:00Z');
  await sell(2);
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 10 } })).reply;
  expect(await change('JPY')).toEqual([409, 'Please count the open drawers before you change the currency!']);
  await admin(countDrawer, { params: { id: String(drawerId) }, body: { denominations: [{ value: 10, count: 1 }] } });
  expect(await change('JPY')).toEqual([409, 'Please close the day before you change the currency!']);
  await close('2026-03-11');
  expect((await change('JPY'))[0]).toBe(200);

  // of the same day, which is closed: late, in the next closing
  await sell(3);
  // money of the former currency would be in no closing: it is paid out of a drawer
  const till = (await admin(openDrawer, { body: { title: 'Bar', float: 1000 } })).reply.drawerId;
  const of = { params: { id: String(mine) } };
  const refund = () => admin(refundInvoice, { ...of, body: { paymentTypeId: shop.cash, amount: 1 } });
  expect(await refund()).toMatchObject({
    status: 409,
    reply: {
      message:
        'This invoice is in USD, and the days are now closed in JPY. Please pay the money out of a drawer, with a note of this invoice!',
    },
  });
  expect(await admin(correctPayment, { ...of, body: { payments: [{ paymentTypeId: shop.card, amount: 4.95 }] } })).toMatchObject({
    status: 409,
    reply: { message: 'This invoice is in USD, and the days are now closed in JPY. Its payments can no longer be corrected!' },
  });
  const payOut = { kind: 'pay_out', amount: 150, note: `Invoice ${mine}` } as const;
  expect((await admin(addDrawerMovement, { params: { id: String(till) }, body: payOut })).status).toBe(200);
  await admin(countDrawer, { params: { id: String(till) }, body: { denominations: [{ value: 850, count: 1 }] } });
  shop.at('2026-03-12T12:00:00Z');
  await close('2026-03-12');
  expect(await closing(3)).toMatchObject({ currency: 'JPY', total: 17, late: { count: 1 }, grand_total: 17 });
  expect((await closing(3)).drawers).toMatchObject([{ title: 'Bar', expected: 850, difference: 0 }]);
  expect(await saidOf()).toEqual([]);

  // as releases before allowed it: a refund in the former currency, and a change between a sale and its closing
  const changeAnyway = (to: string) => databases.asTenant(tenantId, (db) => sql`update store_settings set currency = ${to}`.execute(db));
  await changeAnyway('USD');
  const { invoiceId: former } = (await refund()).reply;
  await changeAnyway('JPY');
  shop.at('2026-03-13T12:00:00Z');
  await close('2026-03-13');
  const lost = await sell(1);
  await changeAnyway('USD');
  shop.at('2026-03-14T12:00:00Z');
  await close('2026-03-14');
  expect(await saidOf()).toEqual([
    `invoice ${former}: a refund in USD, which an older release gave; it is in no closing.`,
    `invoice ${lost}: its day is closed, and it is in no closing, since it is in JPY.`,
  ]);
});

test('what was corrected or cancelled since the last closing has to be in one before the currency changes', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { admin, menu, sell, close } = shop;
  const change = async () => (await admin(saveStoreSetting, { body: { currency: 'JPY' } })).reply.message;
  const sold = await sell(1);
  await close('2026-03-10');
  const body = { payments: [{ paymentTypeId: shop.card, amount: 4.95 }] };
  expect((await admin(correctPayment, { params: { id: String(sold) }, body })).status).toBe(200);
  expect(await change()).toBe('Please close the day before you change the currency!');
  shop.at('2026-03-11T12:00:00Z');
  await close('2026-03-11');

  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } })).reply;
  expect((await admin(cancelOrders, { body: { orderIds: [orderId] } })).status).toBe(200);
  expect(await change()).toBe('Please close the day before you change the currency!');
  shop.at('2026-03-12T12:00:00Z');
  await close('2026-03-12');
  expect(await change()).toBe('Store settings saved.');
});

test('where no day was ever closed an invoice of a former currency is refunded as it was paid', async () => {
  const { admin, cash, sell } = await openAt('2026-03-10T12:00:00Z');
  const sold = await sell(1);
  await admin(saveStoreSetting, { body: { currency: 'JPY' } });
  expect((await admin(refundInvoice, { params: { id: String(sold) }, body: { paymentTypeId: cash } })).reply).toMatchObject({
    total: -4.95,
  });
});

test('a closing that meets a change of the currency waits, and is in the new one', async () => {
  const shop = await openAt('2026-03-10T12:00:00Z');
  const { call } = await databases.asTenant(shop.tenantId, async (db) => {
    await sql`update store_settings set currency = 'JPY'`.execute(db);
    const closing = shop.close('2026-03-10');
    await whileHeld(db, closing);
    return { call: closing };
  });
  expect((await call).status).toBe(200);
  expect(await shop.closing(1)).toMatchObject({ currency: 'JPY' });
});

test('what was counted before the currency changed keeps its own, and is in no closing of the new one', async () => {
  const { admin, tenantId, close, closing, x, at, sell } = await openAt('2026-03-10T12:00:00Z');
  const change = async (currency: string) => (await admin(saveStoreSetting, { body: { currency } })).status;
  const count = async (title: string, float: number, value: number) => {
    const { drawerId } = (await admin(openDrawer, { body: { title, float } })).reply;
    await admin(countDrawer, { params: { id: String(drawerId) }, body: { denominations: [{ value, count: 1 }] } });
  };
  const list = async () =>
    (await admin(listDrawers, {})).reply.map(({ title, currency, float, counted, difference }) => [
      title,
      currency,
      float,
      counted,
      difference,
    ]);
  await count('Bar', 100, 99.5);
  const bar = ['Bar', 'USD', 100, 99.5, -0.5];
  expect((await x()).drawers).toMatchObject([{ title: 'Bar', difference: -0.5 }]);
  expect(await change('JPY')).toBe(200);
  await count('Hall', 5000, 4000);
  const hall = ['Hall', 'JPY', 5000, 4000, -1000];
  expect(await list()).toEqual([hall, bar]);
  expect((await x()).drawers).toMatchObject([{ title: 'Hall', expected: 5000, counted: 4000 }]);
  await sell(1);
  await close('2026-03-10');
  expect((await closing(1)).drawers.map(({ title }) => title)).toEqual(['Hall']);
  // all that can be in a closing is in one: the currency may change again
  at('2026-03-11T12:00:00Z');
  expect(await change('USD')).toBe(200);
  expect(await list()).toEqual([hall, bar]);
  const { rows } = await database.query('select title, currency from drawers where tenant_id = $1 order by id', [tenantId]);
  expect(rows).toEqual([
    { title: 'Bar', currency: 'USD' },
    { title: 'Hall', currency: 'JPY' },
  ]);
});

import { expect, test } from 'vitest';
import { listChecks, payCheck } from '#contract/checks.ts';
import { getInvoice, invoiceRows, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { cancelOrders, listOrders, updateItemStatus } from '#contract/orders.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { addReason, deleteReason, listReasons, updateReason } from '#contract/reasons.ts';
import { getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const open = async () => {
  const shop = await withMenu(await openRestaurant());
  const { admin, menu } = shop;
  const sell = async (quantity: number) => {
    const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity }], tableId: null } })).reply;
    const group = (await admin(listOrders, { query: {} })).reply.find(({ order_ids: ids }) => ids.includes(orderId))!;
    return { orderId, lineId: group.orders[0]!.items[0]!.id };
  };
  const lines = async (orderId: number) =>
    (
      await database.query('select quantity, status from order_lines where tenant_id = $1 and order_id = $2 order by id', [
        shop.tenantId,
        orderId,
      ])
    ).rows;
  const cancel = (lineId: number, body: object) =>
    admin(updateItemStatus, { params: { id: `${lineId}` }, body: { status: 'cancelled', ...body } });
  const reason = async (title: string) =>
    (await admin(listReasons, {})).reply.find((one) => one.title === title && one.kind === 'void')!.id;
  return { ...shop, sell, lines, cancel, reason };
};

test('who may only follow orders reads the reasons, and cancels where one is needed', async () => {
  const { admin, colleague, sell } = await open();
  await admin(saveStoreSetting, { body: { voidNeedsReason: true } });
  const { lineId } = await sell(1);
  const { call } = await colleague('ORDER_STATUS');
  const reasonId = (await call(listReasons, {})).reply.find(({ kind, needsNote }) => kind === 'void' && !needsNote)!.id;
  const cancelled = await call(updateItemStatus, { params: { id: `${lineId}` }, body: { status: 'cancelled', reasonId } });
  expect(cancelled.status).toBe(200);
});

test('a call that is sent again, since its answer was lost, cancels no second piece', async () => {
  const { admin, sell, lines } = await open();
  const { orderId, lineId } = await sell(10);
  const again = (key: string) =>
    admin(
      updateItemStatus,
      { params: { id: `${lineId}` }, body: { status: 'cancelled', quantity: 1 } },
      { headers: { 'idempotency-key': key } },
    );
  expect([(await again('one')).status, (await again('one')).status]).toEqual([200, 200]);
  expect(await lines(orderId)).toMatchObject([{ quantity: 9 }, { quantity: 1, status: 'cancelled' }]);
  expect((await again('another')).status).toBe(200);
  expect(await lines(orderId)).toMatchObject([{ quantity: 8 }, {}, {}]);

  const cancel = () => admin(cancelOrders, { body: { orderIds: [orderId], quantity: null } }, { headers: { 'idempotency-key': 'all' } });
  expect([(await cancel()).reply, (await cancel()).reply]).toEqual([(await cancel()).reply, (await cancel()).reply]);
});

test('a part of a line is cancelled: the line becomes two, the bill loses the part, reports say what was made and why', async () => {
  const { admin, sell, lines, cancel, reason } = await open();
  const { orderId, lineId } = await sell(5);
  const onlyOne = { status: 400, reply: { message: 'Only one item that is cancelled has a quantity!' } };
  expect(await admin(cancelOrders, { body: { orderIds: [orderId], quantity: 1 } as never })).toMatchObject(onlyOne);
  expect(await lines(orderId)).toEqual([{ quantity: 5, status: 'created' }]);
  const due = (await admin(listChecks, { query: {} })).reply[0]!.due;

  expect((await cancel(lineId, { quantity: 6 })).status).toBe(409);
  expect(await admin(updateItemStatus, { params: { id: `${lineId}` }, body: { status: 'delivered', quantity: 1 } })).toMatchObject(onlyOne);
  expect((await cancel(lineId, { quantity: 0 })).status).toBe(400);
  expect((await cancel(lineId, { quantity: 2, reasonId: await reason('Wrong entry') })).status).toBe(200);
  expect(await lines(orderId)).toEqual([
    { quantity: 3, status: 'created' },
    { quantity: 2, status: 'cancelled' },
  ]);
  expect((await admin(listChecks, { query: {} })).reply[0]!.due).toBeCloseTo((due * 3) / 5, 6);

  // what was made says so by itself, or by who cancels it
  await admin(updateItemStatus, { params: { id: `${lineId}` }, body: { status: 'completed' } });
  expect((await cancel(lineId, { quantity: 1 })).status).toBe(200);
  expect((await cancel(lineId, { isMade: false })).status).toBe(200);
  const { cancelled, byReason } = (await admin(getReportDetails, { query: { type: 'today' } })).reply;
  expect(cancelled).toEqual({ orders: 1, quantity: 5, amount: cancelled.amount, made: { quantity: 1, amount: cancelled.amount / 5 } });
  expect(byReason).toEqual([
    { kind: 'void', reason: 'Wrong entry', count: 2, amount: expect.closeTo((cancelled.amount * 2) / 5, 6) },
    { kind: 'void', reason: null, count: 3, amount: expect.closeTo((cancelled.amount * 3) / 5, 6) },
  ]);
});

test('a store may want a reason, a reason may want a note; one of another kind, gone or foreign is none', async () => {
  const { admin, sell, cancel, reason } = await open();
  await admin(saveStoreSetting, { body: { voidNeedsReason: true } });
  const { orderId, lineId } = await sell(1);
  const refused = (message: string) => ({ status: 400, reply: { message } });
  expect(await cancel(lineId, {})).toMatchObject(refused('Please choose a reason!'));
  expect(await admin(cancelOrders, { body: { orderIds: [orderId] } })).toMatchObject(refused('Please choose a reason!'));
  expect(await cancel(lineId, { reasonId: await reason('Sent back') })).toMatchObject(refused('Please provide a note!'));
  const refund = (await admin(listReasons, {})).reply.find(({ kind }) => kind === 'refund')!;
  const neighbour = await open();
  for (const reasonId of [refund.id, await neighbour.reason('Wrong entry'), 1e9])
    expect(await cancel(lineId, { reasonId })).toMatchObject(refused('This reason does not exist!'));
  const body = { orderIds: [orderId], reasonId: await reason('Sent back'), note: 'cold' };
  expect((await admin(cancelOrders, { body })).status).toBe(200);
  const { rows } = await database.query('select reason, note, quantity, is_made from voids where order_id = $1 and line_id = $2', [
    orderId,
    lineId,
  ]);
  expect(rows).toEqual([{ reason: 'Sent back', note: 'cold', quantity: 1, is_made: false }]);
});

test('a reason that was given keeps its words when it is renamed or deleted; a refund says its own', async () => {
  const { admin, sell } = await open();
  const { id } = (await admin(addReason, { body: { kind: 'refund', title: 'Hair in the soup' } })).reply;
  await sell(1);
  const [bill] = (await admin(listChecks, { query: {} })).reply;
  const paymentTypeId = (await admin(listPaymentTypes, {})).reply[0]!.id;
  await admin(payCheck, {
    params: { id: `${bill!.check_id}` },
    body: { due: bill!.due, payments: [{ paymentTypeId, amount: bill!.due }] },
  });
  const invoice = invoiceRows((await admin(listInvoices, { query: { type: 'today' } })).reply)[0]!;
  const params = { id: `${invoice.invoice_id}` };
  expect((await admin(refundInvoice, { params, body: { amount: 1, paymentTypeId, reasonId: id, note: 'sorry' } })).status).toBe(200);
  await admin(updateReason, { params: { id: `${id}` }, body: { title: 'Foreign body' } });
  expect((await admin(deleteReason, { params: { id: `${id}` } })).status).toBe(200);
  expect((await admin(listReasons, {})).reply.some((one) => one.id === id)).toBe(false);
  expect((await admin(getInvoice, { params })).reply.refunds.map(({ reason }) => reason)).toEqual(['Hair in the soup: sorry']);
  const { byReason } = (await admin(getReportDetails, { query: { type: 'today' } })).reply;
  expect(byReason).toEqual([{ kind: 'refund', reason: 'Hair in the soup', count: 1, amount: 1 }]);
});

test('while a reason is needed one is left to choose: the last one stays, and without any the setting stays off', async () => {
  const { admin, reason, sell, cancel } = await open();
  const remove = (id: number) => admin(deleteReason, { params: { id: `${id}` } });
  const need = (voidNeedsReason: boolean) => admin(saveStoreSetting, { body: { voidNeedsReason } });
  const all = (await admin(listReasons, {})).reply.filter(({ kind }) => kind === 'void');
  const last = await reason('Wrong entry');
  await need(true);
  for (const { id } of all.filter((one) => one.id !== last)) expect((await remove(id)).status).toBe(200);
  const refused = { status: 409, reply: { message: 'Cancelling needs a reason in your store: add another reason first!' } };
  expect(await remove(last)).toMatchObject(refused);
  const other = { params: { id: `${last}` }, body: { title: 'Wrong entry', kind: 'refund' as const } };
  expect(await admin(updateReason, other)).toMatchObject(refused);
  expect((await cancel((await sell(1)).lineId, { reasonId: last })).status).toBe(200);
  // two at once: one of them stays
  const { id: second } = (await admin(addReason, { body: { kind: 'void', title: 'Dropped' } })).reply;
  const statuses = (await Promise.all([remove(last), remove(second)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);

  await need(false);
  for (const id of [last, second]) await remove(id);
  expect(await need(true)).toMatchObject({ status: 409, reply: { message: 'Please add a reason for cancelling first!' } });
  await admin(addReason, { body: { kind: 'void', title: 'Dropped' } });
  expect((await need(true)).status).toBe(200);
});

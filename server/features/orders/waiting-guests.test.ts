import { expect, test } from 'vitest';
import { listChecks, mergeCheck, moveCheck } from '#contract/checks.ts';
import { completeAndPayOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { listQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { addTable, listTables } from '#contract/tables.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database, openVisitor } from '#server/testing/restaurant.ts';

// Guests have ordered by QR code and wait; their bill goes somewhere else before, or while, somebody accepts what they ordered.

const openWaiting = async () => {
  const restaurant = await openBills();
  const { admin, app, menu, sell } = restaurant;
  const { tableId: t9 } = (await admin(addTable, { body: { title: 'T9', floor: 'Ground', seatingCapacity: 2 } })).reply;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const tables = (await admin(listTables, {})).reply;
  const visitor = await openVisitor(app);
  const cart = [{ id: menu.bread, quantity: 1 }];
  const order = async (tableId: number) => {
    const { encrypted_id: link } = tables.find(({ id }) => id === tableId)!;
    const { status } = await visitor(placeQrOrder, {
      params: { qrcode },
      body: { deliveryType: null, cartItems: cart, customerType: 'WALKIN', tableId: link },
    });
    expect(status).toBe(200);
    return (await admin(listQrOrders, {})).reply.at(-1)!.id;
  };
  return {
    ...restaurant,
    t9,
    bill: await sell(menu.t2),
    waiting: await order(menu.t2),
    bills: async () =>
      (await admin(listChecks, { query: {} })).reply.map(({ check_id: id, table_title: title, orders }) => [id, title, orders] as const),
    accept: (qrOrder: number, tableId: number, checkId?: number) =>
      admin(createOrder, { body: { cart, tableId, selectedQrOrderItem: qrOrder, checkId } }),
    pay: async (id: number) => {
      const orderIds = (await restaurant.bill(id)).orders.map((order) => order.id);
      expect((await admin(completeAndPayOrders, { body: { orderIds } })).status).toBe(200);
    },
    acceptPaid: (qrOrder: number, tableId: number, paymentTypeId: number) =>
      admin(createOrderAndInvoice, { body: { cart, tableId, selectedQrOrderItem: qrOrder, paymentTypeId } }),
  };
};

/** Waits until a call waits for what this connection of the database holds; answers the call's own. */
const whoWaitsFor = async (pid: number): Promise<number> => {
  let waiting: number[] = [];
  const look = async () => {
    const { rows } = await database.query<{ pid: number }>('select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid]);
    waiting = rows.map((row) => row.pid);
    return waiting.length;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(1);
  return waiting[0]!;
};

test('what is accepted while its bill moves is on that bill: neither waits for the other, and nothing opens at the empty table', {
  timeout: 180_000,
}, async () => {
  const { admin, tenantId, t9, menu, bill, waiting, bills, accept } = await openWaiting();
  // the move holds the bill, and waits for its new table
  const client = await database.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>(
    'select pg_backend_pid() as pid from store_tables where tenant_id = $1 and id = $2 for update',
    [tenantId, t9],
  );
  const moving = admin(moveCheck, { ...at(bill), body: { tableId: t9 } });
  const mover = await whoWaitsFor(rows[0]!.pid);
  const accepting = accept(waiting, menu.t2);
  await whoWaitsFor(mover);
  // it waits for the bill, and keeps nobody from the QR order meanwhile
  await client.query('select from qr_orders where tenant_id = $1 and id = $2 for update nowait', [tenantId, waiting]);
  await client.query('commit');
  client.release();
  expect([(await moving).status, (await accepting).status]).toEqual([200, 200]);
  expect(await bills()).toEqual([[bill, 'T9', 2]]);
  expect((await admin(listQrOrders, {})).reply).toEqual([]);
});

test.each([
  ['move', false],
  ['merge', false],
  ['move', true],
  ['merge', true],
] as const)(
  'a till that has not learned of the %s accepts it onto the bill of its guests, with one that it follows (%s)',
  async (kind, follows) => {
    const { admin, t9, menu, sell, bill, waiting, bills, accept } = await openWaiting();
    const one = kind === 'merge' ? await sell(menu.t1) : bill;
    const { status } =
      kind === 'merge'
        ? await admin(mergeCheck, { ...at(one), body: { checkId: bill } })
        : await admin(moveCheck, { ...at(bill), body: { tableId: t9 } });
    expect(status).toBe(200);
    expect((await accept(waiting, menu.t2, follows ? bill : undefined)).status).toBe(200);
    expect((await admin(listQrOrders, {})).reply).toEqual([]);
    expect(await bills()).toEqual([[one, kind === 'merge' ? 'T1' : 'T9', kind === 'merge' ? 3 : 2]]);
  },
);

test('an order that asks for its table leaves the guest’s waiting', async () => {
  const { admin, menu, sell, bill, waiting, accept, pay } = await openWaiting();
  await pay(bill);
  await sell(menu.t2);
  expect((await accept(waiting, menu.t2, bill)).status).toBe(409);
  expect((await admin(listQrOrders, {})).reply.map(({ id }) => id)).toEqual([waiting]);
  expect((await accept(waiting, menu.t1)).status).toBe(200);
});

test('paid at once it is served where they sit now; a table that somebody chose is kept', async () => {
  const { admin, tenantId, t9, menu, cash, bill, waiting, bills, accept, acceptPaid } = await openWaiting();
  await admin(moveCheck, { ...at(bill), body: { tableId: t9 } });
  const { invoiceId } = (await acceptPaid(waiting, menu.t2, cash)).reply;
  const { rows } = await database.query(
    'select i.table_title as invoice, c.table_title as bill from invoices i join orders o using (tenant_id) join checks c on c.tenant_id = o.tenant_id and c.id = o.check_id where i.tenant_id = $1 and i.id = $2 and o.invoice_id = i.id',
    [tenantId, invoiceId],
  );
  expect(rows).toEqual([{ invoice: 'T9', bill: 'T9' }]);

  const other = await openWaiting();
  expect((await other.accept(other.waiting, other.menu.t1)).status).toBe(200);
  expect((await other.bills()).map(([, title]) => title).toSorted()).toEqual(['T1', 'T2']);
  expect(await bills()).toHaveLength(1);
  expect((await accept(waiting, menu.t2)).status).toBe(409);
});

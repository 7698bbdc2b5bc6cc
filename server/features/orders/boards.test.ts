import { expect, test } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { getCheck, listChecks, payCheck, splitCheck } from '#contract/checks.ts';
import { getKitchenBoard, listKitchenOrders, updateKitchenStatus } from '#contract/kitchen.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  initOrders,
  listOrderShelf,
  listOrders,
  reopenOrders,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { getReport } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { completeSettledOrders } from '#server/features/orders/settled-orders.queries.ts';
import { database, databases, openApp, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const MINUTE = 60_000;

/** A restaurant whose clock the test holds. */
const open = async () => {
  let time = new Date('2026-03-10T18:00:00Z');
  const clock = () => time;
  const restaurant = await withMenu(await openRestaurant({ app: await openApp({ clock }) }));
  const { admin, menu, tenantId } = restaurant;
  const body = (extra: object) => ({ cart: [{ id: menu.soup, quantity: 1 }], ...extra });
  const sell = async (extra: object = {}) => (await admin(createOrder, { body: body(extra) })).reply.orderId;
  const sellPaid = async (extra: object = {}) => (await admin(createOrderAndInvoice, { body: body(extra) })).reply.orderId;
  const lineOf = async (orderId: number) =>
    (await database.query<{ id: number }>('select id from order_lines where order_id = $1', [orderId])).rows.map(({ id }) => String(id));
  const cook = async (orderId: number) => {
    for (const id of await lineOf(orderId))
      for (const status of ['preparing', 'completed'] as const) await admin(updateKitchenStatus, { params: { id }, body: { status } });
  };
  const deliver = async (orderId: number) => {
    for (const id of await lineOf(orderId)) await admin(updateItemStatus, { params: { id }, body: { status: 'delivered' } });
  };
  return {
    ...restaurant,
    sell,
    sellPaid,
    cook,
    deliver,
    wait: (minutes: number) => {
      time = new Date(time.getTime() + minutes * MINUTE);
    },
    /** What the server does by itself every minute, here with the clock of this restaurant, and for it alone. */
    tidy: (failing?: number) =>
      completeSettledOrders({
        databases: {
          readAcrossTenants: async (work) => {
            const found = (await databases.readAcrossTenants(work)) as { tenantId: number }[];
            return found.filter((one) => one.tenantId === tenantId || one.tenantId === failing) as Awaited<ReturnType<typeof work>>;
          },
          // a place beside that of the servers of other tests, which look at this restaurant, too
          asTenantInBackground: (id, ...rest) =>
            id === failing ? Promise.reject(new Error('too much under way')) : databases.asTenant(id, ...rest),
        },
        clock,
        nudge: () => {},
        onError: (error) => {
          if (failing === undefined) throw error;
        },
      }),
    board: async () => idsOf((await admin(listOrders, { query: {} })).reply),
  };
};
const idsOf = (groups: { orders: { id: number }[] }[]) => groups.flatMap(({ orders }) => orders.map(({ id }) => id));
const completions = async (orderId: number) =>
  (
    await database.query<{ member_id: number | null }>(
      `select member_id from audit_log where entity = 'orders' and entity_id = $1 and action = 'complete'`,
      [orderId],
    )
  ).rows;

test('whoever names orders is answered these alone, and none that has left the board or is another restaurant’s', async () => {
  const { admin, sell, cook, menu } = await open();
  const other = await open();
  const [first, second, gone] = [await sell({ tableId: menu.t1 }), await sell({ tableId: menu.t1 }), await sell()];
  const foreign = await other.sell();
  await admin(completeOrders, { body: { orderIds: [gone] } });
  await cook(second);
  const query = { ids: [second, gone, foreign].join(',') };

  expect(idsOf((await admin(listOrders, { query })).reply)).toEqual([second]);
  expect(idsOf((await admin(listOrders, { query: { ...query, unpaid: '1' } })).reply)).toEqual([gone]);
  expect((await admin(listKitchenOrders, { query })).reply).toEqual([]);
  const kitchen = await admin(getKitchenBoard, { query: { ids: `${first},${second}` } });
  expect(kitchen.reply.orders.map(({ id }) => id)).toEqual([first]);
  expect((await admin(listOrders, { query: { ids: '' } })).reply).toEqual([]);
  expect(idsOf((await admin(listOrders, { query: { table: String(menu.t1) } })).reply)).toEqual([first, second]);
});

test.each([
  ['1,,2', 400],
  ['1,a', 400],
  ['0', 400],
  ['9'.repeat(16), 400],
  [Array.from({ length: 101 }, (_, at) => at + 1).join(','), 400],
  [Array.from({ length: 100 }, (_, at) => at + 1).join(','), 200],
])('ids=%s', async (ids, status) => {
  const { admin } = await openRestaurant();

  for (const list of [listOrders, listKitchenOrders, getKitchenBoard]) expect((await admin(list, { query: { ids } })).status).toBe(status);
});

test('what a cook lost comes with the ids of its order, though nothing of it is to be cooked', async () => {
  const { admin, sell } = await open();
  const orderId = await sell();
  await admin(cancelOrders, { body: { orderIds: [orderId] } });

  const { reply } = await admin(getKitchenBoard, { query: { ids: String(orderId) } });

  expect(reply.orders).toMatchObject([{ id: orderId, items: [{ status: 'cancelled' }] }]);
});

test('the unpaid come in pages of whole cards, oldest first', async () => {
  const { admin, sell, menu } = await open();
  const table = [await sell({ tableId: menu.t1 }), await sell(), await sell({ tableId: menu.t1 }), await sell()];
  await admin(completeOrders, { body: { orderIds: table } });
  const page = async (page: string) => (await admin(listOrderShelf, { query: { shelf: 'unpaid', page, perPage: '2' } })).reply;

  const [one, two] = [await page('1'), await page('2')];

  expect(one).toMatchObject({ currentPage: 1, perPage: 2, totalPages: 2, totalOrders: 3 });
  expect(one.orders.map(({ order_ids }) => order_ids)).toEqual([[table[0], table[2]], [table[1]]]);
  expect(two.orders.map(({ order_ids }) => order_ids)).toEqual([[table[3]]]);
  expect((await page('3')).orders).toEqual([]);
});

/** 150 rounds at one table, as a bar sends them: the same row again and again, past the calls that make one. */
const rounds = async (orderId: number, count: number): Promise<number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `with copied as (
       insert into orders (tenant_id, check_id, business_date, business_hour, token_no, created_at, member_id, delivery_type, customer_type, currency)
       select tenant_id, check_id, business_date, business_hour, token_no * 1000 + n, created_at, member_id, delivery_type, customer_type, currency
       from orders, generate_series(1, $2) n where id = $1 returning tenant_id, id),
     lines as (
       insert into order_lines (tenant_id, order_id, item_id, item_title, base_price, unit_price, quantity)
       select l.tenant_id, c.id, l.item_id, l.item_title, l.base_price, l.unit_price, l.quantity
       from order_lines l, copied c where l.order_id = $1)
     select id from copied order by id`,
    [orderId, count],
  );
  return [orderId, ...rows.map(({ id }) => id)];
};

test('the 150 orders of one table are summed, paid, completed and cancelled in one call each; 1,001 are refused', async () => {
  const { admin, sell, menu, board } = await open();
  const orderIds = await rounds(await sell({ tableId: menu.t1 }), 149);

  const { reply } = await admin(getKitchenBoard, { query: {} });
  expect([reply.orders.map(({ id }) => id), reply.lateMinutes]).toEqual([orderIds, 20]);
  expect(JSON.stringify(reply)).not.toMatch(/check_id|price|cooked_at/);
  const summary = await admin(summarisePayment, { body: { orderIds } });
  expect([summary.status, summary.reply.orders.length]).toEqual([200, 150]);
  expect((await admin(completeOrders, { body: { orderIds } })).status).toBe(200);
  expect((await admin(completeAndPayOrders, { body: { orderIds, total: summary.reply.total } })).status).toBe(200);
  expect((await admin(summarisePayment, { body: { orderIds } })).reply.invoices).toHaveLength(1);
  const others = await rounds(await sell({ tableId: menu.t1 }), 149);
  expect((await admin(cancelOrders, { body: { orderIds: others } })).status).toBe(200);
  expect(await board()).toEqual([]);

  const many = Array.from({ length: 1001 }, (_, at) => at + 1);
  expect(await admin(completeOrders, { body: { orderIds: many } })).toMatchObject({
    status: 400,
    reply: { message: 'At most 1,000 orders at once!' },
  });
  expect((await admin(completeOrders, { body: { orderIds: many.slice(1) } })).status).toBe(404);
});

test('a paid order leaves the board by itself 15 minutes after its last item was made, once, and changes no sum', async () => {
  const { admin, sellPaid, sell, cook, wait, tidy, board, tenantId } = await open();
  const [paid, unpaid, waiting] = [await sellPaid(), await sell(), await sellPaid()];
  await cook(paid);
  await cook(unpaid);
  const sums = async () => ({
    report: (await admin(getReport, { query: { type: 'custom', from: '2026-03-01', to: '2026-03-31' } })).reply,
    stored: (await database.query('select id, total from invoices where tenant_id = $1', [tenantId])).rows,
  });
  const before = await sums();
  wait(14);
  await tidy();
  expect(await board()).toEqual([paid, unpaid, waiting]);

  wait(1);
  await Promise.all([tidy(), tidy(), tidy()]);

  expect(await board()).toEqual([unpaid, waiting]);
  expect(await completions(paid)).toEqual([{ member_id: null }]);
  expect(await sums()).toEqual(before);
  const { rows } = await database.query(
    `select count(*) from events where tenant_id = $1 and type = 'order_update' and payload->'orderIds' = jsonb_build_array($2::bigint)
       and created_at = '2026-03-10T18:15:00Z'`,
    [tenantId, paid],
  );
  expect(rows).toEqual([{ count: 1 }]);
  const { rows: checks } = await database.query(
    `select closed_at is null as open from checks join orders o on o.tenant_id = checks.tenant_id and o.check_id = checks.id
     where o.tenant_id = $1 and o.id = $2`,
    [tenantId, paid],
  );
  expect(checks).toEqual([{ open: false }]);
});

test('a paid order leaves at once with its last item delivered', async () => {
  const { sellPaid, sell, deliver, board, admin, menu } = await open();
  const cart = [
    { id: menu.soup, quantity: 1 },
    { id: menu.bread, quantity: 1 },
  ];
  const [paid, unpaid] = [await sellPaid({ cart }), await sell({ cart })];
  const [card] = (await admin(listOrders, { query: {} })).reply;
  await admin(updateItemStatus, { params: { id: String(card!.orders[0]!.items[0]!.id) }, body: { status: 'delivered' } });
  expect(await board()).toEqual([paid, unpaid]);

  await deliver(paid);
  await deliver(unpaid);

  expect(await board()).toEqual([unpaid]);
  expect(await completions(paid)).toHaveLength(1);
});

test('what of an order is paid and delivered leaves at once when the rest of it, on another bill, is cancelled', async () => {
  const { sell, board, admin, menu } = await open();
  const id = await sell({
    cart: [
      { id: menu.soup, quantity: 1 },
      { id: menu.bread, quantity: 1 },
    ],
  });
  const [card] = (await admin(listOrders, { query: {} })).reply;
  const [soup, bread] = card!.orders[0]!.items;
  const [main] = (await admin(listChecks, { query: {} })).reply;
  const parts = [{ items: [{ itemId: soup!.id, quantity: 1 }] }];
  const { checkIds } = (await admin(splitCheck, { params: { id: String(main!.check_id) }, body: { parts } })).reply;
  const { due } = (await admin(getCheck, { params: { id: String(checkIds[0]) } })).reply;
  const [cash] = (await admin(initOrders, {})).reply.paymentTypes;
  await admin(payCheck, {
    params: { id: String(checkIds[0]) },
    body: { due, complete: false, payments: [{ paymentTypeId: cash!.id, amount: due }] },
  });
  await admin(updateItemStatus, { params: { id: String(soup!.id) }, body: { status: 'delivered' } });
  expect(await board()).toEqual([id]);

  await admin(updateItemStatus, { params: { id: String(bread!.id) }, body: { status: 'cancelled' } });

  expect(await board()).toEqual([]);
});

test('at the end of its business day a paid order leaves, whatever its lines say; an unpaid one stays', async () => {
  const { sellPaid, sell, wait, tidy, board, admin } = await open();
  await admin(saveStoreSetting, { body: { timezone: 'America/New_York', dayStart: '04:00' } });
  const [, unpaid] = [await sellPaid(), await sell()];
  wait(13 * 60 + 59);
  await tidy();
  expect(await board()).toHaveLength(2);

  wait(1);
  await tidy();

  expect(await board()).toEqual([unpaid]);
});

test('a store that says never keeps its orders until somebody completes them', async () => {
  const { sellPaid, deliver, wait, tidy, board, admin } = await open();
  await admin(saveStoreSetting, { body: { completePaidAfter: null } });
  const paid = await sellPaid();
  await deliver(paid);
  wait(3 * 24 * 60);
  await tidy();

  expect(await board()).toEqual([paid]);
});

test('paid orders behind more open ones than one look takes leave the board, and a restaurant that fails keeps nobody else’s there', async () => {
  const [first, second] = [await open(), await open()];
  await first.sell();
  const { tenantId, sell, sellPaid, wait, tidy } = second;
  const unpaid = await sell();
  const { rows } = await database.query<{ columns: string }>(
    `select string_agg(attname, ', ') as columns from pg_attribute
     where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const { columns } = rows[0]!;
  await database.query(
    `insert into orders (${columns}) select ${columns} from (
       select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n, 'token_no', o.token_no + 1000 + n))).*
       from orders o, generate_series(1, 600) n where tenant_id = $1 and id = $2) copy`,
    [tenantId, unpaid],
  );
  await database.query('update tenant_counters set order_no = order_no + 1000 where tenant_id = $1', [tenantId]);
  const paid = await sellPaid();
  wait(24 * 60);
  await tidy(first.tenantId);

  const left = await database.query(`select id from orders where tenant_id = $1 and status = 'created' and id >= $2`, [tenantId, paid]);
  expect([first.tenantId < tenantId, unpaid + 600 < paid, left.rows]).toEqual([true, true, []]);
});

test('a store that cooks nothing sends nothing to the kitchen, and what is paid leaves the board by itself', async () => {
  const { admin, menu, sell, sellPaid, tidy, wait, board } = await open();
  await admin(saveStoreSetting, { body: { cooksHere: false } });
  const unpaid = await sell({ tableId: menu.t1 });
  const paid = await sellPaid();
  const kitchen = async () => idsOf([{ orders: (await admin(listKitchenOrders, { query: {} })).reply }]);

  expect(await kitchen()).toEqual([]);
  const [card] = (await admin(listOrders, { query: {} })).reply;
  expect(card?.orders).toMatchObject([{ id: unpaid, status: 'created', payment_status: 'pending', items: [{ status: 'completed' }] }]);
  expect(await board()).toEqual([unpaid, paid]);
  wait(15);
  await tidy();
  expect(await board()).toEqual([unpaid]);

  await admin(saveStoreSetting, { body: { cooksHere: true } });
  const cooked = await sell();
  expect(await kitchen()).toEqual([cooked]);
});

test('what was completed today is brought back as it was, audited, and has its minutes again', async () => {
  const { admin, sellPaid, deliver, wait, tidy, board } = await open();
  const paid = await sellPaid();
  await deliver(paid);
  const done = async () => idsOf((await admin(listOrderShelf, { query: { shelf: 'done' } })).reply.orders);
  expect(await done()).toEqual([paid]);
  wait(30);

  expect(await admin(reopenOrders, { body: { orderIds: [paid] } })).toMatchObject({
    status: 200,
    reply: { message: 'Order brought back.' },
  });

  expect([await done(), await board()]).toEqual([[], [paid]]);
  expect((await admin(reopenOrders, { body: { orderIds: [paid] } })).status).toBe(409);
  wait(14);
  await tidy();
  expect(await board()).toEqual([paid]);
  wait(1);
  await tidy();
  expect(await board()).toEqual([]);
  const { rows } = await database.query(`select action from audit_log where entity = 'orders' and entity_id = $1 order by id`, [paid]);
  expect(rows.map(({ action }) => action)).toEqual(['sell', 'complete', 'reopen', 'complete']);
});

test('nobody brings back what was completed yesterday, cancelled, or another’s', async () => {
  const { admin, sell, sellPaid, deliver, wait, staff } = await open();
  const other = await open();
  const [paid, cancelled] = [await sellPaid(), await sell()];
  await deliver(paid);
  await admin(cancelOrders, { body: { orderIds: [cancelled] } });
  const reopen = async (caller: Caller, ...orderIds: number[]) => (await caller(reopenOrders, { body: { orderIds } })).status;

  expect(await reopen(admin, cancelled)).toBe(409);
  expect(await reopen(other.admin, paid)).toBe(404);
  expect(await reopen(await staff('ORDER_STATUS'), paid)).toBe(403);
  wait(24 * 60);
  expect(await reopen(admin, paid)).toBe(409);
});

test('an order says on the boards who sent it, and a guest’s own order nobody', async () => {
  const { admin, sell } = await open();
  const [mine, theirs] = [await sell(), await sell()];
  await database.query('update orders set member_id = null where id = $1', [theirs]);
  const senders = (orders: { id: number; member_name?: string | null | undefined }[]) =>
    [mine, theirs].map((id) => orders.find((order) => order.id === id)!.member_name);
  const { reply: profile } = await admin(getProfile, {});
  const cards = (await admin(listOrders, { query: {} })).reply;
  expect(senders(cards.flatMap(({ orders }) => orders))).toEqual([profile.name, null]);
  expect(senders((await admin(getKitchenBoard, { query: {} })).reply.orders)).toEqual([profile.name, null]);
});

test('a bill says whether a round of it awaits payment, as the shelf of those counts', async () => {
  const { admin, sell, menu } = await open();
  const [first, , takeAway] = [await sell({ tableId: menu.t1 }), await sell({ tableId: menu.t1 }), await sell()];
  const waiting = async () => (await admin(listChecks, { query: {} })).reply.map(({ awaits_payment: awaits }) => awaits);
  const counted = async () => (await admin(listOrderShelf, { query: { shelf: 'unpaid' } })).reply.totalOrders;
  expect([await waiting(), await counted()]).toEqual([[undefined, undefined], 0]);
  await admin(completeOrders, { body: { orderIds: [first] } });
  expect([await waiting(), await counted()]).toEqual([[true, undefined], 1]);
  await admin(completeOrders, { body: { orderIds: [takeAway] } });
  expect([await waiting(), await counted()]).toEqual([[true, true], 2]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getCheckSums } from '#contract/check-sums.ts';
import { listChecks } from '#contract/checks.ts';
import { getKitchenBoard, listKitchenOrders, updateKitchenItems } from '#contract/kitchen.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { nodesOf, planOf } from '#server/testing/plans.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findBillLines, findOwedLines } from './bill-lines.queries.ts';
import { findReady } from './kitchen-lines.queries.ts';
import { findOpenOrders, findOrdersToCook } from './order-board.queries.ts';

/** Copies of an order with its lines and bill; past the call that makes one, which would take minutes. */
const copyOrder = async (tenantId: number, { orderId, checkId }: { orderId: number; checkId: number }, copies: number): Promise<void> => {
  for (const [table, owner, changed] of [
    ['checks', 'id', `'id', o.id + n`],
    ['orders', 'id', `'id', o.id + n, 'token_no', o.token_no + 1000 + n, 'check_id', o.check_id + n`],
    ['order_lines', 'order_id', `'id', o.id + 1000 * n, 'order_id', o.order_id + n`],
  ] as const) {
    const { rows } = await database.query<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const { columns } = rows[0]!;
    await database.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from (
         select (jsonb_populate_record(o, jsonb_build_object(${changed}))).* from ${table} o, generate_series(1, $3::int) n
         where tenant_id = $1 and ${owner} = $2) copy`,
      [tenantId, table === 'checks' ? checkId : orderId, copies],
    );
  }
};

// 249 and 499 copies: the last reading brings nothing any more, or as many as one brings at most
test.each([249, 499, 520])(
  'a board of more orders than are read at once, here %i and one, is whole, each order once with its own lines',
  async (copies) => {
    const { admin, menu, tenantId } = await withMenu(await openRestaurant());
    const body = {
      cart: [
        { id: menu.soup, quantity: 1 },
        { id: menu.wine, quantity: 2 },
      ],
    };
    const { orderId } = (await admin(createOrder, { body })).reply;
    const checkId = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
    await copyOrder(tenantId, { orderId, checkId }, copies);
    const wanted = Array.from({ length: copies + 1 }, (_, at) => ({ id: orderId + at, quantities: [1, 2] }));
    const seen = (orders: { id: number; items: { order_id: number; quantity: number }[] }[]) =>
      orders.map(({ id, items }) => ({ id, quantities: items.map((item) => (item.order_id === id ? item.quantity : 'of another order')) }));

    const bills = (await admin(listChecks, { query: {} })).reply;
    const sums = (await admin(getCheckSums, {})).reply;
    const cards = (await admin(listOrders, { query: {} })).reply;
    const cooked = (await admin(listKitchenOrders, { query: {} })).reply;
    const board = (await admin(getKitchenBoard, { query: {} })).reply;
    await database.query(`update orders set status = 'completed' where tenant_id = $1`, [tenantId]);
    const unpaid = (await admin(listOrders, { query: { unpaid: '1' } })).reply;

    expect(bills.map(({ check_id: id, due }) => [id, due])).toEqual(wanted.map((_, at) => [checkId + at, bills[0]!.due]));
    expect(sums.bills).toBe(copies + 1);
    expect(sums.due).toBeCloseTo((copies + 1) * bills[0]!.due);
    expect(seen(cards.flatMap(({ orders }) => orders))).toEqual(wanted);
    expect(seen(cooked)).toEqual(wanted);
    expect(seen(board.orders)).toEqual(wanted);
    expect(seen(unpaid.flatMap(({ orders }) => orders))).toEqual(wanted);
  },
);

test('the statement of all open orders has no parameter but the last id: with its status as one, its plan for all could not use orders_open', async () => {
  const { tenantId } = await openRestaurant();
  const prepared = await databases.asTenant(tenantId, async (db) => {
    await findOpenOrders(db);
    return sql`select parameter_types::text as types from pg_prepared_statements where name = 'find_open_orders'`.execute(db);
  });
  expect(prepared.rows).toEqual([{ types: '{bigint}' }]);
});

test('the lines of some bills are looked up bill by bill, whatever the planner takes the tables for', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const checkId = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
  await copyOrder(tenantId, { orderId, checkId }, 500);
  for (const find of [findBillLines, findOwedLines]) {
    const plan = await databases.asTenant(tenantId, (db) =>
      planOf(
        db,
        async (watched) => expect(await find(watched, [checkId + 7, checkId + 8])).toHaveLength(2),
        // then it reads all of them where it may; of tables that nobody has analyzed it does so by itself
        () => sql`set local enable_nestloop = off`.execute(db),
      ),
    );
    const read = nodesOf(plan)
      .filter((node) => ['orders', 'order_lines'].includes(node['Relation Name'] ?? ''))
      .map((node) => node['Actual Rows']! * node['Actual Loops']!);
    expect(read).toHaveLength(4);
    expect(Math.max(...read)).toBeLessThanOrEqual(2);
  }
});

test('the kitchen looks up the lines of open orders order by order, and none of an order that is done', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const checkId = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
  await copyOrder(tenantId, { orderId, checkId }, 500);
  const open = orderId + 500;
  await database.query(`update orders set status = 'completed' where tenant_id = $1 and id < $2`, [tenantId, open]);
  const [order] = (await admin(listKitchenOrders, { query: {} })).reply;
  await admin(updateKitchenItems, { body: { itemIds: order!.items.map(({ id }) => id), status: 'completed' } });
  for (const { find, found } of [
    { find: findOrdersToCook, found: [] },
    { find: (db: Db) => findReady(db, new Date(0)), found: [expect.objectContaining({ order_id: open })] },
  ]) {
    const plan = await databases.asTenant(tenantId, (db) =>
      planOf(
        db,
        async (watched) => expect(await find(watched)).toEqual(found),
        () => sql`set local enable_nestloop = off`.execute(db),
      ),
    );
    const read = nodesOf(plan)
      .filter((node) => node['Relation Name'] === 'order_lines')
      .map((node) => node['Actual Rows']! * node['Actual Loops']!);
    expect(read).toEqual([found.length]);
  }
});

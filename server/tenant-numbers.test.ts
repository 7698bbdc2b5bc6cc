import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { listQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { knownMigrations, migrate } from './platform/database/migrations.ts';
import { database, openRestaurant, openVisitor } from './testing/restaurant.ts';
import { withMenu } from './testing/menu.ts';

vi.setConfig({ testTimeout: 60_000 });
const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** What a restaurant's staff and its diner read of numbers, after an order of two lines, a diner's of two and an order of one. */
const numbersOf = async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await database.query('update tenant_counters set order_no = default, line_no = default where tenant_id = $1', [tenantId]);
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const order = async (...ids: number[]) =>
    (await admin(createOrder, { body: { cart: ids.map((id) => ({ id, quantity: 1 })) } })).reply.orderId;
  const cartItems = [
    { id: menu.wine, quantity: 1 },
    { id: menu.soup, quantity: 1 },
  ];
  const first = await order(menu.soup, menu.bread);
  const diner = await (await openVisitor())(placeQrOrder, {
    params: { qrcode },
    body: { deliveryType: null, cartItems, customerType: 'WALKIN', customer: { name: 'Guest', phone: '' }, tableId: null },
  });
  const last = await order(menu.wine);
  const { reply: board } = await admin(listOrders, { query: {} });
  const { reply: waiting } = await admin(listQrOrders, {});
  const titled = (items: { id: number; item_title: string }[]) => items.map(({ id, item_title: title }) => [id, title]);
  return {
    orders: [first, diner.reply.orderId, last],
    lines: board.flatMap(({ orders }) => orders.flatMap(({ items }) => titled(items))),
    dinersLines: waiting.flatMap(({ items }) => titled(items)),
  };
};

test('numbers of orders and lines are the restaurant’s own, whatever others sell', async () => {
  const own = {
    orders: [1, 2, 3],
    lines: [
      [1, 'Soup'],
      [2, 'Bread'],
      [5, 'Wine'],
    ],
    dinersLines: [
      [3, 'Wine'],
      [4, 'Soup'],
    ],
  };
  expect(await numbersOf()).toEqual(own);
  expect(await numbersOf()).toEqual(own);
});

test('a restaurant that was there before goes on above its own highest number, and a former release collides with nothing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-numbers-'));
  chmodSync(dataDir, 0o755);
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log });
  undo.push(stop);
  const before = knownMigrations()[knownMigrations().indexOf('0023_tenant_numbers') - 1]!;
  await migrate(ownerUrl, { last: before });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  undo.push(() => owner.end());
  const id = async (statement: string) => Number((await owner.query<{ id: string }>(`${statement} returning id`)).rows[0]!.id);
  const placed = async (tenant: number) => {
    const check = await id(`insert into checks (tenant_id, opened_at) values (${tenant}, now())`);
    return id(
      `insert into orders (tenant_id, check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, currency)
       values (${tenant}, ${check}, now(), '12', ${check}, now(), 'dinein', 'WALKIN', 'USD')`,
    );
  };
  const diners = (tenant: number) =>
    id(
      `insert into qr_orders (tenant_id, created_at, delivery_type, customer_type, currency) values (${tenant}, now(), 'dinein', 'WALKIN', 'USD')`,
    );
  for (const name of ['Old', 'Other', 'New']) {
    const tenant = await id(`insert into tenants (name, created_at) values ('${name}', now())`);
    await owner.query('insert into tenant_counters (tenant_id) values ($1)', [tenant]);
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenant)]);
    await owner.query(`insert into store_settings (tenant_id, store_name, currency, unique_qr_code, timezone)
      values (${tenant}, '${name}', 'USD', 'code-${tenant}', 'UTC')`);
  }
  for (const tenant of [1, 2, 1, 2]) await placed(tenant);
  for (let count = 0; count < 6; count++) await diners(2);

  await migrate(ownerUrl);

  const { rows } = await owner.query('select order_no, line_no from tenant_counters order by tenant_id');
  expect(rows.map((row: { order_no: string; line_no: string }) => [Number(row.order_no), Number(row.line_no)])).toEqual([
    [3, 0],
    [6, 0],
    [0, 0],
  ]);
  expect(await placed(1)).toBeGreaterThan(1_000_000_000 - 1);
  expect(await diners(3)).toBeLessThan(2 ** 31);
  // nobody else makes things in the schema that the owner's functions look into
  const { rows: rights } = await owner.query("select has_schema_privilege('public', 'public', 'create') as may");
  expect(rights).toEqual([{ may: false }]);
});

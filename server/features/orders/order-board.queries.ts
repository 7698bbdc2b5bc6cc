import { sql } from 'kysely';
import { listOf, readInBatches } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';

const orders = (db: Db) =>
  db
    .selectFrom('orders')
    .innerJoin('checks', (join) => join.onRef('checks.tenant_id', '=', 'orders.tenant_id').onRef('checks.id', '=', 'orders.check_id'))
    .leftJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'orders.tenant_id').onRef('customers.id', '=', 'orders.customer_id'),
    )
    .leftJoin('members', (join) => join.onRef('members.tenant_id', '=', 'orders.tenant_id').onRef('members.id', '=', 'orders.member_id'))
    .select([
      'orders.id',
      'orders.created_at',
      'check_id',
      'business_date',
      'delivery_type',
      'customer_type',
      'orders.customer_id',
      'customers.phone as customer_phone',
      'customers.name as customer_name',
      'guest_name',
      'delivery_address',
      'members.name as member_name',
      'checks.table_id',
      'checks.table_title',
      'checks.floor',
      'status',
      'payment_status',
      'orders.invoice_id',
      'token_no',
    ])
    .orderBy('orders.id');

type OrderHeads = Awaited<ReturnType<ReturnType<typeof orders>['execute']>>;

const findLines = (db: Db, ids: number[]) =>
  db
    .selectFrom('order_lines')
    .modifyFront(sql`/* find_lines_of_orders */`)
    .select([
      'id',
      'order_id',
      'item_id',
      'item_title',
      'variant_id',
      'variant_title',
      'base_price',
      'unit_price',
      'addons',
      'quantity',
      'notes',
      'tax_id',
      'tax_title',
      'tax_rate',
      'tax_type',
      'status',
      'cooked_at',
      'cancelled_unseen_at',
      'check_id',
      'invoice_id',
      'station_id',
      'discount',
      'tax_parts',
    ])
    .where(sql<boolean>`order_id = any(${listOf(ids)})`)
    .orderBy('id')
    .execute();

const withLines = async (db: Db, found: OrderHeads) => {
  const ids = found.map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await findLines(db, ids);
  const linesOf = Map.groupBy(lines, (line) => line.order_id);
  return found.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
};

/** All orders of a query with their lines. */
const readAll = (db: Db, query: ReturnType<typeof orders>) =>
  readInBatches(async (after, limit) => withLines(db, await query.where('orders.id', '>', after).limit(sql.lit(limit)).execute()));

/** Of a shelf only these orders, or only those of this table. */
interface Only {
  ids?: number[] | undefined;
  table?: number | undefined;
}

const only = (db: Db, { ids, table }: Only) =>
  orders(db)
    .$if(ids !== undefined, (some) => some.where(sql<boolean>`orders.id = any(${listOf(ids!)})`))
    .$if(table !== undefined, (some) => some.where('checks.table_id', '=', table!));

/** What each screen asks for at every announcement is planned once: planning it takes longer than its work. */
const nameFor = (shelf: 'find_open_orders' | 'find_orders_to_cook', { ids, table }: Only) =>
  sql.raw(`/* ${shelf}${ids === undefined ? '' : '_of_ids'}${table === undefined ? '' : '_of_table'} */`);

/** Every open order, however old, oldest first. */
export const findOpenOrders = (db: Db, which: Only = {}) =>
  readAll(
    db,
    only(db, which)
      .modifyFront(nameFor('find_open_orders', which))
      // as a parameter, the one plan for all could not use orders_open, and would read every order of the restaurant
      .where('status', '=', sql.lit('created')),
  );

const unpaid = (db: Db, which: Only = {}) => only(db, which).where('status', '=', 'completed').where('orders.invoice_id', 'is', null);

/** The completed orders that wait for payment, oldest first. */
export const findUnpaidOrders = (db: Db, which: Only = {}) => readAll(db, unpaid(db, which));

interface Page {
  offset: number;
  limit: number;
}

/** One page of the checks with such orders, which are their cards, and how many there are. */
export const findUnpaidPage = async (db: Db, { offset, limit }: Page) => {
  const { rows } = await sql<{ check_ids: number[]; total: number }>`
    with cards as materialized (
      select check_id, min(id) as first from orders where status = 'completed' and invoice_id is null group by check_id)
    select array(select check_id from cards order by first limit ${limit} offset ${offset}) as check_ids,
      (select count(*) from cards) as total`.execute(db);
  const { check_ids: checkIds, total } = rows[0]!;
  return { total, found: await withLines(db, await unpaid(db).where(sql<boolean>`check_id = any(${checkIds})`).execute()) };
};

/** One page of the orders of a business day that are completed and paid, latest first, and how many there are. */
export const findDonePage = async (db: Db, day: string, { offset, limit }: Page) => {
  const done = orders(db).where('business_date', '=', day).where('status', '=', 'completed').where('orders.invoice_id', 'is not', null);
  const { total } = await done
    .clearSelect()
    .clearOrderBy()
    .select((order) => order.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total,
    found: await withLines(db, await done.clearOrderBy().orderBy('orders.id', 'desc').limit(limit).offset(offset).execute()),
  };
};

/** The open orders with something still to cook, oldest first. */
export const findOrdersToCook = (db: Db, which: Only = {}) =>
  readAll(
    db,
    only(db, which)
      .modifyFront(nameFor('find_orders_to_cook', which))
      .where('status', '=', sql.lit('created'))
      .where((order) =>
        order.exists(
          order
            .selectFrom('order_lines')
            .select('order_lines.id')
            .whereRef('order_lines.tenant_id', '=', 'orders.tenant_id')
            .whereRef('order_lines.order_id', '=', 'orders.id')
            .where('order_lines.status', 'in', ['created', 'preparing'])
            // looked up for each order: joined, the planner may read every line of the restaurant
            .offset(sql.lit(0)),
        ),
      ),
  );

/** These orders, whatever their state; those that this tenant does not have are left out. */
export const findOrders = async (db: Db, ids: number[]) =>
  withLines(
    db,
    await orders(db)
      .modifyFront(sql`/* find_orders */`)
      .where(sql<boolean>`orders.id = any(${listOf(ids)})`)
      .execute(),
  );

export type OrderRow = Awaited<ReturnType<typeof withLines>>[number];
export type LineRow = OrderRow['lines'][number];

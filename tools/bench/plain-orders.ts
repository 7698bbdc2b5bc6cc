import pg from 'pg';

const TABLES = `
  drop schema if exists plain cascade;
  create schema plain;
  create table plain.counters (tenant_id bigint primary key, token_no integer not null);
  create table plain.orders (
    id bigint generated always as identity primary key, tenant_id bigint not null, token_no integer not null, created_at timestamptz not null,
    delivery_type text not null, customer_type text not null, status text not null default 'created', payment_status text not null default 'pending');
  create index on plain.orders (tenant_id, created_at);
  create table plain.order_items (
    id bigint generated always as identity primary key, order_id bigint not null references plain.orders, item_id bigint not null,
    item_title text not null, price bigint not null, quantity integer not null, notes text, tax_title text, tax_rate integer, tax_type text,
    status text not null default 'created');
  create index on plain.order_items (order_id)`;

/**
 * An order as a usual till stores it: token, order and lines by plain inserts in one durable transaction of a superuser, without a function,
 * triggers, sums, walls, audit, announcement or key.
 */
export const openPlainOrders = async (ownerUrl: string, tenantIds: number[]) => {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 8 });
  await pool.query(TABLES);
  await pool.query('insert into plain.counters select unnest($1::bigint[]), 0', [tenantIds]);
  const place = async (tenantId: number, lines: { id: number; quantity: number; notes: string }[]) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows: counted } = await client.query({
        name: 'count',
        text: 'update plain.counters set token_no = token_no + 1 where tenant_id = $1 returning token_no',
        values: [tenantId],
      });
      const { rows: placed } = await client.query({
        name: 'order',
        text: "insert into plain.orders (tenant_id, token_no, created_at, delivery_type, customer_type) values ($1, $2, now(), 'dinein', 'WALKIN') returning id",
        values: [tenantId, counted[0].token_no],
      });
      const values = lines.map(
        (_, at) => `($1, $${at * 3 + 2}, 'A dish with a plausible name', 700, $${at * 3 + 3}, $${at * 3 + 4}, 'VAT', 80000, 'exclusive')`,
      );
      await client.query({
        name: `items ${lines.length}`,
        text: `insert into plain.order_items (order_id, item_id, item_title, price, quantity, notes, tax_title, tax_rate, tax_type) values ${values.join(', ')}`,
        values: [placed[0].id, ...lines.flatMap(({ id, quantity, notes }) => [id, quantity, notes])],
      });
      await client.query('commit');
      return { success: true, tokenNo: counted[0].token_no, orderId: placed[0].id };
    } finally {
      client.release();
    }
  };
  return { place, close: () => pool.end() };
};

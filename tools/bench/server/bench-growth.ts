import type pg from 'pg';
import { median } from '#tools/parts/median.ts';
import { openScratchTenant } from '#tools/bench/scratch-tenant.ts';

const ROUNDS = 25;
const AT_MOST = 2; // times the cost for a customer of few orders
const HISTORIES = [50, 50_000]; // orders of a customer in 400 days

const order = (owner: pg.Client, customer: number, orders: number, today: boolean) =>
  owner.query(
    `with opened as (insert into checks (opened_at) select now() from generate_series(1, $2::int) returning id)
     insert into orders (check_id, business_date, business_hour, token_no, created_at, delivery_type, customer_type, customer_id, currency)
     select id, case when $3 then current_date else current_date - 1 - (n % 400)::int end, '12', n + (select coalesce(max(token_no), 0) from orders),
       now(), 'dinein', 'CUSTOMER', $1, 'USD'
     from (select id, row_number() over (order by id) as n from opened) o`,
    [customer, orders, today],
  );

/** What a fold costs when one order is new, of a customer with a long history beside one with a short one; answers what costs too much. */
export const benchGrowth = async (say: (line: string) => void): Promise<string[]> => {
  const { owner, close } = await openScratchTenant('Growth');
  const customers: number[] = [];
  for (const orders of HISTORIES) {
    const { rows } = await owner.query<{ id: number }>(
      "insert into customers (phone, name, created_at) values ($1, 'Guest', now()) returning id",
      [`1${orders}`],
    );
    customers.push(Number(rows[0]!.id));
    await owner.query('set session_replication_role = replica');
    await order(owner, customers.at(-1)!, orders, false);
    await owner.query('set session_replication_role = origin');
  }
  await owner.query('call fill_report_sums(current_tenant())');
  await owner.query('vacuum analyze');
  const took: number[][] = HISTORIES.map(() => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [place, customer] of customers.entries()) {
      await order(owner, customer, 1, true);
      const began = performance.now();
      await owner.query('select fold_report_deltas(5000)');
      if (round > 0) took[place]!.push(performance.now() - began); // the first one warms up
    }
  const [few, many] = took.map(median) as [number, number];
  say('\na fold of one new order, by what its customer ordered before');
  say(`${HISTORIES[0]} orders ${few.toFixed(2)} ms | ${HISTORIES[1]} orders ${many.toFixed(2)} ms | ratio ${(many / few).toFixed(2)}`);
  await close();
  return many / few > AT_MOST ? [`fold: ${(many / few).toFixed(2)} times the cost, above ${AT_MOST}`] : [];
};

import pg from 'pg';
import { createOrder } from '#contract/pos.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';

const lineOf = (itemId: number) => ({
  item_id: itemId,
  item_title: 'A dish with a plausible name',
  variant_id: null,
  variant_title: null,
  base_price: 700,
  unit_price: 700,
  addons: null,
  quantity: 2,
  notes: 'no onions',
  tax_id: null,
  tax_title: 'VAT',
  tax_rate: 80_000,
  tax_type: 'exclusive',
});

const orderOf = ({ itemIds, version }: BenchServer['tenants'][number], key: string) => ({
  version,
  key,
  route: createOrder.path,
  hash: 'h',
  now: new Date(),
  businessDate: '2026-01-01',
  memberId: null,
  sessionId: null,
  deliveryType: 'dinein',
  customerType: 'WALKIN',
  customerPhone: null,
  table: null,
  lines: itemIds.slice(0, 3).map(lineOf),
  total: 4536,
  message: 'Order sent to the kitchen.',
  currency: 'USD',
  invoice: null,
});

interface Options {
  ownerUrl: string;
  tenants: BenchServer['tenants'];
  seconds: number;
}

let sent = 0;

/** The very call that the server makes for an order, from this process, without a server in between; answers how many a second. */
export const placeBareOrders = async (connections: number, { ownerUrl, tenants, seconds }: Options): Promise<number> => {
  const pool = new pg.Pool({ connectionString: urlFor(ownerUrl, 'comanda_app'), max: connections });
  const end = Date.now() + seconds * 1000;
  let done = 0;
  const run = async () => {
    while (Date.now() < end) {
      sent += 1;
      const tenant = tenants[sent % tenants.length]!;
      const order = orderOf(tenant, `bare-${process.pid}-${sent}`);
      await pool.query({ name: 'place', text: 'select place_order($1, $2)', values: [tenant.tenantId, JSON.stringify(order)] });
      done += 1;
    }
  };
  const started = Date.now();
  await Promise.all(Array.from({ length: connections }, run));
  const rate = done / ((Date.now() - started) / 1000);
  await pool.end();
  return rate;
};

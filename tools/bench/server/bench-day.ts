import pg from 'pg';
import { closeDay, getDay } from '#contract/day.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { quoteCart } from '#contract/quotes.ts';
import { median } from '#tools/parts/median.ts';
import { timed } from '#tools/parts/figures.ts';
import { makeHistory, openHistoryTenant } from '#tools/bench/history.ts';
import { openMeasuredApp, openPools, openTill } from '#tools/bench/measured-app.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

const YEARS = 730; // days
const CLOSED = 30; // days, the last ones
const ROUNDS = 100;
const DAY = 86_400_000; // ms
const MOST = { closing: 300, quote: 5 }; // ms

/** Switches the chain of invoices and the entries of the audit log off, to see what a sale costs without them, and on again. */
const openSwitch = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ made: string }>(
    "select pg_get_functiondef('chain_invoice(bigint, bigint, jsonb)'::regprocedure) as made",
  );
  await owner.query(`create function no_row() returns trigger language plpgsql as 'begin return null; end'`);
  await owner.query('create trigger no_row before insert on audit_log for each row execute function no_row()');
  return async (isOn: boolean) => {
    await owner.query(`alter table audit_log ${isOn ? 'disable' : 'enable'} trigger no_row`);
    await owner.query(
      isOn
        ? rows[0]!.made
        : `create or replace function chain_invoice(p_tenant bigint, p_invoice bigint, p_parts jsonb) returns void language plpgsql as 'begin end'`,
    );
  };
};

/** Closings, the X report, a quote of a restaurant with a long history; answers the figures that were missed. */
export const benchDay = async (say: (line: string) => void, orders: number): Promise<string[]> => {
  const database = await openScratchDatabase();
  const databases = openPools(database.ownerUrl);
  const app = await openMeasuredApp(databases);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const tenant = await openHistoryTenant(databases, owner, 'Day', '-', 'day@example.com');
  const now = Date.now();
  const dayOf = (ago: number) => new Date(now - ago * DAY).toISOString().slice(0, 10);
  await makeHistory(owner, tenant, { orders, days: YEARS, until: dayOf(0), seed: 1 });
  const values = [tenant.tenantId];
  await owner.query(`set app.tenant_id = '${tenant.tenantId}'`);
  await owner.query(`update store_settings set closes_from = '${dayOf(CLOSED)}' where tenant_id = $1`, values);
  const { rows: items } = await owner.query<{ id: number }>('select id from menu_items where tenant_id = $1 order by id limit 3', values);
  const { rows: types } = await owner.query<{ id: number }>('select id from payment_types where tenant_id = $1', values);
  await owner.query('vacuum analyze');
  await app.ready();

  const cookie = await openTill(databases, tenant);
  const call = async ({ method, path }: Endpoint, payload?: object): Promise<number> => {
    const { ms, result } = await timed(() =>
      app.inject({ method, url: `/api/v1${path}`, headers: { cookie }, ...(payload && { payload }) }),
    );
    if (result.statusCode !== 200) throw new Error(`${path}: ${result.statusCode} ${result.body}`);
    return ms;
  };
  const took = {
    closing: [] as number[],
    'X report': [] as number[],
    quote: [] as number[],
    'sale, paid at once': [] as number[],
    'the same without chain and audit': [] as number[],
  };
  const cart = items.map(({ id }) => ({ id, quantity: 2 }));
  const counts = types.map(({ id }) => ({ paymentTypeId: id, amount: '100' }));
  for (let ago = CLOSED; ago > 0; ago--) took.closing.push(await call(closeDay, { businessDate: dayOf(ago), counts }));
  for (let round = 0; round < ROUNDS; round++) {
    took['X report'].push(await call(getDay));
    took.quote.push(await call(quoteCart, { cart, deliveryType: 'dinein' }));
  }
  const turn = await openSwitch(owner);
  const sell = async () => call(createOrderAndInvoice, { cart, paymentTypeId: types[0]!.id });
  for (let round = 0; round < ROUNDS / 10; round++)
    for (const isOn of [true, false]) {
      await turn(isOn);
      await sell(); // plans are made again
      for (let sale = 0; sale < 10; sale++) took[isOn ? 'sale, paid at once' : 'the same without chain and audit'].push(await sell());
    }
  await owner.end();
  say(`\nA restaurant of ${orders.toLocaleString('en-US')} orders in two years, ms of a call`);
  say('what | median | worst | at most');
  const missed: string[] = [];
  for (const [what, all] of Object.entries(took)) {
    const most = what in MOST ? MOST[what as keyof typeof MOST] : undefined;
    say(`${what} | ${median(all).toFixed(1)} | ${Math.max(...all).toFixed(1)} | ${most ?? ''}`);
    if (most !== undefined && median(all) > most) missed.push(`${what}: ${median(all).toFixed(1)} ms, above ${most}`);
  }
  await app.close();
  await databases.close();
  await database.stop();
  return missed;
};

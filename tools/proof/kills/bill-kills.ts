import { rmSync } from 'node:fs';
import pg from 'pg';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { generator } from '#tools/parts/generator.ts';
import { killInTurns } from './kill-loop.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { type Answer, get, insist, openShop, post, type Refusals, sell, type Shop, tryAgain, unexpectedOf } from '#tools/parts/shop.ts';

const WRITERS = 6;
/** bills that were written to the end before each kill, unless the machine is too slow for them */
const BILLS = 2;
const BILLS_WITHIN = 30_000; // ms; long enough to sign in anew at all tills, when their tokens end after ten minutes

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

/** What tills were told of one bill: its two sales and the refund by number, its payments by id. */
interface Told {
  order: Answer;
  invoices: number[];
  payments: number[];
}

interface Board {
  orders: { id: number; check_id: number; items: { id: number }[] }[];
}

/** Two pieces are sold, one goes onto a bill of its own, both are paid, one of them in two parts, and a part is paid back. */
const writeBill = async (
  tries: <T>(work: (origin: string) => Promise<T>) => Promise<T>,
  shop: Shop,
  { key, cash }: { key: string; cash: number },
): Promise<Told> => {
  const send = <T>(what: string, path: string, body: object) =>
    tries(async (origin) => {
      const response = await post(origin, path, body, { cookie: shop.cookie, 'idempotency-key': `${what}-${key}` });
      return response.ok ? ((await response.json()) as T) : tryAgain(path, response);
    });
  const pay = (what: string, check: number, due: number, amount: number) =>
    send<{ paymentIds: number[]; invoiceId: number }>(what, `/checks/${check}/payments`, {
      due,
      payments: [{ paymentTypeId: cash, amount }],
    });
  const order = await tries((origin) => sell(origin, shop, { key, isPaid: false, quantity: 2 }));
  const board = (await tries((origin) => get(origin, `/orders?ids=${order.orderId}`, shop.cookie))) as Board[];
  const { check_id: check, items } = board[0]!.orders[0]!;
  const parts = [{ items: [{ itemId: items[0]!.id, quantity: 1 }] }];
  const { checkIds } = await send<{ checkIds: number[] }>('split', `/checks/${check}/split`, { parts });
  const whole = await pay('whole', checkIds[0]!, 4.5, 4.5);
  const [some, rest] = [await pay('some', check, 4.5, 2), await pay('rest', check, 2.5, 2.5)];
  const refund = await send<{ invoiceId: number }>('refund', `/invoices/${rest.invoiceId}/refund`, { amount: '1.25', paymentTypeId: cash });
  return {
    order,
    invoices: [whole.invoiceId, rest.invoiceId, refund.invoiceId],
    payments: [whole, some, rest].flatMap(({ paymentIds }) => paymentIds),
  };
};

/** Holds what tills were told against what is stored. */
const holdBills = async (client: pg.Client, tenantId: number, told: readonly Told[]) => {
  const { rows } = await client.query<Record<string, number[] & number>>(
    `select (select to_json(array(select id from orders where tenant_id = $1))) as orders,
      (select to_json(array(select id from invoices where tenant_id = $1))) as invoices,
      (select to_json(array(select id from check_payments where tenant_id = $1))) as payments,
      (select count(*) - coalesce(max(id), 0) from invoices where tenant_id = $1)::int as gaps,
      (select count(*) - coalesce(max(token_no), 0) from orders where tenant_id = $1)::int as "tokenGaps",
      (select coalesce(sum(amount), 0) from payments where tenant_id = $1)::int
        - (select coalesce(sum(total + rounding), 0) from invoices where tenant_id = $1)::int as apart,
      (select coalesce(sum(total), 0) from invoices where tenant_id = $1)::int as total`,
    [tenantId],
  );
  const stored = rows[0]!;
  const lost = (ids: number[], kept: number[]) => ids.filter((id) => !kept.includes(id)).length;
  const [orders, invoices, payments] = [
    told.map(({ order }) => order.orderId),
    told.flatMap((one) => one.invoices),
    told.flatMap((one) => one.payments),
  ];
  return {
    lost: lost(orders, stored['orders']!) + lost(invoices, stored['invoices']!) + lost(payments, stored['payments']!),
    // each key has one of each and no other
    doubled:
      stored['orders']!.length -
      orders.length +
      (stored['invoices']!.length - new Set(invoices).size) +
      (stored['payments']!.length - new Set(payments).size),
    gaps: stored['gaps']! + stored['tokenGaps']!,
    // 9.00 less 1.25 a bill
    apart: Math.abs(stored['apart']!) + Math.abs(stored['total']! - told.length * 775),
  };
};

/** Kills the server, its database, or both, while tills split bills, pay them in parts and pay back; afterwards all of it must be there once. */
export const runBillKills = async ({ rounds, seed, say = () => {} }: Options) => {
  const dataDir = newDataDirectory('bill-kill');
  const house = { dataDir, server: await startRealServer(dataDir) };
  let isOver = false;
  try {
    const shop = await openShop(house.server.origin);
    const [{ id: cash }] = (await get(house.server.origin, '/settings/payment-types', shop.cookie)) as [{ id: number }];
    const refusals: Refusals = new Map();
    const told: Told[] = [];
    const tries = <T>(work: (origin: string) => Promise<T>) => insist(shop, refusals, () => work(house.server.origin));
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++) told.push(await writeBill(tries, shop, { key: `${writer}-${count}`, cash }));
    };
    const under = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    // whoever gives up is heard at the end, where all are awaited
    for (const one of under) one.catch(() => {});
    const kills = await killInTurns(house, {
      rounds,
      random: generator(seed),
      within: BILLS_WITHIN,
      begin: () => {
        const before = told.length;
        return () => told.length >= before + BILLS;
      },
      say,
      acknowledged: () => `${told.length} bills`,
    });
    isOver = true;
    await Promise.all(under);
    const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
    await client.connect();
    const held = await holdBills(client, shop.tenantId, told);
    await client.end();
    return { ...held, kills, bills: told.length, unexpected: unexpectedOf(refusals) };
  } finally {
    isOver = true;
    await house.server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

import { rmSync } from 'node:fs';
import pg from 'pg';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { generator } from '#server/demo/generator.ts';
import { killInTurns } from './kill-loop.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { AFTER_KILLS, get, insist, openShop, post, type Refusals, sell, type Shop, tryAgain, unexpectedOf } from '#tools/parts/shop.ts';

const WRITERS = 6;
/** bills that were written to the end before each kill, unless the machine is too slow for them */
const BILLS = 2;
const BILLS_WITHIN = 30_000; // ms; long enough to sign in again at all tills, when their tokens end after ten minutes

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

/** What tills were told of one party: by number or id. */
interface Acknowledged {
  orders: number[];
  invoices: number[];
  payments: number[];
  /** Payments that were taken back. */
  reversed: number[];
  /** Moves, merges, splits, and what took them back. */
  changes: number[];
  /** Those that were taken back. */
  undone: number[];
}
/** What all of it comes to: three pieces of 4.50, less 1.25 that was paid back. */
const TOTAL = 1225;

interface Board {
  orders: { id: number; check_id: number; items: { id: number }[] }[];
}
interface Party {
  key: string;
  cash: number;
  /** Where nobody else sits. */
  tables: readonly [number, number];
}
type Tries = <T>(work: (origin: string) => Promise<T>) => Promise<T>;

/** Calls of one party, each with a key of its own, tried until it is answered; and what they were told. */
const openParty = (tries: Tries, shop: Shop, { key, cash }: Pick<Party, 'key' | 'cash'>) => {
  const told: Acknowledged = { orders: [], invoices: [], payments: [], reversed: [], changes: [], undone: [] };
  const send = <T>(what: string, path: string, body: object) =>
    tries(async (origin) => {
      const response = await post(origin, path, body, { cookie: shop.cookie, 'idempotency-key': `${what}-${key}` });
      return response.ok ? ((await response.json()) as T) : tryAgain(path, response);
    });
  const change = async (what: string, check: number, path: string, body: object) => {
    const answer = await send<{ changeId: number; checkIds: number[] }>(what, `/checks/${check}/${path}`, body);
    told.changes.push(answer.changeId);
    return answer;
  };
  return {
    told,
    change,
    /** Orders, and answers the bill with its line. */
    order: async (what: string, quantity: number) => {
      const { orderId } = await tries((origin) => sell(origin, shop, { key: `${what}-${key}`, isPaid: false, quantity }));
      told.orders.push(orderId);
      const board = (await tries((origin) => get(origin, `/orders?ids=${orderId}`, shop.cookie))) as Board[];
      const { check_id: check, items } = board[0]!.orders[0]!;
      return { check, line: items[0]!.id };
    },
    undo: async (what: string, check: number, changeId: number) => {
      await change(what, check, 'undo', { changeId });
      told.undone.push(changeId);
    },
    pay: async (what: string, check: number, due: number, amount: number) => {
      const payments = [{ paymentTypeId: cash, amount }];
      const answer = await send<{ paymentIds: number[]; invoiceId: number }>(what, `/checks/${check}/payments`, { due, payments });
      told.payments.push(...answer.paymentIds);
      if (answer.invoiceId !== null) told.invoices.push(answer.invoiceId);
      return { invoice: answer.invoiceId, payment: answer.paymentIds[0]! };
    },
    reverse: async (what: string, check: number, payment: number) => {
      await send(what, `/checks/${check}/payments/${payment}/reverse`, {});
      told.reversed.push(payment);
    },
    refund: async (what: string, invoice: number, amount: string) => {
      const refund = await send<{ invoiceId: number }>(what, `/invoices/${invoice}/refund`, { amount, paymentTypeId: cash });
      told.invoices.push(refund.invoiceId);
    },
  };
};

/**
 * Two pieces are moved twice, once in vain; one of them goes onto a bill of its own, after a split and a merge that are taken back. A further
 * piece of which something is paid already is merged with it. Both bills are paid in parts, a part is taken back, and one is paid back.
 */
const serve = async (tries: Tries, shop: Shop, party: Party): Promise<Acknowledged> => {
  const { told, order, change, undo, pay, reverse, refund } = openParty(tries, shop, party);
  const [here, there] = party.tables;
  const { check, line } = await order('first', 2);
  await change('sit', check, 'move', { tableId: here });
  const moved = await change('move', check, 'move', { tableId: there });
  await undo('stay', check, moved.changeId);
  const parts = [{ items: [{ itemId: line, quantity: 1 }] }];
  const vain = await change('vain', check, 'split', { parts });
  await undo('join', check, vain.changeId);
  const part = (await change('split', check, 'split', { parts })).checkIds[0]!;
  const together = await change('together', check, 'merge', { checkId: part });
  await undo('apart', check, together.changeId);
  const late = await order('late', 1);
  await pay('ahead', late.check, 4.5, 1);
  await change('merge', part, 'merge', { checkId: late.check });
  const wrong = await pay('wrong', part, 8, 3);
  await reverse('back', part, wrong.payment);
  await pay('whole', part, 8, 8);
  await pay('some', check, 4.5, 2);
  const rest = await pay('rest', check, 2.5, 2.5);
  await refund('refund', rest.invoice, '1.25');
  return told;
};

const STORED = `
  with held as (
    select k.invoice_id, c.payment_type_id, c.payment_type, c.kind, c.amount, c.tip, c.tendered, c.reference, c.drawer_id, c.member_id
    from check_payments c join checks k on k.tenant_id = c.tenant_id and k.id = c.check_id
    where c.tenant_id = $1 and c.reverses is null
      and not exists (select from check_payments b where b.tenant_id = c.tenant_id and b.reverses = c.id)
  ), paid as (
    select p.invoice_id, p.payment_type_id, p.payment_type, p.kind, p.amount, p.tip, p.tendered, p.reference, p.drawer_id, p.member_id
    from payments p where p.tenant_id = $1 and not exists (select from refunds r where r.tenant_id = p.tenant_id and r.invoice_id = p.invoice_id)
  ), changes as (select id, undone_at from check_changes where tenant_id = $1 and kind in ('move', 'merge', 'split', 'undo'))
  select (select to_json(array(select id from orders where tenant_id = $1))) as orders,
    (select to_json(array(select id from invoices where tenant_id = $1))) as invoices,
    (select to_json(array(select id from check_payments where tenant_id = $1 and reverses is null))) as payments,
    (select to_json(array(select reverses from check_payments where tenant_id = $1 and reverses is not null))) as reversed,
    (select to_json(array(select id from changes))) as changes,
    (select to_json(array(select id from changes where undone_at is not null))) as undone,
    (select count(*) - coalesce(max(id), 0) from invoices where tenant_id = $1)::int as gaps,
    (select count(*) - coalesce(max(token_no), 0) from orders where tenant_id = $1)::int as "tokenGaps",
    (select coalesce(sum(amount), 0) from payments where tenant_id = $1)::int
      - (select coalesce(sum(total + rounding), 0) from invoices where tenant_id = $1)::int as apart,
    (select coalesce(sum(total), 0) from invoices where tenant_id = $1)::int as total,
    (select count(*) from ((table held except all table paid) union all (table paid except all table held)) other)::int as unlike,
    (select count(*) from checks where tenant_id = $1 and closed_at is null)::int as open`;

/** Holds what tills were told against what is stored. */
const holdBills = async (client: pg.Client, tenantId: number, told: readonly Acknowledged[]) => {
  const { rows } = await client.query<Record<string, number[] & number>>(STORED, [tenantId]);
  const stored = rows[0]!;
  const kinds = ['orders', 'invoices', 'payments', 'reversed', 'changes', 'undone'] as const;
  // each key has one of each and no other
  const sums = kinds.map((kind) => {
    const [kept, ids] = [stored[kind]!, new Set(told.flatMap((one) => one[kind]))];
    const found = kept.filter((id) => ids.has(id)).length;
    return { lost: ids.size - found, doubled: kept.length - found };
  });
  return {
    lost: sums.reduce((sum, { lost }) => sum + lost, 0),
    doubled: sums.reduce((sum, { doubled }) => sum + doubled, 0),
    gaps: stored['gaps']! + stored['tokenGaps']!,
    apart: Math.abs(stored['apart']!) + Math.abs(stored['total']! - told.length * TOTAL),
    unlike: stored['unlike']!,
    open: stored['open']!,
  };
};

/** Two tables for each writer, that nobody waits for another one's guests. */
const openTables = async (origin: string, shop: Shop): Promise<[number, number][]> => {
  const titles = Array.from({ length: 2 * WRITERS }, (_, place) => `W${place}`);
  for (const title of titles) {
    const added = await post(origin, '/settings/store-tables/add', { title, floor: '-', seatingCapacity: 4 }, { cookie: shop.cookie });
    if (!added.ok) await tryAgain('table', added);
  }
  const tables = (await get(origin, '/settings/store-tables', shop.cookie)) as { id: number; table_title: string }[];
  const idOf = (place: number) => tables.find((one) => one.table_title === titles[place])!.id;
  return Array.from({ length: WRITERS }, (_, writer) => [idOf(2 * writer), idOf(2 * writer + 1)]);
};

/** Kills the server, its database, or both, while tills move, split and merge bills, pay them in parts, take back and pay back; afterwards all of it must be there once. */
export const runBillKills = async ({ rounds, seed, say = () => {} }: Options) => {
  const dataDir = newDataDirectory('bill-kill');
  const house = { dataDir, server: await startRealServer(dataDir) };
  let isOver = false;
  try {
    const shop = await openShop(house.server.origin, () => house.server.origin);
    const [{ id: cash }] = (await get(house.server.origin, '/settings/payment-types', shop.cookie)) as [{ id: number }];
    const refusals: Refusals = new Map();
    const tables = await openTables(house.server.origin, shop);
    const told: Acknowledged[] = [];
    const tries: Tries = (work) => insist(shop, refusals, () => work(house.server.origin), AFTER_KILLS);
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++)
        told.push(await serve(tries, shop, { key: `${writer}-${count}`, cash, tables: tables[writer]! }));
    };
    const under = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    // whoever gives up is reported at the end, where all are awaited
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

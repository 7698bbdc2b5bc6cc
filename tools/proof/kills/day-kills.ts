import { rmSync } from 'node:fs';
import pg from 'pg';
import { verifyChains } from '#server/commands/chains.ts';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { generator } from '#server/demo/generator.ts';
import { killInTurns } from './kill-loop.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import {
  AFTER_KILLS,
  type Answer,
  get,
  insist,
  openShop,
  post,
  type Refusals,
  sell,
  type Shop,
  tryAgain,
  unexpectedOf,
} from '#tools/parts/shop.ts';

const WRITERS = 5;
const CLOSERS = 2;
/** sales and closings that were acknowledged before each kill, unless the machine is too slow for them */
const SALES = 6;
const CLOSINGS = 2;
const WITHIN = 10_000; // ms
/** Nothing was sold on these days: each of them may be closed at any time, and takes what is late with it. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAY = 86_400_000; // ms

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

/** What tills and closers were told. */
const openBook = () => ({ sales: new Map<string, Answer>(), refunds: new Map<string, number>(), closings: new Map<string, number>() });
type Book = ReturnType<typeof openBook>;

/** Sends a body as a till does; answers the reply. */
const send = async <T>(
  origin: string,
  { cookie }: Pick<Shop, 'cookie'>,
  [path, body, key]: readonly [string, object, string],
): Promise<T> => {
  const response = await post(origin, path, body, { cookie, 'idempotency-key': key });
  return response.ok ? ((await response.json()) as T) : tryAgain(path, response);
};

const dayOf = (nth: number) => new Date(FIRST_DAY + nth * DAY).toISOString().slice(0, 10);

/** Holds what was told against what is stored, and the chains against themselves. */
const holdDays = async (client: pg.Client, tenantId: number, { sales, refunds, closings }: Book, say: (line: string) => void) => {
  const { rows } = await client.query<Record<string, number[] & number>>(
    `select (select to_json(array(select id from invoices where tenant_id = $1))) as invoices,
      (select to_json(array(select closing_no from closings where tenant_id = $1))) as closings,
      (select to_json(array(select jsonb_array_elements(document::jsonb #> '{late,invoices}') from closings where tenant_id = $1))) as late,
      (select count(*) - coalesce(max(id), 0) from invoices where tenant_id = $1)::int as "invoiceGaps",
      (select count(*) - coalesce(max(closing_no), 0) from closings where tenant_id = $1)::int as "closingGaps",
      (select count(*) from invoices i where i.tenant_id = $1
        and not exists (select from invoice_hashes h where h.tenant_id = i.tenant_id and h.invoice_id = i.id))::int as unchained,
      (select coalesce(sum(total), 0) from invoices where tenant_id = $1)::int
        - (select coalesce(sum(total), 0) from closings where tenant_id = $1)::int as apart`,
    [tenantId],
  );
  const stored = rows[0]!;
  const told = [...[...sales.values()].map(({ invoiceId }) => invoiceId!), ...refunds.values()];
  const without = (ids: Iterable<number>, kept: number[]) => [...ids].filter((id) => !kept.includes(id)).length;
  const verified = await verifyChains(client, say);
  return {
    lost: without(told, stored['invoices']!) + without(closings.values(), stored['closings']!),
    // each key has one of each and no other, and each invoice is late once at most
    doubled:
      stored['invoices']!.length -
      new Set(told).size +
      (stored['closings']!.length - new Set(closings.values()).size) +
      (stored['late']!.length - new Set(stored['late']).size),
    invoiceGaps: stored['invoiceGaps']!,
    closingGaps: stored['closingGaps']!,
    apart: Math.abs(stored['apart']!),
    late: stored['late']!.length,
    wrong: verified.wrong + stored['unchained']!,
  };
};

/** Kills the server, its database, or both, while tills sell and pay back and others close days; afterwards all of it must be there once, in a chain. */
export const runDayKills = async ({ rounds, seed, say = () => {} }: Options) => {
  const dataDir = newDataDirectory('day-kill');
  const house = { dataDir, server: await startRealServer(dataDir) };
  let isOver = false;
  try {
    const shop = await openShop(house.server.origin, () => house.server.origin);
    const [{ id: cash }] = (await get(house.server.origin, '/settings/payment-types', shop.cookie)) as [{ id: number }];
    const refusals: Refusals = new Map();
    const book = openBook();
    const tries = <T>(work: (origin: string) => Promise<T>) => insist(shop, refusals, () => work(house.server.origin), AFTER_KILLS);
    const close = async (businessDate: string) => {
      const body = { businessDate, counts: [{ paymentTypeId: cash, amount: 100 }] };
      const { closingNo } = await tries((origin) =>
        send<{ closingNo: number }>(origin, shop, ['/day/close', body, `close-${businessDate}`]),
      );
      book.closings.set(businessDate, closingNo);
    };
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const key = `${writer}-${count}`;
        const sale = await tries((origin) => sell(origin, shop, { key, isPaid: true, quantity: 1 + (count % 3) }));
        book.sales.set(key, sale);
        if (count % 3 > 0) continue;
        const body = { amount: '1.25', paymentTypeId: cash };
        const path = `/invoices/${sale.invoiceId!}/refund`;
        const { invoiceId } = await tries((origin) => send<{ invoiceId: number }>(origin, shop, [path, body, `refund-${key}`]));
        book.refunds.set(key, invoiceId);
      }
    };
    const closeDays = async (closer: number) => {
      for (let count = 0; !isOver; count++) await close(dayOf(1 + closer + count * CLOSERS));
    };
    // what is sold from here on is late, so that each of the closings to come has something of it
    await close(new Date().toISOString().slice(0, 10));
    const under = [
      ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
      ...Array.from({ length: CLOSERS }, (_, closer) => closeDays(closer)),
    ];
    // whoever gives up is reported at the end, where all are awaited
    for (const one of under) one.catch(() => {});
    const kills = await killInTurns(house, {
      rounds,
      random: generator(seed),
      within: WITHIN,
      begin: () => {
        const [sales, closings] = [book.sales.size + SALES, book.closings.size + CLOSINGS];
        return () => book.sales.size >= sales && book.closings.size >= closings;
      },
      say,
      acknowledged: () => `${book.sales.size} sales and ${book.closings.size} closings`,
    });
    isOver = true;
    await Promise.all(under);
    // where midnight has passed, a day more; and what came after the last closing
    const today = new Date().toISOString().slice(0, 10);
    if (!book.closings.has(today)) await close(today);
    await close(dayOf(0));
    const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
    await client.connect();
    const held = await holdDays(client, shop.tenantId, book, say);
    await client.end();
    return { ...held, kills, sales: book.sales.size, closings: book.closings.size, unexpected: unexpectedOf(refusals) };
  } finally {
    isOver = true;
    await house.server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

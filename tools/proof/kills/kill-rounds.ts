import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { generator } from '#server/demo/generator.ts';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { killInTurns } from './kill-loop.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import {
  AFTER_KILLS,
  type Answer,
  complete,
  deliver,
  get,
  holdAgainst,
  insist,
  type Ledger,
  openShop,
  orderAsDiner,
  pay,
  type Refusals,
  sell,
  unexpectedOf,
} from '#tools/parts/shop.ts';

const WRITERS = 6;
/** Diners beside them; a menu takes no more than 60 orders in ten minutes from its diners. */
const DINERS = 2;
const DINERS_PAUSE = 400; // ms
/** orders acknowledged before each kill, unless the machine is too slow for them */
const SALES = 8;
const SALES_WITHIN = 5000; // ms

interface Options {
  rounds: number;
  /** of the pauses before each kill */
  seed: number;
  say?: (line: string) => void;
}

interface KillReport extends Ledger {
  /** rounds after which every process that was to be killed was seen to be gone */
  kills: number;
  /** refusals that no till has to expect: neither an answer that did not come, nor 503 */
  unexpected: number;
  payments: number;
  statusChanges: number;
  dinersOrders: number;
  /** events that a client which asks for what it has missed was told of wrongly, twice or never */
  followerGaps: number;
}

/** What tills and diners were told, and so has to be true for ever. */
const openBook = () => ({
  orders: new Map<string, Answer>(),
  /** order → its invoice */
  invoices: new Map<number, number>(),
  /** order items that were delivered */
  delivered: new Set<number>(),
  /** paid orders that were completed */
  completed: new Set<number>(),
  /** QR orders by key */
  diners: new Map<string, number>(),
});
type Book = ReturnType<typeof openBook>;

/** Holds payments, status changes and diners' orders against what is stored: how many are missing, and how many are too many. */
const holdTheRest = async (client: pg.Client, tenantId: number, { invoices, delivered, completed, diners }: Book) => {
  const idsOf = async (text: string) =>
    (await client.query<{ id: number; of: number }>(text, [tenantId])).rows.map(({ id, of }) => [Number(id), Number(of)] as const);
  const stored = new Map(await idsOf('select id, invoice_id as of from orders where tenant_id = $1 and invoice_id is not null'));
  const lines = new Map(await idsOf("select id, order_id as of from order_lines where tenant_id = $1 and status = 'delivered'"));
  const closed = new Map(await idsOf("select id, 0 as of from orders where tenant_id = $1 and status = 'completed'"));
  const qrOrders = new Map(await idsOf('select id, 0 as of from qr_orders where tenant_id = $1'));
  const bills = await idsOf('select id, 0 as of from invoices where tenant_id = $1');
  return {
    lost:
      [...invoices].filter(([orderId, invoiceId]) => stored.get(orderId) !== invoiceId).length +
      [...delivered].filter((id) => !lines.has(id)).length +
      [...completed].filter((id) => !closed.has(id)).length +
      [...diners.values()].filter((id) => !qrOrders.has(id)).length,
    // each of these orders has an invoice of its own, and each key of a diner one order
    doubled: bills.length - new Set(stored.values()).size + (qrOrders.size - diners.size),
  };
};

interface FollowedEvent {
  seq: number;
  type: string;
  payload: unknown;
}

/**
 * Kills the server, its database, or both, while tills sell, serve and take payment and diners order, and starts again;
 * afterwards everything acknowledged must be there once, with tokens, invoice numbers and events without a gap
 * (cases.md §5).
 */
export const runKillRounds = async (options: Options): Promise<KillReport> => {
  const dataDir = newDataDirectory('kill');
  const stops: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    return await killAndCount(dataDir, options, (stop) => void stops.unshift(stop));
  } finally {
    for (const stop of stops) await stop();
  }
};

const killAndCount = async (
  dataDir: string,
  { rounds, seed, say = () => {} }: Options,
  atTheEnd: (stop: () => unknown) => void,
): Promise<KillReport> => {
  const house = { dataDir, server: await startRealServer(dataDir) };
  atTheEnd(() => house.server.stop());
  const shop = await openShop(house.server.origin, () => house.server.origin);
  const book = openBook();
  const refusals: Refusals = new Map();
  const refusalsOfDiners: Refusals = new Map();
  let isOver = false;
  atTheEnd(() => (isOver = true));
  const tries = <T>(work: (origin: string) => Promise<T>) => insist(shop, refusals, () => work(house.server.origin), AFTER_KILLS);

  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      const isPaid = count % 2 === 1;
      const answer = await tries((origin) => sell(origin, shop, { key, isPaid }));
      const { orderId } = answer;
      book.orders.set(key, answer);
      if (isPaid) {
        await tries((origin) => complete(origin, shop, orderId));
        book.completed.add(orderId);
      } else {
        book.delivered.add(await tries((origin) => deliver(origin, shop, orderId)));
        const invoiceId = await tries((origin) => pay(origin, shop, orderId, `pay-${key}`));
        book.invoices.set(orderId, invoiceId);
        book.orders.set(key, { ...answer, invoiceId });
      }
    }
  };
  const dine = async (diner: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `diner-${diner}-${count}`;
      book.diners.set(key, await insist(shop, refusalsOfDiners, () => orderAsDiner(house.server.origin, shop, key), AFTER_KILLS));
      await pause(DINERS_PAUSE);
    }
  };
  const received: FollowedEvent[] = [];
  const followed = { reloads: 0 };
  const askForMore = async (origin: string) => {
    const { events, reload } = (await get(origin, `/events?after=${received.length}`, shop.cookie)) as {
      events: FollowedEvent[];
      reload: boolean;
    };
    if (reload) followed.reloads += 1;
    received.push(...events);
  };
  const follow = async () => {
    while (!isOver) {
      await tries(askForMore);
      await pause(50);
    }
  };

  const under = [
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: DINERS }, (_, n) => dine(n)),
    follow(),
  ];
  // whoever gives up is reported at the end, where all are awaited
  for (const one of under) one.catch(() => {});
  const kills = await killInTurns(house, {
    rounds,
    random: generator(seed),
    within: SALES_WITHIN,
    begin: () => {
      const before = book.orders.size;
      return () => book.orders.size >= before + SALES;
    },
    say,
    acknowledged: () => `${book.orders.size} orders`,
  });
  await pause(300);
  isOver = true;
  await Promise.all(under);
  await tries(askForMore);

  const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
  await client.connect();
  const ledger = await holdAgainst(client, shop.tenantId, book.orders);
  const rest = await holdTheRest(client, shop.tenantId, book);
  const { rows: announced } = await client.query<FollowedEvent>(
    'select seq::int, type, payload from events where tenant_id = $1 order by seq',
    [shop.tenantId],
  );
  await client.end();
  return {
    ...ledger,
    lost: ledger.lost + rest.lost,
    doubled: ledger.doubled + rest.doubled,
    kills,
    unexpected: unexpectedOf(refusals) + unexpectedOf(refusalsOfDiners, [429]),
    payments: book.invoices.size,
    statusChanges: book.delivered.size,
    dinersOrders: book.diners.size,
    followerGaps:
      followed.reloads +
      Math.abs(announced.length - received.length) +
      received.filter((told, index) => JSON.stringify(told.payload) !== JSON.stringify(announced[index]?.payload) || told.seq !== index + 1)
        .length,
  };
};

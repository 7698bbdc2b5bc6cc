import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { generator } from './generator.ts';
import { startRealServer } from './real-server.ts';
import { type Answer, complete, deliver, get, holdAgainst, type Ledger, openShop, orderAsDiner, pay, sell } from './shop.ts';

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

export interface KillReport extends Ledger {
  rounds: number;
  payments: number;
  statusChanges: number;
  dinersOrders: number;
  /** events that a client which asks for what it has missed was told of wrongly, twice or never */
  followerGaps: number;
}

/** Kills the postmaster, as soon as there is one: the round before may have left the supervisor restarting it. */
export const killPostmaster = async (dataDir: string): Promise<void> => {
  for (const end = Date.now() + 30_000; ; ) {
    try {
      const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(20);
    }
  }
};

/** What tills and diners were told, and so has to be true for ever. */
const openBook = () => ({
  orders: new Map<string, Answer>(),
  /** order → its invoice */
  invoices: new Map<number, number>(),
  /** order items that were delivered */
  delivered: new Set<number>(),
  /** QR orders by key */
  diners: new Map<string, number>(),
});
type Book = ReturnType<typeof openBook>;

/** Holds payments, status changes and diners' orders against what is stored: how many are missing, and how many are too many. */
const holdTheRest = async (client: pg.Client, tenantId: number, { invoices, delivered, diners }: Book) => {
  const idsOf = async (text: string) =>
    (await client.query<{ id: number; of: number }>(text, [tenantId])).rows.map(({ id, of }) => [Number(id), Number(of)] as const);
  const stored = new Map(await idsOf('select id, invoice_id as of from orders where tenant_id = $1 and invoice_id is not null'));
  const lines = new Map(await idsOf("select id, order_id as of from order_lines where tenant_id = $1 and status = 'delivered'"));
  const qrOrders = new Map(await idsOf('select id, 0 as of from qr_orders where tenant_id = $1'));
  const bills = await idsOf('select id, 0 as of from invoices where tenant_id = $1');
  return {
    lost:
      [...invoices].filter(([orderId, invoiceId]) => stored.get(orderId) !== invoiceId).length +
      [...delivered].filter((id) => !lines.has(id)).length +
      [...diners.values()].filter((id) => !qrOrders.has(id)).length,
    // each of these orders has an invoice of its own, and each key of a diner one order
    doubled: bills.length - new Set(stored.values()).size + (qrOrders.size - diners.size),
  };
};

interface Told {
  seq: number;
  type: string;
  payload: unknown;
}

/**
 * Kills the server, its database, or both, while tills sell, serve and take payment and diners order, and starts again;
 * afterwards everything acknowledged must be there once, with tokens, invoice numbers and events without a gap
 * (reliability.md §5).
 */
export const runKillRounds = async ({ rounds, seed, say = () => {} }: Options): Promise<KillReport> => {
  const random = generator(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-kill-'));
  chmodSync(dataDir, 0o755);
  let server = await startRealServer(dataDir);
  const shop = await openShop(server.origin);
  const book = openBook();
  let isOver = false;

  /** As a till does: the same again until it is answered. */
  const insist = async <T>(work: (origin: string) => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work(server.origin);
      } catch (error) {
        if (/: 401 /.test(String(error))) await shop.renew().catch(() => {});
        await pause(20);
      }
    }
  };
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      const isPaid = count % 2 === 1;
      const answer = await insist((origin) => sell(origin, shop, { key, isPaid }));
      const { orderId } = answer;
      book.orders.set(key, answer);
      if (isPaid) await insist((origin) => complete(origin, shop, orderId));
      else {
        book.delivered.add(await insist((origin) => deliver(origin, shop, orderId)));
        const invoiceId = await insist((origin) => pay(origin, shop, orderId, `pay-${key}`));
        book.invoices.set(orderId, invoiceId);
        book.orders.set(key, { ...answer, invoiceId });
      }
    }
  };
  const dine = async (diner: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `diner-${diner}-${count}`;
      book.diners.set(key, await insist((origin) => orderAsDiner(origin, shop, key)));
      await pause(DINERS_PAUSE);
    }
  };
  const heard: Told[] = [];
  const followed = { reloads: 0 };
  const askForMore = async (origin: string) => {
    const { events, reload } = (await get(origin, `/events?after=${heard.length}`, shop.cookie)) as { events: Told[]; reload: boolean };
    if (reload) followed.reloads += 1;
    heard.push(...events);
  };
  const follow = async () => {
    while (!isOver) {
      await insist(askForMore);
      await pause(50);
    }
  };

  const under = [
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: DINERS }, (_, n) => dine(n)),
    follow(),
  ];
  for (let round = 1; round <= rounds; round++) {
    await pause(200 + random() * 400);
    // a round in which nothing was sold would prove nothing
    const before = book.orders.size;
    for (const end = Date.now() + SALES_WITHIN; book.orders.size < before + SALES && Date.now() < end; ) await pause(10);
    const victim = ['server', 'database', 'both'][round % 3];
    if (victim !== 'server') await killPostmaster(dataDir);
    if (victim !== 'database') {
      await server.kill();
      server = await startRealServer(dataDir);
    } else
      while (
        !(await fetch(`${server.origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await pause(50);
    say(`round ${round}: killed ${victim}, ${book.orders.size} orders acknowledged so far`);
  }
  await pause(300);
  isOver = true;
  await Promise.all(under);
  await insist(askForMore);

  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'comanda_owner', database: 'comanda' });
  await client.connect();
  const ledger = await holdAgainst(client, shop.tenantId, book.orders);
  const rest = await holdTheRest(client, shop.tenantId, book);
  const { rows: announced } = await client.query<Told>('select seq::int, type, payload from events where tenant_id = $1 order by seq', [
    shop.tenantId,
  ]);
  await client.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return {
    ...ledger,
    lost: ledger.lost + rest.lost,
    doubled: ledger.doubled + rest.doubled,
    rounds,
    payments: book.invoices.size,
    statusChanges: book.delivered.size,
    dinersOrders: book.diners.size,
    followerGaps:
      followed.reloads +
      Math.abs(announced.length - heard.length) +
      heard.filter((told, index) => JSON.stringify(told.payload) !== JSON.stringify(announced[index]?.payload) || told.seq !== index + 1)
        .length,
  };
};

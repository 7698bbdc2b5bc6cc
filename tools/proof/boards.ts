import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { atLeast, atMost, exactly, type Figure, timed } from '#tools/parts/figures.ts';
import { percentile, sellUntil } from './neighbours.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { complete, get, openShop, sell, type Shop } from '#tools/parts/shop.ts';

type Say = (line: string) => void;

const ROWS = 10_000; // on each shelf
const SCREENS = 5;
const LOUD_PAUSE = 200; // ms between two orders of the large restaurant
const QUIET_FOR = 20_000; // ms
const LOUD_FOR = 30_000; // ms
const TIMES = 3; // the quiet p99

const TABLES = 400; // a restaurant may have 500
const AT_TABLE = 50; // one bill of so many stands on a table: of 20,000 one on each

/**
 * Copies an order with its line until each shelf has so many, and all tables are taken; past the calls that make
 * one, which would take minutes.
 */
export const fillBoards = async (client: pg.Client, orderId: number, rows: number) => {
  // whose menu version the tables raise
  await client.query("select set_config('app.tenant_id', tenant_id::text, false) from orders where id = $1", [orderId]);
  await client.query(
    `with source as (select * from orders where id = $1),
     seats as (
       insert into store_tables (tenant_id, public_id, title, floor, seating_capacity)
       select tenant_id, 'board-' || id || '-' || n, 'B' || n, 'Hall', 4 from source, generate_series(0, ${TABLES - 1}) n
       returning tenant_id, id, title, floor),
     seated as (select *, row_number() over (order by id) - 1 as place from seats),
     bills as (
       insert into checks (tenant_id, opened_at, table_id, table_title, floor, bill_no)
       select s.tenant_id, s.created_at, t.id, t.title, t.floor, 1 + (n / ${AT_TABLE} - 1) / ${TABLES}
       from source s cross join generate_series(1, 2 * $2::int) n
       left join seated t on n % ${AT_TABLE} = 0 and t.place = (n / ${AT_TABLE} - 1) % ${TABLES} returning tenant_id, id, table_id),
     numbered as (select id, table_id, row_number() over (order by id) as n from bills),
     copied as (
       insert into orders (tenant_id, check_id, business_date, business_hour, token_no, created_at, member_id, delivery_type, customer_type, currency, status)
       select s.tenant_id, b.id, s.business_date, s.business_hour, 1000000 + n, s.created_at, s.member_id,
         case when b.table_id is null then 'takeaway' else 'dinein' end, s.customer_type, s.currency,
         case when n <= $2::int then 'created' else 'completed' end
       from source s, numbered b returning tenant_id, id, status)
     insert into order_lines (tenant_id, order_id, item_id, item_title, base_price, unit_price, quantity, status)
     select c.tenant_id, c.id, l.item_id, l.item_title, l.base_price, l.unit_price, l.quantity, c.status
     from copied c, order_lines l, generate_series(1, 2) where l.order_id = $1`,
    [orderId, rows],
  );
};

interface TimedRequest {
  path: string;
  ms: number;
}

/** A screen that is open: on each announcement it asks as ours do, for what was named since it last asked. */
const openScreen = (origin: string, { cookie }: Pick<Shop, 'cookie'>, path: (ids: string) => string, asked: TimedRequest[]) => {
  const waiting = new Set<number>();
  let running = Promise.resolve();
  let isAsking = false;
  const ask = async () => {
    while (waiting.size > 0) {
      const ids = [...waiting].slice(0, 100);
      for (const id of ids) waiting.delete(id);
      const { ms } = await timed(() => get(origin, path(ids.join(',')), cookie));
      asked.push({ path: path('…'), ms });
    }
    isAsking = false;
  };
  const note = (ids: number[]) => {
    for (const id of ids) waiting.add(id);
    if (isAsking) return;
    isAsking = true;
    running = ask();
  };
  const socket = io(origin, { transports: ['websocket'], extraHeaders: { cookie } });
  socket.on('new_order', ({ orderId }: { orderId: number }) => note([orderId]));
  socket.on('order_update', ({ orderIds }: { orderIds: number[] }) => note(orderIds));
  return async () => {
    socket.close();
    await running;
  };
};

/** Orders, and the expediter; kitchen; till. */
const screens = [(ids: string) => `/orders?ids=${ids}`, (ids: string) => `/kitchen/board?ids=${ids}`, () => '/pos/open-checks'];
const ordersOn = (cards: unknown): number => (cards as { orders: unknown[] }[]).reduce((sum, { orders }) => sum + orders.length, 0);

/** One restaurant has 10,000 open and 10,000 unpaid orders and five screens that listen: its neighbour sells as ever. */
export const runBoards = async ({ say }: { say: Say }): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-boards-'));
  chmodSync(dataDir, 0o755);
  const server = await startRealServer(dataDir);
  const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
  try {
    const { origin } = server;
    await client.connect();
    const [loud, neighbour] = [await openShop(origin), await openShop(origin)];
    const { orderId } = await sell(origin, loud, { key: 'first', isPaid: false });
    await fillBoards(client, orderId, ROWS);
    await client.query('analyze');
    let end = Date.now() + 3000;
    await sellUntil(origin, neighbour, () => Date.now() > end, 'warm');
    end = Date.now() + QUIET_FOR;
    const quiet = await sellUntil(origin, neighbour, () => Date.now() > end, 'quiet');

    let isOver = false;
    const asked: TimedRequest[] = [];
    const leave = Array.from({ length: SCREENS }, (_, at) => openScreen(origin, loud, screens[at % screens.length]!, asked));
    const selling = sellUntil(origin, neighbour, () => isOver, 'loud');
    end = Date.now() + LOUD_FOR;
    let changes = 0;
    for (; Date.now() < end; changes += 2, await pause(LOUD_PAUSE)) {
      const sold = await sell(origin, loud, { key: `large-${changes}`, isPaid: true });
      await complete(origin, loud, sold.orderId);
    }
    // what is looked at now and then: a screen that starts, and the shelf behind it
    const pages = [await timed(() => get(origin, '/orders/shelf?shelf=unpaid&page=250', loud.cookie))];
    const wholes = [];
    for (const path of ['/orders', '/kitchen/board', '/orders?unpaid=1']) wholes.push(await timed(() => get(origin, path, loud.cookie)));
    isOver = true;
    const sold = await selling;
    for (const close of leave) await close();

    const [before, after] = [percentile(quiet, 0.99), percentile(sold, 0.99)];
    for (const path of new Set(asked.map((one) => one.path))) {
      const some = asked.filter((one) => one.path === path);
      say(
        `GET ${path}: ${some.length} times, half within ${percentile(some, 0.5).toFixed(1)} ms, p99 ${percentile(some, 0.99).toFixed(1)} ms`,
      );
    }
    say(`whole boards: ${wholes.map(({ ms }) => `${ms.toFixed(0)} ms`).join(', ')}; a page of the unpaid: ${pages[0]!.ms.toFixed(0)} ms`);
    say(`the neighbour: alone p99 ${before.toFixed(1)} ms (${quiet.length} orders), beside it ${after.toFixed(1)} ms (${sold.length})`);
    return [
      exactly('orders on the open board of the large one', ordersOn(wholes[0]!.result), ROWS + 1),
      exactly('and on its unpaid', ordersOn(wholes[2]!.result), ROWS),
      exactly('its tables with an open bill', ((await get(origin, '/pos/open-checks', loud.cookie)) as unknown[]).length, TABLES),
      atLeast('changes that its five screens were told of', changes, 100),
      atLeast('questions that they asked', asked.length, changes),
      exactly('orders of its neighbour that failed', sold.filter(({ status }) => status !== 200).length),
      atMost(`p99 of its neighbour's orders, against ${before.toFixed(1)} ms alone`, after, Math.ceil(TIMES * before), ' ms'),
      atMost('p99 of what a screen of the large one asks after an announcement', percentile(asked, 0.99), 250, ' ms'),
      atMost('a page of its unpaid', pages[0]!.ms, 500, ' ms'),
      atMost('its whole board, at the start of a screen', Math.max(...wholes.map(({ ms }) => ms)), 3000, ' ms'),
    ];
  } finally {
    await client.end().catch(() => {});
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

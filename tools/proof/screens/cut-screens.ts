import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CALM_HANDS, launchChromium } from '#tools/parts/chromium.ts';
import { atLeast, atMost, exactly, type Figure } from '#tools/parts/figures.ts';
import { generator } from '#server/demo/generator.ts';
import { openLine } from '#tools/parts/line.ts';
import { buildWeb } from '#scripts/prepare.mjs';
import { startRealServer } from '#tools/parts/real-server.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { openToldTill, TOLD, type TicketAlarm } from './told-till.ts';

const OWNER = { biz_name: 'Cuts', username: 'cuts@example.com', password: 'a long and plain password' };
const STATIONS = ['Grill', 'Bar', 'Pastry'];
const SCREENS_EACH = 2;
const ACK_SECONDS = 5;
/** A cook has made what was ordered so many orders ago: a board keeps within a screen's height. */
const IN_WORK = 5;
/** orders */
const READS_EVERY = 3;
/** ms: the page is told every 0.5 s what came into sight; a cut connection is open again after some seconds */
const SETTLED_WITHIN = 60_000;
/** ms: an access token ends after ten minutes */
const SIGN_IN_EVERY = 240_000;

interface Restaurant {
  items: number[];
  tables: number[];
}

const send = async <T>({ request }: BrowserContext, path: string, data: object): Promise<T> => {
  const response = await request.post(`/api/v1${path}`, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
};
const read = async <T>({ request }: BrowserContext, path: string): Promise<T> => {
  const response = await request.get(`/api/v1${path}`);
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
};

const furnish = async (till: BrowserContext): Promise<Restaurant> => {
  const [items, tables]: [number[], number[]] = [[], []];
  for (const title of STATIONS) {
    const { stationId } = await send<{ stationId: number }>(till, '/settings/stations/add', { title, ackSeconds: ACK_SECONDS });
    items.push(
      (await send<{ menuItemId: number }>(till, '/menu-items/add', { title: `Dish of ${title}`, price: 4.5, stationId })).menuItemId,
    );
  }
  for (let number = 1; number <= 40; number++)
    tables.push(
      (await send<{ tableId: number }>(till, '/settings/store-tables/add', { title: `T${number}`, floor: '-', seatingCapacity: 4 }))
        .tableId,
    );
  return { items, tables };
};

/** A page in a browser of its own, and the line on which it reaches the server. */
interface Screen {
  page: Page;
  line: Awaited<ReturnType<typeof openLine>>;
}

const openScreen = async (browser: Browser, port: number, station: string): Promise<Screen> => {
  const line = await openLine(port);
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${line.port}`, viewport: { width: 1440, height: 1000 } });
  await context.addInitScript({ content: CALM_HANDS });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(OWNER.username);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/dashboard\//);
  await page.goto('/dashboard/kitchen');
  await page.getByRole('dialog', { name: 'Which station is this?' }).getByRole('button', { name: station }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { page, line };
};

/** A cook reads what was told of orders that have left the board or were cancelled, and makes room for what there was none for. */
const readNotes = (screens: readonly Screen[][]) =>
  Promise.all(
    screens.flat().map(async ({ page }) => {
      for (const name of [/^and \d+ more$/, /^Got it/]) {
        const read = page.getByRole('button', { name }).first();
        // a page without a network is covered
        if (await read.isVisible()) await read.click({ timeout: 500 }).catch(() => {});
      }
    }),
  );

interface Line {
  id: number;
  status: string;
  quantity: number;
}
interface Board {
  id: number;
  items: Line[];
}

/** An order, sometimes changed at once: a piece or a line is cancelled, the bill moves, what was made is recalled. */
const openEdits = (till: BrowserContext, { items, tables }: Restaurant, random: () => number) => {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const linesOf = async (ids: readonly number[]) =>
    (await read<Board[]>(till, `/kitchen?ids=${ids.join(',')}`)).flatMap((order) => order.items);
  const edits = { voids: 0, moves: 0, recalls: 0 };
  const cancel = async (orderId: number) => {
    const line = pick(await linesOf([orderId]));
    const quantity = random() < 0.5 ? 1 : line.quantity;
    await send(till, `/orders/update-status/${line.id}`, { status: 'cancelled', quantity });
    edits.voids++;
  };
  const move = async (tableId: number) => {
    const checks = await read<{ check_id: number; table_id: number | null }[]>(till, '/checks');
    const free = tables.filter((id) => !checks.some(({ table_id }) => table_id === id));
    if (free.length === 0) return;
    await send(till, `/checks/${checks.find(({ table_id }) => table_id === tableId)!.check_id}/move`, { tableId: pick(free) });
    edits.moves++;
  };
  const recall = async (orderId: number) => {
    const itemIds = (await linesOf([orderId])).filter(({ status }) => status === 'created').map(({ id }) => id);
    if (itemIds.length === 0) return;
    await send(till, '/kitchen/move', { itemIds, status: 'completed' });
    await send(till, '/kitchen/recall', { itemIds: itemIds.slice(0, 1) });
    edits.recalls++;
  };
  return {
    edits,
    sell: async (): Promise<number> => {
      const some = items.filter(() => random() < 0.6);
      const cart = (some.length > 0 ? some : [pick(items)]).map((id) => ({ id, quantity: 1 + Math.floor(random() * 3) }));
      const tableId = pick(tables);
      const { orderId } = await send<{ orderId: number }>(till, '/pos/create-order', { cart, tableId });
      const edit = random();
      if (edit < 0.2) await cancel(orderId);
      else if (edit < 0.35) await move(tableId);
      else if (edit < 0.5) await recall(orderId);
      return orderId;
    },
    make: async (ids: readonly number[]) => {
      const itemIds = (await linesOf(ids)).filter(({ status }) => status !== 'cancelled').map(({ id }) => id);
      if (itemIds.length > 0) await send(till, '/kitchen/move', { itemIds, status: 'completed' });
    },
  };
};

/** How a network goes: its connections are reset, nothing comes through any more, or the device knows that it has none. */
const ways = [
  { begin: ({ line }: Screen) => line.cut(), end: ({ line }: Screen) => line.mend() },
  { begin: ({ line }: Screen) => line.silence(), end: ({ line }: Screen) => line.mend() },
  {
    begin: async ({ page, line }: Screen) => {
      line.cut();
      await page.context().setOffline(true);
    },
    end: async ({ page, line }: Screen) => {
      line.mend();
      await page.context().setOffline(false);
    },
  },
];

/** Six pages of three stations, of which one or both of a station lose their network now and then. */
const openCuts = (screens: readonly Screen[][], random: () => number) => {
  const off = new Set<Screen>();
  const under: Promise<void>[] = [];
  let count = 0;
  const cutOne = async (screen: Screen, forMs: number) => {
    const way = ways[count % ways.length]!;
    off.add(screen);
    count++;
    await way.begin(screen);
    await pause(forMs);
    await way.end(screen);
    off.delete(screen);
  };
  return {
    cut: () => {
      const station = screens[Math.floor(random() * screens.length)]!;
      // both, and long enough for the alarm, or one of them for a moment
      const isWhole = random() < 0.3;
      const forMs = isWhole ? (ACK_SECONDS + 2) * 1000 : 300 + random() * 3000;
      for (const screen of (isWhole ? station : station.slice(0, 1)).filter((one) => !off.has(one))) under.push(cutOne(screen, forMs));
    },
    count: () => count,
    over: () => Promise.all(under),
  };
};

/** Of every order what its tickets add up to beside what is ordered and not cancelled. */
const ADDED_UP = `
  select count(*)::int as wrong from orders o
  cross join lateral (select coalesce(sum(quantity), 0) as pieces from order_lines l
    where l.tenant_id = o.tenant_id and l.order_id = o.id and l.status <> 'cancelled') ordered
  cross join lateral (select coalesce(sum(case t.kind when 'new' then 1 when 'void' then -1 else 0 end * (line->>'quantity')::int), 0) as pieces
    from tickets t cross join lateral jsonb_array_elements(t.lines) line where t.tenant_id = o.tenant_id and t.order_id = o.id) told
  where ordered.pieces <> told.pieces`;

/** Orders with random edits before the screens of three stations in real browsers, whose network is cut: each ticket is seen, and once. */
export const runCutScreens = async (options: {
  orders: number;
  cuts: number;
  seed: number;
  say: (line: string) => void;
}): Promise<Figure[]> => {
  const { orders, cuts, seed, say } = options;
  await buildWeb();
  const random = generator(seed);
  const folder = mkdtempSync(join(tmpdir(), 'comanda-cuts-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const database = await openScratchDatabase();
    ends.push(database.stop);
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    ends.push(() => client.end());
    const server = await startRealServer(folder, { DATABASE_URL: database.ownerUrl });
    ends.push(server.stop);
    const browser = await launchChromium();
    ends.push(() => browser.close());
    const till = await browser.newContext({ baseURL: server.origin });
    await send(till, '/auth/signup', OWNER);
    let signedInAt = 0;
    const staySignedIn = async () => {
      if (Date.now() - signedInAt < SIGN_IN_EVERY) return;
      signedInAt = Date.now();
      await send(till, '/auth/signin', OWNER);
    };
    await staySignedIn();
    // a session of its own: that of the till is replaced every few minutes
    const other = await browser.newContext({ baseURL: server.origin });
    await send(other, '/auth/signin', OWNER);
    const told = await openToldTill(other, server.origin);
    ends.push(told.close);
    const restaurant = await furnish(till);
    const screens: Screen[][] = [];
    ends.push(() => screens.flat().forEach(({ line }) => line.close()));
    for (const station of STATIONS) {
      screens.push([]);
      while (screens.at(-1)!.length < SCREENS_EACH)
        screens.at(-1)!.push(await openScreen(browser, Number(new URL(server.origin).port), station));
    }
    const { sell, make, edits } = openEdits(till, restaurant, random);
    const { cut, count, over } = openCuts(screens, random);
    say(`${orders} orders, ${STATIONS.length} stations with ${SCREENS_EACH} screens each`);
    const open: number[] = [];
    for (let sold = 0; sold < orders || count() < cuts; sold++) {
      await staySignedIn();
      if (sold % 50 === 49) say(`  ${sold + 1} orders, ${count()} cuts`);
      if (sold % READS_EVERY === 0) await readNotes(screens);
      if (count() < cuts && sold % Math.ceil((1.3 * orders) / cuts) === 0) cut();
      open.push(await sell());
      while (open.length > IN_WORK) await make([open.shift()!]);
      await pause(400);
    }
    await over();
    await staySignedIn();
    const unseen = () => read<unknown[]>(till, '/kitchen/unseen');
    const waiting = async () =>
      (await client.query<{ count: number }>('select count(*)::int as count from tickets where seen_at is null')).rows[0]!.count;
    for (const end = Date.now() + SETTLED_WITHIN; (await waiting()) > 0 && Date.now() < end; ) {
      await readNotes(screens);
      await pause(500);
    }
    const { rows } = await client.query<TicketAlarm>(TOLD);
    const alarms = rows.flatMap(({ alarm }) => (alarm === null ? [] : [alarm]));
    const arrivals = rows.flatMap(({ id, made }) => told.timesOf(Number(id)).map((at) => at - made));
    const isTold = ({ id, alarm }: TicketAlarm) => told.timesOf(Number(id)).length === (alarm === null ? 0 : 1);
    const wrong = (await client.query<{ wrong: number }>(ADDED_UP)).rows[0]!.wrong;
    say(`  ${rows.length} tickets; ${edits.voids} voids, ${edits.moves} moves, ${edits.recalls} recalls; ${alarms.length} alarms`);
    return [
      atLeast('orders before screens in browsers', orders, orders),
      atLeast('cuts of a screen’s network', count(), cuts),
      exactly('tickets that no screen has seen', rows.filter(({ is_unseen }) => is_unseen).length),
      exactly('tickets seen twice', rows.filter(({ told }) => told > 1).length),
      exactly('tickets in the list of the unseen at the end', (await unseen()).length),
      exactly('orders of which the tickets do not add up', wrong),
      atLeast('alarms', alarms.length, 1),
      atMost(
        'the alarm that is furthest from its seconds',
        Math.max(0, ...alarms.map((at) => Math.abs(at - ACK_SECONDS) * 1000)),
        1000,
        ' ms',
      ),
      exactly('alarms that a till’s socket was not told of, or more than once', rows.filter((row) => !isTold(row)).length),
      atMost(
        'what a till’s socket was told that is furthest from its seconds',
        Math.max(0, ...arrivals.map((ms) => Math.abs(ms - ACK_SECONDS * 1000))),
        1000,
        ' ms',
      ),
    ];
  } finally {
    for (const end of ends.toReversed()) await end();
  }
};

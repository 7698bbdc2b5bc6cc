import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { atLeast, atMost, exactly, type Figure, timed } from '#tools/parts/figures.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { get, openShop, post, type Shop } from '#tools/parts/shop.ts';

type Say = (line: string) => void;

const ITEMS = 4999; // and what each restaurant of openShop has
const OPTIONS = 20_000;
const QUIET_FOR = 20_000; // ms
const PAUSE = 20; // ms between two orders
const TIMES = 5; // the quiet p99

/** The largest menu that a restaurant may have, with other prices each time. */
const fileOf = (round: number): string => {
  const options = (count: number) => Array.from({ length: count }, (_, at) => `Option number ${at}=${round}.5${at}`).join('|');
  const of = Math.floor(OPTIONS / ITEMS);
  const rows = Array.from({ length: ITEMS }, (_, n) => {
    const count = n > 0 ? of : OPTIONS - of * (ITEMS - 1);
    return `Category ${n % 50},Item number ${n} of the menu,${round}.25,${options(count)}`;
  });
  return `category,title,price,variants\n${rows.join('\n')}\n`;
};

interface Sold {
  status: number;
  ms: number;
}

/** Sells one order after the other until it is told to stop. */
export const sellUntil = async (origin: string, { cookie, itemId }: Shop, isOver: () => boolean, name: string): Promise<Sold[]> => {
  const sold: Sold[] = [];
  for (let count = 0; !isOver(); count++, await pause(PAUSE)) {
    const headers = { cookie, 'idempotency-key': `${name}-${count}` };
    const { ms, result: status } = await timed(async () => {
      const response = await post(origin, '/pos/create-order', { cart: [{ id: itemId, quantity: 1 }] }, headers);
      await response.arrayBuffer();
      return response.status;
    });
    sold.push({ status, ms });
  }
  return sold;
};

export const percentile = (sold: readonly { ms: number }[], of: number): number =>
  sold.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.min(sold.length - 1, Math.floor(sold.length * of))]!;

/** How late the server's event loop was since the last time this was asked; ms. */
const lateness = async (origin: string) => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const read = (name: string) => 1000 * Number(new RegExp(`^comanda_nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]);
  return { p99: read('p99'), max: read('max') };
};

/** Imports the largest file, dry and in earnest, until the hour's files are used up; answers how often. */
const importAll = async (origin: string, { cookie }: Shop): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {};
  for (let round = 2; !statuses[429]; round++) {
    const { status } = await fetch(`${origin}/api/v1/menu-items/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ csv: fileOf(round), dryRun: round % 2 === 0 }),
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
};

/** Loads the page and the menu of a restaurant in a loop, rebuilt each time; answers how often and how large. */
const visitUntil = async (origin: string, { qrcode, cookie, itemId }: Shop, isOver: () => boolean) => {
  let pages = 0;
  let largest = 0;
  for (; !isOver(); pages += 1) {
    await post(origin, `/menu-items/update/${itemId}/sold-out`, { isSoldOut: pages % 2 === 0 }, { cookie });
    for (const address of [`/m/${qrcode}`, `/api/v1/qrmenu/${qrcode}`]) {
      const response = await fetch(`${origin}${address}`);
      largest = Math.max(largest, (await response.arrayBuffer()).byteLength);
      if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
    }
  }
  return { pages, largest };
};

/** One restaurant imports the largest menu in a loop and a visitor loads its page: its neighbour sells as ever. */
export const runNeighbours = async ({ say }: { say: Say }): Promise<Figure[]> => {
  const dataDir = newDataDirectory('neighbours');
  const server = await startRealServer(dataDir);
  try {
    const { origin } = server;
    const [loud, neighbour] = [await openShop(origin), await openShop(origin)];
    const first = await post(origin, '/menu-items/import', { csv: fileOf(1) }, { cookie: loud.cookie });
    if (!first.ok) throw new Error(`import: ${first.status} ${await first.text()}`);
    let end = Date.now() + 3000;
    await sellUntil(origin, neighbour, () => Date.now() > end, 'warm');

    await lateness(origin);
    end = Date.now() + QUIET_FOR;
    const quiet = await sellUntil(origin, neighbour, () => Date.now() > end, 'quiet');
    const quietLoop = await lateness(origin);

    let isOver = false;
    const selling = sellUntil(origin, neighbour, () => isOver, 'loud');
    const visiting = visitUntil(origin, loud, () => isOver);
    const statuses = await importAll(origin, loud).finally(() => (isOver = true));
    const [sold, { pages, largest }] = [await selling, await visiting];
    const loudLoop = await lateness(origin);
    const items = (await get(origin, '/menu-items', loud.cookie)) as { variants: unknown[] }[];

    const [before, after] = [percentile(quiet, 0.99), percentile(sold, 0.99)];
    const half = [percentile(quiet, 0.5), percentile(sold, 0.5)].map((ms) => ms.toFixed(1));
    say(`the neighbour alone: ${quiet.length} orders, half within ${half[0]} ms, p99 ${before.toFixed(1)} ms`);
    say(
      `beside ${statuses[200]} imports and ${pages} loads of a page: ${sold.length} orders, half within ${half[1]} ms, p99 ${after.toFixed(1)} ms`,
    );
    say(
      `event loop late by (p99, most): alone ${quietLoop.p99.toFixed(0)}, ${quietLoop.max.toFixed(0)} ms; beside ${loudLoop.p99.toFixed(0)}, ${loudLoop.max.toFixed(0)} ms`,
    );
    return [
      exactly('items of the largest menu', items.length, ITEMS + 1),
      exactly(
        'its variants',
        items.reduce((sum, { variants }) => sum + variants.length, 0),
        OPTIONS,
      ),
      exactly('files imported or tried, in an hour', (statuses[200] ?? 0) + 1, 20),
      exactly('refused otherwise than by 429', Object.keys(statuses).filter((status) => !['200', '429'].includes(status)).length),
      atLeast('times its page was re-rendered for a visitor', pages, 3),
      atLeast('bytes of the largest of these answers', largest, 1_000_000),
      exactly('orders of its neighbour that failed', sold.filter(({ status }) => status !== 200).length),
      atLeast('orders of its neighbour meanwhile', sold.length, 100),
      atMost(`p99 of its neighbour's orders, against ${before.toFixed(1)} ms alone`, after, Math.ceil(TIMES * before), ' ms'),
      atMost('event loop late at most', loudLoop.max, 1000, ' ms'),
    ];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

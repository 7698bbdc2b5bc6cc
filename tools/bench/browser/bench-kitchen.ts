import type { BrowserContext, Page } from 'playwright-core';
import { onTablet, sayFigures } from './bench-browser.ts';

// A kitchen far behind: 500 tickets on a cheap tablet, its processor slowed to a quarter.
const TICKETS = 500;
const ITEMS = 60;
const SLOWDOWN = 4;
const ROUNDS = 3;
const ANSWERS = 20;
const OWNER = { biz_name: 'Bench', username: 'bench@example.com', password: 'a long and plain password' };

const furnish = async ({ request }: BrowserContext) => {
  const post = async (path: string, data: object) => {
    const response = await request.post(`/api/v1${path}`, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  };
  await post('/auth/signup', OWNER);
  await post('/auth/signin', OWNER);
  const dishes = Array.from({ length: ITEMS }, (_, n) => `Category ${n % 6},Dish ${n},${3 + (n % 9)},,`);
  await post('/menu-items/import', { csv: ['category,title,price,variants,addons', ...dishes].join('\n') });
  const { menuItems } = (await (await request.get('/api/v1/pos/init')).json()) as { menuItems: { id: number }[] };
  for (let n = 0; n < TICKETS; n++) {
    const cart = [0, 7, 11, 13].slice(0, 2 + (n % 3)).map((step) => ({ id: menuItems[(n * 3 + step) % ITEMS]!.id, quantity: 1 }));
    await post('/pos/create-order', { cart, deliveryType: n % 2 ? 'takeaway' : 'delivery', customerType: 'WALKIN', tableId: null });
  }
};

interface Figure {
  what: string;
  values: number[];
  /** ms */
  most: number;
}

const measureAnswers = async ({ request }: BrowserContext, path: string): Promise<Figure> => {
  const values: number[] = [];
  for (let n = 0; n <= ANSWERS; n++) {
    const since = performance.now();
    await (await request.get(`/api/v1${path}`)).body();
    // the first one warms up
    if (n > 0) values.push(performance.now() - since);
  }
  return { what: `GET ${path}, ${TICKETS} tickets: answered after ms`, values, most: 100 };
};

const WATCH = `
  globalThis.tasks = [];
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  const look = () => {
    if (!document.querySelector('article')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { globalThis.shownAt = performance.now(); }));
  };
  requestAnimationFrame(look);
  const started = () => document.querySelectorAll('[data-touch="completed"]').length;
  addEventListener('pointerdown', () => { globalThis.before = started(); }, true);
  addEventListener('pointerup', ({ timeStamp }) => {
    const wait = () => started() > globalThis.before
      ? setTimeout(() => { globalThis.touchedAfter = performance.now() - timeStamp; })
      : requestAnimationFrame(wait);
    wait();
  }, true);`;
const tasksOf = async (page: Page) => [0, ...(await page.evaluate<number[]>('globalThis.tasks.splice(0)'))];

const measureScreen = async (context: BrowserContext): Promise<Figure[]> => {
  const [arrivals, touches, tasks]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const page = await context.newPage();
    await page.addInitScript({ content: WATCH });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto('/dashboard/kitchen', { waitUntil: 'commit' });
    await page.waitForFunction('globalThis.shownAt !== undefined', undefined, { timeout: 60_000 });
    const shownAt = await page.evaluate<number>('globalThis.shownAt');
    await page.waitForTimeout(3000);
    await tasksOf(page);
    // a cook touches and scrolls while the board goes on
    await page.getByRole('button', { name: 'Start Making' }).first().click();
    await page.waitForFunction('globalThis.touchedAfter !== undefined');
    const touchedAfter = await page.evaluate<number>('globalThis.touchedAfter');
    await page.mouse.move(400, 400);
    for (let step = 0; step < 20; step++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(2000);
    const longest = Math.max(...(await tasksOf(page)));
    await page.close();
    // the first one fills the browser's caches
    if (round === 0) continue;
    arrivals.push(shownAt);
    touches.push(touchedAfter);
    tasks.push(longest);
  }
  return [
    { what: `Kitchen, ${TICKETS} tickets: the first of them after ms`, values: arrivals, most: 2000 },
    { what: 'a touch: answered after ms', values: touches, most: 150 },
    { what: 'touching and scrolling: longest task, ms', values: tasks, most: 200 },
  ];
};

/** Measures the Kitchen with 500 tickets; answers the figures that were missed. */
export const benchKitchen = (say: (line: string) => void): Promise<string[]> =>
  onTablet(OWNER, furnish, async ({ context }) => {
    say(`\nThe Kitchen, ${TICKETS} tickets, in Chromium with its processor slowed ${SLOWDOWN}×, ${ROUNDS} rounds`);
    const answers = [await measureAnswers(context, '/kitchen'), await measureAnswers(context, '/kitchen/board')];
    return sayFigures(say, [...answers, ...(await measureScreen(context))]);
  });

import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { onTablet } from './bench-browser.ts';

// An owner scrolls through a long menu on a cheap tablet, beside a page of as many rows that are nothing but text.
const ITEMS = 2000; // with 2,500 variants and 2,500 addons
const PHOTOS = 480; // of the first items: as far as is scrolled
const SLOWDOWN = 4;
const ROUNDS = 5;
const SPEED = 6000; // px/s
const SECONDS = 5;
const DROPPED = 34; // ms: a frame that comes after more than two of 60 in a second
const LONG = 50; // ms: a task that keeps a touch waiting
const IMPORT_SECONDS = 10;
const OWNER = { biz_name: 'Bench', username: 'menu-list@example.com', password: 'a long and plain password' };

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** 2,000 dishes in 20 categories; every second has three variants or two, with as many addons. */
const menuFile = (): string => {
  const choices = (n: number, kind: string) =>
    n % 2 === 0 ? '' : Array.from({ length: n % 4 === 1 ? 3 : 2 }, (_, at) => `${kind} ${at}=${at + 1}.50`).join('|');
  const lines = Array.from(
    { length: ITEMS },
    (_, n) => `Category ${n % 20},Dish number ${n},${(3 + (n % 40) / 4).toFixed(2)},${choices(n, 'Size')},${choices(n, 'Extra')}`,
  );
  return ['category,title,price,variants,addons', ...lines].join('\n');
};

const asJson = async (response: Awaited<ReturnType<APIRequestContext['get']>>) => {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response.json() as Promise<unknown>;
};

/** Signs a restaurant up, imports its menu and gives it photos; answers the seconds that the import took. */
const furnish = async (request: APIRequestContext): Promise<number> => {
  const post = async (path: string, data: object) => asJson(await request.post(`/api/v1${path}`, { data }));
  await post('/auth/signup', OWNER);
  await post('/auth/signin', OWNER);
  const since = performance.now();
  await post('/menu-items/import', { csv: menuFile() });
  const seconds = (performance.now() - since) / 1000;
  const items = (await asJson(await request.get('/api/v1/menu-items'))) as { id: number }[];
  for (const [n, { id }] of items.slice(0, PHOTOS).entries()) {
    const background = { r: (n * 37) % 256, g: (n * 59) % 256, b: (n * 83) % 256 };
    const buffer = await sharp({
      create: { width: 512, height: 512, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 24 } },
    })
      .jpeg({ quality: 80 })
      .toBuffer();
    const multipart = { image: { name: 'dish.jpg', mimeType: 'image/jpeg', buffer } };
    await asJson(await request.post(`/api/v1/menu-items/update/${id}/upload-photo`, { multipart }));
  }
  return seconds;
};

const plainPage = `<!doctype html><style>p { height: 72px; margin: 0; border-bottom: 1px solid #ddd; font: 16px sans-serif; }</style>${Array.from(
  { length: ITEMS },
  (_, n) => `<p>Dish number ${n}</p>`,
).join('')}`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** µs on the clock */
  dur?: number;
  /** µs of processor time, with what the slowing down takes */
  tdur?: number;
  args: { name?: string };
}

const TRACED = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'];

/** The tasks of the page's main thread while something is done: that of the renderer with the most to do. */
const traced = async (browser: Browser, page: Page, work: () => Promise<void>): Promise<TraceEvent[]> => {
  await browser.startTracing(page, { categories: TRACED });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = mains.map(({ pid, tid }) =>
    traceEvents.filter((each) => each.pid === pid && each.tid === tid && each.ph === 'X' && each.name === 'RunTask'),
  );
  const busy = (all: TraceEvent[]) => all.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return tasks.sort((a, b) => busy(b) - busy(a))[0] ?? [];
};

interface Scrolled {
  dropped: number;
  frames: number;
  /** tasks of more than 50 ms, of the clock and of processor time: what other programs take is only in the first */
  long: number;
  longBusy: number;
  /** ms, the longest of processor time */
  longest: number;
  /** ms of processor time in a second */
  busy: number;
}

const scroll = async (browser: Browser, page: Page): Promise<Scrolled> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.waitForTimeout(1500);
  await page.evaluate(`(() => {
    globalThis.frames = [];
    let [before, isMoving] = [undefined, false];
    addEventListener('scroll', () => (isMoving = true), { passive: true });
    const look = (now) => {
      // the frames in which the page has moved, and the waits for them
      if (before !== undefined && isMoving) globalThis.frames.push(now - before);
      before = now;
      isMoving = false;
      globalThis.watching = requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  const tasks = await traced(browser, page, async () => {
    await session.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 500,
      yDistance: -SPEED * SECONDS,
      speed: SPEED,
      gestureSourceType: 'mouse',
    });
  });
  const frames = await page.evaluate<number[]>('cancelAnimationFrame(globalThis.watching), globalThis.frames');
  const went = await page.evaluate<number>('scrollY');
  if (went < SPEED * SECONDS * 0.8) throw new Error(`It scrolled only ${went} px.`);
  const ms = (us: number | undefined) => (us ?? 0) / 1000;
  return {
    dropped: frames.filter((frame) => frame > DROPPED).length,
    frames: frames.length,
    long: tasks.filter(({ dur }) => ms(dur) > LONG).length,
    longBusy: tasks.filter(({ tdur }) => ms(tdur) > LONG).length,
    longest: Math.max(0, ...tasks.map(({ tdur }) => ms(tdur))),
    busy: tasks.reduce((sum, { tdur }) => sum + ms(tdur), 0) / SECONDS,
  };
};

const openGrid = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto('/dashboard/settings/menu-items');
  await page.getByRole('listitem').first().waitFor();
  return page;
};

const openPlain = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.setContent(plainPage);
  return page;
};

/** Measures the settings' list of menu items in a browser; answers the figures that were missed. */
export const benchMenuList = (say: (line: string) => void): Promise<string[]> =>
  onTablet(
    OWNER,
    ({ request }) => furnish(request),
    async ({ browser, context }, imported) => {
      const missed: string[] = [];
      if (imported > IMPORT_SECONDS) missed.push(`menu import: ${imported.toFixed(1)} s is above ${IMPORT_SECONDS}`);
      say(
        `\nThe settings' menu of ${ITEMS} items in Chromium, processor slowed ${SLOWDOWN}×, ${SPEED} px/s for ${SECONDS} s, ${ROUNDS} rounds`,
      );
      say(`import of ${ITEMS} items with 5000 variants and addons: ${imported.toFixed(1)} s, at most ${IMPORT_SECONDS}`);
      const open = { 'plain rows': openPlain, 'menu items': openGrid };
      const rounds: Record<string, Scrolled[]> = { 'plain rows': [], 'menu items': [] };
      for (let round = 0; round <= ROUNDS; round++)
        for (const [what, show] of Object.entries(open)) {
          const page = await show(context);
          const scrolled = await scroll(browser, page);
          // the first round fills the caches
          if (round > 0) rounds[what]!.push(scrolled);
          await page.close();
        }
      say(
        `what | frames above ${DROPPED} ms, median (range) | of | tasks above ${LONG} ms | of these by processor time | longest ms | busy ms/s`,
      );
      const figures = Object.entries(rounds).map(([what, all]) => {
        const middle = (of: keyof Scrolled) => median(all.map((each) => each[of]));
        const dropped = all.map((each) => each.dropped);
        say(
          `${what} | ${middle('dropped')} (${Math.min(...dropped)}–${Math.max(...dropped)}) | ${middle('frames')} | ${middle('long')} | ${middle('longBusy')} | ${middle('longest').toFixed(0)} | ${middle('busy').toFixed(0)}`,
        );
        return middle('dropped');
      });
      if (figures[1]! > figures[0]!) missed.push(`menu items: ${figures[1]} dropped frames are above the ${figures[0]} of plain rows`);
      return missed;
    },
  );

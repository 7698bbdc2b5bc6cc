import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { median } from '#tools/parts/median.ts';
import { CALM_HANDS, launchChromium } from '#tools/parts/chromium.ts';
import sharp from 'sharp';
import { securityHeaders } from '#server/platform/http/headers.ts';
import { serveDinerPages } from '#server/platform/pages/diner-pages.ts';
import { loadRenderer } from '#server/platform/pages/diner-renderer.ts';
import { compressPage, prebuild, prebuildPage } from '#server/platform/http/prebuilt.ts';
import { dinerBytes, PAGE_MAX, SCRIPT_MAX } from '#tools/house/diner-bytes.ts';
import { dinersMenu } from '#tools/house/diners-menu.ts';
import { buildWeb } from '#scripts/prepare.mjs';

// The diner's page beside a plain HTML page with the same text and pictures: a phone four times slower than this machine, on slow 4G.
const ROUNDS = 5;
const DISHES = 100;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU_SLOWDOWN = 4;
const LCP_RATIO_MAX = 1.3;
const SHIFT_MAX = 0.02;
const INTERACTION_MAX = 200; // ms

const paint = (index: number, side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: { r: (index * 53) % 256, g: (index * 97) % 256, b: 90 },
      noise: { type: 'gaussian', mean: 120, sigma: 18 },
    },
  })
    .webp({ quality: 75 })
    .toBuffer();

/** As much of a layout as a page needs to be one: what is seen first on a phone is then the same on both. */
const PLAIN_STYLE = `body{max-width:1120px;margin:0 auto;padding:16px;font:16px/1.45 system-ui,sans-serif}h1{margin:0;font-size:22px}h2{font-size:18px}
h3,p{margin:0;font-size:16px}nav{display:flex;gap:8px;margin-top:64px;overflow:auto;white-space:nowrap}ul{margin:0;padding:0;list-style:none}
li{display:flex;gap:12px;margin-bottom:12px;padding:12px;border:1px solid #ddd}li div{flex:1}`;

/** The text and the pictures of the diner's page in simple HTML, without any script: what no page can be much faster than. */
const plainPage = ({ storeSettings: store, categories, menuItems }: ReturnType<typeof dinersMenu>): string => {
  const dish = ({ title, price, variants, image }: (typeof menuItems)[number], index: number) =>
    `<li><div><h3>${title}</h3><p>${variants.map((one) => `${one.title} $${one.price.toFixed(2)}`).join(' · ')}</p><p>$${price.toFixed(2)}</p></div>` +
    `<img src="${image?.replace(/(\d+)\//, '$1/small/')}" alt="" width="96" height="96" loading="${index < 5 ? 'eager' : 'lazy'}"></li>`;
  const section = ({ id, title }: (typeof categories)[number]) =>
    `<h2 id="c${id}">${title}</h2><ul>${menuItems.map((item, index) => (item.category_id === id ? dish(item, index) : '')).join('')}</ul>`;
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>Menu</title><style>${PLAIN_STYLE}</style><h1>${store.store_name}</h1><p>${store.address}</p>` +
    `<nav>${categories.map(({ id, title }) => `<a href="#c${id}">${title}</a>`).join('')}</nav>${categories.map(section).join('')}` +
    '<p>Prices shown may be inclusive or exclusive of tax.</p></html>'
  );
};

const serve = async () => {
  const menu = dinersMenu(DISHES);
  const app = fastify();
  const headers = securityHeaders({ isHttps: false });
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  const found = { menu, tenantId: 1 };
  await serveDinerPages(app, { findPublicMenu: async () => found, renderer: await loadRenderer() });
  const [plain, answer] = [prebuildPage(await compressPage(plainPage(menu))), await prebuild(JSON.stringify(menu))];
  app.get('/plain', (request, reply) => plain.send(request, reply));
  app.get('/api/v1/qrmenu/:qrcode', (request, reply) => answer.send(request, reply));
  const pictures = new Map(
    await Promise.all(menu.menuItems.map(async ({ image }, index) => [image!.split('/').at(-1)!, await paint(index, 192)] as const)),
  );
  app.get<{ Params: { name: string } }>('/media/1/small/:name', ({ params }, reply) =>
    reply.type('image/webp').send(pictures.get(params.name)),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return { app, origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
};

// as a text: it runs in the page, before anything of it
const WATCH = `
  window.seen = { lcp: 0, shift: 0, slowest: 0 };
  const watch = (type, use, more) => new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  watch('event', (entry) => { if (entry.interactionId) seen.slowest = Math.max(seen.slowest, entry.duration); }, { durationThreshold: 16 });
`;

interface Seen {
  lcp: number;
  shift: number;
  slowest: number;
}

const openSlowPhone = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.addInitScript(CALM_HANDS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  return page;
};

const seenOn = async (page: Page): Promise<Seen> => {
  await page.waitForTimeout(300);
  return (await page.evaluate('window.seen')) as Seen;
};

/** Until the page is hydrated; before, nobody's touch is measured, only how soon it can be read. */
const ALIVE = `Object.keys(document.querySelector('section:last-of-type .card:last-child .add')).some((key) => key.startsWith('__react'))`;
const comeAlive = async (page: Page): Promise<void> => {
  await page.waitForFunction(ALIVE);
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
};

/** What a diner does on the menu: looks for a word, filters, opens a dish, adds it, opens the cart, comes back. */
const use = async (page: Page): Promise<void> => {
  await comeAlive(page);
  await page.getByLabel('Search the menu').tap();
  await page.keyboard.type('lamb', { delay: 80 });
  await page.getByLabel('Search the menu').fill('');
  await page.locator('.chip').nth(2).tap();
  await page.locator('.chip').first().tap();
  await page.locator('.opener').nth(1).tap();
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).tap();
  await page.getByRole('link', { name: /View Cart/ }).tap();
  await page.getByRole('link', { name: 'Back to the menu' }).tap();
  await page.locator('.card').first().waitFor();
};

const range = (values: number[]) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;

/** Measures the diner's page in this run; answers what is worse than it may be. */
export const benchDiner = async (say: (line: string) => void): Promise<string[]> => {
  await buildWeb();
  const { script, page: pageBytes } = await dinerBytes(fileURLToPath(new URL('../../../dist/diner/', import.meta.url)));
  const inKb = (bytes: number) => (bytes / 1024).toFixed(1);
  say(
    `\nThe diner's first view, gzip: ${inKb(script)} KB of JavaScript (at most ${inKb(SCRIPT_MAX)}), ${inKb(pageBytes)} KB of HTML and CSS (at most ${inKb(PAGE_MAX)})`,
  );
  const { app, origin } = await serve();
  const browser = await launchChromium();
  const measure = async (path: string, act?: typeof use): Promise<Seen> => {
    const page = await openSlowPhone(browser, origin + path);
    const { lcp, shift } = await seenOn(page);
    if (act) await act(page);
    const { slowest, shift: later } = await seenOn(page);
    await page.context().close();
    return { lcp, shift: Math.max(shift, later), slowest };
  };
  try {
    const rows: { plain: Seen; diner: Seen }[] = [];
    await measure('/m/warm');
    for (let round = 0; round < ROUNDS; round++) rows.push({ plain: await measure('/plain'), diner: await measure('/m/code', use) });
    const ratios = rows.map(({ plain, diner }) => diner.lcp / plain.lcp);
    const shifts = rows.map(({ diner }) => diner.shift);
    const slowest = rows.map(({ diner }) => diner.slowest);
    const of = (which: 'plain' | 'diner') => rows.map((row) => row[which].lcp);
    say(`\nThe diner's page, ${DISHES} dishes with photos, slow 4G and a ${CPU_SLOWDOWN} times slower processor, ${ROUNDS} rounds`);
    say('plain page LCP ms (range) | diner LCP ms (range) | ratio (range) | layout shift, worst | slowest interaction ms, median (range)');
    say(
      `${Math.round(median(of('plain')))} (${range(of('plain'))}) | ${Math.round(median(of('diner')))} (${range(of('diner'))}) | ` +
        `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) | ${Math.max(...shifts).toFixed(3)} | ` +
        `${median(slowest)} (${range(slowest)})`,
    );
    return [
      ...(script >= SCRIPT_MAX ? [`diner's JavaScript: ${inKb(script)} KB is above ${inKb(SCRIPT_MAX)}`] : []),
      ...(pageBytes >= PAGE_MAX ? [`diner's HTML and CSS: ${inKb(pageBytes)} KB is above ${inKb(PAGE_MAX)}`] : []),
      ...(median(ratios) > LCP_RATIO_MAX
        ? [`diner's LCP: ${median(ratios).toFixed(2)} times the plain page's is above ${LCP_RATIO_MAX}`]
        : []),
      ...(Math.max(...shifts) > SHIFT_MAX ? [`diner's layout shift: ${Math.max(...shifts).toFixed(3)} is above ${SHIFT_MAX}`] : []),
      ...(median(slowest) > INTERACTION_MAX ? [`diner's slowest interaction: ${median(slowest)} ms is above ${INTERACTION_MAX}`] : []),
    ];
  } finally {
    await browser.close();
    await app.close();
  }
};

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, KEEPS_SCREENS, openDevice } from './browser.ts';

const isKept = (page: Page) =>
  page.evaluate(async () => {
    const { caches, navigator } = globalThis as unknown as {
      caches: { open: (name: string) => Promise<{ keys: () => Promise<{ url: string }[]> }> };
      navigator: { serviceWorker: { controller: unknown } };
    };
    const kept = await (await caches.open('comanda-shell')).keys();
    return navigator.serviceWorker.controller !== null && kept.some(({ url }) => /Invoices/.test(url)) ? kept.map(({ url }) => url) : [];
  });

test('without network the till is reloaded with its menu and cart, and opens a screen that was never open before', async () => {
  const page = await openDevice(undefined, KEEPS_SCREENS);
  await enterAs(page, 'cashier@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  await page.getByPlaceholder('Search Item').fill('Caprese');
  await page.getByRole('button', { name: 'Add Caprese', exact: true }).click();
  await expect.poll(() => isKept(page), { timeout: 40_000 }).not.toEqual([]);
  // the same for everybody: no answer of a call is among it
  expect((await isKept(page)).filter((url) => /\/(api|media|m)\//.test(url))).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  expect(await page.getByText('Caprese').count()).toBeGreaterThan(0);
  // the frame's link, as a person would touch it
  await page.getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();

  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'POS' }).click();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
});

test('a screen whose code is not there says that there is no connection, leads back, and comes by itself', async () => {
  const page = await openDevice({ width: 1440, height: 900 });
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  // the till and its frame have all of their own code
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  expect(await page.locator('main').count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
});

test('parts that did not come before the network went leave the till alone, and the next screen brings them', async () => {
  const page = await openDevice({ width: 1440, height: 900 });
  await enterAs(page, 'cashier@demo.example', 'comanda-demo');
  const parts = /\/assets\/(UserMenu|Hints|Notifications|Questions|PageFinder)-/;
  const wanted: string[] = [];
  await page.route(parts, (route) => {
    wanted.push(route.request().url());
    return route.abort();
  });
  await page.route('**/healthz', (route) => route.abort());
  await page.goto('/dashboard/pos');
  await expect.poll(() => wanted.length).toBeGreaterThanOrEqual(5);
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  expect(await page.getByRole('heading', { name: 'No connection' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'User menu' }).count()).toBe(0);

  await page.unroute('**/healthz');
  await page.unroute(parts);
  // tried again behind the till; where the browser does not ask twice, the frame's links load the page
  await page.waitForTimeout(6000);
  await page.getByRole('link', { name: 'Invoices' }).click();
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'User menu' }).waitFor();
});

test('the till is reloaded from a tablet whose disk is full, and while a proxy has no server behind it', async () => {
  const page = await openDevice(undefined, KEEPS_SCREENS);
  await enterAs(page, 'cashier@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  await expect.poll(() => isKept(page), { timeout: 40_000 }).not.toEqual([]);
  const [worker] = page.context().serviceWorkers();

  await worker!.evaluate(`
    self.network = self.fetch.bind(self);
    self.fetch = async (asked, options) => asked.mode === 'navigate' ? new Response('502 Bad Gateway', { status: 502 }) : self.network(asked, options)`);
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();

  await worker!.evaluate(`
    self.fetch = self.network;
    for (const act of ['put', 'match']) Cache.prototype[act] = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    caches.match = () => Promise.reject(new DOMException('broken', 'UnknownError'));`);
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
});

test('a tablet that loses its network while a new release comes opens the one before; once all of the new one is there, nothing else is kept', async () => {
  const page = await openDevice(undefined, KEEPS_SCREENS);
  await enterAs(page, 'cashier@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  await expect.poll(() => isKept(page), { timeout: 40_000 }).not.toEqual([]);
  const [worker] = page.context().serviceWorkers();
  const nameOf = (urls: string[]) => urls.map((url) => /\/assets\/index-[\w-]{8}\.js$/.exec(url)?.[0]).filter(Boolean);
  await expect.poll(async () => nameOf(await isKept(page)).length).toBe(1);
  await page.waitForLoadState('networkidle');
  const before = await isKept(page);

  // a screen that the next release has no more
  const gone = `${new URL(page.url()).origin}/assets/GoneScreen-aaaaaaaa.js`;
  await worker!.evaluate(`caches.open('comanda-shell').then((kept) => kept.put('${gone}', new Response('')))`);

  // the next release: another page, whose first file has another name
  await worker!.evaluate(`
    self.network = self.fetch.bind(self);
    self.isCutOff = true;
    self.fetch = async (asked, options) => {
      const url = typeof asked === 'string' ? asked : asked.url;
      if (url.includes('/assets/index-nextnext.js')) {
        if (self.isCutOff) throw new TypeError('Failed to fetch');
        const [name] = self.names;
        return self.network(url.replace('/assets/index-nextnext.js', name), { cache: 'no-store' });
      }
      const answer = await self.network(asked, options);
      if (asked.mode !== 'navigate') return answer;
      const text = await answer.text();
      self.names ??= /\\/assets\\/index-[\\w-]{8}\\.js/.exec(text);
      const next = text.replace(self.names[0], '/assets/index-nextnext.js').replace(/(comanda-release" content=")[^"]*/, '$1next');
      return new Response(next, { status: answer.status, headers: { 'content-type': 'text/html' } });
    };`);
  await page.reload();
  await page.waitForTimeout(1000);
  await worker!.evaluate('self.next = self.fetch; self.fetch = () => Promise.reject(new TypeError("Failed to fetch"));');
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  expect(await isKept(page)).toEqual(expect.arrayContaining(before));

  await worker!.evaluate('self.fetch = self.next; self.isCutOff = false;');
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  await expect.poll(() => isKept(page)).not.toContain(gone);
  // with what was kept before of screens that are not open
  const all = [...before, `${new URL(page.url()).origin}/assets/index-nextnext.js`];
  expect(await isKept(page)).toEqual(expect.arrayContaining(all));
});

test('the page of a Wi-Fi that wants a sign-in, which answers everything with 200, leaves the kept till whole', async () => {
  const page = await openDevice(undefined, KEEPS_SCREENS);
  await enterAs(page, 'cashier@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  await expect.poll(() => isKept(page), { timeout: 40_000 }).not.toEqual([]);
  await page.waitForLoadState('networkidle');
  const before = await isKept(page);
  const [worker] = page.context().serviceWorkers();

  await worker!.evaluate(`
    self.network = self.fetch.bind(self);
    self.fetch = async () => new Response('<!doctype html><title>Sign in to the Wi-Fi</title>', { headers: { 'content-type': 'text/html' } });`);
  await page.reload();
  expect(await page.title()).toBe('Sign in to the Wi-Fi');
  // a file that was never asked for
  const unknown = `${new URL(page.url()).origin}/assets/Unknown-aaaaaaaa.js`;
  await page.evaluate(`fetch('${unknown}')`);

  await worker!.evaluate('self.fetch = () => Promise.reject(new TypeError("Failed to fetch"));');
  await page.reload();
  await page.getByRole('button', { name: /Pay & Send/ }).waitFor();
  let kept: string[] = [];
  // a screen whose code came too late reloads the page, once
  await expect.poll(async () => (kept = await isKept(page))).toEqual(expect.arrayContaining(before));
  expect(kept).not.toContain(unknown);
});

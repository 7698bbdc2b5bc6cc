import type { Page, Response, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, origin, signInOn } from './browser.ts';

const CALLS = 20;
const SOLD_OUT = /\/sold-out$/;

interface Item {
  id: number;
  sold_out: boolean;
}

/** Two tabs of one browser, and what is asked and answered in both. */
const openTabs = async (before: (page: Page) => Promise<void> = async () => {}) => {
  // so high that forty rows are there at once
  const first = await openDevice({ width: 1024, height: 4000 });
  const context = first.context();
  await before(first);
  await signInOn(first, 'owner@demo.example', 'comanda-demo');
  const tabs = [first, await context.newPage()];
  await before(tabs[1]!);
  for (const tab of tabs) {
    await tab.goto('/dashboard/settings/menu-items');
    await tab
      .getByRole('switch')
      .nth(2 * CALLS - 1)
      .waitFor();
  }
  const answers: Response[] = [];
  context.on('response', (response) => answers.push(response));
  const statuses = (path: RegExp) => answers.filter((answer) => path.test(answer.url())).map((answer) => answer.status());
  return { context, tabs, statuses };
};

/** Twenty touches in each tab whose calls leave the browser at once, after the access token is gone. */
const touchExpired = async ({ context, tabs }: Awaited<ReturnType<typeof openTabs>>) => {
  const held: Route[] = [];
  let isHolding = true;
  const hold = async (route: Route) => {
    if (isHolding) held.push(route);
    else await route.fallback();
  };
  await context.route(SOLD_OUT, hold);
  await Promise.all(
    tabs.map((tab, place) =>
      tab.evaluate(
        `[...document.querySelectorAll('[role=switch]')].slice(${place * CALLS}, ${(place + 1) * CALLS}).forEach((each) => each.click())`,
      ),
    ),
  );
  await expect.poll(() => held.length).toBe(2 * CALLS);
  // not clearCookies, which takes all of them away and gives the others back: what is renewed in between would be lost
  await context.addCookies([{ name: 'comanda_access', value: 'expired', url: origin, httpOnly: true }]);
  isHolding = false;
  await Promise.all(held.map((route) => route.continue()));
};

const soldOut = async (tab: Page): Promise<number> => {
  const items: Item[] = await (await tab.request.get('/api/v1/menu-items')).json();
  return items.filter(({ sold_out }) => sold_out).length;
};

const expectSignedIn = async (tabs: Page[]) => {
  for (const tab of tabs) {
    expect(new URL(tab.url()).pathname).toBe('/dashboard/settings/menu-items');
    await tab.reload();
    await tab.getByRole('switch').first().waitFor();
  }
};

/** Nobody is refused, and no call asks for a renewal of its own. */
const expectRenewals = (browser: Awaited<ReturnType<typeof openTabs>>, most: number) => {
  const renewals = browser.statuses(/refresh-token$/);
  expect(renewals.filter((status) => status !== 200)).toEqual([]);
  expect(renewals.length).toBeGreaterThan(0);
  expect(renewals.length).toBeLessThanOrEqual(most);
};

test('forty calls of two tabs with an expired access token: one renewal a tab at most, all of them done, nobody signed out', async () => {
  const browser = await openTabs();
  const before = await soldOut(browser.tabs[0]!);

  await touchExpired(browser);

  await expect.poll(() => browser.statuses(SOLD_OUT).filter((status) => status === 200).length).toBe(2 * CALLS);
  expect(browser.statuses(SOLD_OUT)).toContain(401);
  expectRenewals(browser, 2);
  expect(await soldOut(browser.tabs[0]!)).not.toBe(before);
  await expectSignedIn(browser.tabs);

  // and back again, as the other journeys found it
  await touchExpired(browser);
  await expect.poll(() => soldOut(browser.tabs[0]!)).toBe(before);
  expectRenewals(browser, 4);
});

test('without locks, as over plain http, two tabs that race are both renewed', async () => {
  const browser = await openTabs(async (page) => {
    await page.addInitScript({ content: "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })" });
  });
  const before = await soldOut(browser.tabs[0]!);

  for (const round of [1, 2]) {
    await touchExpired(browser);
    await expect.poll(() => browser.statuses(SOLD_OUT).filter((status) => status === 200).length).toBe(round * 2 * CALLS);
  }

  expectRenewals(browser, 4);
  expect(await soldOut(browser.tabs[0]!)).toBe(before);
  await expectSignedIn(browser.tabs);
});

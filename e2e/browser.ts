import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { CALM_HANDS, launchChromium } from '#tools/parts/chromium.ts';

export const origin = inject('origins')[Number(process.env['VITEST_POOL_ID']) - 1]!;
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
const OFFICE = { width: 1440, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Ignored by git. */
const PICTURES = '.types/failed-journeys';
/** So much of a page's text goes into the log of a failed journey. */
const TEXT_LENGTH = 1500;

let browser: Browser | undefined;
/** The pages of the journey that runs. */
let pages: Page[] = [];
// what a file opens for all of its journeys stays open
beforeEach(() => {
  pages = [];
});
afterEach(async ({ task }) => {
  const seen = pages;
  pages = [];
  // what each person saw when a journey failed
  if (task.result?.state === 'fail')
    for (const [at, page] of seen.filter((each) => !each.isClosed()).entries()) {
      const picture = `${PICTURES}/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}-${at + 1}.png`;
      await page.screenshot({ path: picture }).catch(() => undefined);
      const text = await page.evaluate('document.body.innerText').catch(String);
      console.error(`${picture}: ${page.url()}\n${String(text).slice(0, TEXT_LENGTH)}`);
    }
  // nobody looks at them any more, and they would go on drawing beside the next journey
  for (const page of seen) await page.context().close();
});
afterAll(() => browser?.close());

/** A browser with the service worker: for journeys about starting without network, and one ordinary evening. */
export const KEEPS_SCREENS: BrowserContextOptions = { serviceWorkers: 'allow' };

/**
 * A browser of somebody's own: nothing is shared with the other people of the journey. `baseURL` names a server of the journey's own.
 * Hurried hands touch at the very moment at which the journey says so. There is no service worker unless `KEEPS_SCREENS` is given: in each new
 * browser it fetches all screens, a quarter of a journey's work.
 */
export const openDevice = async (
  viewport = TABLET,
  options: BrowserContextOptions = {},
  hands: 'calm' | 'hurried' = 'calm',
): Promise<Page> => {
  browser ??= await launchChromium();
  const context = await browser.newContext({ viewport, baseURL: origin, bypassCSP: false, serviceWorkers: 'block', ...options });
  if (hands === 'calm') await context.addInitScript(CALM_HANDS);
  const page = await context.newPage();
  pages.push(page);
  // a machine that tests much at once is slow, not wrong
  page.setDefaultTimeout(30_000);
  return page;
};

/** Signs somebody in through the login screen, of the restaurants unless another is given. */
export const signInOn = async (page: Page, username: string, password: string, screen = '/login'): Promise<void> => {
  await page.goto(screen);
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /sign in|login/i }).click();
  await page.waitForURL(/\/dashboard\//);
};

/**
 * Signs somebody in to a restaurant by the call of the login screen, and keeps of the answer what that screen keeps. For journeys about something
 * else, which then go to their screen: nine tenths of a sign-in are the login screen and the one that it leads to.
 */
export const enterAs = async (page: Page, username: string, password: string): Promise<void> => {
  const response = await page.request.post('/api/v1/auth/signin', { data: { username, password } });
  expect(response.status()).toBe(200);
  const { user } = (await response.json()) as { user: Record<string, unknown> };
  const kept = Object.fromEntries(['name', 'username', 'role', 'scope', 'designation', 'tenant_id'].map((field) => [field, user[field]]));
  // what a page keeps belongs to its origin; this one loads nothing
  await page.goto('/healthz');
  await page.evaluate(
    (text) => (globalThis as unknown as { localStorage: Storage }).localStorage.setItem('comanda_user', text),
    JSON.stringify(kept),
  );
};

interface Axe {
  run: (on: object, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Until nothing fades or moves any more, for two frames one after the other; what never ends is not waited for, nor anything for 2 s. */
const STILL = `new Promise((resolve) => {
  const end = performance.now() + 2000;
  const isMoving = () =>
    document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  let still = 0;
  const look = () => {
    still = isMoving() ? 0 : still + 1;
    if (still > 2 || performance.now() > end) resolve();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const ALL_RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** What another colour scheme can break in a layout that was looked at already: nothing but colours is another. */
export const RULES_OF_COLORS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Fails with what axe finds wrong on the page (WCAG 2.2 AA, and what it calls best practice: landmarks, the order of headings). */
export const expectAccessible = async (page: Page, rules = ALL_RULES): Promise<void> => {
  // as a text it is evaluated by the debugger, which the page's security policy does not bind
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const look = () =>
    page.evaluate(async (runOnly) => {
      const { axe, document } = globalThis as unknown as { axe: Axe; document: object };
      const { violations: found } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }, rules);
  // what is fading in or out has the contrast of neither, and a message that passes by may cover a button: a fault stays
  let violations = ['not looked at'];
  for (let tries = 0; violations.length > 0 && tries < 5; tries++) {
    if (tries === 0) await page.evaluate(STILL);
    else await page.waitForTimeout(tries === 1 ? 400 : 1500);
    violations = await look();
  }
  expect(violations).toEqual([]);
};

/** The page as it is, and in the dark on a phone, from which it then changes back. */
export const expectAccessibleInTheDarkToo = async (page: Page, dark = PHONE): Promise<void> => {
  await expectAccessible(page);
  const viewport = page.viewportSize() ?? TABLET;
  await page.setViewportSize(dark);
  await page.emulateMedia({ colorScheme: 'dark' });
  const isSameLayout = viewport.width === dark.width && viewport.height === dark.height;
  await expectAccessible(page, isSameLayout ? RULES_OF_COLORS : ALL_RULES);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(viewport);
};

/** The page as it is, in the dark on a phone, and on an office's screen. */
export const expectAccessibleAtThreeWidths = async (page: Page): Promise<void> => {
  await expectAccessibleInTheDarkToo(page);
  const viewport = page.viewportSize() ?? TABLET;
  await page.setViewportSize(OFFICE);
  await expectAccessible(page);
  await page.setViewportSize(viewport);
};

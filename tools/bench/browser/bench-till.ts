import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTablet, sayFigures, type TabletFigure } from './bench-browser.ts';

// What a waiter feels on a cheap tablet: the built screens in Chromium at 1024 × 768, its processor slowed to a quarter.
const ITEMS = 2000;
const CHECKS = 500;
const SLOWDOWN = 4;
const ROUNDS = 3;
const OWNER = { biz_name: 'Bench', username: 'bench@example.com', password: 'a long and plain password', pin: '2580' };
const WAITER = { name: 'Wanda', username: 'wanda@example.com', password: 'another long and plain one', pin: '7391' };

/** 2,000 dishes in 20 categories; every third has variants, every second addons. */
const menuFile = (): string => {
  const lines = Array.from({ length: ITEMS }, (_, n) => {
    const variants = n % 3 === 1 ? 'Small=4.50|Large=7.00' : '';
    const addons = n % 3 === 1 && n % 2 === 1 ? 'Olives=1.00|Cheese=1.50' : '';
    return `Category ${n % 20},${n % 3 === 1 ? 'Chosen' : 'Plain'} dish ${n},${(3 + (n % 40) / 4).toFixed(2)},${variants},${addons}`;
  });
  return ['category,title,price,variants,addons', ...lines].join('\n');
};

/** Signs a restaurant up and fills it through the calls that its owner would make. */
const furnish = async (context: BrowserContext) => {
  const { request } = context;
  const post = async (path: string, data: object) => {
    const response = await request.post(`/api/v1${path}`, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
    return response.json() as Promise<Record<string, number>>;
  };
  const setPin = async (person: typeof OWNER | typeof WAITER) => {
    await post('/auth/signin', { username: person.username, password: person.password });
    await post('/auth/pin', { password: person.password, pin: person.pin });
  };
  const { pin: _, ...signUp } = OWNER;
  await post('/auth/signup', signUp);
  await setPin(OWNER);
  const { name, username, password } = WAITER;
  await post('/users/add', { name, username, password, userScopes: 'POS', rights: [] });
  await setPin(WAITER);
  await setPin(OWNER);
  await post('/menu-items/import', { csv: menuFile() });
  const tables: number[] = [];
  for (let n = 1; n <= 60; n++)
    tables.push((await post('/settings/store-tables/add', { title: `T${n}`, floor: '-', seatingCapacity: 4 }))['id']!);
  const { menuItems } = (await (await request.get('/api/v1/pos/init')).json()) as { menuItems: { id: number }[] };
  for (let n = 0; n < CHECKS; n++) {
    const cart = [0, 7, 11, 13].slice(0, 2 + (n % 3)).map((step) => ({ id: menuItems[(n * 3 + step) % ITEMS]!.id, quantity: 1 }));
    await post('/pos/create-order', {
      cart,
      deliveryType: n < 60 ? 'dinein' : 'takeaway',
      customerType: 'WALKIN',
      tableId: tables[n] ?? null,
    });
  }
};

/** Tells when the first element that fits is on the glass. Runs in the page before anything else. */
const watchFirst = (selector: string) => `
  const look = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => console.debug('shown', performance.now())));
  };
  requestAnimationFrame(look);`;

const slow = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
};

/** Milliseconds from the navigation, with everything in the browser's caches, to the first element that fits. */
const arrive = async (context: BrowserContext, path: string, selector: string) => {
  const page = await context.newPage();
  await page.addInitScript({ content: watchFirst(selector) });
  await slow(page);
  // told and not asked for: what Playwright waits with in the page costs a slowed one a tenth of a second
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('shown '), timeout: 60_000 });
  await page.goto(path, { waitUntil: 'commit' });
  return { page, shownAt: Number((await told).text().split(' ')[1]) };
};

/** Milliseconds from a touch or key to the paint in which what it changes is seen: the answer of each, in their order. */
const watchAnswers = (page: Page, input: 'pointerup' | 'keydown', seen: string) =>
  page.evaluate(`(() => {
    globalThis.answers = [];
    let since, before;
    // right behind the frame; a timer waits for whatever else there is to do
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: asked }) => globalThis.answers.push(performance.now() - asked);
    const state = () => { ${seen} };
    addEventListener(${JSON.stringify(input)}, (event) => { since = event.timeStamp; before = state(); }, true);
    const look = () => {
      if (since !== undefined && state() !== before) {
        port2.postMessage(since);
        since = undefined;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);

const TAP_MS = 70; // that a finger lies on the glass

/** Touches the middle of an element as a finger does: Playwright's own click asks the page what lies there while it is measured. */
const touch = async (page: Page, element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('What is to be touched cannot be seen.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: TAP_MS });
};

const answersOf = (page: Page) => page.evaluate<number[]>('globalThis.answers');

/** What the slowed browser takes for a page of one line, which no screen can undercut. */
const measureNothing = async (context: BrowserContext): Promise<TabletFigure[]> => {
  const arrivals: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page, shownAt } = await arrive(context, '/readyz', 'pre');
    arrivals.push(shownAt);
    await page.close();
  }
  return [{ what: 'a page of one line: shown after ms', values: arrivals }];
};

const measureTill = async (context: BrowserContext): Promise<TabletFigure[]> => {
  const arrivals: number[] = [];
  const changes: number[] = [];
  const touches: number[] = [];
  const keys: number[] = [];
  const lost: number[] = [];
  const card = 'button:has-text("Add Plain dish")';
  for (let round = 0; round <= ROUNDS; round++) {
    const { page, shownAt } = await arrive(context, '/dashboard/pos', '[aria-label="Menu items"] button');
    // the first visit fills the caches
    if (round > 0) arrivals.push(shownAt);

    await watchAnswers(page, 'pointerup', `return document.querySelector('[aria-label="Cart"]').textContent;`);
    for (let n = 0; n < 8; n++) {
      await touch(page, page.locator(card).nth(n % 6));
      await page.waitForFunction(`globalThis.answers.length === ${n + 1}`);
    }
    if (round > 0) touches.push(...(await answersOf(page)));

    await page.getByPlaceholder('Search Item').click();
    await page.evaluate('globalThis.answers.length = 0');
    await watchAnswers(page, 'keydown', `return document.querySelector('[placeholder="Search Item"]').value;`);
    const text = 'chosen dish 1234';
    await page.keyboard.type(text, { delay: 70 });
    await page.getByText('1 found').waitFor({ state: 'attached' });
    lost.push(text.length - (await page.getByPlaceholder('Search Item').inputValue()).length);
    if (round > 0) keys.push(...(await answersOf(page)));
    await page.getByRole('button', { name: 'New', exact: true }).click();

    // to another screen of the back office and back
    const links = page.getByRole('navigation', { name: 'Main' });
    await links.getByRole('link', { name: 'Kitchen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor({ state: 'attached' });
    await watchAnswers(page, 'pointerup', `return document.querySelector('[aria-label="Menu items"] button') !== null;`);
    await touch(page, links.getByRole('link', { name: 'POS' }));
    await page.waitForFunction('globalThis.answers.length === 1');
    if (round > 0) changes.push(...(await answersOf(page)));
    await page.close();
  }
  return [
    { what: `POS from cache, ${ITEMS} items: first cards after ms`, values: arrivals, most: 2000 },
    { what: 'POS from another screen: first cards after ms', values: changes, most: 1500 },
    { what: 'a touch on an item: shown in the cart after ms', values: touches, most: 100 },
    { what: 'a key in the search: shown after ms', values: keys, most: 100 },
    { what: 'keystrokes lost in searching', values: lost, most: 0 },
  ];
};

/** From the last touch on the lock screen to the cards of the till, for a colleague and back. */
const measureSwitch = async (context: BrowserContext): Promise<TabletFigure[]> => {
  const { name: ownersName } = (await (await context.request.get('/api/v1/auth/profile')).json()) as { name: string };
  const answers: number[] = [];
  const { page } = await arrive(context, '/dashboard/pos', '[aria-label="Menu items"] button');
  await watchAnswers(page, 'pointerup', `return document.querySelector('[aria-label="Menu items"] button') !== null;`);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, pin] of [
      [WAITER.name, WAITER.pin],
      [ownersName, OWNER.pin],
    ] as const) {
      await page.getByRole('button', { name: /User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Lock, or switch user' }).click();
      await page.locator('label').filter({ hasText: name }).click();
      await page.keyboard.type(pin);
      const before = (await answersOf(page)).length;
      await touch(page, page.getByRole('button', { name: 'Open', exact: true }));
      await page.waitForFunction(`globalThis.answers.length > ${before}`);
      if (round > 0) answers.push((await answersOf(page)).at(-1)!);
    }
  await page.close();
  return [{ what: 'the till passes to a colleague: first cards after ms', values: answers, most: 1000 }];
};

const measureOrders = async (context: BrowserContext): Promise<TabletFigure[]> => {
  const answers: number[] = [];
  const checks: number[] = [];
  for (let n = 0; n < 40; n++)
    for (const [path, into] of [
      ['/orders', answers],
      ['/pos/open-checks', checks],
    ] as const) {
      const since = performance.now();
      await (await context.request.get(`/api/v1${path}`)).body();
      into.push(performance.now() - since);
    }
  const arrivals: number[] = [];
  const menus: number[] = [];
  const moved: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { page, shownAt } = await arrive(context, '/dashboard/orders', 'article');
    if (round > 0) arrivals.push(shownAt);
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 6000);
    await page.waitForTimeout(1500);
    await watchAnswers(page, 'pointerup', `return document.querySelectorAll('[role=menu]').length;`);
    // a card in the middle of the window
    await page.evaluate(
      `[...document.querySelectorAll('article')].find((each) => each.getBoundingClientRect().top > 200)?.setAttribute('data-bench', '')`,
    );
    const card = page.locator('[data-bench]');
    const before = (await card.boundingBox())!.y;
    await touch(page, card.locator('header button'));
    await page.waitForFunction('globalThis.answers.length === 1');
    if (round > 0) menus.push(...(await answersOf(page)));
    await page.keyboard.press('Escape');
    await page.evaluate(`[...document.querySelectorAll('button')].find((each) => each.textContent === 'Refresh').click()`);
    await page.getByText('Orders Loaded!').waitFor();
    moved.push(Math.abs((await card.boundingBox())!.y - before));
    await page.close();
  }
  return [
    { what: `GET /orders, ${CHECKS} open checks: answered after ms`, values: answers, most: 100 },
    { what: `GET /pos/open-checks: answered after ms`, values: checks, most: 100 },
    { what: `Orders, ${CHECKS} open checks: first cards after ms`, values: arrivals, most: 2000 },
    { what: 'a card’s menu: open after ms', values: menus, most: 150 },
    { what: 'px that a refresh moves a card', values: moved, most: 0 },
  ];
};

/** Measures POS and Orders in a browser; answers the figures that were missed. */
export const benchTill = (say: (line: string) => void): Promise<string[]> =>
  onTablet(OWNER, furnish, async ({ context }) => {
    say(`\nThe till in Chromium, processor slowed ${SLOWDOWN}×, ${ROUNDS} rounds`);
    const figures: TabletFigure[] = [];
    for (const measured of [measureNothing, measureTill, measureSwitch, measureOrders]) figures.push(...(await measured(context)));
    return sayFigures(say, figures);
  });

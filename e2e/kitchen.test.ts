import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessible, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';

const PASSWORD = 'comanda-demo';

interface Sound {
  hertz: number[];
}

/** Notes what the page plays; the loudspeaker itself stays the browser's. */
const listen = (page: Page) =>
  page.addInitScript({
    content: `
    globalThis.hertz = [];
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      const tone = create.call(this);
      const start = tone.start.bind(tone);
      tone.start = (at) => { globalThis.hertz.push(Math.round(tone.frequency.value)); start(at); };
      return tone;
    };`,
  });
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as Sound).hertz);
const NEW_ORDER = [659, 880];
const CANCELLED = [440, 294, 220];

const post = async (page: Page, path: string, data: object) => {
  const response = await page.request.post(`/api/v1${path}`, { data });
  expect([path, response.status()]).toEqual([path, 200]);
  return (await response.json()) as { tokenNo: number; orderId: number };
};

/** The ids of menu items by their titles. */
const menuOf = async (page: Page) => {
  const { menuItems } = (await (await page.request.get('/api/v1/pos/init')).json()) as { menuItems: { id: number; title: string }[] };
  return (title: string) => menuItems.find((item) => item.title === title)!.id;
};

test('a cook on a device of his own hears and sees an order live, cooks it, takes a mistake back, and is told of what is cancelled', async () => {
  // so high that a ticket is rendered whatever other journeys left on the board: what is out of sight is not
  const [waiter, cook] = [await openDevice(), await openDevice({ width: 1024, height: 8000 })];
  await listen(cook);
  await enterAs(waiter, 'waiter@demo.example', PASSWORD);
  await enterAs(cook, 'cook@demo.example', PASSWORD);
  await cook.goto('/dashboard/kitchen');
  await cook.getByRole('article').first().waitFor();
  // any touch allows the page to sound
  await cook.getByRole('heading', { name: 'Kitchen' }).click();
  await cook.getByRole('button', { name: 'Turn on sound' }).waitFor({ state: 'detached' });
  await cook.getByRole('button', { name: 'All day' }).click();
  const allDay = cook.getByRole('region', { name: 'All day' });
  await allDay.waitFor();
  const toMake = async (title: string) => {
    const row = allDay.getByRole('listitem').filter({ hasText: title });
    return (await row.count()) === 0 ? 0 : parseInt(await row.innerText());
  };
  const soups = await toMake('Wild Mushroom Soup');

  // live, with its sound
  const id = await menuOf(waiter);
  const cart = [
    { id: id('Wild Mushroom Soup'), quantity: 3, notes: 'no cream' },
    { id: id('Marinated Olives'), quantity: 1 },
  ];
  const sent = await post(waiter, '/pos/create-order', { cart, deliveryType: 'takeaway', customerType: 'WALKIN' });
  const ticket = cook.getByRole('article', { name: `Token ${sent.tokenNo}`, exact: true });
  // how soon is a row of the bench
  await ticket.waitFor({ state: 'attached' });
  await expect.poll(() => heard(cook)).toEqual(NEW_ORDER);
  for (const said of ['Take Away', '0 min', 'Waiting', 'no cream']) expect(await ticket.innerText()).toContain(said);
  await expect.poll(() => toMake('Wild Mushroom Soup')).toBe(soups + 3);

  // cooks it
  const line = (title: string) => ticket.getByRole('listitem').filter({ hasText: title });
  for (const title of ['Wild Mushroom Soup', 'Marinated Olives']) {
    await line(title).getByRole('button', { name: 'Start Making' }).click();
    // the screen takes a second touch within half a second for a wet finger's
    await cook.waitForTimeout(600);
    await line(title).getByRole('button', { name: 'Complete' }).click();
  }
  await ticket.waitFor({ state: 'detached' });
  await expect.poll(() => toMake('Wild Mushroom Soup')).toBe(soups);

  // takes one of them back
  await cook.getByRole('button', { name: 'Recall', exact: true }).click();
  const dialog = cook.getByRole('dialog', { name: 'Recall' });
  const finished = dialog.getByRole('article', { name: `Token ${sent.tokenNo}`, exact: true });
  await finished.waitFor();
  await expectAccessibleAtThreeWidths(cook);
  await finished.getByRole('listitem').filter({ hasText: 'Marinated Olives' }).getByRole('button', { name: 'Recall' }).click();
  await dialog.waitFor({ state: 'detached' });
  await line('Marinated Olives').getByRole('button', { name: 'Complete' }).waitFor();
  await line('Wild Mushroom Soup').getByRole('img', { name: 'Completed' }).waitFor();

  // is told of what is cancelled, with the other sound, and says that he has seen it
  const board = (await (await cook.request.get('/api/v1/kitchen')).json()) as { id: number; items: { id: number; item_title: string }[] }[];
  const olives = board.find((order) => order.id === sent.orderId)!.items.find(({ item_title }) => item_title === 'Marinated Olives')!;
  await post(waiter, `/orders/update-status/${olives.id}`, { status: 'cancelled' });
  await line('Marinated Olives').getByRole('button', { name: 'Got it' }).waitFor();
  await expect.poll(() => heard(cook)).toEqual([...NEW_ORDER, ...CANCELLED]);
  await expectAccessibleAtThreeWidths(cook);
  await line('Marinated Olives').getByRole('button', { name: 'Got it' }).click();
  await ticket.waitFor({ state: 'detached' });

  // reads it from afar, on the whole screen, also tomorrow
  const size = () =>
    cook
      .getByRole('article')
      .first()
      .getByRole('heading')
      .evaluate((token) =>
        parseFloat((globalThis as unknown as { getComputedStyle: (of: unknown) => { fontSize: string } }).getComputedStyle(token).fontSize),
      );
  const before = await size();
  await cook.getByRole('button', { name: 'Large type' }).click();
  expect(await size()).toBeGreaterThan(before * 1.3);
  // a display with nowhere else to go needs no frame
  await cook.getByRole('button', { name: 'Full screen', pressed: true }).waitFor();
  await expectAccessible(cook);
  expect((await cook.getByRole('button', { name: 'Recall', exact: true }).boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await cook.getByRole('button', { name: 'Full screen' }).click();
  await cook.reload();
  await cook.getByRole('button', { name: 'Large type', pressed: true }).waitFor();
});

/** Where something stands once the board has come to rest, however long a busy machine takes for that. */
const placeAtRest = async (of: Locator) => {
  let [place, same] = [await of.boundingBox(), 0];
  for (; same < 3; await of.page().waitForTimeout(500)) {
    const now = await of.boundingBox();
    same = now?.x === place?.x && now?.y === place?.y ? same + 1 : 0;
    place = now;
  }
  return place;
};

test('a ticket stays where it is under a finger, however the board changes meanwhile', async () => {
  const [waiter, cook] = [await openDevice(), await openDevice()];
  await enterAs(waiter, 'waiter@demo.example', PASSWORD);
  const id = await menuOf(waiter);
  const send = () =>
    post(waiter, '/pos/create-order', {
      cart: [{ id: id('Marinated Olives'), quantity: 1 }],
      deliveryType: 'takeaway',
      customerType: 'WALKIN',
    });
  const [first, second] = [await send(), await send()];
  await enterAs(cook, 'cook@demo.example', PASSWORD);
  await cook.goto('/dashboard/kitchen');
  const ticket = cook.getByRole('article', { name: `Token ${second.tokenNo}`, exact: true });
  await ticket.waitFor({ state: 'attached' });
  await cook.getByText('Offline: new orders do not arrive').waitFor({ state: 'detached' });
  await ticket.scrollIntoViewIfNeeded();
  const place = await placeAtRest(ticket);
  const leaving = cook.getByRole('article', { name: `Token ${first.tokenNo}`, exact: true });
  const { height } = (await leaving.boundingBox())!;
  await cook.mouse.move(place!.x + 20, place!.y + 20);
  await cook.mouse.down();
  await post(waiter, '/orders/complete', { orderIds: [first.orderId] });
  await cook.getByRole('article', { name: `Token ${(await send()).tokenNo}`, exact: true }).waitFor({ state: 'attached' });
  // at the end of the list a card that shrinks would pull all the others down
  expect((await leaving.boundingBox())!.height).toBe(height);
  expect(await ticket.boundingBox()).toEqual(place);

  await cook.mouse.up();
  await leaving.waitFor({ state: 'detached' });
});

test('of ten ordinary tickets eight are in sight at 1280 × 800 and four in large type, in rows by their time', async () => {
  const cook = await openDevice({ width: 1280, height: 800 });
  const username = 'owner@ten-tickets.example';
  await post(cook, '/auth/signup', { biz_name: 'Ten Tickets', username, password: 'battery staple' });
  await enterAs(cook, username, 'battery staple');
  for (const title of ['Wild Mushroom Soup', 'Tagliatelle al Ragù', 'Sea Bass']) await post(cook, '/menu-items/add', { title, price: 9 });
  const id = await menuOf(cook);
  const tokens: number[] = [];
  // three lines and two, in turns; somebody wants something special at each third table
  for (let at = 0; at < 10; at++) {
    const cart = [
      { id: id('Wild Mushroom Soup'), quantity: 2 },
      { id: id('Tagliatelle al Ragù'), quantity: 1, ...(at % 3 === 0 && { notes: 'no cheese' }) },
      { id: id('Sea Bass'), quantity: 1 },
    ];
    const order = { cart: cart.slice(at % 2), deliveryType: 'takeaway', customerType: 'WALKIN' };
    tokens.push((await post(cook, '/pos/create-order', order)).tokenNo);
  }
  await cook.goto('/dashboard/kitchen');
  await cook.getByRole('article', { name: `Token ${tokens[0]}`, exact: true }).waitFor();
  if ((await cook.getByRole('button', { name: 'Full screen' }).getAttribute('aria-pressed')) === 'false')
    await cook.getByRole('button', { name: 'Full screen' }).click();
  /** Whole tickets above the kitchen's buttons, as one reads: row by row. */
  const inSight = async () => {
    const tickets = await cook.getByRole('article').evaluateAll((found) =>
      (found as unknown as { ariaLabel: string; getBoundingClientRect: () => Record<'x' | 'y' | 'right' | 'bottom', number> }[]).map(
        (one) => {
          const { x, y, right, bottom } = one.getBoundingClientRect();
          return { token: Number(/\d+/.exec(one.ariaLabel)), x, y, isWhole: y >= 0 && right <= 1280 && bottom <= 736 };
        },
      ),
    );
    const whole = tickets.filter(({ isWhole }) => isWhole);
    const columns = new Map(
      Map.groupBy(
        whole.toSorted((a, b) => a.y - b.y),
        ({ x }) => x,
      ),
    );
    const rows = [...columns.values()].flatMap((column) => column.map(({ token, x }, row) => ({ token, x, row })));
    return rows.toSorted((a, b) => a.row - b.row || a.x - b.x).map(({ token }) => token);
  };
  await expect.poll(async () => (await inSight()).length).toBeGreaterThanOrEqual(8);
  // the columns are even once the last ticket is rendered
  await expect
    .poll(async () => {
      const seen = await inSight();
      return seen.length >= 8 && seen.join() === tokens.slice(0, seen.length).join();
    })
    .toBe(true);
  await cook.getByRole('button', { name: 'Large type' }).click();
  await cook.locator('[aria-pressed=true]', { hasText: 'Large type' }).waitFor();
  await expect.poll(async () => (await inSight()).length).toBeGreaterThanOrEqual(4);
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, openDevice, TABLET } from './browser.ts';
import { countTouches, touchLong } from './touches.ts';

const PASSWORD = 'comanda-demo';

interface Item {
  id: number;
  title: string;
  variants: { title: string }[];
  addons: { title: string }[];
  sold_out: boolean;
}

const read = async <T>(page: Page, path: string) => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;

/** Where somebody stands who has signed in, with fingers that are counted. */
const openAt = async (user: string, screen: string, viewport = TABLET, hands: 'calm' | 'hurried' = 'calm') => {
  const page = await openDevice(viewport, { hasTouch: true }, hands);
  await enterAs(page, `${user}@demo.example`, PASSWORD);
  await page.goto(`/dashboard/${screen}`);
  return { page, ...(await countTouches(page)) };
};

/** A step down the page, from its end to its start again, until what came into sight is rendered. */
const SCROLL_ON = `new Promise((done) => {
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  scrollTo(0, isEnd ? 0 : scrollY + 400);
  requestAnimationFrame(() => requestAnimationFrame(done));
})`;

const openTill = async (user = 'waiter', hands: 'calm' | 'hurried' = 'calm') => {
  const till = await openAt(user, 'pos', TABLET, hands);
  await till.page.getByRole('list', { name: 'Menu items' }).waitFor();
  const init = await read<{ menuItems: Item[]; storeTables: { id: number; table_title: string }[] }>(till.page, '/pos/init');
  const taken = new Set((await read<{ table_id: number }[]>(till.page, '/pos/open-checks')).map(({ table_id: id }) => id));
  const plain = init.menuItems.filter(({ variants, addons, sold_out }) => variants.length === 0 && addons.length === 0 && !sold_out);
  return { ...till, ...init, plain, free: init.storeTables.find(({ id }) => !taken.has(id))! };
};

/** The cards in sight, each of which is one touch away. */
const card = (page: Page, place: number) =>
  page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])')).nth(place);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** In the dialog that is open. */
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Confirm/ });
const sent = (page: Page) => page.getByRole('dialog', { name: 'Order sent' });

/** A round of the four first plain items, for a table at which nobody sits. */
const order = async (page: Page, items: readonly Item[], tableId: number) => {
  const cart = items.slice(0, 4).map(({ id }) => ({ id, quantity: 1 }));
  const body = { cart, deliveryType: 'dinein', customerType: 'WALKIN', tableId };
  return (await (await page.request.post('/api/v1/pos/create-order', { data: body })).json()) as { tokenNo: number };
};

test('a quick sale takes three touches: item, Pay & Send, Confirm; what it says needs none', async () => {
  const { page, start, count } = await openTill('cashier');
  await card(page, 0).tap();
  await button(page, 'Pay & Send').tap();
  // the first sale of a till chooses how; from then on it is offered
  await page.getByRole('dialog').getByRole('radio', { name: 'Cash', exact: true }).tap();
  await confirm(page).tap();
  await sent(page).waitFor();

  await start();
  await card(page, 0).tap();
  await button(page, 'Pay & Send').tap();
  await page.getByRole('dialog').getByRole('radio', { name: /^Cash/, checked: true }).waitFor();
  await confirm(page).tap();
  await sent(page).waitFor();
  await page.getByText('Touch an item to add it.').waitFor();
  expect(await count()).toBe(3);
});

test('a modified item takes six touches: item, variant, two addons, the notes, Add', async () => {
  const { page, menuItems, start, count } = await openTill();
  const item = menuItems.find(({ variants, addons, sold_out }) => variants.length > 1 && addons.length > 1 && !sold_out)!;
  await page.getByPlaceholder('Search Item').fill(item.title);
  await start();
  await button(page, `Add ${item.title}`).tap();
  const dialog = page.getByRole('dialog', { name: item.title });
  await dialog.getByText(item.variants[1]!.title, { exact: true }).tap();
  for (const { title } of item.addons.slice(0, 2)) await dialog.getByText(title, { exact: true }).tap();
  await dialog.getByLabel('Notes').tap();
  await page.keyboard.type('well done');
  await dialog.getByRole('button', { name: /^Add/ }).tap();
  const line = page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');
  for (const said of [item.variants[1]!, ...item.addons.slice(0, 2)]) await line.getByText(said.title).first().waitFor();
  await line.getByText('well done').waitFor();
  expect(await count()).toBe(6);
});

const atTable = (page: Page, verb: string, title: string) => page.getByRole('button', { name: `${verb} ${title}`, exact: true });

test('a round of three items takes five touches, the choice of its table among them', async () => {
  const { page, free, start, count } = await openTill();
  const { table_title: title, id: tableId } = free;
  const addThree = async () => {
    for (const place of [0, 1, 2]) await card(page, place).tap();
    await button(page, 'Send to Kitchen').tap();
  };
  const emptied = () => page.getByText('Touch an item to add it.').waitFor();
  // the table last: the touch that says which one sends
  await start();
  await addThree();
  await atTable(page, 'Send to', title).tap();
  await emptied();
  expect(await count()).toBe(3 + 2);

  // the next round is the same table's
  await start();
  await addThree();
  await confirm(page).tap();
  await emptied();
  expect(await count()).toBe(3 + 2);

  // the table first, on a device that asks no more
  await button(page, 'New').tap();
  await card(page, 0).tap();
  await button(page, 'Send to Kitchen').tap();
  await page.getByRole('dialog').getByRole('switch').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).tap();
  await button(page, 'New').tap();
  await start();
  await atTable(page, 'Choose', title).tap();
  await addThree();
  await emptied();
  expect(await count()).toBe(3 + 2);

  // from the card of the table
  await page.goto('/dashboard/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(title);
  await start();
  await page.getByRole('link', { name: `Add items to ${title}`, exact: true }).tap();
  await addThree();
  await emptied();
  expect(await count()).toBe(3 + 2);
  const checks = await read<{ table_id: number; orders: number }[]>(page, '/pos/open-checks');
  expect(checks.find(({ table_id: id }) => id === tableId)?.orders).toBe(4);
});

test('a table pays by card with four touches from the POS, a ticket of four lines is made with two', async () => {
  const { page, plain, free, start, count } = await openTill();
  const { tokenNo } = await order(page, plain, free.id);
  const cook = await openAt('cook', 'kitchen', { width: 1280, height: 800 });
  const ticket = cook.page.getByRole('article', { name: `Token ${tokenNo}`, exact: true });
  await ticket.waitFor();

  // while the kitchen makes it
  await start();
  await page.getByRole('link', { name: 'Table Orders' }).tap();
  const pay = button(page, `Pay ${free.table_title}`);
  await page.getByRole('article').first().waitFor();
  // of many cards only those near the screen are rendered
  while ((await pay.count()) === 0) await page.evaluate(SCROLL_ON);
  await pay.tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Card', exact: true }).tap();
  await dialog.getByRole('button', { name: 'Pay', exact: true }).tap();
  await page.getByText(new RegExp(`^${free.table_title} paid: \\$[\\d.]+, Card$`)).waitFor();
  expect(await count()).toBe(4);

  await cook.start();
  await ticket.getByRole('button', { name: `Start ticket ${tokenNo}` }).tap();
  // the screen takes a second touch within half a second for a wet finger's
  await cook.page.waitForTimeout(600);
  await ticket.getByRole('button', { name: `Complete ticket ${tokenNo}` }).tap();
  await ticket.waitFor({ state: 'detached' });
  expect(await cook.count()).toBe(2);
});

// how long it stays: server/features/orders/boards.test.ts holds the clock for it
test('a takeaway that is paid and made leaves the board of orders without a touch', async () => {
  const owner = await openDevice();
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  const save = (completePaidAfter: number) => owner.request.post('/api/v1/settings/store-setting', { data: { completePaidAfter } });
  expect((await save(0)).status()).toBe(200);
  const { page, plain, start, count } = await openTill();
  const cart = plain.slice(0, 1).map(({ id }) => ({ id, quantity: 1 }));
  const sale = await page.request.post('/api/v1/pos/create-order-and-invoice', { data: { cart, deliveryType: 'takeaway' } });
  const { tokenNo, orderId } = (await sale.json()) as { tokenNo: number; orderId: number };
  await page.goto('/dashboard/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(String(tokenNo));
  const token = page.getByText(`Token ${tokenNo}`, { exact: true });
  await token.first().waitFor();

  await start();
  const groups = await read<{ orders: { id: number; items: { id: number }[] }[] }[]>(page, '/orders');
  const { items } = groups.flatMap(({ orders }) => orders).find(({ id }) => id === orderId)!;
  for (const status of ['preparing', 'completed'])
    for (const { id } of items) await owner.request.post(`/api/v1/kitchen/${id}`, { data: { status } });
  // the server looks once a minute
  await expect.poll(() => token.count(), { timeout: 120_000 }).toBe(0);
  expect(await count()).toBe(0);
  await save(15);
});

test('an item is sold out, and available again, with two touches at most', async () => {
  // what the page takes for the end of the long touch goes by the clock
  const { page, plain, start, count } = await openTill('waiter', 'hurried');
  const { title } = plain[0]!;
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await start();
  await touchLong(page, item);
  // a dialog takes no touch where the one was that opened it
  await page.waitForTimeout(800);
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Sold out' }).tap();
  const again = item.getByRole('button', { name: /^Available again/ });
  await again.waitFor();
  expect(await count()).toBe(2);

  await start();
  await again.tap();
  await button(page, `Add ${title}`).waitFor();
  expect(await count()).toBe(1);
});

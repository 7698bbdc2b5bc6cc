import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE, TABLET } from './browser.ts';

const PASSWORD = 'comanda-demo';

interface Named {
  id: number;
  title: string;
}
interface Item extends Named {
  price: number;
  sold_out: boolean;
  variants: Named[];
  addons: Named[];
}
interface Table {
  id: number;
  encrypted_id: string;
  table_title: string;
}
interface Init {
  menuItems: Item[];
  storeTables: Table[];
  storeSettings: { unique_qr_code: string };
}

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;

/** A waiter before the open POS of the demonstration restaurant. */
const openTill = async () => {
  const page = await openDevice();
  await enterAs(page, 'waiter@demo.example', PASSWORD);
  await page.goto('/dashboard/pos');
  await page.getByRole('list', { name: 'Menu items' }).waitFor();
  return { page, init: await read<Init>(page, '/pos/init') };
};

const isPlain = ({ variants, addons, sold_out }: Item) => variants.length === 0 && addons.length === 0 && !sold_out;
const cart = (page: Page) => page.getByRole('list', { name: 'Cart items' });
const find = async (page: Page, title: string) => page.getByPlaceholder('Search Item').fill(title);
const touch = async (page: Page, title: string) => {
  await find(page, title);
  await page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
};
const chooseTable = async (page: Page, title: string) => {
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: new RegExp(`^${title}\\b`) }).click();
};
/** Where a bill is paid: nobody has chosen how. */
const payInCash = async (page: Page) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Pay & Complete)/ })
    .waitFor();
  const cash = page.getByRole('dialog').getByRole('radio', { name: /^Cash/ });
  if (await cash.isVisible()) await cash.check();
};
/** Confirms what is asked, and reads the answer of the server. */
const confirm = async (page: Page) => {
  await payInCash(page);
  const answered = page.waitForResponse((response) => /create-order(-and-invoice)?$/.test(response.url()));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .click();
  return (await (await answered).json()) as { tokenNo: number; orderId: number };
};
/** The receipt's window, and the token's dialog; of a round at a table, where the store prints, a line says it instead. */
const finish = async (page: Page) => {
  for (const other of page.context().pages()) if (other !== page) await other.close();
  const token = page.getByRole('dialog', { name: 'Order sent' });
  await token
    .or(page.getByText(/^Token \d+ → /))
    .first()
    .waitFor();
  if (await token.isVisible()) await token.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Touch an item to add it.').waitFor();
};
const freeTables = async (page: Page, { storeTables }: Init): Promise<Table[]> => {
  const checks = await read<{ table_id: number }[]>(page, '/pos/open-checks');
  const taken = new Set(checks.map(({ table_id }) => table_id));
  return storeTables.filter(({ id }) => !taken.has(id));
};

test('a quick sale takes four touches: item, item, Pay & Send, Confirm; touching twice sells once', async () => {
  const { page } = await openTill();
  const visible = page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])'));
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/create-order-and-invoice') && sent.push(request.headers()['idempotency-key']!));

  await visible.nth(0).click();
  await visible.nth(1).click();
  await page.getByRole('button', { name: 'Pay & Send' }).click();
  await expectAccessibleInTheDarkToo(page);
  await payInCash(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/create-order-and-invoice'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .dblclick();
  expect((await answered).status()).toBe(200);
  await finish(page);

  const token = { kind: 'token', data: { tokenNo: 7, date: '2026-11-21T18:30:00Z', storeName: 'Trattoria' }, at: Date.now() };
  await page.evaluate(`localStorage.setItem('comanda_print:one', ${JSON.stringify(JSON.stringify(token))})`);
  const slip = await page.context().newPage();
  await slip.goto('/print-token#one');
  await slip.getByText('Trattoria').waitFor();
  await expectAccessibleInTheDarkToo(slip);

  expect(new Set(sent).size).toBe(1);
});

test('a modified item: variant, two addons and a note, put aside, taken up again and cooked as said', async () => {
  const { page, init } = await openTill();
  const item = init.menuItems.find(({ variants, addons, sold_out }) => variants.length > 1 && addons.length > 1 && !sold_out)!;
  const [variant, addons] = [item.variants[1]!, item.addons.slice(0, 2)];

  await touch(page, item.title);
  const dialog = page.getByRole('dialog', { name: item.title });
  await dialog.getByRole('radio', { name: new RegExp(`^${variant.title}`) }).check();
  for (const addon of addons) await dialog.getByRole('checkbox', { name: new RegExp(`^${addon.title}`) }).check();
  await dialog.getByLabel('Notes').fill('well done, please');
  await expectAccessibleInTheDarkToo(page);
  await dialog.getByRole('button', { name: /^Add/ }).click();
  const line = await cart(page).getByRole('listitem').innerText();
  for (const said of [item.title, variant.title, addons[0]!.title, addons[1]!.title, 'well done, please']) expect(line).toContain(said);

  await page.getByRole('button', { name: 'Save Draft' }).click();
  await page.getByRole('dialog', { name: 'Save Draft' }).getByLabel('Name (optional)').fill('Window');
  await page.getByRole('dialog', { name: 'Save Draft' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Touch an item to add it.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Drafts List/ }).click();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: /^Open Window/ }).click();
  expect(await cart(page).getByRole('listitem').innerText()).toBe(line);

  await page.getByRole('button', { name: 'Send to Kitchen' }).click();
  await expectAccessible(page);
  const { orderId } = await confirm(page);
  await finish(page);
  const groups = await read<{ orders: { id: number; items: object[] }[] }[]>(page, '/orders');
  const order = groups.flatMap(({ orders }) => orders).find(({ id }) => id === orderId);
  expect(order?.items).toMatchObject([
    {
      item_title: item.title,
      variant_title: variant.title,
      notes: 'well done, please',
      addons: addons.map(({ title }) => ({ title })),
    },
  ]);
  expect(await page.getByRole('button', { name: /Drafts List/ }).innerText()).toBe('Drafts List');
});

test('what a diner orders arrives at the till by itself, is loaded with its table, and sent once', async () => {
  const { page, init } = await openTill();
  const table = (await freeTables(page, init))[0]!;
  const [one, two] = init.menuItems.filter(isPlain) as [Item, Item];
  const qrButton = page.getByRole('button', { name: /^QR Menu Orders/ });
  const before = (await read<{ totalQROrders: number }>(page, '/pos/qrorders/count')).totalQROrders;
  const asBefore = page.getByRole('button', { name: before > 0 ? `QR Menu Orders, ${before} waiting` : 'QR Menu Orders', exact: true });
  await asBefore.waitFor();

  const diner = await openDevice({ width: 390, height: 844 });
  const placed = await diner.request.post(`/api/v1/qrmenu/${init.storeSettings.unique_qr_code}/place-order`, {
    data: {
      deliveryType: null,
      cartItems: [
        { id: one.id, quantity: 2, notes: 'no salt' },
        { id: two.id, quantity: 1 },
      ],
      customerType: 'WALKIN',
      customer: { name: 'Guest', phone: '' },
      tableId: table.encrypted_id,
    },
  });
  expect([placed.status(), await placed.text()]).toEqual([200, expect.stringContaining('orderId')]);
  await page.getByRole('button', { name: `QR Menu Orders, ${before + 1} waiting` }).waitFor();

  await qrButton.click();
  await page.getByRole('button', { name: new RegExp(`^Load .*${table.table_title}`) }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: new RegExp(`^Load .*${table.table_title}`) }).click();
  const lines = await cart(page).innerText();
  for (const said of [one.title, 'no salt', two.title]) expect(lines).toContain(said);
  expect(await page.getByRole('combobox', { name: 'Table' }).inputValue()).toContain(table.table_title);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to Kitchen' }).click();
  await confirm(page);
  await finish(page);

  await asBefore.waitFor();
  const checks = await read<{ table_id: number; orders: number }[]>(page, '/pos/open-checks');
  expect(checks.find(({ table_id }) => table_id === table.id)?.orders).toBe(1);
});

test('a second round joins the check of its table, which is paid as one', async () => {
  const { page, init } = await openTill();
  const table = (await freeTables(page, init)).at(-1)!;
  const [one, two] = init.menuItems.filter(isPlain) as [Item, Item];
  const round = async (title: string) => {
    await touch(page, title);
    await chooseTable(page, table.table_title);
    await page.getByRole('button', { name: 'Send to Kitchen' }).click();
    const sent = await confirm(page);
    await finish(page);
    return sent.tokenNo;
  };

  const first = await round(one.title);
  await touch(page, two.title);
  await page.getByRole('combobox', { name: 'Table' }).click();
  await expectAccessibleInTheDarkToo(page, TABLET);
  await page.getByRole('option', { name: new RegExp(`^${table.table_title}\\b.*Open check · 1 order, .* to pay`) }).click();
  await page.getByText(/^Open check: 1 order, .* to pay$/).waitFor();
  const { width = 0, height = 0 } = (await page.getByLabel('No table').boundingBox()) ?? {};
  expect(Math.min(width, height), 'a finger finds it').toBeGreaterThanOrEqual(44);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /^Cart/ }).click();
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: new RegExp(`^${table.table_title}\\b`) }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.setViewportSize(TABLET);
  await page.getByRole('button', { name: 'Send to Kitchen' }).click();
  await page
    .getByRole('dialog')
    .getByText(/Joins the open check: 1 order/)
    .waitFor();
  const { tokenNo: second } = await confirm(page);
  await finish(page);

  await page.goto('/dashboard/orders');
  const card = page.getByRole('article', { name: table.table_title, exact: true });
  await card.getByText(`Token ${first}`).waitFor();
  await card.getByText(`Token ${second}`).waitFor();
  await card.getByRole('button', { name: `Actions for ${table.table_title}` }).click();
  await page.getByRole('menuitem', { name: 'Pay & Complete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(one.title).waitFor();
  await dialog.getByText(two.title).waitFor();
  await payInCash(page);
  await dialog.getByLabel('Print Receipt?').uncheck();
  await dialog.getByRole('button', { name: 'Pay & Complete' }).click();
  await card.waitFor({ state: 'detached' });

  // one invoice for both, which the waiter may not see
  const office = await openDevice();
  await enterAs(office, 'owner@demo.example', PASSWORD);
  const [latest] = await read<{ orders: { token_no: number }[] }[]>(office, '/invoices?type=today');
  expect(latest!.orders.map(({ token_no }) => token_no).toSorted((x, y) => x - y)).toEqual([first, second].map(Number));
  expect((await freeTables(page, init)).map(({ id }) => id)).toContain(table.id);
});

test('a till that is reloaded while it sends says so, and settles the order by its key before anything new is sold', async () => {
  const { page, init } = await openTill();
  const [one, two] = init.menuItems.filter(isPlain) as [Item, Item];
  const countSold = async () => {
    const groups = await read<{ orders: { items: { item_title: string }[] }[] }[]>(page, '/orders');
    return groups.flatMap(({ orders }) => orders).filter(({ items }) => items.length === 1 && items[0]!.item_title === one.title).length;
  };
  const before = await countSold();
  const keys: string[] = [];
  let isCut = true;
  await page.route('**/api/v1/pos/create-order', async (route) => {
    keys.push(route.request().headers()['idempotency-key']!);
    if (!isCut) return route.continue();
    // the server has it, and the answer is lost
    if (keys.length === 1) await route.fetch();
    return route.abort();
  });
  const other = await page.context().newPage();
  await other.goto('/dashboard/pos');
  await touch(page, one.title);
  await cart(other).getByText(one.title).waitFor();
  await page.getByRole('button', { name: 'Send to Kitchen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('trying again never sends it twice').waitFor();

  await page.reload();
  const asked = page.getByRole('dialog', { name: /^Was being sent at \d\d:\d\d$/ });
  await asked.getByText('Trying again never sends it twice').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Order that was being sent' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await touch(page, two.title);
  await page.getByRole('button', { name: 'Pay & Send' }).click();
  await asked.getByText('Trying again never sends it twice').waitFor();

  isCut = false;
  await asked.getByRole('button', { name: 'Try again' }).click();
  const token = page.getByRole('dialog', { name: 'Order sent' });
  await token.waitFor();
  await token.getByRole('button', { name: 'Close' }).last().click();

  expect(new Set(keys).size).toBe(1);
  expect(await countSold()).toBe(before + 1);
  for (const tab of [page, other]) expect(await cart(tab).innerText()).not.toContain(one.title);
  for (const tab of [page, other]) expect(await cart(tab).innerText()).toContain(two.title);
});

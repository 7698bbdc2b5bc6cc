import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInTheDarkToo, openDevice, signInOn } from './browser.ts';

const PASSWORD = 'comanda-demo';
const OWNER = 'owner@demo.example';
const PINS = { owner: '2580', wanda: '7391' };

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;
const post = (page: Page, path: string, data: object) => page.request.post(`/api/v1${path}`, { data });
const whoWorks = async (page: Page) => (await read<{ name: string }>(page, '/auth/profile')).name;

/** A waiter without any right, hired by the owner. */
const hire = async () => {
  const owner = await openDevice();
  await signInOn(owner, OWNER, PASSWORD);
  const { name } = await read<{ name: string }>(owner, '/auth/profile');
  await post(owner, '/auth/pin', { password: PASSWORD, pin: PINS.owner });
  const username = `${randomUUID()}@example.com`;
  const password = 'wine list of the cellar';
  await post(owner, '/users/add', { name: 'Wanda', username, password, userScopes: 'POS,ORDERS', rights: [] });
  return { owner: name, username, password };
};

/** One dish for a table at which nobody sits. */
const order = async (page: Page) => {
  const { menuItems, storeTables } = await read<{
    menuItems: { id: number; title: string; variants: unknown[]; sold_out: boolean }[];
    storeTables: { id: number }[];
  }>(page, '/pos/init');
  const taken = new Set((await read<{ table_id: number }[]>(page, '/pos/open-checks')).map(({ table_id: id }) => id));
  const table = storeTables.find(({ id }) => !taken.has(id))!;
  const dish = menuItems.find(({ variants, sold_out: isSoldOut }) => variants.length === 0 && !isSoldOut)!;
  const sent = await post(page, '/pos/create-order', { cart: [{ id: dish.id, quantity: 1 }], deliveryType: 'dinein', tableId: table.id });
  return { tableId: table.id, dish: dish.title, ...((await sent.json()) as { tokenNo: number }) };
};

const lock = async (till: Page) => {
  await till.getByRole('button', { name: /User menu/ }).click();
  await till.getByRole('menuitem', { name: 'Lock, or switch user' }).click();
  await till.getByRole('heading', { name: 'Who is it?' }).waitFor();
};
/** Two touches and the digits. */
const unlock = async (till: Page, name: string, pin: string) => {
  await till.getByText(name, { exact: true }).click();
  await till.keyboard.type(pin);
  await till.getByRole('button', { name: 'Open' }).click();
  await till.getByRole('heading', { name: 'Who is it?' }).waitFor({ state: 'detached' });
  expect(await whoWorks(till)).toBe(name);
};

test('a waiter cancels with the owner’s PIN, and the till passes to the owner and back', async () => {
  const { owner, username, password } = await hire();
  const till = await openDevice();
  await signInOn(till, username, password);

  await till.goto('/dashboard/profile');
  await till.getByRole('button', { name: 'Set PIN' }).click();
  const dialog = till.getByRole('dialog', { name: 'Set PIN' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('New PIN').fill(PINS.wanda);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await till.getByText('PIN set.').waitFor();

  const { tableId, tokenNo, dish } = await order(till);
  await till.goto('/dashboard/orders');
  const round = till.getByRole('region', { name: `Token ${tokenNo}`, exact: true });
  await round.getByRole('button', { name: `Change ${dish}` }).click();
  await till.getByRole('menuitem', { name: 'Cancel', exact: true }).click();
  await till.getByRole('dialog').getByRole('button', { name: 'Cancel item' }).click();
  const sheet = till.getByRole('dialog', { name: 'A colleague has to allow this' });
  await sheet.getByText('You may not cancel what was sent to the kitchen alone').waitFor();
  await sheet.getByText(owner, { exact: true }).click();
  await till.keyboard.type('1379');
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await sheet.getByText('Wrong PIN!').waitFor();
  await expectAccessible(till);
  await sheet.getByLabel('PIN', { exact: true }).fill(PINS.owner);
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await sheet.waitFor({ state: 'detached' });
  const isUnpaid = async () => (await read<{ table_id: number }[]>(till, '/pos/open-checks')).some(({ table_id: id }) => id === tableId);
  await expect.poll(isUnpaid).toBe(false);

  await lock(till);
  await expectAccessibleInTheDarkToo(till);
  // a reload opens nothing
  await till.reload();
  await till.getByRole('heading', { name: 'Who is it?' }).waitFor();
  await unlock(till, owner, PINS.owner);
  await lock(till);
  await unlock(till, 'Wanda', PINS.wanda);
}, 90_000);

interface Drawer {
  drawer_id: number;
  title: string;
  expected: number | null;
  difference: number | null;
}

test('a drawer goes from hand to hand in mid-shift, and the activity says who did what', async () => {
  const { owner, username, password } = await hire();
  const till = await openDevice();
  await signInOn(till, username, password);
  await post(till, '/auth/pin', { password, pin: PINS.wanda });
  const title = `Shift ${randomUUID().slice(0, 8)}`;
  const dialog = till.getByRole('dialog');
  const drawer = async () => (await read<Drawer[]>(till, '/drawers')).find((one) => one.title === title)!;

  await till.goto('/dashboard/pos');
  await till.getByRole('button', { name: 'Drawer' }).click();
  await dialog.getByLabel('New drawer').fill(title);
  await dialog.getByLabel(/^Float/).fill('30');
  await dialog.getByRole('button', { name: 'Open drawer' }).click();
  await dialog.getByRole('button', { name: 'Back to the till' }).click();
  // what is expected in it is not told to who counts it
  expect((await drawer()).expected).toBeNull();

  await lock(till);
  await unlock(till, owner, PINS.owner);
  await till.getByPlaceholder('Search Item').fill('Wild Mushroom Soup');
  await till.getByRole('button', { name: 'Add Wild Mushroom Soup', exact: true }).click();
  await till.getByRole('button', { name: /^Pay & Send/ }).click();
  await dialog.getByRole('radio', { name: 'Cash' }).check();
  const sold = till.waitForResponse((response) => response.url().endsWith('/pos/create-order-and-invoice'));
  await dialog.getByRole('button', { name: /^Confirm/ }).click();
  const { invoiceId } = (await (await sold).json()) as { invoiceId: number };
  const { total } = await read<{ total: number }>(till, `/invoices/${invoiceId}`);
  expect((await drawer()).expected).toBe(30 + total);

  await till.goto('/dashboard/pos');
  await lock(till);
  await unlock(till, 'Wanda', PINS.wanda);
  await till.getByRole('button', { name: 'Drawer' }).click();
  await dialog.getByRole('button', { name: 'Count the drawer' }).click();
  await dialog.getByLabel('$20.00').fill('2');
  await dialog.getByRole('button', { name: 'Counted: close the drawer' }).click();
  await dialog.getByRole('status').getByText('Expected').waitFor();
  const { difference } = await drawer();
  expect(difference).toBeCloseTo(10 - total, 5);

  const office = await openDevice();
  await signInOn(office, OWNER, PASSWORD);
  await office.goto('/dashboard/activity?kind=drawer');
  const entry = office.getByRole('button', { name: `Wanda counted 40.00 USD in drawer ${title}` });
  await entry.waitFor();
  await office.getByRole('button', { name: `Wanda opened drawer ${title}` }).waitFor();
  await expectAccessibleInTheDarkToo(office);
  // by keyboard: opened, it says what was before and after
  await entry.focus();
  await office.keyboard.press('Enter');
  await office.getByRole('row', { name: /^Difference/ }).waitFor();
  await expectAccessibleInTheDarkToo(office);
  // what came to more than that; and the file of it
  await office.getByLabel('Amount from').fill('39');
  await office.getByRole('button', { name: `Wanda opened drawer ${title}` }).waitFor({ state: 'detached' });
  await entry.waitFor();
  const saved = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Export CSV' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(`Wanda counted 40.00 USD in drawer ${title}`);
}, 90_000);

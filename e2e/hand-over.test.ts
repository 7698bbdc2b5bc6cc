import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';

const PASSWORD = 'comanda-demo';
const OWNER = 'owner@demo.example';
const PINS = { owner: '2580', wanda: '7391' };

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;
const post = (page: Page, path: string, data: object) => page.request.post(`/api/v1${path}`, { data });
const whoWorks = async (page: Page) => (await read<{ name: string }>(page, '/auth/profile')).name;

/** A waiter without any right, hired by the owner. */
const hire = async () => {
  const owner = await openDevice();
  await enterAs(owner, OWNER, PASSWORD);
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

test('a waiter cancels with the owner’s PIN, and the till passes to the owner and back', async () => {
  const { owner, username, password } = await hire();
  const till = await openDevice();
  await enterAs(till, username, password);

  await till.goto('/dashboard/profile');
  await till.getByRole('button', { name: 'Set PIN' }).click();
  const dialog = till.getByRole('dialog', { name: 'Set PIN' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('New PIN').fill(PINS.wanda);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await till.getByText('PIN set.').waitFor();

  const { tableId, tokenNo, dish } = await order(till);
  await till.goto('/dashboard/orders');
  // of many cards only those near the screen are rendered
  await till.getByRole('searchbox', { name: 'Search orders' }).fill(String(tokenNo));
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
  await expectAccessibleAtThreeWidths(till);
  await sheet.getByLabel('PIN', { exact: true }).fill(PINS.owner);
  await sheet.getByRole('button', { name: 'Allow' }).click();
  await sheet.waitFor({ state: 'detached' });
  const isUnpaid = async () => (await read<{ table_id: number }[]>(till, '/pos/open-checks')).some(({ table_id: id }) => id === tableId);
  await expect.poll(isUnpaid).toBe(false);

  for (const [name, pin] of [
    [owner, PINS.owner],
    ['Wanda', PINS.wanda],
  ] as const) {
    let touches = 0;
    const touch = async (what: Locator) => {
      await what.click();
      touches += 1;
    };
    await touch(till.getByRole('banner').getByRole('button', { name: 'Lock, or switch user' }));
    await till.getByRole('heading', { name: 'Who is it?' }).waitFor();
    if (name === owner) {
      await expectAccessibleAtThreeWidths(till);
      // a reload opens nothing
      await till.reload();
      await till.getByRole('heading', { name: 'Who is it?' }).waitFor();
    }
    await touch(till.getByText(name, { exact: true }));
    await till.keyboard.type(pin);
    await till.keyboard.press('Enter');
    await till.getByRole('heading', { name: 'Who is it?' }).waitFor({ state: 'detached' });
    expect([await whoWorks(till), touches]).toEqual([name, 2]);
  }
});

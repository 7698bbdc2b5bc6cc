import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, signInOn } from './browser.ts';

const PASSWORD = 'comanda-demo';

const read = async <T>(page: Page, path: string) => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;

/** An order of the four first plain items, for a table at which nobody sits. */
const order = async (page: Page) => {
  const { menuItems, storeTables } = await read<{
    menuItems: { id: number; variants: unknown[]; sold_out: boolean }[];
    storeTables: { id: number; table_title: string }[];
  }>(page, '/pos/init');
  const taken = new Set((await read<{ table_id: number }[]>(page, '/pos/open-checks')).map(({ table_id: id }) => id));
  const table = storeTables.find(({ id }) => !taken.has(id))!;
  const plain = menuItems.filter(({ variants, sold_out: isSoldOut }) => variants.length === 0 && !isSoldOut);
  const cart = plain.slice(0, 4).map(({ id }) => ({ id, quantity: 1 }));
  const sent = await page.request.post('/api/v1/pos/create-order', {
    data: { cart, deliveryType: 'dinein', customerType: 'WALKIN', tableId: table.id },
  });
  return { table: table.table_title, ...((await sent.json()) as { tokenNo: number }) };
};

/** Touches, and counts. */
const hands = () => {
  let count = 0;
  return {
    touch: async (what: Locator) => {
      count += 1;
      await what.click();
    },
    count: () => count,
  };
};

// a paid takeaway leaves the board without a touch: server/features/orders/boards.test.ts holds the clock for it
test('a table pays by card with four touches from the POS, a ticket of four lines is made with two', async () => {
  const [waiter, cook] = [await openDevice(), await openDevice({ width: 1280, height: 800 })];
  await signInOn(waiter, 'waiter@demo.example', PASSWORD);
  await waiter.goto('/dashboard/pos');
  await waiter.getByRole('list', { name: 'Menu items' }).waitFor();
  const { table, tokenNo } = await order(waiter);
  await signInOn(cook, 'cook@demo.example', PASSWORD);
  await cook.goto('/dashboard/kitchen');
  const ticket = cook.getByRole('article', { name: `Token ${tokenNo}`, exact: true });

  // while the kitchen makes it
  const pays = hands();
  await pays.touch(waiter.getByRole('link', { name: 'Table Orders' }));
  const pay = waiter.getByRole('button', { name: `Pay ${table}`, exact: true });
  await waiter.getByRole('article').first().waitFor();
  // of many cards only those near the screen are drawn
  while ((await pay.count()) === 0) {
    await waiter.mouse.wheel(0, 400);
    await waiter.waitForTimeout(200);
  }
  await pays.touch(pay);
  const dialog = waiter.getByRole('dialog');
  await pays.touch(dialog.getByRole('radio', { name: 'Card', exact: true }));
  await pays.touch(dialog.getByRole('button', { name: 'Pay', exact: true }));
  await waiter.getByText(new RegExp(`^${table} paid: \\$[\\d.]+, Card$`)).waitFor();
  expect(pays.count()).toBe(4);

  const makes = hands();
  await makes.touch(ticket.getByRole('button', { name: `Start ticket ${tokenNo}` }));
  // the screen takes a second touch within half a second for a wet finger's
  await cook.waitForTimeout(600);
  await makes.touch(ticket.getByRole('button', { name: `Complete ticket ${tokenNo}` }));
  await ticket.waitFor({ state: 'detached' });
  expect(makes.count()).toBe(2);
});

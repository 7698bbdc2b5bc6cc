import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInTheDarkToo, KEEPS_SCREENS, openDevice, signInOn, TABLET } from './browser.ts';

const PASSWORD = 'comanda-demo';

interface Group {
  table_title: string | null;
}

/** A table of the demonstration restaurant at which nobody sits. */
const findFreeTable = async (page: Page): Promise<string> => {
  const groups: Group[] = await (await page.request.get('/api/v1/orders')).json();
  const unpaid: Group[] = await (await page.request.get('/api/v1/orders?unpaid=1')).json();
  const { storeTables } = await (await page.request.get('/api/v1/pos/init')).json();
  const taken = new Set([...groups, ...unpaid].map(({ table_title }) => table_title));
  return storeTables.map(({ table_title }: { table_title: string }) => table_title).find((title: string) => !taken.has(title));
};

/** A figure of the reports screen, in cents. */
const figureOf = async (page: Page, name: string): Promise<number> => {
  await page.goto('/dashboard/reports');
  const text = await page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()
    .innerText();
  return Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);
};

const add = async (page: Page, title: string) => {
  await page.getByPlaceholder('Search Item').fill(title);
  await page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
};

test('a waiter sells to a table, the kitchen sees it live and cooks it, the waiter takes payment, and invoice and report show the sums', async () => {
  const keeping = (viewport?: typeof TABLET) => openDevice(viewport, KEEPS_SCREENS);
  const [waiter, cook, owner] = [await keeping(), await keeping(), await keeping({ width: 1440, height: 900 })];
  await signInOn(owner, 'owner@demo.example', PASSWORD);
  const revenue = await figureOf(owner, 'Revenue');
  const tax = await figureOf(owner, 'Tax');
  await signInOn(cook, 'cook@demo.example', PASSWORD);
  await cook.goto('/dashboard/kitchen');
  await cook.getByRole('heading', { name: 'Kitchen' }).waitFor();
  const announced: string[] = [];
  cook.on('request', (request) => announced.push(...(new URL(request.url()).searchParams.get('ids')?.split(',') ?? [])));

  // sell: 2 soups with 8 % on top, olives without tax
  await signInOn(waiter, 'waiter@demo.example', PASSWORD);
  await waiter.goto('/dashboard/pos');
  await add(waiter, 'Wild Mushroom Soup');
  await add(waiter, 'Wild Mushroom Soup');
  await add(waiter, 'Marinated Olives');
  const table = await findFreeTable(waiter);
  await waiter
    .getByRole('combobox', { name: 'Table' })
    .or(waiter.getByRole('textbox', { name: 'Table' }))
    .first()
    .click();
  await waiter.getByRole('option', { name: new RegExp(`^${table}\\b`) }).click();
  await expectAccessible(waiter);
  await waiter.getByRole('button', { name: 'Send to Kitchen' }).click();
  const answered = waiter.waitForResponse((response) => response.url().endsWith('/pos/create-order'));
  await waiter
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .click();
  const { tokenNo, orderId } = await (await answered).json();

  // the kitchen, on another device: it asks for an order by its number when the socket has announced it; reloading asks for all
  const ticket = cook.getByRole('article', { name: `Token ${tokenNo}`, exact: true });
  await ticket.waitFor();
  expect(announced).toContain(String(orderId));
  expect(await ticket.innerText()).toContain(table);
  await expectAccessible(cook);
  for (const item of ['Wild Mushroom Soup', 'Marinated Olives']) {
    const row = ticket.getByRole('listitem').filter({ hasText: item });
    await row.getByRole('button', { name: 'Start Making' }).click();
    // the screen takes a second touch within half a second for a wet finger's
    await cook.waitForTimeout(600);
    await row.getByRole('button', { name: 'Complete' }).click();
  }
  await ticket.waitFor({ state: 'detached' });

  // the bill
  await waiter.goto('/dashboard/orders');
  // of many cards only those near the screen are rendered
  await waiter.getByRole('searchbox', { name: 'Search orders' }).fill(table);
  const card = waiter.getByRole('article', { name: table, exact: true });
  await card.getByText(`Token ${tokenNo}`).waitFor();
  await expectAccessibleInTheDarkToo(waiter);
  for (const entry of ['Complete', 'Cancel']) {
    await card.getByRole('button', { name: `Actions for ${table}` }).click();
    await waiter.getByRole('menuitem', { name: entry, exact: true }).click();
    await waiter
      .getByRole('dialog')
      .getByText(/irreversible|leave this list|marked as completed/)
      .waitFor();
    await (entry === 'Complete' ? expectAccessible(waiter) : expectAccessibleInTheDarkToo(waiter));
    await waiter.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
    await waiter.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await card.getByRole('button', { name: `Actions for ${table}` }).click();
  await waiter.getByRole('menuitem', { name: 'Pay & Complete' }).click();
  const dialog = waiter.getByRole('dialog');
  await dialog.getByText('$26.52').waitFor();
  await expectAccessibleInTheDarkToo(waiter);
  await dialog.getByRole('radio', { name: 'Cash' }).check();
  await dialog.getByLabel('Print Receipt?').check();
  const opened = waiter.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Pay & Complete' }).click();
  const receipt = await opened;
  // as total, and as what was paid in cash
  await receipt.getByText('$26.52').first().waitFor();
  const printed = await receipt.locator('body').innerText();
  expect(printed).toMatch(/Subtotal[^$]*\$25\.00/i);
  expect(printed).toMatch(/Tax[^$]*\$1\.52/i);
  expect(printed).toContain('Wild Mushroom Soup');
  await expectAccessible(receipt);
  await card.waitFor({ state: 'detached' });

  // the books
  expect((await figureOf(owner, 'Revenue')) - revenue).toBe(2652);
  expect((await figureOf(owner, 'Tax')) - tax).toBe(152);
  await owner.goto('/dashboard/invoices');
  const row = owner.getByRole('row').filter({ hasText: table }).first();
  expect(await row.innerText()).toContain('$26.52');
}, 180_000);

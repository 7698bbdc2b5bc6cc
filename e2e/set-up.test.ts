import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectAccessible, openDevice, PHONE, TABLET } from './browser.ts';

const settings = '/dashboard/settings';

/** What the page shows now is accessible on a phone in the dark too; the rest of the journey is a tablet's in the light. */
const expectAccessibleInTheDark = async (page: Page) => {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(TABLET);
};

/** A photo to upload, as a camera or a phone gives it. */
const photoOf = async (name: string) => {
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#c0392b' } });
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() };
};

/** Presses New, fills the dialog and adds. */
const addOne = async (page: Page, title: string, fill: (dialog: Locator) => Promise<void>) => {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await fill(dialog);
  await expectAccessible(page);
  // the house's own style sheets win over Mantine's, in whatever order the build loads them
  const left = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left);
  expect(await left(dialog.getByLabel('Title'))).toBe(await left(dialog.getByRole('heading')));
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** Opens a searchable choice, types, and takes the option that is left. */
const choose = async (page: Page, label: string, text: string, option: string) => {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await field.pressSequentially(text);
  await page.getByRole('option', { name: option }).click();
};

/** Saves a long form and waits until it is stored. */
const save = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await expect.poll(() => button.isDisabled()).toBe(true);
};

const open = async (page: Page, title: string) => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await expectAccessible(page);
};

test('an owner signs up, sets the restaurant up and sells for the first time, through screens only', async () => {
  const page = await openDevice();

  // the account
  await page.goto('/register');
  await page.getByLabel('Business name').fill('Trattoria Bella');
  await page.getByLabel('Email').fill('bella@trattoria.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(/\/dashboard\//);

  // the store
  await page.goto(`${settings}/details`);
  await page.getByLabel('Store name').fill('Trattoria Bella');
  await choose(page, 'Currency', 'swiss', 'CHF – Swiss Franc');
  await choose(page, 'Time zone', 'zurich', 'Europe/Zurich');
  await page.locator('input[type=file]').setInputFiles(await photoOf('front.png'));
  await page.getByRole('button', { name: 'Delete photo' }).waitFor();
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await save(page);

  // taxes, categories, tables, payment types
  await open(page, 'Tax Setup');
  await addOne(page, 'Add Tax', async (dialog) => {
    await dialog.getByLabel('Title').fill('MWST');
    await dialog.getByLabel('Rate').fill('8.1');
    await dialog.getByLabel('Type').selectOption('exclusive');
  });
  await page.getByRole('cell', { name: 'MWST', exact: true }).waitFor();
  await expectAccessibleInTheDark(page);
  await open(page, 'Categories');
  for (const title of ['Dolci', 'Pizza']) await addOne(page, 'Add Category', (dialog) => dialog.getByLabel('Title').fill(title));
  const categories = page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
  const ordered = page.waitForResponse((response) => response.url().endsWith('/categories/reorder'));
  await page.getByRole('button', { name: 'Move Pizza' }).press('ArrowUp');
  expect((await ordered).ok()).toBe(true);
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await page.reload();
  await categories.first().waitFor();
  await expect.poll(() => categories.allInnerTexts()).toEqual(['Pizza', 'Dolci']);
  await open(page, 'Store Tables');
  await addOne(page, 'Add Table', async (dialog) => {
    await dialog.getByLabel('Title').fill('Window 1');
    await dialog.getByLabel('Floor').fill('Ground');
    await dialog.getByLabel('Seating capacity').fill('4');
  });
  await page.getByText('Window 1').first().waitFor();
  await expectAccessibleInTheDark(page);
  await open(page, 'Payment Types');
  await addOne(page, 'Add Payment Type', (dialog) => dialog.getByLabel('Title').fill('TWINT'));
  await page.getByRole('cell', { name: 'TWINT', exact: true }).waitFor();
  await expectAccessibleInTheDark(page);

  // receipts: nothing printed by itself, so that the token is shown
  await open(page, 'Print Settings');
  await page.getByLabel('Page Size').selectOption('57');
  await page.getByLabel('Footer').fill('Grazie!');
  await page.getByText('Grazie!').nth(1).waitFor();
  await expectAccessibleInTheDark(page);
  const printing = page.getByRole('switch', { name: 'Enable Print' });
  if (await printing.isChecked()) await printing.click();
  await save(page);

  // an item with everything
  await open(page, 'Menu Items');
  await addOne(page, 'Add Item', async (dialog) => {
    await dialog.getByLabel('Title').fill('Margherita');
    await dialog.getByLabel('Price', { exact: true }).fill('14.50');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Pizza' }).click();
    await dialog.getByRole('combobox', { name: 'Tax', exact: true }).click();
    await page.getByRole('option', { name: 'MWST - 8.1% (exclusive)' }).click();
  });
  await page.getByRole('heading', { name: 'Margherita', level: 1 }).waitFor();
  await page.locator('input[type=file]').setInputFiles(await photoOf('margherita.png'));
  await page.getByRole('button', { name: 'Delete photo' }).waitFor();
  for (const [kind, title, price] of [
    ['variant', 'Grande', '20'],
    ['addon', 'Burrata', '4.50'],
  ] as const) {
    await page.getByRole('button', { name: `Add ${kind}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Price').fill(price);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await expectAccessible(page);

  // all of it is still there after a reload
  await page.reload();
  for (const title of ['Grande', 'Burrata']) await page.getByText(title, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Menu Items' }).first().click();
  const row = page.getByRole('list', { name: 'Menu items' }).getByRole('listitem');
  for (const text of ['Margherita', 'Pizza', '1 variant', /CHF\s*14\.50/]) await row.getByText(text).first().waitFor();
  const widthOf = (picture: Locator) => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
  await expect.poll(() => widthOf(row.locator('img'))).toBe(192);
  await expectAccessibleInTheDark(page);

  // a dry run of an import, of a file with one good line and one that is not
  await page.getByRole('button', { name: 'CSV' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const importing = page.getByRole('dialog', { name: 'Import Menu' });
  const csv = 'category,title,price\nPizza,Marinara,12\nPizza,,much\n';
  await importing.locator('input[type=file]').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await importing.getByText('Row 3: title is missing.').waitFor();
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await importing.getByRole('button', { name: 'Cancel' }).click();
  await importing.waitFor({ state: 'detached' });

  // all prices up by a tenth, and back
  await page.getByRole('button', { name: 'Choose several' }).click();
  await page.getByRole('checkbox', { name: /^All/ }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const many = page.getByRole('dialog', { name: /^Change/ });
  await many.getByLabel('By how many percent').fill('10');
  await many.getByRole('row', { name: /Margherita.*14\.50.*15\.95/ }).waitFor();
  await expectAccessible(page);
  await many.getByRole('button', { name: /^Apply/ }).click();
  await row.getByText(/CHF\s*15\.95/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByText(/CHF\s*14\.50/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await row
    .getByRole('link', { name: /Margherita/ })
    .first()
    .click();
  await expect.poll(() => widthOf(page.locator('main img').first())).toBe(512);
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);

  // the first sale: (20 + 4.50) × 1.081
  await page.goto('/dashboard/pos');
  await page.getByRole('button', { name: /Margherita/ }).click();
  const options = page.getByRole('dialog', { name: 'Margherita' });
  await options.getByLabel('Burrata').check();
  await expectAccessible(page);
  await options.getByRole('button', { name: /^Add/ }).click();
  await page
    .getByRole('combobox', { name: 'Table' })
    .or(page.getByRole('textbox', { name: 'Table' }))
    .first()
    .click();
  await page.getByRole('option', { name: /^Window 1\b/ }).click();
  await page.getByRole('button', { name: /Pay & Send/ }).click();
  const paying = page.getByRole('dialog', { name: 'Pay & Send' });
  await paying.locator('label', { hasText: 'TWINT' }).click();
  await paying
    .getByText(/26\.48/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await paying.getByRole('button', { name: /^Confirm/ }).click();
  const sent = page.getByRole('dialog', { name: 'Order sent' });
  expect((await sent.getByRole('status').innerText()).replace(/\s+/g, ' ')).toMatch(/^Token 1 /);
  await expectAccessible(page);

  // and in the books
  await page.goto('/dashboard/invoices');
  const invoice = page.getByRole('row').filter({ hasText: 'Window 1' });
  await invoice.waitFor();
  expect(await invoice.innerText()).toMatch(/26\.48/);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleInTheDarkToo, openDevice } from './browser.ts';
import { expectFocus } from './keys.ts';

const phone = '+1 (555) 010-99#';

test('a guest is added, found, edited, looked at, given their data and forgotten; an old invoice is found and printed again', async () => {
  const page = await openDevice({ width: 1440, height: 900 });
  await enterAs(page, 'owner@demo.example', 'comanda-demo');

  // added, with the sentences of what is missing
  await page.goto('/dashboard/customers');
  await page.getByRole('table', { name: 'Customers' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Customer' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText("Please Provide Customer's Phone!").waitFor();
  await expectAccessibleInTheDarkToo(page);
  await dialog.getByLabel('Phone').fill(phone);
  await dialog.getByLabel('Name').fill('Grace Quill');
  await dialog.getByLabel('Email').fill('grace@example.com');
  await dialog.getByLabel('Birth date').fill('1986-12-09');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Customer added.').waitFor();

  // found by the middle of the name, and edited
  await page.getByLabel('Search customers').fill('quil');
  await page.getByText('1 customer', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Grace Quill' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Customer' });
  expect(await editing.getByLabel('Phone').isDisabled()).toBe(true);
  await editing.getByLabel('Name').fill('Grace Quillon');
  await editing.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Customer updated.').waitFor();

  // an order for them
  const sold = await page.evaluate(async (id) => {
    const call = (path: string, body?: object) =>
      fetch(`/api/v1${path}`, body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then(
        (response) => response.json() as Promise<Record<string, unknown>>,
      );
    const { menuItems } = (await call('/pos/init')) as { menuItems: { id: number; variants: unknown[]; sold_out?: boolean }[] };
    const item = menuItems.find(({ variants, sold_out }) => variants.length === 0 && !sold_out)!;
    return call('/pos/create-order-and-invoice', { cart: [{ id: item.id, quantity: 2 }], customerType: 'CUSTOMER', customerId: id });
  }, phone);
  expect(sold).toMatchObject({ success: true });

  // their page, and the way back to the search
  await page.getByRole('link', { name: 'Grace Quillon' }).click();
  await page.getByRole('heading', { name: 'Grace Quillon', level: 1 }).waitFor();
  await page.getByText(`Invoice ${sold['invoiceId'] as number}`).waitFor();
  await expectAccessibleInTheDarkToo(page);

  // another guest, by the quick search from wherever one is; and back
  await page.keyboard.press('Control+k');
  const quickSearch = page.getByRole('dialog', { name: 'Search' });
  await expectFocus(page, 'Search');
  await page.keyboard.type('quinn');
  await quickSearch.getByRole('group', { name: 'Customers' }).getByRole('button', { name: 'Peter Quinn' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Peter Quinn', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await expectFocus(page, 'Search');
  await page.keyboard.type(String(sold['invoiceId']));
  await quickSearch
    .getByRole('group', { name: 'Invoices' })
    .getByRole('button', { name: `Invoice ${sold['invoiceId'] as number}` })
    .click();
  await page.getByRole('dialog', { name: `Invoice ${sold['invoiceId'] as number}` }).waitFor();
  await page.goto(`/dashboard/customers/${encodeURIComponent(phone)}`);
  await page.getByRole('heading', { name: 'Grace Quillon', level: 1 }).waitFor();

  // their data
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export data' }).click()]);
  expect(file.suggestedFilename()).toBe('customer-1-555-010-99.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as { person: object; invoices: object[]; orders: object[] };
  expect(data.person).toMatchObject({ phone, name: 'Grace Quillon', birth_date: '1986-12-09' });
  expect([data.orders.length, data.invoices.length]).toEqual([1, 1]);

  // the invoice, found by its customer and printed again
  await page.goto('/dashboard/invoices');
  await page.getByLabel('Search invoices').fill('grace quil');
  const copy = page.getByRole('button', { name: `Print a copy of invoice ${sold['invoiceId'] as number}` });
  await copy.waitFor();
  await expectAccessibleInTheDarkToo(page);
  const [receipt] = await Promise.all([page.waitForEvent('popup'), copy.click()]);
  await receipt.getByText('Copy', { exact: true }).waitFor();
  await receipt.getByText('Grace Quillon').waitFor();
  await receipt.close();
  const [list] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(await readFile(await list.path(), 'utf8')).toContain('Grace Quillon');

  // forgotten
  await page.goto(`/dashboard/customers/${encodeURIComponent(phone)}`);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Are you sure! This process is irreversible!').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Customer deleted.').waitFor();
  await page.waitForURL(/\/dashboard\/customers$/);
  await page.getByLabel('Search customers').fill('quillon');
  await page.getByText('No result found!').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.goto('/dashboard/invoices');
  await page.getByLabel('Search invoices').fill(String(sold['invoiceId']));
  await page.getByRole('button', { name: `Print invoice ${sold['invoiceId'] as number}`, exact: true }).waitFor();
  expect(await page.getByText('Grace Quillon').count()).toBe(0);
}, 180_000);

test('on a low phone what is wrong with a field stands above the buttons of the dialog', async () => {
  // what a keyboard on the screen leaves
  const page = await openDevice({ width: 390, height: 430 });
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/customers');
  await page.getByRole('button', { name: 'New' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Ann');
  await dialog.getByLabel('Birth date').fill('2999-01-01');
  await dialog.getByLabel('Phone').fill('5551234567');
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  const sentence = (await dialog.getByText('Birth date cannot be in the future!').boundingBox())!;
  expect(sentence.y + sentence.height).toBeLessThanOrEqual((await add.boundingBox())!.y);
});

import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInTheDarkToo, openDevice } from './browser.ts';

test('from sign-up to the first receipt by the list on the dashboard, through screens alone, and the list goes', async () => {
  const page = await openDevice();
  let touches = 0;
  const touch = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    touches += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const steps = (done: number) => page.getByRole('heading', { name: `First steps: ${done} of 6 done` }).waitFor();
  const home = async () => {
    touches += 1;
    await page.getByRole('link', { name: 'Comanda, home' }).click();
  };

  await page.goto('/register');
  await page.getByText(/^Free for 14 days, without a card\./).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByLabel('Business name').fill('Osteria Prima');
  await page.getByLabel('Your name').fill('Ada Prima');
  await page.getByLabel('Email').fill('ada@prima.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await touch('Create Account');

  // signed in at once, in a frame that names the restaurant
  await steps(0);
  await page.locator('header').getByText('Osteria Prima').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await touch('Use the sample menu');
  await steps(1);

  await touch('Add tables: First table', 'link');
  await touch('Add the first table');
  const dialog = page.getByRole('dialog', { name: 'Add Table' });
  await dialog.getByLabel('Title').fill('Table 1');
  await dialog.getByLabel('Floor').fill('-');
  await dialog.getByLabel('Seating capacity').fill('4');
  await touch('Add another');
  await page.getByText('Table 1').first().waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('');
  expect(await dialog.getByLabel('Floor').inputValue()).toBe('-');
  await dialog.getByLabel('Title').fill('Table 2');
  touches += 1;
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Table 2').first().waitFor();
  await home();
  await steps(2);

  await touch('Enter: Store details', 'link');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Main Street');
  await touch('Save');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await home();
  await steps(3);
  await touch('I work alone');
  await steps(4);
  await touch('Add Card');
  await steps(5);

  await touch('Print settings: Test print', 'link');
  await expectAccessible(page);
  const print = page.waitForEvent('popup');
  await touch('Print a test');
  await (await print).getByText('Osteria Prima').first().waitFor();
  await home();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await expect.poll(() => page.getByText(/^First steps/).count()).toBe(0);

  // the first sale
  await touch('POS', 'link');
  await touch(/^Add .*Water/);
  await touch('Pay & Send');
  const pay = page.getByRole('dialog');
  touches += 2;
  await pay.getByRole('radio', { name: /^Cash/ }).check();
  const answered = page.waitForResponse((response) => response.url().endsWith('/create-order-and-invoice'));
  await pay.getByRole('button', { name: /^Confirm/ }).click();
  expect((await answered).status()).toBe(200);
  // measured, so that a screen that asks for more is seen
  expect(touches).toBeLessThanOrEqual(22);
});

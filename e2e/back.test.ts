import { expect, test } from 'vitest';
import { enterAs, openDevice, PHONE, TABLET } from './browser.ts';

const PASSWORD = 'comanda-demo';

test('Back on a tablet or a phone closes what lies over the till, and loses no typed text', async () => {
  const page = await openDevice();
  await enterAs(page, 'owner@demo.example', PASSWORD);
  await page.goto('/dashboard/customers');
  await page.getByRole('link', { name: 'POS', exact: true }).click();
  await page.getByRole('list', { name: 'Menu items' }).waitFor();
  const here = () => new URL(page.url()).pathname;
  const dialogs = page.getByRole('dialog');

  await page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])')).first().click();
  await page.getByRole('button', { name: 'Pay & Send' }).click();
  await page.getByRole('dialog', { name: 'Pay & Send' }).waitFor();
  await page.goBack();
  await expect.poll(() => dialogs.count()).toBe(0);
  expect(here()).toBe('/dashboard/pos');

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /^Cart · 1 item/ }).click();
  await page.getByRole('dialog', { name: 'Cart' }).waitFor();
  await page.goBack();
  await expect.poll(() => dialogs.count()).toBe(0);
  await page.getByRole('button', { name: /^Cart · 1 item/ }).waitFor();
  expect(here()).toBe('/dashboard/pos');

  await page.setViewportSize(TABLET);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabel('Name').fill('Ada');
  await page.goBack();
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await page.goBack();
  await expect.poll(() => dialogs.count()).toBe(1);
  expect([here(), await page.getByLabel('Name').inputValue()]).toEqual(['/dashboard/customers', 'Ada']);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => dialogs.count()).toBe(0);
  expect(here()).toBe('/dashboard/customers');

  await page.goBack();
  await expect.poll(here).toBe('/dashboard/pos');
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleInTheDarkToo, openDevice, signInOn } from './browser.ts';
import { PROVIDER } from './provider.ts';

const DESKTOP = { width: 1440, height: 900 };
const email = 'nonna@e2e.example';
const password = 'battery staple';
const evil = '=SUM(1)<img src=x onerror=alert(1)>\u202E';

const enter = async (page: Page) => {
  await page.goto('/superadmin/dashboard/tenants');
  await page.waitForURL(/\/superadmin$/);
  await expectAccessibleInTheDarkToo(page);
  await page.getByLabel('Email').fill(PROVIDER.username);
  await page.getByLabel('Password', { exact: true }).fill(PROVIDER.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/superadmin\/dashboard\/home$/);
};

const go = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Signs a restaurant's owner in, on a device of its own. */
const openOwner = async () => {
  const page = await openDevice();
  await signInOn(page, email, password);
  return page;
};

test('the provider opens a restaurant, finds it, locks it out, lets it in again, exports, deletes and restores it; its owner feels each step', async () => {
  const page = await openDevice(DESKTOP);
  await enter(page);
  await page.getByText('Active tenants').waitFor();
  await expect.poll(() => page.getByText('MRR').first().isVisible()).toBe(true);
  await expectAccessibleInTheDarkToo(page);

  await go(page, 'Tenants');
  await page.getByRole('button', { name: 'New' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Please provide Email!').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByLabel('Name', { exact: true }).fill(evil);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Tenant added.').waitFor();

  await page.getByLabel('Search tenants').fill('nonna@');
  // before the list is there again its one row is another tenant's
  const found = async () => (await page.getByRole('row').allTextContents()).slice(1).map((text) => text.includes(evil));
  await expect.poll(found).toEqual([true]);
  await expectAccessibleInTheDarkToo(page);

  const owner = await openOwner();
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const change = async (name: string) => {
    await page.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Active').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await change(evil);
  await owner.reload();
  await owner.waitForURL(/inactive-subscription/);
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Inactive');
  await change(evil);
  expect((await owner.request.get('/api/v1/pos/init')).status()).toBe(200);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^All Tenants Data \d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv).toContain('Name,Email,Status,Subscription_Start_Date,Subscription_End_Date,Plan');
  expect(csv).toContain(`'=SUM(1)`);
  await page.getByText('Data exported successfully !').waitFor();

  await page.getByRole('table', { name: 'Tenants' }).getByRole('link').click();
  await page.getByText('This tenant has not subscribed yet.').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.goBack();

  await page.getByLabel('Search tenants').fill('nonna@');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: /^Delete / }).click();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Tenant deleted.').waitFor();
  await page.getByText('No result found!').waitFor();
  await owner.goto('/dashboard/pos');
  await owner.waitForURL(/\/(login)?$/);

  await page.getByRole('button', { name: /^Deleted/ }).click();
  await page.getByRole('table', { name: 'Deleted tenants' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('button', { name: /^Restore/ }).click();
  await page.getByText('Tenant restored.').waitFor();
  await page.getByText(/^Nothing here\./).waitFor();
  await expectAccessibleInTheDarkToo(page);
  const back = await openOwner();
  expect((await back.request.get('/api/v1/pos/init')).status()).toBe(200);

  await go(page, 'Reports');
  await page.getByLabel('Period').selectOption('This month');
  await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(3);
  await expectAccessibleInTheDarkToo(page);

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  await page.getByRole('heading', { name: 'Contact Support' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.goto('/dashboard/home');
  await page.waitForURL(/\/no-access$/);
  await page.goto('/superadmin');
  await page.waitForURL(/\/superadmin\/dashboard\/home$/);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/superadmin$/);
}, 180_000);

test('an owner who tries the provider’s pages is refused', async () => {
  const page = await openDevice();
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  for (const path of ['/superadmin', '/superadmin/dashboard/home', '/superadmin/dashboard/tenants']) {
    await page.goto(path);
    await page.waitForURL(/\/no-access$/);
  }
  expect((await page.request.get('/api/v1/superadmin/tenants')).status()).toBe(401);
});

import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeAt } from '#tools/parts/authenticator.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { freePort, startRealServer } from '#tools/parts/real-server.ts';
import { expectAccessibleInTheDarkToo, openDevice, origin } from './browser.ts';

const STEP = 30_000; // ms
const username = 'factor@e2e.example';
const password = 'battery staple';

const showPassword = async (page: Page) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
};
const leave = async (page: Page) => {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/login$/);
};

test('an owner switches a second factor on, signs out, and signs in with a code, then with a recovery code, by keyboard', async () => {
  const page = await openDevice();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const registered = await page.request.post('/api/v1/auth/signup', {
    data: { biz_name: 'Two keys', username, password },
    headers: { origin },
  });
  expect(registered.status()).toBe(200);
  await showPassword(page);
  await page.waitForURL(/\/dashboard\//);

  await page.goto('/dashboard/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByText('Off').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await card.getByRole('button', { name: 'Switch on' }).press('Enter');
  await expect
    .poll(() => page.getByLabel('Your password', { exact: true }).evaluate((field) => field === field.ownerDocument.activeElement))
    .toBe(true);
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Code' }).evaluate((field) => field === field.ownerDocument.activeElement))
    .toBe(true);
  await expectAccessibleInTheDarkToo(page);
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const secret = await page.evaluate('navigator.clipboard.readText()');
  const began = Date.now();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(String(secret), new Date(began)));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  const recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await expectAccessibleInTheDarkToo(page);
  await dialog.getByRole('button', { name: 'I have kept them' }).press('Enter');
  await card.getByText('Recovery codes left: 10').waitFor();
  await expectAccessibleInTheDarkToo(page);

  await leave(page);
  await showPassword(page);
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  // its code comes after the heading
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Code' }).evaluate((field) => field === field.ownerDocument.activeElement))
    .toBe(true);
  expect((await page.request.get('/api/v1/auth/profile')).status()).toBe(401);
  await expectAccessibleInTheDarkToo(page);
  // the one of the set-up is used up: the app's next, which a server takes half a minute early
  const next = new Date(Math.max(began, Date.now() - STEP) + STEP);
  await page.keyboard.type(codeAt(String(secret), next));
  await page.waitForURL(/\/dashboard\//);

  await leave(page);
  await showPassword(page);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.keyboard.type(recoveryCodes[0]!.toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\//);

  await page.goto('/dashboard/profile');
  await card.getByText('Recovery codes left: 9').waitFor();
  await card.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleInTheDarkToo(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Code of the app, or a recovery code').fill(recoveryCodes[1]!);
  await page.keyboard.press('Enter');
  await card.getByText('Off').waitFor();
  await leave(page);
  await showPassword(page);
  await page.waitForURL(/\/dashboard\//);
}, 180_000);

test('in production the provider is led to the second factor before anything else, and goes on with it', async () => {
  const dataDir = newDataDirectory('e2e-factor');
  const port = await freePort();
  const email = 'sam@provider.example';
  const env = {
    NODE_ENV: 'production',
    INSECURE_HTTP: 'on',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SUPERADMIN_EMAIL: email,
    SUPERADMIN_PASSWORD: 'battery staple of the provider',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_ID: 'price_1',
  };
  const server = await startRealServer(dataDir, env, port);
  try {
    const page = await openDevice({ width: 1440, height: 900 }, { baseURL: server.origin });
    await page.goto('/superadmin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(env.SUPERADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/superadmin\/dashboard\/account$/);
    await page.getByText('This server asks every super administrator for a second factor.').waitFor();
    await expectAccessibleInTheDarkToo(page);
    const tenants = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenants' });
    // the address is the same before and after: the page of the tenants comes, is refused and sends back
    await Promise.all([page.waitForResponse((answer) => answer.status() === 403), tenants.click()]);
    await page.waitForURL(/\/superadmin\/dashboard\/account$/);

    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(env.SUPERADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const secret = await dialog.locator('code').textContent();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret!.replaceAll(' ', ''), new Date()));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await tenants.click();
    await page
      .getByText('No tenant')
      .or(page.getByText('No result'))
      .or(page.getByRole('button', { name: 'New' }))
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/superadmin/dashboard/tenants');
    expect((await page.request.get('/api/v1/superadmin/tenants')).status()).toBe(200);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 180_000);

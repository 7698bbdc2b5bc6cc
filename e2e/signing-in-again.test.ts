import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, openDevice, origin, signInOn } from './browser.ts';
import { PROVIDER } from './provider.ts';

const password = 'comanda-demo';
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Fills in the login page that is shown. */
const enterAgain = async (page: Page, username: string, word: string) => {
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Login' }).click();
};

test('who comes back after the cookies have run out signs in, and is where they wanted to be', async () => {
  const page = await openDevice();
  await signInOn(page, 'owner@demo.example', password);
  await page.context().clearCookies();

  await page.goto('/dashboard/settings/tax-setup');
  await page.getByText('Your session ran out. Please sign in again!').waitFor();
  expect(pathOf(page)).toBe('/');
  await expectAccessible(page);
  await enterAgain(page, 'owner@demo.example', password);

  await page.waitForURL('**/dashboard/settings/tax-setup');
});

test('who is signed out from another device reads why, and goes on where they were', async () => {
  const page = await openDevice();
  await signInOn(page, 'manager@demo.example', password);
  await page.goto('/dashboard/reports');
  await page.getByRole('heading', { name: 'Reports' }).waitFor();
  const elsewhere = await openDevice();
  await signInOn(elsewhere, 'manager@demo.example', password);
  await elsewhere.request.post('/api/v1/auth/sign-out-others', { headers: { origin } });

  // its socket is closed, and it finds out by itself
  await page.getByText(/You were signed out on this device/).waitFor();
  expect(pathOf(page)).toBe('/login');
  await enterAgain(page, 'manager@demo.example', password);

  await page.waitForURL('**/dashboard/reports');
});

test('the super administrator who closed the browser overnight is let in', async () => {
  const page = await openDevice();
  await signInOn(page, PROVIDER.username, PROVIDER.password, '/superadmin');
  await page.context().clearCookies();

  await page.goto('/superadmin');
  await enterAgain(page, PROVIDER.username, PROVIDER.password);

  await page.waitForURL('**/superadmin/dashboard/home');
  expect(pathOf(page)).toBe('/superadmin/dashboard/home');
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, openDevice, signInOn } from './browser.ts';

const waiter = { name: 'Nina Berg', username: 'nina@demo.example', password: 'a good evening' };

const sideBar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();

/** What the server answers a call from the page, with the page's own cookies. */
const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (address) => (await fetch(address)).status, `/api/v1${path}`);

test('an owner hires a waiter, who sees what the scopes allow; a scope is taken away, then the account', async () => {
  const [owner, device] = [await openDevice({ width: 1440, height: 900 }), await openDevice()];
  await signInOn(owner, 'owner@demo.example', 'comanda-demo');
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await owner.getByRole('listitem', { name: 'Giulia Moretti' }).waitFor();
  expect(await owner.getByRole('listitem', { name: 'Giulia Moretti' }).getByRole('button').count()).toBe(0);
  await expectAccessible(owner);

  await owner.getByRole('button', { name: 'New' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(waiter.name);
  await dialog.getByLabel('Email', { exact: true }).fill(waiter.username);
  await dialog.getByLabel('Password', { exact: true }).fill(waiter.password);
  await dialog.getByText('Waiter', { exact: true }).click();
  await dialog.getByText('Complete and cancel orders, take payment').waitFor();
  await expectAccessible(owner);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const card = owner.getByRole('listitem', { name: waiter.name });
  await card.getByText('Access: POS, Orders', { exact: true }).waitFor();

  // what the scopes allow, and nothing else
  await signInOn(device, waiter.username, waiter.password);
  expect(new URL(device.url()).pathname).toBe('/dashboard/profile');
  await expect.poll(() => sideBar(device)).toEqual(['POS', 'Orders']);
  await expectAccessible(device);
  for (const place of ['kitchen', 'users', 'settings/tables', 'home']) {
    await device.goto(`/dashboard/${place}`);
    await device.getByText("Oops! You don't have access to this area! Relogin to check again.").waitFor();
    expect(new URL(device.url()).pathname).toBe('/no-access');
  }
  expect(await statusOf(device, '/users')).toBe(403);
  // the address was typed: there is nothing of ours to go back to but the start
  await device.getByRole('button', { name: 'Go back' }).click();
  await device.waitForURL('**/dashboard/profile');
  // dark is remembered, and there before the first paint
  await device.getByRole('button', { name: 'User menu' }).click();
  await device.getByRole('menuitemradio', { name: 'Dark' }).click();
  await device.reload({ waitUntil: 'commit' });
  await device.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await device.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'POS' }).waitFor();
  expect(await statusOf(device, '/pos/init')).toBe(200);

  // the till is taken away: the next call is refused, and the navigation follows without a reload
  await card.getByRole('button', { name: 'Edit User' }).click();
  await dialog.getByText('POS', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Access: Orders', { exact: true }).waitFor();
  expect(await statusOf(device, '/pos/init')).toBe(403);
  await device.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'POS' }).waitFor({ state: 'detached' });
  expect(await sideBar(device)).toEqual(['Orders']);

  // the account is deleted: the device is signed out by itself
  await card.getByRole('button', { name: 'Delete User' }).click();
  await owner.getByText('Are you sure! This process is irreversible!').waitFor();
  await owner.getByRole('button', { name: 'Delete', exact: true }).click();
  await card.waitFor({ state: 'detached' });
  expect(await statusOf(device, '/auth/profile')).toBe(401);
  await device.waitForURL('**/login');
  // only what says that this browser is known, which opens nothing
  expect((await device.context().cookies()).map(({ name }) => name)).toEqual(['comanda_device']);
});

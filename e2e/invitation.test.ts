import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { startRealServer, type RealServer } from '#tools/parts/real-server.ts';
import { expectAccessible, expectAccessibleInTheDarkToo, openDevice, signInOn } from './browser.ts';

const owner = { username: 'ada@chez.example', password: 'a quiet morning' };
const waiter = { name: 'Nina Berg', username: 'nina@home.example', password: 'a good evening' };
const dataDir = newDataDirectory('invitation');
let server: RealServer;
beforeAll(async () => {
  server = await startRealServer(dataDir);
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The text of an encoded e-mail. */
const decoded = (eml: string) =>
  eml.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The path that the second e-mail of this subject links to: the first one's link has ended by then. */
const secondLink = async (subject: string): Promise<string> => {
  const outbox = join(dataDir, 'outbox');
  const look = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .sort()
      .map((file) => decoded(readFileSync(join(outbox, file), 'utf8')))
      .filter((email) => email.includes(`Subject: ${subject}`))
      .map((email) => /https?:\/\/\S+token=\S+/.exec(email)?.[0]);
  await expect.poll(() => look()[1]).toBeDefined();
  const { pathname, search } = new URL(look()[1]!);
  return pathname + search;
};

/** Its pages say what those of a server with mail say: the e-mails of this journey are files, and read from there. */
const device = async (viewport = { width: 1440, height: 900 }) => {
  const page = await openDevice(viewport, { baseURL: server.origin });
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/(name="comanda-mail" content=")off/, '$1on');
    return route.fulfill({ response, body });
  });
  return page;
};
const tabTo = async (page: Page, label: string) => {
  const isThere = () => page.getByRole('button', { name: label }).evaluate((button) => button.matches(':focus'));
  for (let tabs = 0; tabs < 40 && !(await isThere()); tabs++) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
};

test('an owner registers and confirms the address; a colleague is invited, chooses a password, and works', async () => {
  const office = await device();
  await office.goto('/register');
  await office.getByLabel('Business name').fill('Chez Ada');
  await office.getByLabel('Email').fill(owner.username);
  await office.getByLabel('Password', { exact: true }).fill(owner.password);
  await office.getByRole('button', { name: 'Create Account' }).click();
  await office.waitForURL(/\/dashboard\//);

  await office.goto('/dashboard/profile');
  await office.getByText(/Confirm your address: open the link/).waitFor();
  await expectAccessibleInTheDarkToo(office);
  await office.getByRole('button', { name: 'Send again' }).click();
  await office.getByText('A link to confirm your address is on its way to it.').waitFor();

  const phone = await device({ width: 390, height: 844 });
  await phone.goto(await secondLink('Confirm your address'));
  await expectAccessibleInTheDarkToo(phone);
  // it has the focus; opening the link has used nothing up
  await phone.getByRole('button', { name: 'Confirm address' }).waitFor();
  await phone.keyboard.press('Enter');
  await phone.getByText('Your address is confirmed.').waitFor();
  await expectAccessible(phone);
  await phone.reload();
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await phone
    .getByRole('alert', { name: /was already used/ })
    .first()
    .waitFor();
  await office.reload();
  await office.getByText(owner.username).first().waitFor();
  await expect.poll(() => office.getByText(/Confirm your address/).count()).toBe(0);

  await office.goto('/dashboard/users');
  await office.getByRole('button', { name: 'New' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(waiter.name);
  await dialog.getByLabel('Email', { exact: true }).fill(waiter.username);
  await dialog.getByText('Waiter', { exact: true }).click();
  await expectAccessibleInTheDarkToo(office);
  await dialog.getByText('Set a password', { exact: true }).click();
  await dialog.getByText('Invite by e-mail', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const card = office.getByRole('listitem', { name: waiter.name });
  await card.getByText('Invited', { exact: true }).waitFor();
  await expectAccessibleInTheDarkToo(office);
  await tabTo(office, `Send again to ${waiter.name}`);
  await office.keyboard.press('Enter');
  await office.getByText('Invitation sent.').waitFor();

  await phone.goto(await secondLink('You are invited'));
  await phone.getByRole('heading', { name: 'You are invited' }).waitFor();
  await phone.getByText('Chez Ada').waitFor();
  await expectAccessibleInTheDarkToo(phone);
  await phone.getByLabel('Password', { exact: true }).fill(waiter.password);
  await phone.getByRole('button', { name: 'Set password' }).click();
  await phone.waitForURL(/login/);
  expect(await phone.getByLabel('Email').inputValue()).toBe(waiter.username);
  await signInOn(phone, waiter.username, waiter.password);
  await office.reload();
  await card.getByText('Access: POS, Orders', { exact: true }).waitFor();
  expect(await card.getByText('Invited', { exact: true }).count()).toBe(0);

  await office.goto('/dashboard/settings/details');
  await office.getByText('Tell Me of New Devices').scrollIntoViewIfNeeded();
  await phone.goto('/reset-password?token=made-up');
  await phone.getByRole('alert', { name: /was already used/ }).waitFor();
  await expectAccessible(phone);
}, 400_000);

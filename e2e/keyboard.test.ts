import { expect, test } from 'vitest';
import { expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE } from './browser.ts';
import { expectFocus, press, tabTo } from './keys.ts';

const owner = { username: 'keys@e2e.example', password: 'battery staple' };

test('by keyboard alone: register, hire somebody with a ready-made role, and leave', async () => {
  const page = await openDevice();
  const { keyboard } = page;
  await page.goto('/login');
  await expectFocus(page, 'Email');
  await press(page, 'Create Account');
  await page.waitForURL('**/register');
  await expectFocus(page, 'Business name');

  // each time the first field that is wrong has the focus
  await press(page, 'Create Account');
  await page.getByText('Please provide business name!').waitFor();
  await expectFocus(page, 'Business name');
  await keyboard.type('Keys');
  await tabTo(page, 'Email');
  await keyboard.type('keys@');
  await tabTo(page, 'Password');
  await keyboard.type(owner.password);
  await keyboard.press('Enter');
  await page.getByText('Please provide valid email!').waitFor();
  await expectFocus(page, 'Email');
  await keyboard.press('End');
  await keyboard.type('e2e.example');
  await keyboard.press('Enter');

  await page.waitForURL('**/dashboard/home');
  await page.getByRole('button', { name: 'Search' }).waitFor();

  await keyboard.press('Control+k');
  await expectFocus(page, 'Go to a page');
  await keyboard.type('users');
  await keyboard.press('Enter');
  await page.waitForURL('**/dashboard/users');
  await page.getByRole('button', { name: 'New' }).waitFor();

  await press(page, 'New');
  await expectFocus(page, 'Name');
  await keyboard.type('Nora');
  await keyboard.press('Enter');
  await page.getByText('Please provide username!').waitFor();
  await expectFocus(page, 'Email');
  await keyboard.type('nora@e2e.example');
  await press(page, 'Invite by letter', 'ArrowRight');
  await tabTo(page, 'Password');
  await keyboard.type(owner.password);
  await press(page, 'Waiter', 'Space');
  await page.getByText('Complete and cancel orders, take payment').waitFor();
  await press(page, 'Add');
  await page.getByRole('listitem', { name: 'Nora' }).getByText('POS, Orders').waitFor();

  // a dialog that is left gives the focus back to what opened it
  await press(page, 'Reset Password of Nora');
  await expectFocus(page, 'New password');
  await keyboard.press('Escape');
  await expectFocus(page, 'Reset Password of Nora');

  await page.getByRole('button', { name: /User menu/ }).focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Profile' }).focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await page.waitForURL('**/login');
});

test('on a phone, light and dark: the pages and dialogs of accounts have nothing for axe to find', async () => {
  const page = await openDevice(PHONE, { colorScheme: 'light' });
  for (const place of ['login', 'register', 'forgot-password', 'reset-password', 'reset-password?token=x', 'superadmin', 'no-access']) {
    await page.goto(`/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessibleInTheDarkToo(page);
  }
  await page.goto('/login');
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('comanda-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/home');
  for (const place of ['devices', 'contact-support', 'users']) {
    await page.goto(`/dashboard/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessibleInTheDarkToo(page);
  }
  for (const button of [/^Edit User/, /^Reset Password/, /^Delete User/]) {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInTheDarkToo(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  // closed, the navigation is not there for the keyboard either
  expect(await page.getByRole('link', { name: 'Kitchen' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'Kitchen' }).waitFor();
  await expectAccessibleInTheDarkToo(page);
});

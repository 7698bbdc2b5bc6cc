import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE } from './browser.ts';
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
  await expectFocus(page, 'Search');
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

interface Box {
  left: number;
  right: number;
  bottom: number;
}

/** What forced colours leave of an element's look: its ground, and the lines around it. */
const groundOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> };
    const { backgroundColor, borderColor, borderWidth, outlineColor, outlineStyle } = getComputedStyle(node);
    return [backgroundColor, borderColor, borderWidth, outlineStyle === 'none' ? '' : outlineColor].join(' ');
  });

/** Whether an element lies on the colour in which the system shows what is chosen. */
const HAS_HIGHLIGHT = (node: unknown): boolean => {
  const { document, getComputedStyle } = globalThis as unknown as {
    document: {
      createElement: (tag: string) => { style: { cssText: string }; remove: () => void };
      body: { append: (of: unknown) => void };
    };
    getComputedStyle: (of: unknown) => { backgroundColor: string };
  };
  const sample = document.createElement('div');
  sample.style.cssText = 'background: Highlight; forced-color-adjust: none';
  document.body.append(sample);
  const isSame = getComputedStyle(sample).backgroundColor === getComputedStyle(node).backgroundColor;
  sample.remove();
  return isSame;
};

test('in forced colours one sees which page one is on, which category is chosen, and which switch is on', async () => {
  const page = await openDevice(undefined, { forcedColors: 'active' });
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  const places = page.getByRole('navigation', { name: 'Main' });
  await places.getByRole('link', { name: 'POS' }).and(page.locator('[aria-current=page]')).waitFor();
  const [here, elsewhere] = [places.getByRole('link', { name: 'POS' }), places.getByRole('link', { name: 'Orders' })];
  await expect.poll(() => groundOf(here)).not.toBe(await groundOf(elsewhere));
  // in the dark too it is the system's own ground, on which its words can be read
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
  await expect.poll(() => here.evaluate(HAS_HIGHLIGHT)).toBe(true);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });

  const category = (name: string) => page.getByRole('button', { name, exact: true });
  await category('Pizza').click();
  await page.locator('button[aria-pressed=true]', { hasText: 'Pizza' }).waitFor();
  await expect.poll(async () => (await groundOf(category('Pizza'))) === (await groundOf(category('All')))).toBe(false);

  // a list's own switch, and one of a dialog
  await page.goto('/dashboard/settings/menu-items');
  const soldOut = page.getByRole('switch').first();
  await soldOut.waitFor();
  const wasSoldOut = await groundOf(soldOut);
  await soldOut.click();
  await expect.poll(() => groundOf(soldOut)).not.toBe(wasSoldOut);
  // and back: whoever leaves before the answer leaves it sold out
  const stored = page.waitForResponse(/sold-out$/);
  await soldOut.click();
  await stored;
  await page.goto('/dashboard/settings/payment-types');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const track = page.getByRole('dialog').locator('.mantine-Switch-track').first();
  const wasOn = await groundOf(track);
  await track.click();
  await expect.poll(() => groundOf(track)).not.toBe(wasOn);
});

test('magnified to 400 % the till has room for its items, and a button for its whole price', async () => {
  const page = await openDevice({ width: 320, height: 256 });
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  // only what nothing lies over can be touched
  await page.getByRole('button', { name: 'Add Calamari Fritti' }).click({ timeout: 8000 });
  const price = page.getByRole('dialog').getByRole('button', { name: /^Add/ }).locator('.mantine-Button-label');
  await price.waitFor();
  const widths = await price.evaluate((label) => {
    const { scrollWidth, clientWidth } = label as unknown as { scrollWidth: number; clientWidth: number };
    return { scrollWidth, clientWidth };
  });
  expect(widths.scrollWidth).toBeLessThanOrEqual(widths.clientWidth);
});

test('on a phone each button of the till’s head is a picture with its word below', async () => {
  const page = await openDevice(PHONE);
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/pos');
  const words = ['New', 'QR', 'Drafts', 'Orders', 'Drawer'];
  const buttons = page.locator('main [data-bar]').locator('button, a');
  await expect.poll(() => buttons.allInnerTexts()).toEqual(words);
  // in the middle, and above the room that the word takes
  const areBelow = () =>
    buttons.evaluateAll((nodes) =>
      (nodes as unknown as { getBoundingClientRect: () => Box; querySelector: (of: string) => { getBoundingClientRect: () => Box } }[]).map(
        (button) => {
          const [whole, picture] = [button.getBoundingClientRect(), button.querySelector('svg').getBoundingClientRect()];
          const isCentred = Math.abs(picture.left + picture.right - whole.left - whole.right) < 6;
          return isCentred && picture.bottom < whole.bottom - 12;
        },
      ),
    );
  await expect.poll(areBelow).toEqual(words.map(() => true));
});

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, openBill, PASSWORD } from './bills.ts';
import { PHONE, TABLET } from './browser.ts';

/** The lesser side of what takes the touch. */
const sizeOf = async (what: Locator) => {
  await what.first().waitFor();
  const { width, height } = (await what.first().boundingBox())!;
  return Math.round(Math.min(width, height));
};

/** How many pixels one below the other, through the middle of a box, take a touch for it. */
const touchesOf = async (box: Locator) => {
  await box.scrollIntoViewIfNeeded();
  return box.evaluate((input) => {
    const { document } = globalThis as unknown as { document: { elementFromPoint: (x: number, y: number) => typeof hit } };
    const { x, y, width, height } = input.getBoundingClientRect();
    let hit: { closest: (selector: string) => { control: unknown } | null } | null = null;
    return Array.from({ length: 100 }, (_, at) => at - 50).filter((at) => {
      hit = document.elementFromPoint(x + width / 2, y + height / 2 + at + 0.5);
      return hit === (input as unknown) || hit?.closest('label')?.control === input;
    }).length;
  });
};

test('on a phone what is small to look at takes touches on 44 px', async () => {
  const { page, table, id } = await openBill(PHONE, 'manager@demo.example');
  expect((await page.request.post('/api/v1/auth/pin', { data: { password: PASSWORD, pin: '2580' } })).status()).toBe(200);
  const dialog = page.getByRole('dialog');
  const sizes: Record<string, number> = {};

  await page.goto('/dashboard/pos');
  await page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])')).first().click();
  await button(page, /^Cart/).click();
  sizes['Discount of the cart'] = await sizeOf(dialog.getByRole('button', { name: 'Discount' }));
  await dialog
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  sizes['cross of a message'] = await sizeOf(button(page, 'Dismiss'));

  await page.goto('/dashboard/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(table.table_title);
  sizes['cross of a search'] = await sizeOf(button(page, 'Clear search'));
  await button(page, /^Change /)
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  sizes['switch'] = await sizeOf(dialog.getByRole('switch'));
  await dialog.getByRole('button', { name: 'Go back' }).click();

  await page.goto(`/dashboard/checks/${id}`);
  await button(page, /^Pay/).first().click();
  // a part of a pixel counts as one
  sizes['checkbox'] = Math.min(44, await touchesOf(dialog.getByRole('checkbox', { name: 'Print Receipt?' })));
  await dialog.getByRole('button', { name: 'Close' }).click();

  await button(page, 'Lock, or switch user').click();
  sizes['Show PIN'] = await sizeOf(button(page, 'Show PIN'));

  expect(sizes).toEqual({
    'Discount of the cart': 44,
    'cross of a message': 44,
    'cross of a search': 44,
    switch: 44,
    checkbox: 44,
    'Show PIN': 44,
  });
});

test.for([
  ['phone', PHONE],
  ['tablet', TABLET],
] as const)('on a %s no message lies over the buttons of the dialog that sends', async ([, viewport]) => {
  const { page } = await openBill(viewport);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/pos/create-order**', async (route) => {
    await isAnswered;
    await route.continue();
  });

  await page.goto('/dashboard/pos');
  await page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])')).first().click();
  if (viewport === PHONE) await button(page, /^Cart/).click();
  await button(page, /^Pay & Send/).click();
  const pay = page.getByRole('dialog', { name: 'Pay & Send' });
  await pay.getByRole('radio', { name: 'Cash' }).click();
  await pay.getByRole('button', { name: /^Confirm/ }).click();
  const message = page.getByText('Please wait...');
  await message.waitFor();
  const area = async (what: Locator) => (await what.boundingBox())!;
  const notice = await area(page.locator('.mantine-Notification-root', { has: message }));
  const isCovered = async (what: Locator) => {
    const { x, y, width, height } = await area(what);
    return x < notice.x + notice.width && notice.x < x + width && y < notice.y + notice.height && notice.y < y + height;
  };
  expect({
    Confirm: await isCovered(pay.getByRole('button', { name: /^Confirm/ })),
    'Go back': await isCovered(pay.getByRole('button', { name: 'Go back' })),
  }).toEqual({ Confirm: false, 'Go back': false });
  answer();
  await page.getByRole('dialog', { name: 'Order sent' }).waitFor();
});

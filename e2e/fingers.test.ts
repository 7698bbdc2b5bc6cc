import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, openBill, PASSWORD } from './bills.ts';
import { PHONE } from './browser.ts';

/** The lesser side of what takes the touch. */
const sizeOf = async (what: Locator) => {
  await what.first().waitFor();
  const { width, height } = (await what.first().boundingBox())!;
  return Math.round(Math.min(width, height));
};

test('on a phone what is small to look at takes touches on 44 px', async () => {
  const { page, table } = await openBill(PHONE, 'manager@demo.example');
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

  await button(page, 'Lock, or switch user').click();
  sizes['Show PIN'] = await sizeOf(button(page, 'Show PIN'));

  expect(sizes).toEqual({ 'Discount of the cart': 44, 'cross of a message': 44, 'cross of a search': 44, switch: 44, 'Show PIN': 44 });
});

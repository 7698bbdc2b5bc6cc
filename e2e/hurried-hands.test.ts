import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, openDevice, PHONE, TABLET } from './browser.ts';
import { PAUSES, type Press, pressing, READ } from './touches.ts';

const PASSWORD = 'comanda-demo';
const UPRIGHT = { width: 768, height: 1024 };

const hasTouch = { hasTouch: true };

const visible = (page: Page) => page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])'));

/** A till with hands that wait for nothing; it counts what is paid. */
const openTill = async (viewport: { width: number; height: number }) => {
  const page = await openDevice(viewport, hasTouch, 'hurried');
  await enterAs(page, 'cashier@demo.example', PASSWORD);
  const paid: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-order-and-invoice')) paid.push(request.url());
  });
  await page.goto('/dashboard/pos');
  await visible(page).first().click();
  return { page, paid };
};

/**
 * Closes what is open, a dialog at a time; an Escape at the very moment at which the dialog above goes is for that one, so it is pressed again.
 * What is on its way must have been waited for: nothing is open before it.
 */
const putAside = async (page: Page): Promise<void> => {
  const dialogs = page.getByRole('dialog');
  const close = async (): Promise<number> => {
    if ((await dialogs.count()) > 0) await page.keyboard.press('Escape');
    return dialogs.count();
  };
  await expect.poll(close).toBe(0);
};

/** The worst case, in which nothing has to be chosen: the type of the sale before is offered. */
const sellInCashBefore = async (page: Page): Promise<void> => {
  const { paymentTypes } = (await (await page.request.get('/api/v1/pos/init')).json()) as { paymentTypes: { id: number }[] };
  await page.evaluate(`{
    const { tenant_id, username } = JSON.parse(localStorage.getItem('comanda_user'));
    localStorage.setItem('comanda:' + tenant_id + ':' + username + ':last-payment-type', '{"id":${paymentTypes[0]!.id}}');
  }`);
};

test.each([
  ['390', PHONE],
  ['768', UPRIGHT],
  ['1024', TABLET],
])('at %s px no second tap and no second Enter pays', async (_, viewport) => {
  const { page, paid } = await openTill(viewport);
  await sellInCashBefore(page);
  // the page knows of it when it is re-rendered
  await page.reload();
  await visible(page).first().waitFor();
  const isPhone = viewport === PHONE;
  const { finger, enter } = await pressing(page);
  const cart = page.getByRole('button', { name: /^Cart · / });
  const pay = page.getByRole('button', { name: 'Pay & Send', exact: true });
  /** Two presses on one spot. What the first one opens stays, and is then closed with all that is open. */
  const pressTwice = async (press: (what: Locator) => Promise<Press>, what: Locator, title: string, pause: number) => {
    const again = await press(what);
    await again();
    const dialog = page.getByRole('dialog', { name: title });
    // the second of the shortest pause comes while the dialog may be on its way, the others when it is there
    if (pause !== PAUSES[0]) await dialog.waitFor();
    await again(pause);
    await dialog.waitFor();
    await putAside(page);
  };
  const openCart = async () => {
    await cart.click();
    await page.getByRole('dialog', { name: 'Cart' }).waitFor();
    await page.waitForTimeout(READ);
  };
  for (const pause of PAUSES) {
    // on a phone the bar, the sheet's button and the dialog's lie at the lower edge
    if (isPhone) await pressTwice(finger, cart, 'Cart', pause);
    for (const press of [finger, enter]) {
      if (isPhone) await openCart();
      await pressTwice(press, pay, 'Pay & Send', pause);
    }
    expect(paid).toEqual([]);
  }
});

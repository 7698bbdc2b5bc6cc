import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, PHONE, signInOn, TABLET } from './browser.ts';

const PASSWORD = 'comanda-demo';
const UPRIGHT = { width: 768, height: 1024 };
const PAUSES = [80, 250, 600]; // ms between two taps

const hasTouch = { hasTouch: true };

const visible = (page: Page) => page.getByRole('button', { name: /^Add / }).and(page.locator(':not([aria-haspopup])'));

/** A till with hands that wait for nothing; it counts what is paid. */
const openTill = async (viewport: { width: number; height: number }) => {
  const page = await openDevice(viewport, hasTouch, 'hurried');
  await signInOn(page, 'cashier@demo.example', PASSWORD);
  const paid: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-order-and-invoice')) paid.push(request.url());
  });
  await page.goto('/dashboard/pos');
  await visible(page).first().click();
  return { page, paid };
};

/** Two touches on one spot: that of the button. */
const tapTwice = async (page: Page, name: RegExp, pause: number): Promise<void> => {
  // the page is there again when the dialog before has gone
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect.poll(async () => (box = await page.getByRole('button', { name }).boundingBox())).not.toBeNull();
  const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(pause);
  await page.touchscreen.tap(x, y);
};

/** Closes what is open, a dialog at a time; an Escape at the very moment at which the dialog above goes is for that one, so it is pressed again. */
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
  for (const pause of PAUSES) {
    // on a phone the bar, the sheet's button and the dialog's lie at the lower edge
    if (isPhone) await tapTwice(page, /^Cart · /, pause);
    await putAside(page);
    if (isPhone) await page.getByRole('button', { name: /^Cart · / }).click();
    await tapTwice(page, /^Pay & Send$/, pause);
    await putAside(page);
    if (isPhone) await page.getByRole('button', { name: /^Cart · / }).click();
    await page.getByRole('button', { name: 'Pay & Send' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(pause);
    await page.keyboard.press('Enter');
    await putAside(page);
    expect(paid).toEqual([]);
  }
});

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { addBill, billOf, button, PASSWORD } from './bills.ts';
import { enterAs, openDevice, PHONE, TABLET } from './browser.ts';
import { PAUSES, pressing, READ } from './touches.ts';

const VIEWPORTS = [PHONE, { width: 768, height: 1024 }, TABLET];
/** What pays, splits, moves, cancels, refunds or corrects. */
const CONSEQUENCE =
  /\/(payments|reverse|split|merge|move|cancel|refund|correct-payment|complete-and-pay-order|adjustments)(\/\d+)?$|update-status/;

test('no second tap and no second Enter pays, splits, moves, merges, cancels, refunds or corrects; two taps on Pay pay one share', async () => {
  const page = await openDevice(TABLET, { hasTouch: true }, 'hurried');
  await enterAs(page, 'owner@demo.example', PASSWORD);
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && CONSEQUENCE.test(pathname)) sent.push(pathname);
  });
  const { finger, enter } = await pressing(page);
  const { id, table, plain } = await addBill(page);
  const cart = [{ id: plain[0]!.id, quantity: 1 }];
  const sale = await page.request.post('/api/v1/pos/create-order-and-invoice', { data: { cart, deliveryType: 'takeaway' } });
  const { invoiceId } = (await sale.json()) as { invoiceId: number };
  let dialogs = 0;
  const closeLast = async () => {
    const open = await page.getByRole('dialog').count();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBeLessThan(open);
  };
  /** Opens a dialog with two taps (at one width with two Enters, too): it stays, and nothing is sent. `begin` leads to what opens it. */
  const opensQuietly = async (title: RegExp, what: Locator, begin: () => Promise<unknown> = async () => {}) => {
    const { width } = page.viewportSize()!;
    const pause = PAUSES[dialogs++ % PAUSES.length]!;
    for (const press of width === TABLET.width ? [finger, enter] : [finger]) {
      await begin();
      await what.waitFor();
      const again = await press(what);
      await again();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await again(pause);
      expect([width, title, pause, press.name, await dialog.isVisible(), sent]).toEqual([width, title, pause, press.name, true, []]);
      await closeLast();
    }
  };
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await page.goto(`/dashboard/checks/${id}`);
    const act = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
    await opensQuietly(/^Pay – /, act(/^Pay/));
    await opensQuietly(/^Split – /, act('Split'));
    await opensQuietly(/^Move – /, act('Move table'));
    await opensQuietly(/^Merge onto /, act('Merge'));

    await page.goto('/dashboard/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(table.table_title);
    await opensQuietly(/^Pay & Complete – /, page.getByRole('button', { name: `Pay ${table.table_title}`, exact: true }));
    await opensQuietly(/^Cancel – /, page.getByRole('menuitem', { name: 'Cancel', exact: true }), () =>
      page.getByRole('button', { name: `Actions for ${table.table_title}`, exact: true }).click(),
    );

    await page.goto(`/dashboard/invoices?invoice=${invoiceId}`);
    await page.getByRole('dialog', { name: `Invoice ${invoiceId}` }).waitFor();
    for (const entry of ['Refund', 'Correct payment type'])
      await opensQuietly(new RegExp(`^${entry.split(' type')[0]} – `), page.getByRole('menuitem', { name: entry }), async () => {
        await page.waitForTimeout(READ);
        await button(page, 'More').click();
      });
  }

  await page.goto(`/dashboard/checks/${id}`);
  await button(page, 'Split').click();
  const dialog = page.getByRole('dialog').last();
  await page.waitForTimeout(READ);
  await dialog.getByText('Evenly').click();
  await dialog.getByRole('button', { name: '4', exact: true }).click();
  const begin = await finger(button(page, /^Pay share 1/));
  await begin();
  await page.getByRole('dialog', { name: /^Share 1 of 4/ }).waitFor();
  await begin(PAUSES[2]);
  expect(sent).toEqual([]);
  await page.waitForTimeout(READ);
  await dialog.getByRole('radio', { name: 'Card', exact: true }).check();
  for (const [place, press] of [finger, finger, enter].entries()) {
    const again = await press(dialog.getByRole('button', { name: /^Pay \S/ }));
    await again();
    // while it is on its way, and when the next one is asked for
    await again(PAUSES[0]);
    await page.getByRole('dialog', { name: new RegExp(`^Share ${place + 2} of 4`) }).waitFor();
    await again(PAUSES[2]);
    await page.waitForTimeout(READ);
    expect([sent.length, (await billOf(page, id)).payments.length]).toEqual([place + 1, place + 1]);
  }
}, 300_000);

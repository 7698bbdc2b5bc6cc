import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';
import { press, tabTo } from './keys.ts';

const PASSWORD = 'comanda-demo';

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;
const open = async (username: string, path: string) => {
  const page = await openDevice();
  await enterAs(page, username, PASSWORD);
  await page.goto(path);
  return page;
};
/** Of a text that is read from afar; px. */
const sizeOf = (text: Locator) =>
  text.evaluate((element) => Number.parseFloat(element.ownerDocument.defaultView!.getComputedStyle(element).fontSize));
interface Ticket {
  id: number;
  token_no: number;
  items: { id: number }[];
}

test('a guest reads what the till rings up, then the change; then the number is made, and ready', async () => {
  const board = await open('owner@demo.example', '/dashboard/order-status');
  const till = await open('waiter@demo.example', '/dashboard/displays');
  const display = await board.context().newPage();
  await display.goto('/dashboard/customer-display');

  // once: the code that the display shows
  const shown = display.getByText(/^\d{3} \d{3}$/);
  await shown.waitFor();
  await tabTo(till, /^Code of the display/);
  await till.keyboard.type(await shown.innerText());
  await till.getByText('Of this till').waitFor();
  await expectAccessibleAtThreeWidths(till);
  await shown.waitFor({ state: 'detached' });

  await till.goto('/dashboard/pos');
  const item = till.getByRole('button', { name: 'Add Wild Mushroom Soup', exact: true });
  for (let soups = 0; soups < 2; soups++) {
    // the search clears once it was added
    await till.getByPlaceholder('Search Item').fill('Wild Mushroom Soup');
    await item.click();
  }
  await display.getByText('2×').waitFor();
  const total = display.getByRole('status').filter({ hasText: 'Total' });
  await display.setViewportSize({ width: 1920, height: 1080 });
  expect(await sizeOf(total.locator('.money'))).toBeGreaterThanOrEqual(130);
  const sum = await total.locator('.money').innerText();
  expect(await till.getByText(sum, { exact: true }).count()).toBeGreaterThan(0);
  await expectAccessibleAtThreeWidths(display);
  // neither forgets the other
  await display.reload();
  await display.getByText('Wild Mushroom Soup').waitFor();
  await till.reload();
  await till.getByRole('button', { name: /^Pay & Send/ }).click();
  const pay = till.getByRole('dialog');
  await pay.getByRole('radio', { name: /^Cash/ }).check();
  await pay.getByRole('textbox', { name: 'Given' }).fill('100');
  await pay.getByRole('button', { name: /^Confirm/ }).click();
  await display.getByText('Change').waitFor();
  const token = Number(/\d+/.exec(await display.getByText(/Your number is/).innerText())![0]);
  for (const other of till.context().pages()) if (other !== till) await other.close();
  // the next guest
  await till.getByPlaceholder('Search Item').click();
  await display.getByText('Change').waitFor({ state: 'detached' });

  const column = (name: string) => board.getByRole('region', { name }).getByText(String(token), { exact: true });
  await column('Preparing').waitFor();
  const orders = await read<Ticket[]>(board, '/kitchen');
  for (const { id } of orders.find(({ token_no }) => token_no === token)!.items)
    await board.request.post(`/api/v1/orders/update-status/${id}`, { data: { status: 'completed' } });
  await column('Ready').waitFor();
  await board.setViewportSize({ width: 1920, height: 1080 });
  expect(await sizeOf(column('Ready'))).toBeGreaterThanOrEqual(64);
  await expectAccessibleAtThreeWidths(board);

  await till.goto('/dashboard/displays');
  await till.getByRole('button', { name: 'Unpair: Customer display' }).waitFor();
  await press(till, 'Unpair: Customer display');
  await till.getByRole('dialog').getByRole('button', { name: 'Unpair' }).waitFor();
  await press(till, 'Unpair');
  await display.getByText(/^\d{3} \d{3}$/).waitFor();
});

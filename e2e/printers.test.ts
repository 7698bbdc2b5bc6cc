import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startPrinter } from '#tools/parts/simulated-printer.ts';
import { enterAs, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';
import { press, tabTo } from './keys.ts';

const PASSWORD = 'comanda-demo';

interface Item {
  id: number;
  title: string;
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const textOf = (paper: Buffer | undefined) => paper?.toString('latin1') ?? '';

test('a kitchen that cooks from paper: the paper is out, the till says so, and the ticket comes when there is paper', async () => {
  const printer = await startPrinter();
  const [owner, waiter] = [await openDevice(), await openDevice()];
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  await enterAs(waiter, 'waiter@demo.example', PASSWORD);

  // the printer is added, by keyboard, and tried
  await owner.goto('/dashboard/settings/printers');
  await owner.getByRole('button', { name: 'Add the first printer' }).waitFor();
  await press(owner, 'Add the first printer');
  await dialogOf(owner).getByLabel('Title').waitFor();
  await tabTo(owner, /^Title/);
  await owner.keyboard.type('Grill printer');
  await tabTo(owner, /^Address/);
  await owner.keyboard.type('printer.example:9100');
  await owner.keyboard.press('Enter');
  await dialogOf(owner)
    .getByText(/IP address/)
    .last()
    .waitFor();
  await dialogOf(owner).getByLabel('Address').fill(printer.address);
  await expectAccessibleAtThreeWidths(owner);
  await dialogOf(owner).getByRole('button', { name: 'Add', exact: true }).click();
  await dialogOf(owner).waitFor({ state: 'detached' });
  await owner.getByRole('button', { name: 'Test Grill printer' }).click();
  await expect.poll(() => printer.papers.length).toBe(1);
  await owner.getByText('Ready', { exact: true }).waitFor();

  // a station of its own that cooks from paper
  await owner.goto('/dashboard/settings/stations');
  await owner.getByRole('button', { name: 'Add the first station' }).click();
  await dialogOf(owner).getByLabel('Title').fill('Grill');
  await dialogOf(owner).getByLabel('Seconds until').fill('5');
  await dialogOf(owner).getByRole('combobox', { name: 'Printer', exact: true }).click();
  await owner.getByRole('option', { name: 'Grill printer' }).click();
  await dialogOf(owner).getByRole('button', { name: 'Add', exact: true }).click();
  await owner.getByRole('cell', { name: 'Grill (fallback)' }).waitFor();

  const { menuItems } = (await (await waiter.request.get('/api/v1/pos/init')).json()) as { menuItems: Item[] };
  const soup = menuItems.find(({ title }) => title === 'Wild Mushroom Soup')!;
  const send = async () => {
    const sent = await waiter.request.post('/api/v1/pos/create-order', {
      data: { cart: [{ id: soup.id, quantity: 2, notes: 'no cream' }], deliveryType: 'takeaway', customerType: 'WALKIN' },
    });
    return ((await sent.json()) as { tokenNo: number }).tokenNo;
  };
  const first = await send();
  await expect.poll(() => printer.papers.map(textOf).filter((text) => text.includes('no cream')).length).toBe(1);
  expect(textOf(printer.papers[1])).toContain(`${first}`);

  // no paper: whoever sells is told which printer it is, and after the seconds of the station that nobody has the ticket
  printer.manner = 'no paper';
  await waiter.goto('/dashboard/pos');
  await waiter.getByPlaceholder('Search Item').waitFor();
  const second = await send();
  await waiter.getByText(/^Grill printer does not print\./).waitFor();
  const strip = waiter.getByRole('alert', { name: 'Not seen in the kitchen' });
  await strip.getByText(`Grill has not seen token ${second}`).waitFor();
  await expectAccessibleAtThreeWidths(waiter);
  await owner.goto('/dashboard/settings/printers');
  await owner.getByText('Out of paper').waitFor();
  await owner.goto('/dashboard/print-jobs');
  await owner.getByRole('button', { name: 'Retry Kitchen ticket on Grill printer' }).waitFor();
  await expectAccessibleAtThreeWidths(owner);

  // there is paper again: somebody says so, and it comes; once
  // while the server tries by itself the button is away for a moment
  const retry = 'Retry Kitchen ticket on Grill printer';
  for (let tries = 1; ; tries++) {
    await owner.getByRole('button', { name: retry }).waitFor();
    const isReached = await tabTo(owner, retry).then(
      () => true,
      () => false,
    );
    if (isReached) break;
    expect(tries).toBeLessThan(4);
  }
  printer.manner = 'good';
  await owner.keyboard.press('Enter');
  await expect.poll(() => printer.papers.map(textOf).filter((text) => text.includes('no cream')).length).toBe(2);
  await strip.getByText(`Grill has not seen token ${second}`).waitFor({ state: 'detached' });
  expect(textOf(printer.papers.at(-1))).toContain(`${second}`);

  // other journeys have one kitchen, and no printer
  const stations = (await (await owner.request.get('/api/v1/settings/stations')).json()) as { id: number }[];
  for (const { id } of stations) expect((await owner.request.delete(`/api/v1/settings/stations/${id}`)).status()).toBe(200);
  const printers = (await (await owner.request.get('/api/v1/settings/printers')).json()) as { id: number }[];
  for (const { id } of printers) expect((await owner.request.delete(`/api/v1/settings/printers/${id}`)).status()).toBe(200);
  printer.stop();
});

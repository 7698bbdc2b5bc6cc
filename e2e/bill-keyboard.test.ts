import { expect, test } from 'vitest';
import { type Bill, billOf, openBill, read } from './bills.ts';
import { expectAccessibleInTheDarkToo } from './browser.ts';
import { press, tabTo } from './keys.ts';

test('by keyboard alone: a bill moves, its move is undone, it is split, named, and merged again', async () => {
  const { page, table, free, id } = await openBill();
  const { keyboard } = page;
  await page.goto(`/dashboard/checks/${id}`);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await heading(table.table_title).waitFor();
  const startsWith = (text: string) => new RegExp(`^${text.replaceAll(/[^\w ]/g, '.')}(?!\\d)`);
  const choose = async (task: string, what: RegExp) => {
    await press(page, task);
    await page.getByRole('dialog').waitFor();
    await press(page, what);
  };

  await choose('Move table', startsWith(free.table_title));
  await page.getByText(`Moved to ${free.table_title}.`).waitFor();
  await heading(free.table_title).waitFor();
  await press(page, 'Undo');
  await heading(table.table_title).waitFor();

  const { total, orders } = await read<{ total: number; orders: { items: { item_title: string }[] }[] }>(page, `/checks/${id}`);
  const [line] = orders[0]!.items;
  await choose('Split', new RegExp(`^\\d+×.*${line!.item_title.replaceAll(/\\W/g, '.')}`));
  await tabTo(page, 'Name');
  await keyboard.press('Control+A');
  await keyboard.type('Ömer');
  await keyboard.press('Enter');
  await page.getByText('Split into 2 bills.').waitFor();
  const parts = (await read<Bill[]>(page, '/checks')).filter(({ table_id: at }) => at === table.id);
  expect(parts.map(({ name }) => name)).toEqual([null, 'Ömer']);
  await page.getByRole('navigation', { name: 'Bills of this table' }).waitFor();
  await expectAccessibleInTheDarkToo(page);

  await choose('Merge', /Ömer/);
  await page.getByText(/is on this bill now\./).waitFor();
  expect(await billOf(page, id)).toMatchObject({ total, status: 'open' });
  await press(page, /^Guests/);
  await page.getByRole('dialog').waitFor();
  await press(page, '3');
  await page.getByRole('button', { name: 'Guests: 3' }).waitFor();
});

test('by keyboard alone: ten per cent off the bill, its service taken off and put back, and paid with a note', async () => {
  const { page, id } = await openBill(undefined, 'owner@demo.example');
  const { keyboard } = page;
  const service = { title: 'Service', kind: 'percent', value: 10, deliveryTypes: ['dinein'] };
  const added = await page.request.post('/api/v1/settings/charges/add', { data: service });
  const { chargeId } = (await added.json()) as { chargeId: number };
  await page.goto(`/dashboard/checks/${id}`);
  const costs = page.getByRole('list', { name: 'Discounts and charges' });
  await costs.getByText('Service').waitFor();
  const whole = await billOf(page, id);
  expect(whole.charges).toMatchObject([{ title: 'Service' }]);

  await press(page, 'Discount');
  await page.getByRole('dialog').waitFor();
  await press(page, '10 %', 'Space');
  await keyboard.press('Enter');
  await press(page, 'Give discount');
  await costs.getByText('10 % off the bill').waitFor();
  await expectAccessibleInTheDarkToo(page);
  const { adjustments, total, charges } = await billOf(page, id);
  expect(adjustments).toMatchObject([{ kind: 'percent', value: 10 }]);
  // of the bill without its service; that is a tenth less, too
  expect(charges[0]!.amount).toBeLessThan(whole.charges[0]!.amount);
  expect(total).toBeLessThan(whole.total);

  await press(page, 'Take off: Service');
  await costs.getByText('Taken off').waitFor();
  expect((await billOf(page, id)).charges).toEqual([]);
  await press(page, 'Put back: Service');
  await costs.getByText('Taken off').waitFor({ state: 'detached' });
  expect(await billOf(page, id)).toMatchObject({ total, charges });

  await press(page, /^Pay/);
  await page.getByRole('dialog').waitFor();
  await press(page, 'Cash', 'Space');
  await tabTo(page, 'Given');
  await keyboard.type('500');
  await keyboard.press('Enter');
  const paid = page.getByRole('dialog', { name: 'Paid' });
  await paid.getByText(/^Change of/).waitFor();
  await keyboard.press('Escape');
  await paid.waitFor({ state: 'detached' });
  await page.getByText('This bill is closed.').waitFor();
  expect(await billOf(page, id)).toMatchObject({ status: 'closed', due: 0, paid: total });
  await page.request.delete(`/api/v1/settings/charges/${chargeId}`);
});

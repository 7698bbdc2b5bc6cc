import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayText } from '#contract/day-text.ts';
import { enterAs, expectAccessible, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';

const PASSWORD = 'comanda-demo';

const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;
const open = async (username: string, path: string, viewport?: { width: number; height: number }) => {
  const page = await openDevice(viewport);
  await enterAs(page, username, PASSWORD);
  await page.goto(path);
  return page;
};
const dialogOf = (page: Page) => page.getByRole('dialog');
const touch = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const touchIn = (page: Page, name: string | RegExp) => dialogOf(page).getByRole('button', { name, exact: true }).click();
const isClosed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });
const add = async (page: Page, title: string) => {
  await page.getByPlaceholder('Search Item').fill(title);
  await page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
};

interface Day {
  business_date: string;
  total: number;
  charges: number;
  discounts: { reason: string | null; amount: number }[];
  payments: { payment_type: string; kind: string; expected: number; counted: number | null; difference: number | null }[];
  drawers: { title: string; expected: number; counted: number; difference: number }[];
}
const cashOf = ({ payments }: Day) => payments.find(({ kind }) => kind === 'cash')?.expected ?? 0;

test('a service charge and a discount on a bill that is paid in cash, into a drawer that is counted', async () => {
  const owner = await open('owner@demo.example', '/dashboard/settings/charges');
  await owner.getByRole('button', { name: 'Add the first charge' }).waitFor();
  await expectAccessible(owner);
  await touch(owner, 'New');
  await dialogOf(owner).getByLabel('Title').fill('Service');
  await dialogOf(owner).getByLabel('Percent').fill('12.5');
  await dialogOf(owner).getByText('Take Away').click();
  await expectAccessibleAtThreeWidths(owner);
  await touchIn(owner, 'Add');
  await owner.getByRole('row', { name: /Service.*Take Away/ }).waitFor();

  // a tax in two parts, with what a receipt shows of it; it is looked at, not saved
  await owner.goto('/dashboard/settings/tax-setup');
  await touch(owner, 'New');
  await dialogOf(owner).getByLabel('Title').fill('GST');
  await dialogOf(owner).getByLabel('Rate').first().fill('5');
  await dialogOf(owner).getByLabel('Type').selectOption('exclusive');
  await touchIn(owner, 'Add a part of the tax');
  await touchIn(owner, 'Add a part of the tax');
  for (const [place, title] of ['CGST', 'SGST'].entries()) {
    await dialogOf(owner)
      .getByLabel(`Part ${place + 1}`, { exact: true })
      .fill(title);
    await dialogOf(owner).getByRole('group', { name: 'Parts' }).getByLabel('Rate').nth(place).fill('2.5');
  }
  await dialogOf(owner).getByText('$10.50').waitFor();
  await expectAccessible(owner);

  // the drawer of this till
  const before = await read<Day>(owner, '/day');
  await owner.goto('/dashboard/pos');
  await touch(owner, 'Drawer');
  await dialogOf(owner).getByLabel('New drawer').fill('Bar of the day');
  await dialogOf(owner)
    .getByLabel(/^Float/)
    .fill('50');
  await touchIn(owner, 'Open drawer');
  await dialogOf(owner).getByRole('heading', { name: 'Drawer – Bar of the day' }).waitFor();
  await expectAccessibleAtThreeWidths(owner);
  await dialogOf(owner).getByText('Pay out').click();
  await dialogOf(owner)
    .getByLabel(/^Amount/)
    .fill('10');
  await dialogOf(owner).getByText('Supplier paid in cash').click();
  await dialogOf(owner).getByLabel('Note').fill('Ice');
  await dialogOf(owner).getByRole('button', { name: 'Pay out' }).click();
  await dialogOf(owner).getByText('-$10.00').waitFor();
  await touchIn(owner, 'Back to the till');
  await isClosed(owner);

  // 2 soups for 19.00 with 8 % on top, a tenth off, and 12.5 % of the rest
  await owner.getByLabel('Dining option').first().click();
  await owner.getByRole('option', { name: 'Take Away' }).click();
  await add(owner, 'Wild Mushroom Soup');
  await add(owner, 'Wild Mushroom Soup');
  await owner.keyboard.press('F6');
  await touchIn(owner, '10 %');
  await dialogOf(owner).getByText('Regular guest').click();
  await expectAccessibleAtThreeWidths(owner);
  await touchIn(owner, 'Give discount');
  await isClosed(owner);
  await owner.getByRole('button', { name: 'Take back the discount' }).waitFor();
  await expectAccessible(owner);
  await touch(owner, /^Pay & Send/);
  await dialogOf(owner).getByRole('radio', { name: 'Cash' }).check();
  const sold = owner.waitForResponse((response) => response.url().endsWith('/pos/create-order-and-invoice'));
  await touchIn(owner, /^Confirm/);
  const { invoiceId } = (await (await sold).json()) as { invoiceId: number };
  const invoice = await read<{ total: number; charges: number }>(owner, `/invoices/${invoiceId}`);
  expect(invoice.charges).toBe(2.14);

  // the day says so, and the drawer, which is counted blind
  await owner.goto('/dashboard/reports/day-end');
  await owner.getByRole('heading', { name: 'Sales' }).waitFor();
  await expectAccessibleAtThreeWidths(owner);
  const day = await read<Day>(owner, '/day');
  expect([day.charges - before.charges, cashOf(day) - cashOf(before)].map((sum) => sum.toFixed(2))).toEqual([
    '2.14',
    invoice.total.toFixed(2),
  ]);
  await owner.goto('/dashboard/pos');
  await touch(owner, 'Drawer');
  await touchIn(owner, 'Count the drawer');
  await dialogOf(owner).getByLabel('$20.00').fill('3');
  await expectAccessibleAtThreeWidths(owner);
  await touchIn(owner, 'Counted: close the drawer');
  const result = dialogOf(owner).getByRole('status');
  await result.getByText('Expected').waitFor();
  expect(await result.innerText()).toContain((40 + invoice.total).toFixed(2));
  await expectAccessible(owner);

  await owner.goto('/dashboard/settings/charges');
  await touch(owner, /^Delete/);
  await touchIn(owner, 'Delete');
  await owner.getByRole('button', { name: 'Add the first charge' }).waitFor();
});

test('a day with three drawers is closed by two people at once: one closing', async () => {
  const owner = await open('owner@demo.example', '/dashboard/reports/day-end');
  const manager = await open('manager@demo.example', '/dashboard/reports/day-end', { width: 1440, height: 900 });
  const post = async <T>(path: string, data: object): Promise<T> =>
    (await owner.request.post(`/api/v1${path}`, { data })).json() as Promise<T>;
  const { menuItems, paymentTypes } = await read<{
    menuItems: { id: number; price: number; variants: unknown[]; addons: unknown[]; sold_out: boolean }[];
    paymentTypes: { id: number; kind: string }[];
  }>(owner, '/pos/init');
  const plain = menuItems.find(({ variants, addons, sold_out }) => variants.length + addons.length === 0 && !sold_out)!;
  const cash = paymentTypes.find(({ kind }) => kind === 'cash')!.id;
  for (const title of ['Bar 1', 'Bar 2', 'Terrace']) {
    const { drawerId } = await post<{ drawerId: number }>('/drawers/open', { title, float: 20 });
    const cart = [{ id: plain.id, price: plain.price, quantity: 1, variant_id: null, addons_ids: [], notes: null }];
    await post('/pos/create-order-and-invoice', { cart, deliveryType: 'takeaway', paymentTypeId: cash, drawerId });
    await post(`/drawers/${drawerId}/count`, { denominations: [{ value: 20, count: 1 }] });
  }
  const day = await read<Day>(owner, '/day');
  expect(day.drawers.filter(({ title }) => /^(Bar \d|Terrace)$/.test(title))).toHaveLength(3);

  for (const person of [owner, manager]) {
    await touch(person, 'Close day');
    await dialogOf(person).getByText('Step 1').waitFor();
    if (person === owner) await expectAccessible(person);
    await touchIn(person, 'Next');
    await dialogOf(person).getByLabel('$20.00').fill('2');
    if (person === manager) await expectAccessibleAtThreeWidths(person);
    await touchIn(person, 'Next');
    await dialogOf(person).getByLabel(/^Note/).fill('Till 2 was short');
  }
  await Promise.all([owner, manager].map((person) => touchIn(person, /^Close \d+ \w+ \d{4}$/)));
  const done = (person: Page) => person.getByRole('heading', { level: 1, name: /^Closing \d/ });
  const refused = (person: Page) => dialogOf(person).getByText(`${dayText(day.business_date)} was already closed!`);
  await Promise.all([owner, manager].map((person) => done(person).or(refused(person)).waitFor()));
  const [first] = [owner, manager].filter((person) => person.url().match(/day-end\/\d+$/));
  expect([owner, manager].filter((person) => /day-end\/\d+$/.test(person.url()))).toHaveLength(1);
  await first!.getByText('Till 2 was short').waitFor();
  await expectAccessibleAtThreeWidths(first!);

  const closings = await read<{ closing_no: number; business_date: string }[]>(owner, '/day/closings?type=today');
  const mine = closings.filter(({ business_date }) => business_date === day.business_date);
  expect(mine).toHaveLength(1);
  const closing = await read<Day>(owner, `/day/closings/${mine[0]!.closing_no}`);
  expect([closing.total, closing.drawers]).toEqual([day.total, day.drawers]);
  expect(closing.payments.find(({ kind }) => kind === 'cash')).toMatchObject({ counted: 40, expected: cashOf(day) });
});

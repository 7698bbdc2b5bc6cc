import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Bill, billOf, button, type Item, openBill, PASSWORD, read } from './bills.ts';
import { enterAs, expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE, RULES_OF_COLORS } from './browser.ts';

/** Touches, and counts. */
const hands = () => {
  let count = 0;
  return {
    touch: async (what: Locator) => {
      count += 1;
      await what.click();
    },
    count: () => count,
  };
};

const choice = (page: Page, type: string) => page.getByRole('dialog').getByRole('radio', { name: type, exact: true });
const payIn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Pay \S/ });
const openFromList = async (page: Page, id: number) => {
  await page.goto('/dashboard/checks');
  await page.locator(`a[href="/dashboard/checks/${id}"]`).click();
};

/** On the page of a bill: the guest gives a note, and change comes back. */
const payCash = async (page: Page) => {
  const { touch, count } = hands();
  await touch(button(page, /^Pay/));
  await touch(choice(page, 'Cash'));
  await touch(page.getByRole('group', { name: 'Cash received' }).getByRole('button').last());
  await touch(payIn(page));
  await page
    .getByRole('dialog', { name: 'Paid' })
    .getByText(/^Change of/)
    .waitFor();
  return count();
};

test('a party of four moves, splits by items, and pays: cash, cash, by card with a tip, and one later', async () => {
  const { page, free, id } = await openBill();
  await page.goto('/dashboard/orders');
  await page.getByRole('link', { name: /^Bills/ }).click();
  await page.locator(`a[href="/dashboard/checks/${id}"]`).click();

  await button(page, 'Move table').click();
  await page.getByRole('group', { name: 'Tables' }).getByText(free.table_title, { exact: true }).click();
  await page.getByText(`Moved to ${free.table_title}.`).waitFor();
  await page.getByRole('heading', { level: 1, name: free.table_title }).waitFor();

  await button(page, 'Split').click();
  const one = (place: number) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem').nth(place).getByRole('button').first();
  for (const part of [2, 3, 4]) {
    if (part > 2) await page.getByRole('dialog').getByRole('button', { name: 'Bill', exact: true }).click();
    await one(0).click();
    if (part < 4) await one(part - 1).click();
  }
  // a line is dragged there and back, too
  const dragTo = async (where: Locator) => {
    const [from, to] = [(await one(1).boundingBox())!, (await where.boundingBox())!];
    await page.mouse.move(from.x + 60, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
  };
  const bills = page.getByRole('group', { name: 'Bills' });
  // the dialog stands still where it may be clicked
  await one(1).click({ trial: true });
  await dragTo(bills.getByRole('button', { name: /^Bill 4/ }));
  await one(1).getByText('0×').waitFor();
  await dragTo(bills.locator(':text("Stays here")'));
  await one(1).getByText('2×').waitFor();
  await bills.getByRole('button', { name: /^Bill 2/ }).click();
  await one(1).click();
  await page.getByLabel('Name').fill('Anna');
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Split', exact: true }).click();
  await page.getByText('Split into 4 bills.').waitFor();
  const parts = (await read<Bill[]>(page, '/checks')).filter(({ table_id: at }) => at === free.id).map(({ check_id }) => check_id);
  expect(parts).toHaveLength(4);
  await page.reload();
  const siblings = page.getByRole('navigation', { name: 'Bills of this table' }).getByRole('link');
  await siblings.nth(3).waitFor();
  await siblings.filter({ hasText: 'Anna' }).waitFor();

  for (const part of parts.slice(0, 2)) {
    await openFromList(page, part);
    expect(await payCash(page)).toBeLessThanOrEqual(4);
    await expectAccessibleInTheDarkToo(page);
    await page.getByText('This bill is closed.').waitFor();
    expect(await billOf(page, part)).toMatchObject({ status: 'closed', due: 0, payments: [{ payment_type: 'Cash' }] });
  }

  const [, , third, later] = parts;
  await openFromList(page, third!);
  await button(page, /^Pay/).click();
  await choice(page, 'Card').click();
  await page.getByLabel('Tip').fill('3.50');
  await payIn(page).click();
  await page.getByText('This bill is closed.').waitFor();
  expect((await billOf(page, third!)).payments).toMatchObject([{ payment_type: 'Card', tip: 3.5 }]);
  expect(await billOf(page, later!)).toMatchObject({ status: 'open', paid: 0 });

  await openFromList(page, later!);
  await payCash(page);
  expect(await billOf(page, later!)).toMatchObject({ status: 'closed', due: 0, invoices: [expect.any(Number)] });
});

test('a table pays no part that went to another table: its card asks which bill, and POS has that part at its own table', async () => {
  const { page, table, free, id } = await openBill();
  const change = (bill: number, what: string, data: object) => page.request.post(`/api/v1/checks/${bill}/${what}`, { data });
  const { orders } = await read<{ orders: { items: { id: number }[] }[] }>(page, `/checks/${id}`);
  const items = [{ itemId: orders[1]!.items[0]!.id, quantity: 1 }];
  const { checkIds } = (await (await change(id, 'split', { parts: [{ items }] })).json()) as { checkIds: number[] };
  const [part] = checkIds;
  await change(part!, 'move', { tableId: free.id });

  await page.goto('/dashboard/pos');
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: new RegExp(`^${free.table_title} `) }).click();
  await page.getByRole('region', { name: 'Cart' }).getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(`**/dashboard/checks/${part}`);

  await page.goto('/dashboard/orders');
  // of a full board the cards near the window alone are rendered
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(table.table_title);
  await button(page, `Pay ${table.table_title}`).click();
  await page.getByRole('dialog', { name: `Pay – ${table.table_title}` }).waitFor();
  await expectAccessibleInTheDarkToo(page);
  await page.getByRole('dialog').getByRole('button', { name: free.table_title }).click();
  await page.waitForURL(`**/dashboard/checks/${part}`);
  await page.getByRole('heading', { level: 1, name: free.table_title }).waitFor();
  await payCash(page);
  expect(await billOf(page, part!)).toMatchObject({ status: 'closed', due: 0 });
  expect(await billOf(page, id)).toMatchObject({ status: 'open', paid: 0 });
});

test('an even split among four takes at most twelve touches on a phone', async () => {
  const { page, id } = await openBill(PHONE);
  await page.goto(`/dashboard/checks/${id}`);
  const { touch, count } = hands();
  await touch(button(page, 'Split'));
  await touch(page.getByText('Evenly'));
  await touch(page.getByRole('dialog').getByRole('button', { name: '4', exact: true }));
  await touch(button(page, /^Pay share 1/));
  await touch(choice(page, 'Cash'));
  for (const share of [1, 2, 3, 4]) {
    await page.getByRole('dialog', { name: new RegExp(`^Share ${share} of 4`) }).waitFor();
    await touch(payIn(page));
  }
  await page.getByText('This bill is closed.').waitFor();
  expect(count()).toBeLessThanOrEqual(12);
  const { payments, total } = await billOf(page, id);
  expect(payments).toHaveLength(4);
  expect(payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(total * 100));
});

test('the touch that puts the change of the guest before away chooses how the next one pays', async () => {
  const { page, id } = await openBill();
  await page.goto(`/dashboard/checks/${id}`);
  await button(page, /^Pay/).click();
  await choice(page, 'Cash').click();
  await page.getByLabel('Amount').fill('10');
  await page.getByLabel('Given').fill('20');
  await payIn(page).click();
  const change = page.getByRole('group', { name: 'Paid' });
  await change.getByText(/^Change of/).waitFor();
  await choice(page, 'Card').click();
  await change.waitFor({ state: 'detached' });
  expect(await choice(page, 'Card').isChecked()).toBe(true);
  await page.getByLabel('Tip').waitFor();
});

test('the owner says that a sale was paid by card, and takes a dish back: the refund prints with its lines', async () => {
  const owner = await openDevice();
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  const { menuItems } = await read<{ menuItems: Item[] }>(owner, '/pos/init');
  const { id, price } = menuItems.find(({ variants, addons, sold_out }) => variants.length === 0 && addons.length === 0 && !sold_out)!;
  const cart = [{ id, price, quantity: 2, variant_id: null, addons_ids: [], notes: null }];
  const sale = await owner.request.post('/api/v1/pos/create-order-and-invoice', { data: { cart, deliveryType: 'takeaway' } });
  const { invoiceId: number } = (await sale.json()) as { invoiceId: number };
  await owner.goto(`/dashboard/invoices?invoice=${number}`);
  const more = async (entry: string) => {
    await button(owner, 'More').click();
    await owner.getByRole('menuitem', { name: entry }).click();
  };
  await more('Correct payment type');
  await choice(owner, 'Card').click();
  await expectAccessibleInTheDarkToo(owner);
  await owner.getByRole('button', { name: 'Correct', exact: true }).click();
  await owner.getByRole('region', { name: 'Payments' }).getByText('Card').waitFor();

  await button(owner, 'More').click();
  const refund = owner.getByRole('menuitem', { name: 'Refund' });
  await refund.hover();
  await expectAccessible(owner, RULES_OF_COLORS);
  await owner.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(owner, RULES_OF_COLORS);
  await owner.emulateMedia({ colorScheme: null });
  await refund.click();
  await owner.getByText('Items', { exact: true }).click();
  await button(owner, /^One .* more$/)
    .first()
    .click();
  // as the invoice says it was paid
  expect(await choice(owner, 'Card · as it was paid').isChecked()).toBe(true);
  const isPrinted = owner.getByLabel('Print the refund');
  await isPrinted.check();
  const paper = owner.waitForEvent('popup');
  await expectAccessibleInTheDarkToo(owner);
  await owner.getByRole('button', { name: 'Refund', exact: true }).click();
  await (await paper).getByText(`Refund of invoice ${number}`).waitFor();
  await (await paper).getByText(/^-1 × /).waitFor();
  await owner.getByRole('region', { name: 'Refunds' }).getByText('Invoice').waitFor();

  await more('Add buyer');
  await owner.getByLabel('Name').fill('<b>Acme</b> & Söhne');
  await expectAccessibleInTheDarkToo(owner);
  await owner.getByRole('button', { name: 'Add', exact: true }).click();
  await owner.getByRole('region', { name: 'Buyer' }).getByText('<b>Acme</b> & Söhne').waitFor();
});

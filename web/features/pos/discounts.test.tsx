import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Check, type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { listOpenChecks } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { listReasons } from '#contract/reasons.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { answers } from '#web/platform/testing.tsx';
import { answersInit, button, card, cart, dialog, layOutGrid, lines, menu, open, type Sale, sent } from './testing-till.tsx';

beforeEach(layOutGrid);

test('money comes off a line and off the order, with charges of the dining option; the last one is a touch away', async () => {
  const sales: Sale[] = [];
  const box = { id: 4, title: 'Box', kind: 'amount' as const, value: 1, tax: null, deliveryTypes: ['takeaway' as const], minCovers: 0 };
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answersInit({ ...menu, charges: [box] }),
  );
  const totals = () => cart().querySelector('dl')?.textContent;
  await user.click(card('Ribeye Steak'));
  expect(cart().textContent).toContain('Take Away $23.00');

  await user.click(within(cart()).getByRole('button', { name: /^Change/ }));
  await user.click(within(await dialog('Ribeye Steak')).getByRole('button', { name: 'Discount' }));
  const ofLine = within(await dialog('Discount – Ribeye Steak'));
  await user.click(ofLine.getByRole('button', { name: 'Give discount' }));
  expect(ofLine.getByText('Please provide a value!')).toBeDefined();
  await user.click(ofLine.getByRole('radio', { name: 'New price' }));
  await user.type(ofLine.getByRole('textbox', { name: 'New price of one piece' }), '15,00');
  expect(ofLine.getByRole('status').textContent).toBe('-$5.00$20.00 → $15.00');
  await user.click(ofLine.getByRole('button', { name: 'Give discount' }));
  expect(lines()).toEqual([expect.stringContaining('Discount -$5.00')]);

  await user.keyboard('{F6}');
  const ofOrder = within(await dialog('Discount – whole order'));
  await user.click(ofOrder.getByRole('button', { name: 'Free' }));
  expect(ofOrder.getByText('This makes it free. It stays on the bill at 0.')).toBeDefined();
  await user.click(ofOrder.getByRole('button', { name: '10 %' }));
  await user.click(ofOrder.getByRole('button', { name: 'Give discount' }));
  expect(totals()).toBe('Discount-$6.50Subtotal$13.50Tax VAT 10%$1.35Total$14.85');

  await user.click(button('Take back the discount'));
  expect(totals()).toContain('Total$16.50');
  await user.click(screen.getByText('Discount', { selector: 'button *' }));
  const again = within(await dialog('Discount – whole order'));
  await user.click(within(again.getByRole('group', { name: 'Given last' })).getByRole('button', { name: '10 %' }));
  expect(totals()).toContain('Total$14.85');

  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect(sales).toMatchObject([
    {
      netTotal: 13.5,
      total: 14.85,
      cart: [{ adjustments: [{ kind: 'price', value: '15.00' }] }],
      adjustments: [{ kind: 'percent', value: '10' }],
    },
  ]);
});

test('a charge for large parties is in the cart once the guests are said; a table with a bill has those of its bill', async () => {
  const sales: Partial<CallInput<typeof createOrderAndInvoice>['body']>[] = [];
  const large = { id: 5, title: 'Large party', kind: 'percent' as const, value: 10, tax: null, deliveryTypes: [], minCovers: 6 };
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answersInit({ ...menu, charges: [large] }),
    answers(listOpenChecks, () => [
      { table_id: 6, table_title: 'T2', floor: 'Hall', orders: 1, due: 12.1, since: new Date().toISOString() },
    ]),
    answers(listChecks, () => [{ check_id: 3, bill_no: 1, table_id: 6, covers: 8 } as CheckRow]),
  );
  const totals = () => cart().querySelector('dl')?.textContent;
  const guests = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Guests' });
  await user.click(card('Ribeye Steak'));
  await screen.findByRole('textbox', { name: 'Guests' });
  await user.type(guests(), '5');
  expect(totals()).not.toContain('Large party');
  await user.clear(guests());
  await user.type(guests(), '6');
  expect(totals()).toBe('Large party$2.00Subtotal$22.00Tax VAT 10%$2.00Total$24.00');
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect(sales).toMatchObject([{ covers: 6, total: 24 }]);

  await user.click(within(await dialog('Order sent')).getByRole('button', { name: 'Close' }));
  await user.click(card('Ribeye Steak'));
  expect([guests().value, totals()]).toEqual(['', 'Subtotal$20.00Tax VAT 10%$2.00Total$22.00']);
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T2/ }));
  await waitFor(() => expect(guests().value).toBe('8'));
  expect([guests().readOnly, totals()]).toEqual([true, 'Large party$2.00Subtotal$22.00Tax VAT 10%$2.00Total$24.00']);
  // paid at once it is a bill of its own, and the open one counts the guests
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect(sales[1]).toMatchObject({ covers: 8, hasCountedGuests: true, total: 24 });
  expect(sales[0]).not.toHaveProperty('hasCountedGuests');
});

test('the preview of a line’s discount begins before what is off the whole order, which comes off after it', async () => {
  const { user } = await open(answersInit(menu));
  await user.click(card('Ribeye Steak'));
  await user.keyboard('{F6}');
  const ofOrder = within(await dialog('Discount – whole order'));
  await user.click(ofOrder.getByRole('radio', { name: 'Amount' }));
  await user.type(ofOrder.getByRole('textbox', { name: 'Money off' }), '25');
  expect(ofOrder.getByText('This is more than there is to pay: it becomes free.')).toBeDefined();
  await user.click(ofOrder.getByRole('radio', { name: 'Percent' }));
  await user.click(ofOrder.getByRole('button', { name: '10 %' }));
  expect(ofOrder.queryByText(/it becomes free/)).toBeNull();
  await user.click(ofOrder.getByRole('button', { name: 'Give discount' }));

  await user.click(within(cart()).getByRole('button', { name: /^Change/ }));
  await user.click(within(await dialog('Ribeye Steak')).getByRole('button', { name: 'Discount' }));
  const ofLine = within(await dialog('Discount – Ribeye Steak'));
  await user.click(ofLine.getByRole('radio', { name: 'New price' }));
  await user.type(ofLine.getByRole('textbox', { name: 'New price of one piece' }), '10');
  expect(ofLine.getByRole('status').textContent).toBe('-$10.00$20.00 → $10.00');
  expect(ofLine.getByText('The discount of the whole order comes off after this one.')).toBeDefined();
  await user.click(ofLine.getByRole('button', { name: 'Give discount' }));
  // 10.00, less 10 %, and the tax
  expect(cart().querySelector('dl')?.textContent).toBe('Discount-$11.00Subtotal$9.00Tax VAT 10%$0.90Total$9.90');
});

test('both sums are shown where the dining option changes tax and charges: who takes it away has no guests', async () => {
  const large = { id: 5, title: 'Large party', kind: 'percent' as const, value: 10, tax: null, deliveryTypes: [], minCovers: 6 };
  const takeaway = { id: 9, title: 'Low', rate: 5, type: 'exclusive' as const };
  const menuItems = menu.menuItems.map((one) => ({ ...one, takeaway_tax: takeaway }));
  const { user } = await open(answersInit({ ...menu, menuItems, charges: [large] }));
  const totals = () => cart().querySelector('dl')?.textContent;
  await user.click(card('Ribeye Steak'));
  await user.type(await screen.findByRole('textbox', { name: 'Guests' }), '6');
  expect(totals()).toContain('Total$24.00');
  expect(cart().textContent).toContain('Take Away $21.00');

  await user.click(screen.getByRole('combobox', { name: 'Dining option' }));
  await user.click(await screen.findByRole('option', { name: 'Take Away' }));
  expect(totals()).toBe('Subtotal$20.00Tax Low 5%$1.00Total$21.00');
  expect(cart().textContent).toContain('Dine-In $22.00');
});

test('names of charges, reasons and notes are text', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const charge = { id: 4, title, kind: 'amount' as const, value: 1, tax: null, deliveryTypes: [], minCovers: 0 };
  const { user } = await open(
    answers(listReasons, () => [{ id: 1, kind: 'discount' as const, title: `${title} reason`, needsNote: false }]),
    answersInit({ ...menu, charges: [charge] }),
  );
  await user.click(card('Ribeye Steak'));
  expect(within(cart()).getByText(title)).toBeDefined();

  await user.keyboard('{F6}');
  const discount = within(await dialog('Discount – whole order'));
  await user.click(await discount.findByRole('radio', { name: `${title} reason` }));
  await user.type(discount.getByLabelText('Note (optional)'), `${title} note`);
  await user.click(discount.getByRole('button', { name: '10 %' }));
  await user.click(discount.getByRole('button', { name: 'Give discount' }));
  await user.keyboard('{F6}');
  const again = within(within(await dialog('Discount – whole order')).getByRole('group', { name: 'Given last' }));
  expect(again.getByRole('button', { name: `10 % · ${title} reason` })).toBeDefined();
  expect(document.querySelector('img[src=x]')).toBeNull();
});

test('a further round leaves to the bill what that has once or has not, and says what comes off it; paid by itself it has all', async () => {
  const sales: { total?: unknown }[] = [];
  const charge = (id: number, title: string, kind: 'percent' | 'amount', value: number) => ({
    id,
    title,
    kind,
    value,
    tax: null,
    deliveryTypes: [],
    minCovers: 0,
  });
  const charges = [charge(5, 'Cover', 'amount', 3), charge(6, 'Service', 'percent', 10)];
  const place = { table_id: 6, table_title: 'T2', floor: 'Hall' };
  const bill = {
    charges: [{ charge_id: 5, title: 'Cover', amount: 3, tax: 0 }],
    removed_charges: [{ charge_id: 6, title: 'Service' }],
    adjustments: [
      {
        adjustment_id: 1,
        item_id: null,
        kind: 'percent',
        value: 10,
        amount: 1,
        reason_id: null,
        reason: null,
        note: null,
        member_name: null,
      },
      // it came with a bill that was merged into this one
      {
        adjustment_id: 2,
        item_id: null,
        kind: 'percent',
        value: 25,
        amount: 2,
        reason_id: null,
        reason: null,
        note: null,
        member_name: null,
        is_for_rounds: false,
      },
    ],
  };
  const { user } = await open(
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
    answersInit({ ...menu, charges }),
    answers(listOpenChecks, () => [{ ...place, orders: 1, due: 12, since: new Date().toISOString() }]),
    answers(listChecks, () => [{ check_id: 3, bill_no: 1, table_id: 6, covers: null } as CheckRow]),
    answers(getCheck, () => bill as unknown as Check),
  );
  const totals = () => cart().querySelector('dl')?.textContent;
  await user.click(card('Ribeye Steak'));
  expect(totals()).toBe('Cover$3.00Service$2.00Subtotal$25.00Tax VAT 10%$2.00Total$27.00');
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T1/ }));
  expect(totals()).toContain('Cover (once for the table)$3.00');
  await user.click(screen.getByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /^T2/ }));
  await waitFor(() => expect(totals()).toBe('Subtotal$20.00Tax VAT 10%$2.00Total$22.00'));
  for (const note of [
    'Cover (once for the table) is already on the bill.',
    'Service was taken off this bill.',
    '10 % off this bill comes off.',
  ])
    expect(cart().textContent).toContain(note);
  expect(cart().textContent).not.toContain('25 % off');

  await user.click(button('Pay & Send'));
  const paying = await dialog('Pay & Send');
  expect(paying.textContent).toContain('$27.00');
  await user.keyboard('{Escape}');
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: /^Confirm/ }));
  await waitFor(() => expect(sales).toMatchObject([{ netTotal: 20, total: 22 }]));
});

test('money off the whole order goes with the last line, by touch and by key; Undo brings both back', async () => {
  const { user } = await open(answersInit(menu));
  const totals = () => cart().querySelector('dl')?.textContent;
  await user.click(card('Ribeye Steak'));
  await user.keyboard('{F6}');
  const ofOrder = within(await dialog('Discount – whole order'));
  await user.click(ofOrder.getByRole('button', { name: '10 %' }));
  await user.click(ofOrder.getByRole('button', { name: 'Give discount' }));
  expect(totals()).toContain('Total$19.80');
  await user.click(button('Remove Ribeye Steak'));
  await user.click(button('Undo'));
  expect(totals()).toContain('Total$19.80');
  await waitFor(() => expect(screen.queryByText('Ribeye Steak is removed.')).toBeNull());

  (document.activeElement as HTMLElement).blur();
  await user.keyboard('-');
  expect(await screen.findByText('Ribeye Steak is removed.')).toBeDefined();
  // the next guest
  await user.click(card('Ribeye Steak'));
  expect(totals()).toContain('Total$22.00');
});

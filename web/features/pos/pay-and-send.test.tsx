import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listDrawers } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { NO_CONNECTION } from '#web/platform/api.ts';
import { answers } from '#web/platform/testing.tsx';
import { drawer } from '#web/platform/testing-store.ts';
import { removeStored, tenantKey } from '#web/platform/storage.ts';
import { layOutGrid, item, menu, sent, type Sale, open, card, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

const forgetPaymentType = () => removeStored(tenantKey('last-payment-type'));

test('pays and sends with what the wire wants, in four touches, and begins again', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );

  await user.click(card('Ribeye Steak'));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));

  expect(within(await dialog('Order sent')).getByText('17')).toBeDefined();
  expect(sales).toEqual([
    {
      cart: [
        { id: 1, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 20 },
        { id: 2, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 5.5 },
      ],
      deliveryType: 'dinein',
      customerType: 'WALKIN',
      customerId: null,
      tableId: null,
      selectedQrOrderItem: null,
      netTotal: 25.5,
      taxTotal: 2.55,
      total: 28.05,
      paymentTypeId: 1,
    },
  ]);
  expect(lines()).toEqual([]);
});

test('nothing is paid with a type that nobody chose; the last sale’s is offered and said', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  const pay = async () => {
    await user.click(card('Fish Soup'));
    await user.click(button('Pay & Send'));
    return within(await dialog('Pay & Send'));
  };
  const chosen = (types: Awaited<ReturnType<typeof pay>>) =>
    types.getAllByRole<HTMLInputElement>('radio').map(({ checked, labels }) => `${labels?.[0]?.textContent}${checked ? ' ✓' : ''}`);
  forgetPaymentType();

  const first = await pay();
  expect(chosen(first)).toEqual(['Cash', 'Card', 'Unspecified']);
  expect(document.activeElement).toBe(first.getByRole('radio', { name: 'Cash' }));
  await user.click(first.getByRole('button', { name: /^Confirm/ }));
  expect(first.getByRole('alert').textContent).toBe('Please choose a payment type!');
  expect(sales).toEqual([]);
  await user.click(first.getByRole('radio', { name: 'Card' }));
  await user.click(first.getByRole('button', { name: /^Confirm/ }));
  await user.click(within(await dialog('Order sent')).getByRole('button', { name: 'Close' }));

  const second = await pay();
  expect(chosen(second)).toEqual(['Cash', 'Card · as the last sale ✓', 'Unspecified']);
  await user.click(second.getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect(sales.map(({ paymentTypeId }) => paymentTypeId)).toEqual([2, 2]);
});

test('Enter in what was given confirms, and sells once', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const given = within(await dialog('Pay & Send')).getByLabelText('Given');
  // the dialog takes no second half of a key for a moment
  await new Promise((resolve) => setTimeout(resolve, 450));
  await user.type(given, '10{Enter}{Enter}');
  expect(within(await dialog('Order sent')).getByText('17')).toBeDefined();
  expect(sales.map(({ payments }) => payments)).toEqual([[expect.objectContaining({ tendered: 10 })]]);
});

test('the key pad types what was given, then a part, and begins each field again', async () => {
  const { user } = await open();
  await user.click(card('Ribeye Steak'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const press = async (keys: string) => {
    const pad = within(pay.getByRole('group', { name: 'Key pad' }));
    for (const key of keys) {
      const name = { '.': 'Decimal point', '<': 'Delete the last digit' }[key] ?? key;
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await user.click(pad.getByRole('button', { name }));
    }
  };
  const value = (name: string | RegExp) => pay.getByRole<HTMLInputElement>('textbox', { name }).value;

  await user.click(pay.getByRole('radio', { name: 'Unspecified' }));
  expect(pay.queryByRole('group', { name: 'Key pad' })).toBeNull();
  await user.click(pay.getByRole('radio', { name: /^Cash/ }));
  await user.click(pay.getByRole('button', { name: 'Exact' }));
  await press('52<0');
  expect(value('Given')).toBe('50');
  expect(pay.getByRole('status').textContent).toBe('Change$28.00');

  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await press('10.555');
  expect(value(/^Amount of/)).toBe('10.55');
  expect(pay.getByRole('status').textContent).toBe('Change$39.45');
  await user.click(pay.getByRole('textbox', { name: 'Given' }));
  await press('20');
  expect([value('Given'), value(/^Amount of/)]).toEqual(['20', '10.55']);
});

test('a sale is paid in parts: cash that is counted, and a card with tip; the receipt says each', async () => {
  const sales: Sale[] = [];
  const { user } = await open(
    answers(createOrderAndInvoice, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  await user.click(card('Ribeye Steak'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const field = (name: string | RegExp) => pay.getByRole('textbox', { name });
  const confirm = () => user.click(pay.getByRole('button', { name: /^Confirm/ }));

  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await user.type(field(/^Amount of/), '30');
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(pay.getByText('That is more than what is due!')).toBeDefined();
  await user.clear(field(/^Amount of/));
  // all that is left is no part of it
  await user.type(field(/^Amount of/), '22');
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(pay.queryByRole('textbox', { name: /^Amount of/ })).toBeNull();
  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await user.type(field(/^Amount of/), '10');
  await user.type(field('Given'), '20');
  await confirm();
  expect(pay.getByText('Add this payment first: the rest is not paid yet!')).toBeDefined();
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
  expect(within(pay.getByRole('list', { name: 'Payments so far' })).getByText('Cash')).toBeDefined();
  await confirm();
  expect(sales).toEqual([]);
  await user.click(pay.getByRole('radio', { name: 'Card' }));
  await user.type(field('Tip'), '1,50');
  // the button says what is taken, with the tip
  await user.click(pay.getByRole('button', { name: 'Confirm $23.50' }));

  await dialog('Order sent');
  expect(sales).toMatchObject([
    {
      total: 22,
      paymentTypeId: 2,
      payments: [
        { paymentTypeId: 1, amount: 10, tendered: 20 },
        { paymentTypeId: 2, amount: 12, tip: 1.5 },
      ],
    },
  ]);
  // with the tip
  expect(screen.getByText('Cash, Card').parentElement?.textContent).toContain('$23.50');
});

test('a type that needs a reference gets one, which stays typed while the connection is lost; the next try is the same sale', async () => {
  const room = {
    id: 7,
    title: 'Room',
    is_active: true,
    kind: 'other' as const,
    gives_change: false,
    takes_tip: false,
    needs_reference: true,
  };
  const { user } = await open(answers(initPos, () => ({ ...menu, paymentTypes: [room] })));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const confirm = () => user.click(pay.getByRole('button', { name: /^Confirm/ }));
  const bodies: unknown[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (init?.method !== 'POST') return others(address, init);
    bodies.push([new Headers(init.headers).get('idempotency-key'), JSON.parse(String(init.body))]);
    if (bodies.length === 1) throw new TypeError('Failed to fetch');
    return Response.json(sent);
  };
  await user.click(pay.getByRole('radio', { name: /^Room/ }));
  await confirm();
  await pay.findByText('Please provide a reference!');
  expect(bodies).toEqual([]);
  await user.type(pay.getByRole('textbox', { name: 'Reference' }), '<b>214</b>');
  await confirm();
  await pay.findByText(`${NO_CONNECTION} The cart is kept, and trying again never sends it twice.`);
  expect(pay.getByRole<HTMLInputElement>('textbox', { name: 'Reference' }).value).toBe('<b>214</b>');
  await confirm();
  await dialog('Order sent');

  expect(bodies[1]).toEqual(bodies[0]);
  expect(bodies[0]).toMatchObject([expect.any(String), { payments: [{ paymentTypeId: 7, reference: '<b>214</b>' }] }]);
});

test('changed prices are shown before they are paid', async () => {
  const dearer = { ...menu, menuItems: [item(2, 'Fish Soup', 6)] };
  let isKnown = false;
  const { user } = await open(
    answers(initPos, () => (isKnown ? dearer : menu)),
    answers(createOrderAndInvoice, ({ body }) => {
      isKnown = true;
      if (body.total !== 6.6) throw new AppError('price_changed', 'Prices have changed. Please check the new total!');
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));

  await user.click(pay.getByRole('button', { name: 'Confirm $6.05' }));
  await pay.findByText('Prices have changed. Please check the new total!');
  await user.click(await pay.findByRole('button', { name: 'Confirm $6.60' }));

  expect(await dialog('Order sent')).toBeDefined();
});

test('cash of a till without a drawer beside an open one is said to be in no count', async () => {
  const { user } = await open(answers(listDrawers, () => [drawer]));
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const asked = within(await dialog('Pay & Send'));
  await user.click(asked.getByRole('radio', { name: /^Cash/ }));
  await user.click(await asked.findByRole('button', { name: 'Use Bar' }));
  expect(asked.queryByText(/No drawer is chosen/)).toBe(null);
});

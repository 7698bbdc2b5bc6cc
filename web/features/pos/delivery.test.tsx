import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { getDeliveryAddress, searchCustomers } from '#contract/customers.ts';
import { createOrder } from '#contract/pos.ts';
import { answers } from '#web/platform/testing.tsx';
import { newSale, saleReducer } from './cart.ts';
import { draftOf, saleOf } from './drafts.ts';
import { button, card, dialog, layOutGrid, open, sent } from './testing-till.tsx';

beforeEach(layOutGrid);

const choose = async (user: UserEvent, option: string) => {
  await user.click(screen.getByRole('combobox', { name: 'Dining option' }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const address = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Delivery address' });
const proposal = () => screen.queryByRole('button', { name: 'Use the last address: 5 Mill Lane' });

test('a delivery is asked where it goes; a customer’s last address is a touch away, and is sent and printed', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const asked: string[] = [];
  const { user } = await open(
    answers(searchCustomers, () => [{ phone: '555-01', name: 'Maria' }]),
    answers(getDeliveryAddress, ({ params }) => {
      asked.push(params.id);
      return { deliveryAddress: '5 Mill Lane' };
    }),
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  const send = async () => {
    await user.click(card('Fish Soup'));
    await user.click(button('Send to Kitchen'));
    const summary = await dialog('Send to Kitchen');
    const said = summary.textContent;
    await user.click(within(summary).getByRole('button', { name: 'Confirm' }));
    await dialog('Order sent');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return said;
  };
  expect(address()).toBeNull();
  await choose(user, 'Delivery');
  await waitFor(() => expect(address()).toBeTruthy());
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'mar');
  await user.click(await screen.findByRole('option', { name: /Maria/ }));
  await waitFor(() => expect(proposal()).toBeTruthy());
  await user.click(proposal()!);
  expect([address()!.value, proposal()]).toEqual(['5 Mill Lane', null]);
  await user.type(address()!, ', back door');
  expect(await send()).toContain('Maria · Delivery · 5 Mill Lane, back door');
  expect(asked).toEqual(['555-01']);

  // the next guest's is empty, and what is no delivery sends none
  await choose(user, 'Delivery');
  await waitFor(() => expect(address()?.value).toBe(''));
  await user.type(address()!, '9 Elm Street');
  await choose(user, 'Take Away');
  expect(address()).toBeNull();
  expect(await send()).not.toContain('Elm Street');
  expect(sales.map(({ deliveryType, deliveryAddress }) => [deliveryType, deliveryAddress])).toEqual([
    ['delivery', '5 Mill Lane, back door'],
    ['takeaway', undefined],
  ]);
});

test('a draft keeps the address; whoever takes the place of a customer does not', () => {
  const maria = { phone: '555-01', name: 'Maria' };
  const soup = { id: 2, title: 'Soup', variant: null, addons: [], notes: '', quantity: 1 };
  const written = saleReducer(
    { ...newSale('a'), lines: [soup], deliveryType: 'delivery' },
    { type: 'address', deliveryAddress: '5 Mill Lane' },
  );
  // written down while the caller spells the name
  const named = saleReducer(written, { type: 'customer', customer: maria });
  expect(saleOf(draftOf(named, 'Maria')).deliveryAddress).toBe('5 Mill Lane');
  expect(saleReducer(named, { type: 'customer', customer: null }).deliveryAddress).toBe('');
});

test('the summary says each fact in its own direction, and that an address is missing', async () => {
  const { user } = await open(
    answers(searchCustomers, () => [{ phone: '555-01', name: 'ليلى' }]),
    answers(getDeliveryAddress, () => ({ deliveryAddress: null })),
  );
  await choose(user, 'Delivery');
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), '555');
  await user.click(await screen.findByRole('option', { name: /ليلى/ }));
  await user.click(card('Fish Soup'));
  await user.click(button('Send to Kitchen'));
  const facts = (await dialog('Send to Kitchen')).querySelectorAll('bdi');
  expect([...facts].map(({ textContent }) => textContent)).toEqual(['ليلى', 'Delivery', 'No address']);
});

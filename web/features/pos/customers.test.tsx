import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallInput } from '#contract/endpoint.ts';
import { addCustomer, searchCustomers } from '#contract/customers.ts';
import { createOrder } from '#contract/pos.ts';
import { answers } from '#web/platform/testing.tsx';
import { layOutGrid, sent, ok, open, card, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);
afterEach(() => vi.restoreAllMocks());

test('a name that is half typed stays while the sale goes on, and not for the next guest', async () => {
  const { user } = await open(answers(searchCustomers, () => []));
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.type(field(), 'mar');
  await user.click(card('Fish Soup'));
  expect(field().value).toBe('mar');
  await screen.findByText('No customer chosen yet.');

  await user.click(button('New'));
  expect(field().value).toBe('');
  expect(screen.queryByText('No customer chosen yet.')).toBeNull();
});

test.each(['Escape', 'the cross'])('on a phone a half typed name is there again after the cart was closed by %s', async (way) => {
  const before = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...before(media), matches: media.includes('max-width: 47.99em') }));
  const { user } = await open(answers(searchCustomers, () => []));
  const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.click(button(/^Cart/));
  await user.type(await field(), 'mar');
  if (way === 'Escape') {
    await user.keyboard('{Escape}{Escape}'); // the list, then the cart
  } else await user.click(within(await screen.findByRole('dialog', { name: 'Cart' })).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cart' })).toBeNull());
  await user.click(button(/^Cart/));

  expect((await field()).value).toBe('mar');
  await screen.findByText('No customer chosen yet.');
});

test('a customer is found, added, sold to and cleared', async () => {
  const sales: CallInput<typeof createOrder>['body'][] = [];
  const { user } = await open(
    answers(searchCustomers, ({ query }) => (query.q === 'mar' ? [{ phone: '555-01', name: 'Maria' }] : [])),
    answers(addCustomer, () => ok('Customer added.')),
    answers(createOrder, ({ body }) => {
      sales.push(body);
      return sent;
    }),
  );
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });
  await user.click(card('Fish Soup'));

  await user.type(field(), 'mar');
  await user.click(await screen.findByRole('option', { name: /Maria/ }));
  expect(field().value).toContain('Maria');
  await user.click(button('Clear customer'));
  expect(field().value).toBe('');

  await user.type(field(), '777 88');
  await user.click(await screen.findByRole('option', { name: 'Add customer' }));
  const add = within(await dialog('Add Customer'));
  expect(add.getByLabelText<HTMLInputElement>('Phone').value).toBe('777 88');
  await user.type(add.getByLabelText('Name'), 'Omar');
  await user.click(add.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(field().value).toContain('Omar'));

  await user.click(button('Send to Kitchen'));
  const confirm = within(await dialog('Send to Kitchen'));
  expect(confirm.getByText('Omar').parentElement?.textContent).toBe('Omar · Dine-In');
  await user.click(confirm.getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(sales[0]).toMatchObject({ customerType: 'CUSTOMER', customerId: { phone: '777 88', name: 'Omar' } });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer', hidden: true }).value).toBe('');
});

test('a customer who is being added is waited for, and sits in the cart then', async () => {
  const late = Promise.withResolvers<void>();
  const { user } = await open(
    answers(searchCustomers, () => []),
    answers(addCustomer, async () => {
      await late.promise;
      return ok('Customer added.');
    }),
  );
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });
  await user.type(field(), '777 88');
  await user.click(await screen.findByRole('option', { name: 'Add customer' }));
  const added = within(await dialog('Add Customer'));
  await user.type(added.getByLabelText('Name'), 'Omar');
  await user.click(added.getByRole('button', { name: 'Add' }));
  // what was typed is not lost to a hand that does not wait
  await user.click(added.getByRole('button', { name: 'Cancel' }));
  expect(added.getByLabelText<HTMLInputElement>('Name').value).toBe('Omar');

  late.resolve();

  await screen.findByText('Customer added.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field().value).toContain('Omar');
});

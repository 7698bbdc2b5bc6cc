import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getCustomer } from '#contract/customer-history.ts';
import { addCustomer, type Customer, deleteCustomer, listCustomers, updateCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { CustomersScreen } from './CustomersScreen.tsx';

const ada: Customer = {
  phone: '+1 555-0100',
  name: 'Ada Byron',
  email: 'ada@example.com',
  birth_date: '1990-05-01',
  gender: 'female',
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: null,
};
const keeper = { role: 'user' as const, scopes: ['MANAGE_CUSTOMERS'] as const };
const page = (customers: Customer[], total = customers.length, current = 1) => ({
  customers,
  currentPage: current,
  perPage: 10,
  totalPages: Math.ceil(total / 10),
  totalCustomers: total,
  timezone: 'Pacific/Auckland',
});
const ADDED = '22 Nov 2026'; // in Auckland, where it is the next day already
const listed = answers(listCustomers, () => page([ada]));
const done = (message: string) => ({ success: true as const, message });

test('lists customers with a way to the page of each', async () => {
  const asked = vi.fn((_: unknown) => page([ada], 31));
  show(<CustomersScreen />, { as: keeper, server: [answers(listCustomers, asked)] });

  const link = await screen.findByRole('link', { name: 'Ada Byron' });
  expect(link.getAttribute('href')).toBe('/dashboard/customers/%2B1%20555-0100');
  for (const text of ['+1 555-0100', 'ada@example.com', '1 May 1990', '1–10 of 31 customers', ADDED])
    expect(screen.getByText(text)).toBeTruthy();
  expect(asked.mock.calls[0]![0]).toMatchObject({ query: { page: '1', perPage: '10', sort: 'created_at' } });
});

test('searches, sorts and turns pages; a search begins with its first page', async () => {
  const asked = vi.fn(({ query }: { query: { filter?: string; page?: string } }) =>
    query.filter === 'nobody' ? page([]) : page([ada], 31, Number(query.page)),
  );
  const { user } = show(<CustomersScreen />, { as: keeper, server: [answers(listCustomers, asked as never)] });

  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('11–20 of 31 customers')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Sort'), 'By name');
  await waitFor(() => expect(asked.mock.lastCall![0]).toMatchObject({ query: { sort: 'name', page: '1' } }));
  await user.click(screen.getByRole('button', { name: 'Page 4' }));
  expect(await screen.findByText('31 of 31 customers')).toBeTruthy();
  await user.type(screen.getByLabelText('Search customers'), 'nobody{Enter}');
  expect(await screen.findByText('No result found!')).toBeTruthy();
  expect(asked.mock.lastCall![0]).toMatchObject({ query: { filter: 'nobody', page: '1', sort: 'name' } });
  await user.click(screen.getByRole('button', { name: 'Add “nobody”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Customer' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('nobody');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Show all customers' }));
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeTruthy();
});

test.each([
  [['VIEW_CUSTOMERS'], false],
  [['POS', 'VIEW_CUSTOMERS'], false],
  [['CUSTOMERS'], true],
  [['MANAGE_CUSTOMERS'], true],
] as const)('with %j New, Edit and Delete show: %s', async (scopes, isShown) => {
  show(<CustomersScreen />, { as: { role: 'user', scopes }, server: [listed] });
  await screen.findByRole('link', { name: 'Ada Byron' });
  for (const name of ['New', 'Edit Ada Byron', 'Delete Ada Byron']) expect(screen.queryByRole('button', { name }) !== null).toBe(isShown);
});

test('adds, edits and deletes', async () => {
  const add = vi.fn((_: unknown) => done('Customer added.'));
  const update = vi.fn((_: unknown) => done('Customer updated.'));
  const remove = vi.fn((_: unknown) => done('Customer deleted.'));
  const server = [listed, answers(addCustomer, add), answers(updateCustomer, update), answers(deleteCustomer, remove)];
  const { user } = show(<CustomersScreen />, { as: keeper, server });

  await user.click(await screen.findByRole('button', { name: 'New' }));
  await user.type(screen.getByLabelText('Phone'), '77');
  await user.type(screen.getByLabelText('Name'), 'Zoe{Enter}');
  expect(await screen.findByText('Customer added.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Edit Ada Byron' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Ada King{Enter}');
  expect(await screen.findByText('Customer updated.')).toBeTruthy();
  expect(update.mock.lastCall![0]).toMatchObject({ params: { id: '+1 555-0100' }, body: { name: 'Ada King' } });

  await user.click(screen.getByRole('button', { name: 'Delete Ada Byron' }));
  expect(await screen.findByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Customer deleted.')).toBeTruthy();
  expect(remove.mock.lastCall![0]).toMatchObject({ params: { id: '+1 555-0100' } });
});

test('the question before a deletion says what bookings lose by it', async () => {
  const booked = { ...ada, reservations: [{ id: 1 }, { id: 2 }] } as unknown as Reply<typeof getCustomer>;
  const { user } = show(<CustomersScreen />, { as: keeper, server: [listed, answers(getCustomer, () => booked)] });
  await user.click(await screen.findByRole('button', { name: 'Delete Ada Byron' }));
  expect(await screen.findByText('2 coming reservations lose the name, the phone and the notes.')).toBeTruthy();
});

test('empty and broken have their sentences', async () => {
  const { unmount } = show(<CustomersScreen />, { as: keeper, server: [answers(listCustomers, () => page([]))] });
  expect(await screen.findByRole('button', { name: 'Add the first customer' })).toBeTruthy();
  unmount();
  show(<CustomersScreen />, { as: keeper });
  expect(await screen.findByText('Error loading details! Please try later!')).toBeTruthy();
});

test('a search that fails says so in its own words', async () => {
  const server = answers(listCustomers, ({ query }) => {
    if (query.filter) throw new AppError('server_error', 'Something went wrong!');
    return page([ada]);
  });
  const { user } = show(<CustomersScreen />, { as: keeper, server: [server] });
  await screen.findByText('Ada Byron');
  await user.type(screen.getByLabelText('Search customers'), 'bob{Enter}');
  expect(await screen.findByText('Something went wrong! Try later!')).toBeTruthy();
});

test('an address of a page that is no more leads to the last one', async () => {
  const asked = vi.fn(({ query }: { query: { page?: string } }) => page(query.page === '3' ? [ada] : [], 21, Number(query.page)));
  show(<CustomersScreen />, { as: keeper, path: '/dashboard/customers?page=9', server: [answers(listCustomers, asked as never)] });
  expect(await screen.findByText('Ada Byron', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText('21 of 21 customers')).toBeTruthy();
});

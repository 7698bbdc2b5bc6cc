import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createCustomerExport, getCustomer } from '#contract/customer-history.ts';
import { deleteCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { CustomerScreen } from './CustomerScreen.tsx';

const order = (id: number, extra: object = {}) => ({
  id,
  date: '2026-11-20T19:00:00.000Z',
  token_no: 4,
  delivery_type: 'dinein',
  table_title: 'T1',
  floor: 'Ground',
  status: 'completed',
  payment_status: 'paid',
  invoice_id: 9,
  total: 23.95,
  currency: 'EUR',
  items: [
    { item_title: 'Wine', variant_title: 'Large', addons: [], quantity: 2, notes: null, status: 'completed' },
    { item_title: 'Soup', variant_title: null, addons: [], quantity: 1, notes: null, status: 'cancelled' },
  ],
  ...extra,
});
const ada: Reply<typeof getCustomer> = {
  phone: '#1?',
  name: 'Ada Byron',
  email: null,
  birth_date: '1990-05-01',
  gender: 'female',
  created_at: '2026-01-02T12:00:00.000Z',
  updated_at: null,
  visits: 1204,
  spend: 4321.5,
  currency: 'EUR',
  timezone: 'Asia/Kolkata',
  last_visit: '2026-11-20T19:00:00.000Z',
  orders: [order(2, { status: 'cancelled', payment_status: 'pending', invoice_id: null, total: 0 }), order(1)],
};
const booked = {
  id: 3,
  customer_id: ada.phone,
  customer_name: ada.name,
  date: '2026-12-24T14:00:00.000Z', // 19:30 in Kolkata
  table_id: 5,
  table_title: 'T5',
  status: 'booked' as const,
  notes: 'Cake',
  people_count: 4,
  unique_code: 'ABCDE12345',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: null,
};
const keeper = { role: 'user' as const, scopes: ['CUSTOMERS'] as const };
const screens = (
  <Routes>
    <Route path="/dashboard/customers/:phone" element={<CustomerScreen />} />
    <Route path="/dashboard/customers" element={<p>The list</p>} />
  </Routes>
);
const open = (server: ReturnType<typeof answers>[], as: { role: 'user'; scopes: readonly ('CUSTOMERS' | 'VIEW_CUSTOMERS')[] } = keeper) =>
  show(screens, { as, server, path: '/dashboard/customers/%231%3F' });

afterEach(() => vi.restoreAllMocks());

test('shows visits, spend, last visit and last orders in the time of the store', async () => {
  const asked = vi.fn((_: unknown) => ada);
  open([answers(getCustomer, asked)]);

  expect(await screen.findByRole('heading', { name: 'Ada Byron' })).toBeTruthy();
  for (const text of [
    '1,204',
    '€4,321.50',
    '21 Nov 2026',
    '1 May 1990',
    'Female',
    '2 × Wine (Large)',
    'T1 · Dine-In · Invoice 9',
    'Paid',
    'Cancelled',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('2 × Wine (Large), 1 × Soup')).toBeTruthy();
  expect(asked.mock.calls[0]![0]).toMatchObject({ params: { id: '#1?' } });
});

test('hands out the data as one file', async () => {
  const data = { exported_at: '2026-11-21T12:00:00.000Z', person: ada, orders: [], qr_orders: [], invoices: [], reservations: [] };
  let saved: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved = content as Blob;
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const { user } = open([answers(getCustomer, () => ada), answers(createCustomerExport, () => data)]);

  await user.click(await screen.findByRole('button', { name: 'Export data' }));

  await waitFor(() => expect(saved).toBeTruthy());
  expect(saved!.type).toBe('application/json');
});

test('erases after the question and goes back to the list', async () => {
  const erase = vi.fn((_: unknown) => ({ success: true as const, message: 'Customer deleted.' }));
  const { user } = open([answers(getCustomer, () => ({ ...ada, reservations: [booked] })), answers(deleteCustomer, erase)]);

  await user.click(await screen.findByRole('button', { name: 'Erase' }));
  expect(await screen.findByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(screen.getByText('1 coming reservation loses the name, the phone and the notes.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete' }));

  expect(await screen.findByText('The list')).toBeTruthy();
  expect(erase.mock.lastCall![0]).toMatchObject({ params: { id: '#1?' } });
});

test('whoever only reads sees no actions', async () => {
  open([answers(getCustomer, () => ({ ...ada, orders: [] }))], { role: 'user', scopes: ['VIEW_CUSTOMERS'] });
  expect(await screen.findByText('No orders yet.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('unknown and broken have their sentences', async () => {
  const { unmount } = open([
    answers(getCustomer, () => {
      throw new AppError('not_found', 'This customer does not exist!');
    }),
  ]);
  expect(await screen.findByText('This customer does not exist!')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All customers' })).toBeTruthy();
  unmount();
  open([
    answers(getCustomer, () => {
      throw new AppError('server_error', 'Something went wrong!');
    }),
  ]);
  expect(await screen.findByText('Error loading details! Please try later!', {}, { timeout: 8000 })).toBeTruthy();
});

test('shows what the house should know, and what is booked, which leads to where it is changed', async () => {
  const page = { ...ada, notes: 'Allergic to nuts', no_shows: 2, reservations: [booked] };
  const host = { role: 'user' as const, scopes: ['CUSTOMERS', 'RESERVATIONS'] as const };
  const first = show(screens, { as: host, server: [answers(getCustomer, () => page)], path: '/dashboard/customers/%231%3F' });

  expect((await screen.findByText('Allergic to nuts')).dir).toBe('auto');
  expect(screen.getByText('No-shows').parentElement?.textContent).toBe('No-shows2');
  expect(screen.getByText('Cake').tagName).toBe('BDI');
  expect(screen.getByText('Cake').parentElement?.textContent).toBe('4 people · T5 · Cake');
  const link = screen.getByRole('link', { name: '24 Dec 2026, 19:30' });
  expect(link.getAttribute('href')).toBe('/dashboard/reservation?q=ABCDE12345');
  first.unmount();

  // who may not see the reservations' screen is not led there
  open([answers(getCustomer, () => page)]);
  expect(await screen.findByText('24 Dec 2026, 19:30')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /24 Dec/ })).toBeNull();
});

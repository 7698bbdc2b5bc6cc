import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { searchCustomers } from '#contract/customers.ts';
import { AppError } from '#contract/errors.ts';
import { type Invoice, searchInvoices } from '#contract/invoices.ts';
import { listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import type { Member } from '#contract/permissions.ts';
import { type Answer, answers, show } from '#web/platform/testing.tsx';
import { pagesOf } from './navigation.ts';
import { QuickSearch } from './QuickSearch.tsx';
import { quickSearch } from './quick-search-store.ts';

const owner: Member = { role: 'admin', scopes: [] };

const invoice: Invoice = {
  invoice_id: 1042,
  created_at: '2026-11-21T12:00:00.000Z',
  sub_total: 20,
  tax_total: 2.6,
  total: 22.6,
  currency: 'EUR',
  table_id: null,
  table_title: null,
  floor: null,
  delivery_type: 'takeaway',
  customer_type: 'CUSTOMER',
  customer_id: '555',
  name: 'Peter Quinn',
  email: null,
  payment_type: 'Card',
  kind: 'sale',
  refund_of: null,
  refunded: 0,
  payments: [],
  discount: 0,
  charges: 0,
  rounding: 0,
  orders: [],
};
const item = (id: number, title: string): MenuItem => ({
  id,
  title,
  price: 9,
  net_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  category_id: null,
  category_title: 'Bowls',
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
});
const bill = (id: number, table: string, customer: string | null = null): CheckRow => ({
  check_id: id,
  bill_no: 1,
  table_id: id,
  table_title: table,
  floor: 'Hall',
  opened_at: '2026-11-21T12:00:00.000Z',
  covers: 2,
  name: null,
  delivery_type: 'dinein',
  customer_id: null,
  customer_name: customer,
  member_name: null,
  orders: 1,
  total: 20,
  paid: 0,
  due: 20,
  is_billed: false,
});
const customer = (name: string, phone = name) => ({ name, phone });

const customers = answers(searchCustomers, () => [customer('Peter Quinn', '+1 555')]);
const invoices = answers(searchInvoices, () => [invoice]);
const items = answers(listMenuItems, () => [item(7, 'Quinoa Bowl'), item(8, 'Soup')]);
const bills = answers(listChecks, () => [bill(3, 'T3', 'Anna Quintero'), bill(4, 'T4')]);
const all = [customers, invoices, items, bills];
const fails = (one: Answer): Answer => ({
  ...one,
  reply: () => {
    throw new AppError('unavailable', 'Busy!');
  },
});

const Address = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
};

const open = async (as: Member, server: Answer[], typed: string) => {
  const { user } = show(
    <>
      <QuickSearch places={pagesOf(as)} />
      <Address />
    </>,
    { as, server },
  );
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('textbox', { name: 'Search' });
  await user.type(field, typed);
  return { user, field };
};
const dialog = () => within(screen.getByRole('dialog', { name: 'Search' }));
const rows = () =>
  dialog()
    .queryAllByRole('button')
    .map((row) => row.textContent);
const groups = () =>
  dialog()
    .queryAllByRole('group')
    .map((group) => group.getAttribute('aria-label'));
const selected = () => document.querySelector('[data-selected]')?.textContent;
const address = () => screen.getByLabelText('Address').textContent;

// its code comes when it is needed, which takes its time in a test
beforeAll(() => Promise.all([import('./PageFinder.tsx'), import('./SearchResults.tsx')]));
// it is open or closed for the whole page, and so for the next test
afterEach(() => quickSearch.close());

test('finds customers, invoices, menu items and bills, each kind under its heading and after the pages', async () => {
  const { field } = await open(owner, [answers(listMenuItems, () => [item(7, 'Invoiced Soup')]), ...all], 'in');
  await waitFor(() => expect(groups()).toEqual(['Pages', 'Customers', 'Invoices', 'Menu Items', 'Bills']));
  expect(rows()[0]).toBe('Invoices');
  expect(rows().slice(-4)).toEqual([
    'Peter Quinn+1 555',
    'Invoice 1042Peter Quinn · 21 Nov 2026 · €22.60',
    'Invoiced SoupBowls',
    'T3Hall · Anna Quintero · 1 round',
  ]);
  expect(await dialog().findByText('4 results')).toBeTruthy();
  expect(field.getAttribute('placeholder')).toBe('Page, customer, invoice, menu item or bill');
});

test.each<[path: string, presses: string]>([
  ['/dashboard/customers/%2B1%20555', '{ArrowDown}{ArrowUp}'],
  ['/dashboard/invoices?invoice=1042', '{ArrowDown}'],
  ['/dashboard/settings/menu-items/7', '{ArrowDown}{ArrowDown}'],
  ['/dashboard/checks/3', '{ArrowUp}'],
])('leads to %s by arrows and Enter', async (path, presses) => {
  const { user } = await open(owner, all, 'quin');
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(selected()).toContain('Peter Quinn');
  await user.keyboard(presses);
  const texts = document.querySelectorAll('[data-selected] .mantine-Spotlight-actionBody > *');
  expect(texts).toHaveLength(2);
  expect(dialog().getByText(Array.from(texts, ({ textContent }) => textContent).join(', '))).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe(path));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each<[scopes: Member['scopes'], found: string[]]>([
  [['POS'], ['Bills']],
  [['VIEW_CUSTOMERS'], ['Customers']],
  // may search customers for a table, but has no page of them
  [['RESERVATIONS', 'INVOICES'], ['Invoices']],
  [['SETTINGS'], ['Menu Items']],
])('with %s it finds %s and asks for nothing else', async (scopes, found) => {
  const asked: string[] = [];
  const server = all.map(({ endpoint, reply }) => ({
    endpoint,
    reply: (input: object) => {
      asked.push(endpoint.path);
      return reply(input);
    },
  }));
  await open({ role: 'user', scopes }, server, 'quin');
  await waitFor(() => expect(groups()).toEqual(found));
  expect(asked).toHaveLength(1);
});

test('asks from two characters on, once the typing pauses', async () => {
  const asked: unknown[] = [];
  const hears = answers(searchCustomers, ({ query }) => {
    asked.push(query.q);
    return [];
  });
  const { user, field } = await open({ role: 'user', scopes: ['CUSTOMERS'] }, [hears], 'x');
  expect(dialog().getByText('No result found!')).toBeTruthy();
  await user.type(field, 'yz');
  expect(dialog().queryByText('No result found!')).toBeNull();
  expect(dialog().getByText('Please wait...')).toBeTruthy();
  expect(await dialog().findByText('No result found!')).toBeTruthy();
  expect(asked).toEqual(['xyz']);
});

test('an older answer is never shown over a newer one, and of the rows before those stay that fit', async () => {
  const held = new Map<unknown, () => void>();
  const answer: Record<string, string[]> = { qu: ['Quentin', 'Quinn'], qui: ['Quiet'], quinn: ['Quinn', 'Quinnley'] };
  const slow = answers(searchCustomers, async ({ query: { q = '' } }) => {
    await new Promise<void>((resolve) => held.set(q, resolve));
    return answer[q]!.map((name) => customer(name, name));
  });
  const { user, field } = await open({ role: 'user', scopes: ['CUSTOMERS'] }, [slow], 'qu');
  const release = async (q: string) => {
    await waitFor(() => expect(held.has(q)).toBe(true));
    await act(async () => held.get(q)!());
  };
  await release('qu');
  await waitFor(() => expect(rows()).toEqual(['QuentinQuentin', 'QuinnQuinn']));
  await user.type(field, 'i');
  await waitFor(() => expect(held.has('qui')).toBe(true));
  expect(rows()).toEqual(['QuinnQuinn']);
  await user.type(field, 'nn');
  await release('quinn');
  await waitFor(() => expect(rows()).toEqual(['QuinnQuinn', 'QuinnleyQuinnley']));
  await release('qui');
  expect(rows()).toEqual(['QuinnQuinn', 'QuinnleyQuinnley']);
});

test('a call that failed is named, and the rest is shown; nothing is said to be missing then', async () => {
  const { user, field } = await open(owner, [customers, fails(invoices), fails(items), bills], 'quin');
  expect(await dialog().findByText('Invoices and menu items could not be searched.')).toBeTruthy();
  expect(groups()).toEqual(['Customers', 'Bills']);
  await user.clear(field);
  await user.type(field, 'quinxx');
  await waitFor(() => expect(rows()).toEqual(['Peter Quinn+1 555']));
  expect(dialog().queryByText('No result found!')).toBeNull();
});

test('says that nothing is found only when all have answered', async () => {
  let answerLate = (_: []) => {};
  const late = answers(listChecks, () => new Promise<[]>((resolve) => (answerLate = resolve)));
  const nobody = [answers(searchCustomers, () => []), answers(searchInvoices, () => [])];
  await open(owner, [...nobody, items, late], 'xylophone');
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(dialog().getByText('Please wait...')).toBeTruthy();
  expect(dialog().queryByText('No result found!')).toBeNull();
  await act(async () => answerLate([]));
  expect(await dialog().findByText('No result found!')).toBeTruthy();
});

test('shows five of a kind at most, what is called so first, and finds without accents', async () => {
  const tables = answers(listChecks, () => [...Array.from({ length: 7 }, (_, at) => bill(at + 10, `Été 1${at}`)), bill(1, 'Été 1')]);
  await open({ role: 'user', scopes: ['ORDERS'] }, [tables], 'ETE 1');
  await waitFor(() => expect(rows()).toHaveLength(5));
  expect(rows()[0]).toContain('Été 1Hall');
});

test('what comes late is put in its place, and what was selected stays so', async () => {
  let answerLate = () => {};
  const late = answers(searchCustomers, () => new Promise((resolve) => (answerLate = () => resolve([customer('Peter Quinn', '+1 555')]))));
  const { user } = await open(owner, [late, invoices, items, bills], 'quin');
  await waitFor(() => expect(rows()).toHaveLength(3));
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('Quinoa Bowl');
  await act(async () => answerLate());
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(selected()).toContain('Quinoa Bowl');
  await user.keyboard('{ArrowDown}');
  expect(selected()).toContain('T3');
});

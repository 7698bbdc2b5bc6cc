import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Route, Routes } from 'react-router';
import { type Member, type Scope, scopes } from '#contract/permissions.ts';
import { abilitiesOf } from '#web/platform/session.tsx';
import { show } from '#web/platform/testing.tsx';
import { Guarded, GuestOnly } from './guards.tsx';
import { destinationsOf, landingOf, pagesOf } from './navigation.ts';

const mark = (value: 'true' | '') => {
  document.cookie = `comanda_signed_in=${value}; Path=/; Max-Age=${value ? 60 : 0}`;
};

const places = (
  <Routes>
    <Route path="/" element={<GuestOnly>the login</GuestOnly>} />
    <Route path="/no-access" element="no access" />
    <Route path="/dashboard/home" element={<Guarded access={['DASHBOARD']}>the home</Guarded>} />
    <Route path="/dashboard/profile" element={<Guarded access="signed-in">the profile</Guarded>} />
    <Route path="/dashboard/kitchen" element={<Guarded access={['KITCHEN', 'KITCHEN_DISPLAY']}>the kitchen</Guarded>} />
  </Routes>
);

const cook: Member = { role: 'user', scopes: ['KITCHEN'] };
const waiter: Member = { role: 'user', scopes: ['POS'] };
const manager: Member = { role: 'user', scopes: ['DASHBOARD'] };
const owner: Member = { role: 'admin', scopes: [] };

beforeEach(() => mark('true'));

test.each([
  ['a cook opens the kitchen', cook, '/dashboard/kitchen', 'the kitchen'],
  ['a waiter is refused there', waiter, '/dashboard/kitchen', 'no access'],
  ['the owner opens everything', owner, '/dashboard/kitchen', 'the kitchen'],
  ['every member has a profile', waiter, '/dashboard/profile', 'the profile'],
  ['the owner arrives at home', owner, '/', 'the home'],
  ['whoever has DASHBOARD arrives at home', manager, '/', 'the home'],
  ['everybody else arrives at the profile', waiter, '/', 'the profile'],
])('%s', async (_, as, path, text) => {
  show(places, { as, path });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('without the marker cookie a protected screen leads to the root, whatever local storage says', async () => {
  mark('');
  show(places, { as: owner, path: '/dashboard/kitchen' });
  expect(await screen.findByText('the login')).toBeTruthy();
});

test('without a stored user the marker cookie alone opens nothing', async () => {
  show(places, { path: '/dashboard/profile' });
  expect(await screen.findByText('the login')).toBeTruthy();
});

/** Part-1 §6, scope by scope; a name that is not here opens nothing. */
const specified: Partial<Record<Scope, string[]>> = {
  DASHBOARD: ['Dashboard'],
  POS: ['POS', 'Orders'],
  ORDERS: ['Orders'],
  ORDER_STATUS: ['Orders'],
  ORDER_STATUS_DISPLAY: ['Orders'],
  KITCHEN: ['Kitchen'],
  KITCHEN_DISPLAY: ['Kitchen'],
  RESERVATIONS: ['Reservation'],
  VIEW_RESERVATIONS: ['Reservation'],
  MANAGE_RESERVATIONS: ['Reservation'],
  CUSTOMERS: ['Customers'],
  VIEW_CUSTOMERS: ['Customers'],
  MANAGE_CUSTOMERS: ['Customers'],
  INVOICES: ['Invoices'],
  REPORTS: ['Reports'],
  SETTINGS: ['Settings'],
};

test('the side bar lists what the routes would let through', () => {
  const titles = (member: Member) => destinationsOf(member).map(({ title }) => title);
  expect(titles(owner)).toEqual([
    'Dashboard',
    'POS',
    'Orders',
    'Kitchen',
    'Reservation',
    'Customers',
    'Invoices',
    'Users',
    'Reports',
    'Settings',
  ]);
  expect(scopes.map((scope) => [scope, titles({ role: 'user', scopes: [scope] })])).toEqual(
    scopes.map((scope) => [scope, specified[scope] ?? []]),
  );
  expect(titles({ role: 'superadmin', scopes: [] })).toEqual([]);
});

test('what a person may do has words for every scope that opens a screen, and none for the others', () => {
  const opening = scopes.filter((scope) => abilitiesOf({ role: 'user', scopes: [scope] }).length > 0);
  expect(opening).toEqual(scopes.filter((scope) => scope in specified));
});

test('the quick search finds Users with SETTINGS, which the side bar shows to the admin only; own pages are open to all', () => {
  const found = (member: Member) => pagesOf(member).map(({ title }) => title);
  const keeper: Member = { role: 'user', scopes: ['SETTINGS'] };
  expect(destinationsOf(keeper).map(({ title }) => title)).toEqual(['Settings']);
  const setUp = ['Store Details', 'Print Settings', 'Store Tables', 'Menu Items', 'Categories', 'Tax Setup', 'Payment Types'];
  expect(found(keeper)).toEqual(['Users', 'Settings', ...setUp, 'Profile', 'My Devices', 'Support']);
  expect(found(waiter)).not.toContain('Tax Setup');
  expect(found(waiter)).not.toContain('Users');
  expect(found({ role: 'user', scopes: [] })).toEqual(['Profile', 'My Devices', 'Support']);
});

test('a super admin belongs to the platform, not to a dashboard', () => {
  expect(landingOf({ role: 'superadmin', scopes: [] })).toBe('/superadmin/dashboard/home');
});

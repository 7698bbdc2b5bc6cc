import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import { refreshToken, signIn } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { type Member, type Scope, scopes } from '#contract/permissions.ts';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { LoginScreen } from '#web/features/auth/LoginScreen.tsx';
import { NO_TENANT } from '#web/features/superadmin-auth/no-tenant.ts';
import { SuperAdminLoginScreen } from '#web/features/superadmin-auth/SuperAdminLoginScreen.tsx';
import { setNavigate } from '#web/platform/navigation.ts';
import { endSession, renewalCount, renewSession } from '#web/platform/renewal.ts';
import { abilitiesOf } from '#web/platform/abilities.ts';
import { SessionProvider, storeUser } from '#web/platform/session.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { Guarded, GuestOnly, SuperAdminGuestOnly } from './guards.tsx';
import { arrivalOf, destinationsOf, landingOf, pagesOf } from './navigation.ts';

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

beforeEach(() => {
  mark('true');
  localStorage.clear();
  sessionStorage.clear();
});

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

const doors = (
  <SessionProvider>
    <Routes>
      <Route
        path="/"
        element={
          <GuestOnly>
            <LoginScreen />
          </GuestOnly>
        }
      />
      <Route
        path="/login"
        element={
          <GuestOnly>
            <LoginScreen />
          </GuestOnly>
        }
      />
      <Route
        path="/superadmin"
        element={
          <SuperAdminGuestOnly>
            <SuperAdminLoginScreen />
          </SuperAdminGuestOnly>
        }
      />
      <Route
        path="/superadmin/dashboard/home"
        element={
          <Guarded access="superadmin" login="/superadmin">
            the platform
          </Guarded>
        }
      />
      <Route
        path="/superadmin/dashboard/reports"
        element={
          <Guarded access="superadmin" login="/superadmin">
            the platform’s reports
          </Guarded>
        }
      />
      <Route path="/dashboard/home" element={<Guarded access={['DASHBOARD']}>the home</Guarded>} />
      <Route path="/dashboard/profile" element={<Guarded access="signed-in">the profile</Guarded>} />
      <Route path="/dashboard/kitchen" element={<Guarded access={['KITCHEN']}>the kitchen</Guarded>} />
    </Routes>
  </SessionProvider>
);
const blank = { photo: null, designation: null, phone: null, email: null };
/** Signs in the cook whom `show` stores, or another one: the marker comes with the answer. */
const signsIn = (username = 'ada@example.com', scope = 'KITCHEN') =>
  answers(signIn, () => {
    mark('true');
    const user = { ...blank, username, name: 'Ada', role: 'user' as const, scope, tenant_id: 1, is_active: true };
    return { success: true as const, message: 'Welcome back!', user };
  });
const enter = async (user: ReturnType<typeof show>['user']) => {
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
};

test('signing in again as the person who is still stored lets in', async () => {
  mark('');
  const { user } = show(doors, { as: cook, path: '/login', server: [signsIn()] });
  await enter(user);
  expect(await screen.findByText('the profile')).toBeTruthy();
});

test('the super administrator whose cookies ran out overnight is let in, and back to where they were', async () => {
  mark('');
  storeUser({ name: 'Ada', username: 'ada@example.com', role: 'superadmin', scope: '', designation: null, tenant_id: NO_TENANT });
  const { user } = show(doors, {
    path: '/superadmin/dashboard/reports',
    server: [
      answers(signInSuperAdmin, () => {
        mark('true');
        const person = { ...blank, username: 'ada@example.com', name: 'Ada', role: 'superadmin' as const, scope: '' as const };
        return { success: true as const, message: 'Welcome back!', user: { ...person, email: 'ada@example.com' } };
      }),
    ],
  });
  expect(await screen.findByText('Your session ran out. Please sign in again!')).toBeTruthy();
  await enter(user);
  expect(await screen.findByText('the platform’s reports')).toBeTruthy();
});

test('whose session ended while working is told why, and led back after signing in', async () => {
  const why = 'You were signed out on this device: it was removed, or your password was changed. Please sign in again!';
  window.history.replaceState(null, '', '/dashboard/kitchen?floor=2');
  setNavigate(vi.fn());
  const { user } = show(doors, {
    as: cook,
    path: '/dashboard/kitchen?floor=2',
    server: [
      signsIn(),
      answers(refreshToken, () => {
        throw new AppError('not_signed_in', why);
      }),
    ],
  });
  await screen.findByText('the kitchen');

  await renewSession(renewalCount());

  expect(await screen.findByText(why)).toBeTruthy();
  await enter(user);
  expect(await screen.findByText('the kitchen')).toBeTruthy();
  expect(localStorage.getItem('comanda_signed_out')).toBeNull();
  expect(sessionStorage.getItem('comanda_place')).toBeNull();
});

test('somebody else who signs in then arrives where they belong', async () => {
  mark('');
  const { user } = show(doors, { as: cook, path: '/dashboard/kitchen', server: [signsIn('ben@example.com')] });
  expect(await screen.findByText('Your session ran out. Please sign in again!')).toBeTruthy();
  await enter(user);
  expect(await screen.findByText('the profile')).toBeTruthy();
});

test('who signed out themselves reads no reason, and arrives where they belong', async () => {
  setNavigate(vi.fn());
  const { user } = show(doors, { as: cook, path: '/dashboard/kitchen', server: [signsIn()] });
  await screen.findByText('the kitchen');
  endSession();
  await screen.findByLabelText('Email');
  expect(screen.queryByText(/Please sign in again/)).toBeNull();
  await enter(user);
  expect(await screen.findByText('the profile')).toBeTruthy();
});

test.each([
  [cook, '/dashboard/kitchen', '/dashboard/kitchen'],
  [cook, '/dashboard/kitchen?floor=2', '/dashboard/kitchen?floor=2'],
  [owner, '/dashboard/settings/tax-setup', '/dashboard/settings/tax-setup'],
  [waiter, '/dashboard/kitchen', '/dashboard/profile'],
  [manager, '/dashboard/inactive-subscription', '/dashboard/home'],
  [cook, '//elsewhere.example', '/dashboard/profile'],
  [cook, '/superadmin/dashboard/home', '/dashboard/profile'],
  [cook, undefined, '/dashboard/profile'],
])('%j whose session ended at %s arrives at %s', (who, place, there) => {
  expect(arrivalOf(who, place)).toBe(there);
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
    'Activity',
    'Settings',
  ]);
  // the right that goes with the scope
  const reader: Member = { role: 'user', scopes: ['REPORTS'] };
  expect(destinationsOf(reader, ['audit']).map(({ title }) => title)).toEqual(['Reports', 'Activity']);
  expect(scopes.map((scope) => [scope, titles({ role: 'user', scopes: [scope] })])).toEqual(
    scopes.map((scope) => [scope, specified[scope] ?? []]),
  );
  expect(titles({ role: 'superadmin', scopes: [] })).toEqual([]);
});

test('what a person may do has words for every scope that opens a screen, and none for the others', () => {
  const withWords = scopes.filter((scope) => abilitiesOf({ role: 'user', scopes: [scope] }).length > 0);
  const screensOf = (held: Scope[]) => pagesOf({ role: 'user', scopes: held }).length;
  expect(withWords).toEqual(scopes.filter((scope) => screensOf([scope]) > screensOf([])));
  expect(withWords).toContain('CUSTOMER_DISPLAY');
});

test('the quick search finds Users with SETTINGS, which the side bar shows to the admin only; own pages are open to all', () => {
  const found = (member: Member) => pagesOf(member).map(({ title }) => title);
  const keeper: Member = { role: 'user', scopes: ['SETTINGS'] };
  expect(destinationsOf(keeper).map(({ title }) => title)).toEqual(['Settings']);
  const setUp = [
    'Store Details',
    'Print Settings',
    'Printers',
    'Store Tables',
    'Menu Items',
    'Categories',
    'Stations',
    'Tax Setup',
    'Charges',
    'Payment Types',
    'Reasons',
  ];
  expect(found(keeper)).toEqual(['Users', 'Settings', ...setUp, 'Profile', 'My Devices', 'Support']);
  expect(found(waiter)).not.toContain('Tax Setup');
  expect(found(waiter)).not.toContain('Users');
  expect(found({ role: 'user', scopes: [] })).toEqual(['Profile', 'My Devices', 'Support']);
});

test('a super admin belongs to the platform, not to a dashboard', () => {
  expect(landingOf({ role: 'superadmin', scopes: [] })).toBe('/superadmin/dashboard/home');
});

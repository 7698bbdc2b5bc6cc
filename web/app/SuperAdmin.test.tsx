import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#contract/permissions.ts';
import { AppError } from '#contract/errors.ts';
import { signInSuperAdmin, signInSuperAdminByCode, signOutSuperAdmin, refreshSuperAdmin } from '#contract/superadmin-auth.ts';
import { countTenants } from '#contract/tenants.ts';
import { SuperAdminLoginScreen } from '#web/features/superadmin-auth/SuperAdminLoginScreen.tsx';
import { call } from '#web/platform/api.ts';
import { setNavigate } from '#web/platform/navigation.ts';
import { readStoredUser } from '#web/platform/session.tsx';
import { answers, pretendServer, show } from '#web/platform/testing.tsx';
import { Guarded, SuperAdminGuestOnly } from './guards.tsx';
import { SuperAdminLayout } from './SuperAdminLayout.tsx';

const superAdmin: Member = { role: 'superadmin', scopes: [] };
const owner: Member = { role: 'admin', scopes: [] };
const places = (
  <Routes>
    <Route path="/superadmin" element={<SuperAdminGuestOnly>the login</SuperAdminGuestOnly>} />
    <Route
      path="/superadmin/dashboard/home"
      element={
        <Guarded access="superadmin" login="/superadmin">
          the platform
        </Guarded>
      }
    />
    <Route path="/dashboard/home" element={<Guarded access={['DASHBOARD']}>the home</Guarded>} />
    <Route path="/no-access" element="no access" />
  </Routes>
);
const done = { success: true as const };

beforeEach(() => {
  document.cookie = 'comanda_signed_in=true; Path=/; Max-Age=60';
});

test.each([
  ['a super administrator who visits the login goes to the dashboard', superAdmin, '/superadmin', 'the platform'],
  ['a member who visits the login is refused', owner, '/superadmin', 'no access'],
  ['a member is refused on the platform’s screens', owner, '/superadmin/dashboard/home', 'no access'],
  ['a super administrator is refused on a restaurant’s', superAdmin, '/dashboard/home', 'no access'],
  ['whoever is not signed in is led to the platform’s login', undefined, '/superadmin/dashboard/home', 'the login'],
])('%s', async (_, as, path, text) => {
  show(places, { as, path });
  expect(await screen.findByText(text)).toBeTruthy();
});

test('the login says what is missing, tells a wrong password, and stores who signed in', async () => {
  const WRONG = 'Wrong username or password!';
  let isWrong = true;
  const user_ = {
    username: 'sam@provider.example',
    name: 'Sam',
    email: 'sam@provider.example',
    role: 'superadmin' as const,
    scope: '' as const,
  };
  const server = [
    answers(signInSuperAdmin, () => {
      if (isWrong) throw new AppError('not_signed_in', WRONG, { errors: [{ path: ['password'], message: WRONG }] });
      return { ...done, message: 'Welcome back!', user: { ...user_, photo: null, designation: null, phone: null } };
    }),
  ];
  const { user } = show(<SuperAdminLoginScreen />, { server });
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(screen.getByText('Please provide username!')).toBeTruthy();
  expect(screen.getByText('Please provide password!')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), 'sam@provider.example');
  await user.type(screen.getByLabelText('Password'), 'battery staple{Enter}');
  // at the field, and as a message
  await waitFor(() => expect(screen.getAllByText(WRONG)).toHaveLength(2));
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  isWrong = false;
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(readStoredUser()).toMatchObject({ username: 'sam@provider.example', role: 'superadmin', tenant_id: 0 }));
});

test('the frame has three places, which collapse, and a menu with Support and Logout', async () => {
  const goes = vi.fn();
  setNavigate(goes);
  const { user } = show(<SuperAdminLayout />, {
    as: superAdmin,
    path: '/superadmin/dashboard/home',
    server: [answers(signOutSuperAdmin, () => ({ ...done, message: 'You are signed out.' }))],
  });
  const entries = () => screen.getByRole('navigation', { name: 'Main' }).querySelectorAll('a');
  expect([...entries()].map(({ textContent }) => textContent)).toEqual(['Dashboard', 'Tenants', 'Reports']);
  await user.click(screen.getByRole('button', { name: 'Collapse navigation' }));
  expect(screen.getByRole('button', { name: 'Expand navigation' }).getAttribute('aria-expanded')).toBe('false');

  await user.click(await screen.findByRole('button', { name: /User menu/ }));
  expect((await screen.findByRole('menuitem', { name: 'Support' })).getAttribute('href')).toBe('/superadmin/dashboard/contact-support');
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(goes).toHaveBeenCalledWith('/superadmin', undefined));
  expect(document.cookie).not.toContain('comanda_signed_in');
  expect(readStoredUser()).toBeUndefined();
});

test('a session that ran out is renewed at the platform’s own call; when that refuses, the way is to its login', async () => {
  const goes = vi.fn();
  setNavigate(goes);
  let isOver = true;
  let refuses = false;
  pretendServer([
    answers(countTenants, () => {
      if (isOver) throw new AppError('not_signed_in', 'Please sign in!');
      return { activeTenants: 1, inactiveTenants: 0, allTenants: 1, deletedTenants: 0, purgeAfterDays: 7 };
    }),
    answers(refreshSuperAdmin, () => {
      if (refuses) throw new AppError('not_signed_in', 'Please sign in!');
      isOver = false;
      return { ...done, message: 'Session renewed.' };
    }),
  ]);
  expect(await call(countTenants, {})).toMatchObject({ allTenants: 1 });
  isOver = true;
  refuses = true;
  await expect(call(countTenants, {})).rejects.toThrow('Please sign in!');
  expect(goes).toHaveBeenCalledWith('/superadmin', undefined);
});

test('with a second factor the login asks for a code', async () => {
  const who = {
    username: 'sam@provider.example',
    name: 'Sam',
    email: 'sam@provider.example',
    role: 'superadmin' as const,
    scope: '' as const,
  };
  const server = [
    answers(signInSuperAdmin, () => {
      throw new AppError('code_needed', 'Please enter the code of your authenticator app!');
    }),
    answers(signInSuperAdminByCode, () => ({
      ...done,
      message: 'Welcome back!',
      user: { ...who, photo: null, designation: null, phone: null },
    })),
  ];
  const { user } = show(<SuperAdminLoginScreen />, { server });
  await user.type(screen.getByLabelText('Email'), 'sam@provider.example');
  await user.type(screen.getByLabelText('Password'), 'battery staple{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123456');
  await waitFor(() => expect(readStoredUser()).toMatchObject({ role: 'superadmin', tenant_id: 0 }));
});

test('one who owes a second factor is led to where it is switched on, and the session is not renewed for it', async () => {
  const goes = vi.fn();
  const renews = vi.fn(() => ({ ...done, message: 'Session renewed.' }));
  setNavigate(goes);
  pretendServer([
    answers(countTenants, () => {
      throw new AppError('second_factor_required', 'Please switch your second factor on first!');
    }),
    answers(refreshSuperAdmin, renews),
  ]);
  await expect(call(countTenants, {})).rejects.toThrow('Please switch your second factor on first!');
  expect(goes).toHaveBeenCalledWith('/superadmin/dashboard/account', undefined);
  expect(renews).not.toHaveBeenCalled();
});

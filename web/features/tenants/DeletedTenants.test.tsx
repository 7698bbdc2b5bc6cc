import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import {
  countTenants,
  deleteTenant,
  type DeletedTenant,
  listDeletedTenants,
  listTenants,
  listTenantsToExport,
  restoreTenant,
  type Tenant,
  updateTenant,
} from '#contract/tenants.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { TenantsScreen } from './TenantsScreen.tsx';

const done = { success: true as const };
const superAdmin = { role: 'superadmin' as const, scopes: [] };
const bistro: Tenant = {
  id: 1,
  name: 'Bistro',
  email: 'owner@example.com',
  is_active: true,
  subscription_id: null,
  subscription_start: null,
  subscription_end: '2026-12-05T00:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
  plan: null,
  last_order: null,
  note: null,
};
const gone: DeletedTenant = {
  ...bistro,
  id: 2,
  name: 'Osteria <b>\u202E',
  is_active: false,
  deleted_at: '2026-11-22T10:00:00.000Z',
  purge_at: '2026-11-29T10:00:00.000Z',
};
const countsWith = (purgeAfterDays: number) =>
  answers(countTenants, () => ({ activeTenants: 1, inactiveTenants: 0, allTenants: 1, deletedTenants: 1, purgeAfterDays }));
const list = answers(listTenants, () => ({ tenants: [bistro], currentPage: 1, perPage: 5, totalTenants: 1, totalPages: 1 }));

/** Answers when the password came with the call, as the server does where a second factor is on. */
const asking = () => {
  const pretence = globalThis.fetch;
  const sent: (string | null)[] = [];
  globalThis.fetch = async (address, init) => {
    if (!/\/(delete|update)\/|format=csv/.test(String(address))) return pretence(address, init);
    const password = new Headers(init?.headers).get('x-confirm-password');
    sent.push(password && new TextDecoder().decode(Uint8Array.from(password, (character) => character.charCodeAt(0))));
    if (sent.at(-1) === 'grüße 密码') return pretence(address, init);
    const errors = password ? [{ path: ['confirmPassword'], message: 'Wrong password!' }] : undefined;
    const told = { success: false, code: 'not_allowed', message: 'Please confirm with your password!', confirm: 'password', errors };
    return Response.json(told, { status: 403 });
  };
  return sent;
};

beforeEach(() => vi.restoreAllMocks());

test('lists the deleted ones with the day on which they are gone, and takes one back', async () => {
  let isThere = true;
  const restore = vi.fn((_: { params: object }) => {
    isThere = false;
    return { ...done, message: 'Tenant restored.' };
  });
  const { user } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [countsWith(7), list, answers(listDeletedTenants, () => (isThere ? [gone] : [])), answers(restoreTenant, restore)],
  });
  await user.click(await screen.findByRole('button', { name: /^Deleted/ }));
  const table = await screen.findByRole('table', { name: 'Deleted tenants' });
  expect(within(table).getAllByRole('row')[1]!.textContent).toBe(`${gone.name}owner@example.com22 Nov 202629 Nov 2026Restore`);
  expect(within(table).getByText(gone.name).tagName).toBe('BDI');
  // they are in no export and found by no search
  expect([screen.queryByRole('button', { name: 'Export' }), screen.queryByLabelText('Search tenants')]).toEqual([null, null]);

  await user.click(screen.getByRole('button', { name: `Restore ${gone.name}` }));
  expect(await screen.findByText('Tenant restored.')).toBeTruthy();
  expect(restore.mock.lastCall![0].params).toEqual({ id: '2' });
  expect(await screen.findByText('Nothing here. A tenant that you delete can be restored from here for 7 days.')).toBeTruthy();
  // whoever works by keyboard is not sent back to the beginning of the page
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Tenants by status' }));
});

test('says that the list could not be loaded', async () => {
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(7), list] });
  await user.click(await screen.findByRole('button', { name: /^Deleted/ }));
  expect(await screen.findByText('Error loading Tenants Data! Please try later!')).toBeTruthy();
});

test.each([
  [7, 'It can be restored for 7 days', true],
  [1, 'It can be restored for 1 day,', true],
  [0, 'Are you sure! This process is irreversible!', false],
])('before deleting it says what can be taken back: %i days', async (days, sentence, isRestorable) => {
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(days), list] });
  await screen.findByRole('button', { name: /^Deleted/ });
  await user.click(await screen.findByRole('button', { name: 'Delete Bistro' }));
  const told = screen.getByRole('dialog').textContent;
  expect(told).toContain(sentence);
  expect(told).toContain('All associated accounts are permanently deleted');
  expect(told.includes('restored')).toBe(isRestorable);
});

test('deleting asks for the password in the same dialog when the server does; a wrong one is told beside the field', async () => {
  const remove = vi.fn(() => ({ ...done, message: 'Tenant deleted.' }));
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(7), list, answers(deleteTenant, remove)] });
  const sent = asking();
  await user.click(await screen.findByRole('button', { name: 'Delete Bistro' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByLabelText('Your password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const field = await dialog.findByLabelText('Your password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  // nothing has failed yet
  expect(screen.queryByText('Please confirm with your password!')).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Please provide password!')).toBeTruthy();
  await user.type(field, 'wrong{Enter}');
  expect(await dialog.findByText('Wrong password!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(remove).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'grüße 密码{Enter}');
  expect(await screen.findByText('Tenant deleted.')).toBeTruthy();
  expect(sent).toEqual([null, null, 'wrong', 'grüße 密码']);
});

test('a changed address asks for the password, and what was typed stays', async () => {
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Tenant updated.' }));
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(7), list, answers(updateTenant, update)] });
  asking();
  await user.click(await screen.findByRole('button', { name: 'Edit Bistro' }));
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'new@example.com{Enter}');
  const field = await screen.findByLabelText('Your password');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com');
  await user.type(field, 'grüße 密码{Enter}');
  expect(await screen.findByText('Tenant updated.')).toBeTruthy();
  expect(update.mock.lastCall![0].body).toMatchObject({ name: 'Bistro', email: 'new@example.com' });
});

test('the export asks for the password in a dialog, then saves the file', async () => {
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(7), list, answers(listTenantsToExport, () => [])] });
  const sent = asking();
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}');
  expect(await dialog.findByText('Wrong password!')).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
  await user.clear(dialog.getByLabelText('Your password'));
  await user.type(dialog.getByLabelText('Your password'), 'grüße 密码{Enter}');
  expect(await screen.findByText('Data exported successfully !')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([null, 'wrong', 'grüße 密码']);

  // whoever comes by while the page is open types it again, also after a dialog that was left
  for (const _ of ['after the file', 'after Cancel']) {
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLInputElement>('Your password').value).toBe('');
    expect(again.queryByText('Please provide password!')).toBeNull();
    await user.type(again.getByLabelText('Your password'), 'grüße 密码');
    await user.click(again.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('too many wrong passwords are said, and the dialog stays', async () => {
  const refuse = () => {
    throw new AppError('too_many', 'Too many attempts! Please try again later!');
  };
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [countsWith(7), list, answers(deleteTenant, refuse)] });
  asking();
  await user.click(await screen.findByRole('button', { name: 'Delete Bistro' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await user.type(await screen.findByLabelText('Your password'), 'grüße 密码{Enter}');
  expect(await screen.findByText('Too many attempts! Please try again later!')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

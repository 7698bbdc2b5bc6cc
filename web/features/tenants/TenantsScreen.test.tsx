import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { addTenant, countTenants, deleteTenant, listTenants, type Tenant, updateTenant } from '#contract/tenants.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { proposed } from '#web/parts/region-currency.ts';
import { TenantsScreen } from './TenantsScreen.tsx';

const done = { success: true as const };
const superAdmin = { role: 'superadmin' as const, scopes: [] };
const tenant = (id: number, name: string, isActive = true): Tenant => ({
  id,
  name,
  email: `owner${id}@example.com`,
  is_active: isActive,
  subscription_id: null,
  subscription_start: null,
  subscription_end: '2026-12-05T00:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
  plan: null,
  last_order: null,
  note: null,
});
const bistro = { ...tenant(1, 'Bistro'), last_order: '2026-11-21', note: 'pays by invoice' };
const evil = tenant(2, '=1+1<script>alert(1)</script>\u202E', false);
const counts = answers(countTenants, () => ({ activeTenants: 6, inactiveTenants: 1, allTenants: 7, deletedTenants: 1, purgeAfterDays: 7 }));
const pageOf = (tenants: Tenant[], totalTenants = tenants.length, currentPage = 1) => ({
  tenants,
  currentPage,
  perPage: 5,
  totalTenants,
  totalPages: Math.ceil(totalTenants / 5),
});
const listing = () => vi.fn(({ query }: { query: { page?: unknown } }) => pageOf([bistro, evil], 7, Number(query.page)));

beforeEach(() => vi.restoreAllMocks());

test('shows name, e-mail, status and dates; a hostile name is text', async () => {
  show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, listing())] });
  await screen.findByText('Bistro');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Bistroowner1@example.comLast order 21 Nov 2026pays by invoiceActive–5 Dec 2026',
    `${evil.name}owner2@example.comNo order yetInactive–5 Dec 2026`,
  ]);
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/superadmin/dashboard/tenants/1/subscription-history');
  expect(within(rows[1]!).getByText(evil.name).tagName).toBe('BDI');
  expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual(['All7']);
});

test('status and search begin with the first page, and the search waits for 800 ms', async () => {
  const asked = listing();
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, asked)] });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ page: '2', status: 'all' }));

  await user.click(screen.getByRole('button', { name: /^Inactive/ }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ page: '1', status: 'inactive' }));
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ page: '2' }));

  const before = asked.mock.calls.length;
  const began = Date.now();
  await user.type(screen.getByLabelText('Search tenants'), 'bis');
  expect(asked.mock.calls.length).toBe(before);
  await waitFor(() => expect(asked.mock.lastCall![0].query).toEqual({ page: '1', status: 'inactive', search: 'bis' }), { timeout: 3000 });
  expect(Date.now() - began).toBeGreaterThanOrEqual(800);
  expect(asked.mock.calls.length).toBe(before + 1);
});

test('filters by a period, and back', async () => {
  const asked = vi.fn(({ query }: { query: { type?: unknown } }) => pageOf(query.type ? [evil] : [bistro]));
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, asked)] });
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.selectOptions(screen.getByLabelText('Period'), 'Tomorrow');
  await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked.mock.lastCall![0].query).toMatchObject({ type: 'last_7days', page: '1' }));

  await user.click(await screen.findByRole('button', { name: 'Filter, active' }));
  await waitFor(() => expect(screen.queryByText('Bistro')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  // what was asked a moment ago is not asked again
  await screen.findByText('Bistro');
  expect(asked.mock.calls.map(([{ query }]) => query)).toContainEqual({ page: '1', status: 'all' });
});

test('says what is missing in a new tenant, then adds it', async () => {
  const add = vi.fn((_: { body: object }) => ({ ...done, message: 'Tenant added.', id: 3 }));
  const { user, enter } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [counts, answers(listTenants, listing()), answers(addTenant, add)],
  });
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (const sentence of ['Please provide name!', 'Please provide Email!', 'Please provide password!']) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await enter(screen.getByLabelText('Name'), 'Trattoria');
  await enter(screen.getByLabelText('Email'), 'nobody');
  await enter(screen.getByLabelText('Password'), 'battery staple');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please provide valid email!')).toBeTruthy();
  await enter(screen.getByLabelText('Email'), '@example.com');
  await user.click(screen.getByLabelText('Active'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Tenant added.')).toBeTruthy();
  expect(add.mock.lastCall![0].body).toEqual({
    name: 'Trattoria',
    email: 'nobody@example.com',
    password: 'battery staple',
    isActive: false,
    ownerName: '',
    ...proposed(),
  });
});

test('changes a tenant; a taken address keeps what was typed', async () => {
  let isTaken = true;
  const update = vi.fn((_: { params: object; body: object }) => {
    const message = 'An account with this email already exists!';
    if (isTaken) throw new AppError('conflict', message, { errors: [{ path: ['email'], message }] });
    return { ...done, message: 'Tenant updated.' };
  });
  const { user, enter } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [counts, answers(listTenants, listing()), answers(updateTenant, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Bistro' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.clear(screen.getByLabelText('Email'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText("Please Provide Tenant's Name!")).toBeTruthy();
  expect(screen.getByText("Please Provide Tenant's Email!")).toBeTruthy();
  await enter(screen.getByLabelText('Name'), 'Bistro Nord');
  await user.type(screen.getByLabelText('Email'), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please Provide Valid Email!')).toBeTruthy();
  await user.type(screen.getByLabelText('Email'), '@example.com{Enter}');
  const email = screen.getByLabelText('Email');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Bistro Nord');
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tenant updated.')).toBeTruthy();
  // whether it is active was not changed: it may be otherwise by now
  expect(update.mock.lastCall![0]).toMatchObject({ params: { id: '1' }, body: { name: 'Bistro Nord', email: 'x@example.com' } });
  expect(update.mock.lastCall![0].body).not.toHaveProperty('isActive');
});

test('a new name for a restaurant that has paid since the list was read leaves it open; the box that was touched is sent', async () => {
  const restaurant = { name: evil.name, isActive: true };
  const update = vi.fn(({ body: { name, isActive = restaurant.isActive } }: { body: { name: string; isActive?: boolean | 0 | 1 } }) => {
    Object.assign(restaurant, { name, isActive });
    return { ...done, message: 'Tenant updated.' };
  });
  const { user, enter } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [counts, answers(listTenants, listing()), answers(updateTenant, update)],
  });
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click((await screen.findAllByRole('button', { name: /^Edit / }))[1]!);
  expect(screen.getByLabelText<HTMLInputElement>('Active').checked).toBe(false);
  await user.clear(screen.getByLabelText('Name'));
  await enter(screen.getByLabelText('Name'), 'Osteria');
  await save();
  expect(restaurant).toEqual({ name: 'Osteria', isActive: true });

  await user.click(screen.getByRole('button', { name: 'Edit Bistro' }));
  await user.click(screen.getByLabelText('Active'));
  await save();
  expect(restaurant).toEqual({ name: 'Bistro', isActive: false });
});

test('who switches a subscriber off reads that it is charged, and cancels its subscription unless the box is cleared', async () => {
  const paying = { ...bistro, subscription_id: 'sub_1', plan: 'Monthly' };
  const off = { ...evil, subscription_id: 'sub_2', plan: 'Monthly' };
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Tenant updated.' }));
  const { user } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [counts, answers(listTenants, () => pageOf([paying, off, tenant(3, 'Trial')])), answers(updateTenant, update)],
  });
  const edit = async (name: RegExp) => user.click((await screen.findAllByRole('button', { name }))[0]!);
  const box = () => screen.queryByLabelText<HTMLInputElement>('Cancel its subscription');
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return update.mock.lastCall![0].body;
  };
  await screen.findByText('Trial');
  expect(screen.getAllByText('Still subscribed')).toHaveLength(1);

  await edit(/^Edit Bistro/);
  expect(box()).toBeNull();
  await user.click(screen.getByLabelText('Active'));
  expect(box()!.checked).toBe(true);
  expect(await save()).toMatchObject({ isActive: false, cancelSubscription: true });
  await edit(/^Edit Bistro/);
  await user.click(screen.getByLabelText('Active'));
  await user.click(box()!);
  expect(await save()).not.toHaveProperty('cancelSubscription');

  // one that is off already: only who ticks it cancels
  await edit(/^Edit =1/);
  expect(box()!.checked).toBe(false);
  await user.click(box()!);
  expect(await save()).toMatchObject({ cancelSubscription: true });

  await edit(/^Edit Trial/);
  await user.click(screen.getByLabelText('Active'));
  expect(box()).toBeNull();
  expect(await save()).not.toHaveProperty('cancelSubscription');
});

test('the note is sent with what the dialog began with, and asked about where somebody wrote another one', async () => {
  const update = vi.fn(({ body }: { body: { note?: string | null | undefined } }) => {
    if (body.note === 'calls on Mondays')
      throw new AppError('changed_meanwhile', 'Somebody changed this meanwhile. Please choose what stays!', {
        body: { changed: [{ field: 'note', value: 'pays late', by: null }] },
      });
    return { ...done, message: 'Tenant updated.' };
  });
  const { user } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [counts, answers(listTenants, listing()), answers(updateTenant, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Bistro' }));
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note');
  expect(note.value).toBe('pays by invoice');
  await user.clear(note);
  await user.type(note, 'calls on Mondays');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/pays late/)).toBeTruthy();
  expect(update.mock.lastCall![0].body).toMatchObject({ note: 'calls on Mondays', basedOn: { note: 'pays by invoice' } });
  await user.clear(note);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tenant updated.')).toBeTruthy();
});

test('deletes only after it said what goes with it', async () => {
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  const remove = vi.fn(async (_: { params: object }) => {
    await line;
    return { ...done, message: 'Tenant deleted.' };
  });
  const { user } = show(<TenantsScreen />, {
    as: superAdmin,
    server: [
      counts,
      answers(listTenants, (input) => {
        const all = listing()(input);
        return remove.mock.calls.length === 0 ? all : { ...all, tenants: all.tenants.filter(({ name }) => name !== 'Bistro') };
      }),
      answers(deleteTenant, remove),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Bistro' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('irreversible');
  expect(dialog.textContent).toContain('All associated accounts are permanently deleted');
  expect(remove).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  // a refusal, or the password once more, is shown in it
  await user.keyboard('{Escape}');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('dialog')).toBe(dialog);
  arrive();
  expect(await screen.findByText('Tenant deleted.')).toBeTruthy();
  expect(remove.mock.lastCall![0].params).toEqual({ id: '1' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Bistro' })).toBeNull());
  // the button that was touched has gone with its row
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Delete =1/ })));
});

test('after the last row of the last page is deleted the page before is shown', async () => {
  let isThere = true;
  const list = vi.fn(({ query }: { query: { page?: unknown } }) => {
    const page = Number(query.page);
    if (page === 1) return pageOf([bistro], isThere ? 6 : 5, 1);
    return pageOf(isThere ? [evil] : [], isThere ? 6 : 5, page);
  });
  const remove = () => {
    isThere = false;
    return { ...done, message: 'Tenant deleted.' };
  };
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, list), answers(deleteTenant, remove)] });
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await user.click(await screen.findByRole('button', { name: /^Delete =1/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Bistro')).toBeTruthy();
  expect(await screen.findByText('5 tenants')).toBeTruthy();
});

test('exports what is shown, and says when it failed', async () => {
  const { user } = show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, listing())] });
  await screen.findByText('Bistro');
  const pretence = globalThis.fetch;
  let isBroken = true;
  const asked: string[] = [];
  globalThis.fetch = async (address, init) => {
    if (!String(address).includes('/tenantsData/')) return pretence(address, init);
    asked.push(String(address));
    if (isBroken) return Response.json({ success: false, code: 'server_error', message: 'Something went wrong!' }, { status: 500 });
    return new Response('Name', { headers: { 'content-disposition': 'attachment; filename="Active Tenants Data 2026-11-21.csv"' } });
  };
  await user.click(screen.getByRole('button', { name: /^Active/ }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Failed to export Data. Please try again.')).toBeTruthy();

  isBroken = false;
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Data exported successfully !')).toBeTruthy();
  expect(saved).toEqual(['Active Tenants Data 2026-11-21.csv']);
  expect(asked.at(-1)).toBe('/api/v1/superadmin/tenantsData/active?format=csv');

  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(asked.at(-1)).toBe('/api/v1/superadmin/tenantsData/active?format=csv&type=this_month'));
});

test('empty, without result and broken have their sentences', async () => {
  const { unmount, user } = show(<TenantsScreen />, { as: superAdmin, server: [counts, answers(listTenants, () => pageOf([]))] });
  expect(await screen.findByRole('button', { name: 'Add the first tenant' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Inactive/ }));
  expect(await screen.findByText('No result found!')).toBeTruthy();
  unmount();
  show(<TenantsScreen />, { as: superAdmin });
  expect(await screen.findAllByText('Error loading Tenants Data! Please try later!')).toHaveLength(2);
});

import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listColleagues, signInColleague } from '#contract/approvals.ts';
import { getProfile, refreshToken, type SessionUser, signOut } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import type { Member } from '#contract/permissions.ts';
import { openRinger } from '#web/platform/ringer.ts';
import { setNavigate } from '#web/platform/navigation.ts';
import { isMarked, readStoredUser } from '#web/platform/session.tsx';
import { writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DashboardLayout } from './DashboardLayout.tsx';
import { PageFinder } from './PageFinder.tsx';
import { quickSearch } from './quick-search-store.ts';

// The frame opens the socket by itself; there is no network here.
vi.mock('socket.io-client', () => ({ io: () => ({ active: true, on: vi.fn(), emit: vi.fn(), connect: vi.fn(), close: vi.fn() }) }));

const owner: Member = { role: 'admin', scopes: [] };
const profile: SessionUser = {
  username: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  photo: null,
  designation: null,
  phone: null,
  email: null,
  scope: '',
  tenant_id: 1,
  is_active: true,
};
const went = vi.fn<(path: string) => void>();
const frame = (
  <Routes>
    <Route path="/dashboard" element={<DashboardLayout />}>
      <Route path="*" element={<h1>a screen</h1>} />
    </Route>
  </Routes>
);
const open = (as: Member, server: Parameters<typeof show>[1] = {}) => show(frame, { as, path: '/dashboard/orders', ...server });

// its code comes when it is needed, which takes its time in a test
beforeAll(() => Promise.all([import('./LockScreen.tsx'), import('#web/parts/LockButton.tsx')]));

beforeEach(() => {
  setNavigate(went);
  went.mockClear();
  document.cookie = 'comanda_signed_in=true; Path=/';
});

test('lists what the person may open and marks where they are', () => {
  open({ role: 'user', scopes: ['POS'] });
  const links = screen.getAllByRole('link').map((link) => link.textContent);
  expect(links).toEqual(['Skip to content', 'Comanda', 'POS', 'Orders']);
  expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('Back Office')).toBeNull();
  // one landmark, not one within another
  expect(screen.getAllByRole('navigation').map((landmark) => landmark.getAttribute('aria-label'))).toEqual(['Main']);
});

test('says from every screen how many QR orders wait, to whoever may take them', async () => {
  const server = [answers(countQrOrders, () => ({ status: true as const, totalQROrders: 2 }))];
  open({ role: 'user', scopes: ['POS'] }, { server });
  expect(await screen.findByRole('link', { name: /^POS\s*2\s*QR orders wait$/ })).toBeTruthy();
});

test('a locked till asks who it is, and passes to whoever shows a PIN; nothing of it is seen meanwhile', async () => {
  const mara: SessionUser = { ...profile, username: 'mara@example.com', name: 'Mara', role: 'user', scope: 'ORDERS' };
  let works = profile;
  // whoever touches the till after more than ten minutes finds a session that ran out meanwhile
  let isRenewed = false;
  const { user } = open(owner, {
    server: [
      answers(getProfile, () => works),
      answers(refreshToken, () => {
        isRenewed = true;
        return { success: true as const, message: 'Renewed.' };
      }),
      answers(listColleagues, () => [
        { username: mara.username, name: 'Mara', photo: '/media/1/mara.webp', has_pin: true },
        { username: 'nils@example.com', name: 'Nils', photo: null, has_pin: false },
      ]),
      answers(signInColleague, ({ body: { pin } }) => {
        if (!isRenewed) throw new AppError('not_signed_in', 'Please sign in!');
        if (pin !== '2580') throw new AppError('not_signed_in', 'Wrong PIN!');
        works = mara;
        return { success: true as const, message: 'Welcome back!', user: mara };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Lock, or switch user' }));
  expect(await screen.findByRole('heading', { name: 'Who is it?' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'a screen' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Nils' })).toBeNull();
  const choice = await screen.findByRole('radio', { name: 'Mara' });
  expect(choice.closest('label')!.querySelector('img')?.getAttribute('src')).toContain('mara.webp');
  await user.click(choice);
  await user.keyboard('1379{Enter}');
  expect(await screen.findByText('Wrong PIN!')).toBeTruthy();
  // six digits open by themselves, and Enter comes after them: what was wrong stays
  await user.type(screen.getByLabelText('PIN'), '137913');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe(''));
  await user.keyboard('{Enter}');
  expect(screen.queryByText('Please enter the PIN!')).toBeNull();
  expect(readStoredUser()?.username).toBe('ada@example.com');
  await user.type(screen.getByLabelText('PIN'), '2580{Enter}');
  expect(await screen.findByRole('heading', { name: 'a screen' })).toBeTruthy();
  expect(readStoredUser()).toMatchObject({ username: 'mara@example.com', scope: 'ORDERS' });
});

test('of one with a PIN there is nothing to choose, and six digits open by themselves; without any there is no lock to touch', async () => {
  const ada = { username: profile.username, name: 'Ada', photo: null, has_pin: true };
  let colleagues = [ada];
  const pins: string[] = [];
  const server = [
    answers(getProfile, () => profile),
    answers(listColleagues, () => colleagues),
    answers(signInColleague, ({ body: { username, pin } }) => {
      pins.push(`${username} ${pin}`);
      return { success: true as const, message: 'Welcome back!', user: profile };
    }),
  ];
  const { user, unmount } = open(owner, { server });
  await user.click(await screen.findByRole('button', { name: 'Lock, or switch user' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('PIN')));
  await user.keyboard('258013');
  expect(await screen.findByRole('heading', { name: 'a screen' })).toBeTruthy();
  expect(pins).toEqual(['ada@example.com 258013']);
  unmount();

  colleagues = [{ ...ada, has_pin: false }];
  open(owner, { server });
  await user.click(await screen.findByRole('button', { name: /User menu/ }));
  expect(await screen.findByRole('menuitem', { name: 'Lock, or switch user' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Lock, or switch user' })).toBeNull();
});

test('a till that nobody touches locks itself, and signing out unlocks it for whoever signs in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const till = { lockAfterMinutes: 5, lockAfterSend: false, cartStaysWithTill: false };
  const { user } = open(owner, {
    server: [
      answers(getProfile, () => ({ ...profile, till })),
      answers(listColleagues, () => []),
      answers(signOut, () => ({ success: true as const, message: 'Bye!' })),
    ],
  });
  await waitFor(() => expect(localStorage.getItem('comanda:1::till-settings')).toContain('5'));
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  await user.keyboard('a');
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  // somebody works in another tab
  writeStored('comanda_touched', Date.now());
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  expect(screen.queryByText('Who is it?')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
  vi.useRealTimers();
  expect(await screen.findByText('Nobody has a PIN yet. Everybody sets one on their own profile.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in with a password' }));
  await waitFor(() => expect(went).toHaveBeenCalled());
  expect(localStorage.getItem('comanda_locked')).toBeNull();
  // who signs in the next morning has shown a password, and is not asked for a PIN at once
  expect(localStorage.getItem('comanda_touched')).toBeNull();
});

test.each(['kitchen', 'order-status', 'customer-display'])('the screen %s, which nobody touches, does not lock itself', async (page) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const till = { lockAfterMinutes: 5, lockAfterSend: false, cartStaysWithTill: false };
  open(owner, { path: `/dashboard/${page}`, server: [answers(getProfile, () => ({ ...profile, till }))] });
  await waitFor(() => expect(localStorage.getItem('comanda:1::till-settings')).toContain('5'));
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  vi.useRealTimers();
  expect(screen.getByRole('heading', { name: 'a screen' })).toBeTruthy();
  expect(localStorage.getItem('comanda_locked')).toBeNull();
  // the till of the same browser locks itself, and this page shows on
  act(() => void writeStored('comanda_locked', '/dashboard/pos'));
  expect(screen.getByRole('heading', { name: 'a screen' })).toBeTruthy();
  // who opens it while the till is locked is asked, as is who locks the page itself
  act(() => void writeStored('comanda_locked', `/dashboard/${page}`));
  expect(await screen.findByRole('heading', { name: 'Who is it?' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'a screen' })).toBeNull();
});

test('a locked till still learns of QR orders, and shows none', async () => {
  writeStored('comanda_locked', '/dashboard/orders');
  const asked = vi.fn();
  open(owner, {
    server: [
      answers(listColleagues, () => []),
      answers(countQrOrders, () => {
        asked();
        return { status: true as const, totalQROrders: 2 };
      }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Who is it?' })).toBeTruthy();
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole('link', { name: /QR orders wait/ })).toBeNull();
  act(() => localStorage.removeItem('comanda_locked'));
});

test('no locked till is opened by the address of a screen on the wall', async () => {
  writeStored('comanda_locked', '/dashboard/pos');
  open(owner, { path: '/dashboard/kitchen', server: [answers(getProfile, () => profile), answers(listColleagues, () => [])] });
  expect(await screen.findByRole('heading', { name: 'Who is it?' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'a screen' })).toBeNull();
});

test('each QR order rings once', () => {
  const isToSound = openRinger('new_qrorder');
  const arrives = (seq: number) => isToSound({ type: 'new_qrorder', payload: { orderId: 1 }, seq, late: false });
  expect([arrives(4), arrives(4), arrives(5)]).toEqual([true, false, true]);
  expect(isToSound({ type: 'new_order', payload: { tokenNo: 1, orderId: 1 }, seq: 6, late: false })).toBe(false);
});

test('the restaurant where one works is named in the head and in the menu of the person', async () => {
  const { user } = open(owner, { server: [answers(getProfile, () => ({ ...profile, store_name: 'Trattoria Bella' }))] });
  const head = within(screen.getByRole('banner'));
  expect(await head.findByText('Trattoria Bella')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: /User menu/ }));
  expect(within(await screen.findByRole('menu')).getByText('Trattoria Bella')).toBeTruthy();
});

test('remembers that the navigation was collapsed', async () => {
  const { user, unmount } = open(owner);
  // A window of 1024 px begins collapsed: a picture, and its name in words below it.
  expect(screen.getByText('Kitchen').className).toBe('');
  await user.click(screen.getByRole('button', { name: 'Expand navigation' }));
  expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeTruthy();
  unmount();
  open(owner);
  expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeTruthy();
});

test('finds pages by their title', async () => {
  const { user } = open({ role: 'user', scopes: ['KITCHEN'] });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByPlaceholderText('Go to a page'), 'KITCH');
  const found = within(screen.getByRole('dialog', { name: 'Search' }));
  expect(found.getAllByRole('button').map((page) => page.textContent)).toEqual(['Kitchen']);
  await user.type(screen.getByPlaceholderText('Go to a page'), 'xx');
  expect(screen.getByText('No result found!')).toBeTruthy();
  // it is open or closed for the whole page, and so for the next test
  act(() => quickSearch.close());
});

test('Escape closes the search alone, and the dialog below it with the next one', async () => {
  const close = vi.fn();
  const { user } = show(
    <>
      <Dialog opened onClose={close} title="Below">
        A form
      </Dialog>
      <PageFinder actions={[]} />
    </>,
    { as: owner },
  );
  await screen.findByRole('dialog', { name: 'Below' });
  act(() => quickSearch.open());
  await screen.findByRole('textbox', { name: 'Search' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Search' })).toBeNull());
  expect(close).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test('logs out: the message, then the login page', async () => {
  const { user } = open(owner, { server: [answers(signOut, () => ({ success: true as const, message: 'Goodbye!' }))] });
  await user.click(screen.getByRole('button', { name: /User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByText('Goodbye!')).toBeTruthy();
  await waitFor(() => expect(went).toHaveBeenCalledWith('/login', undefined));
  expect(isMarked()).toBe(false);
  expect(readStoredUser()).toBeUndefined();
});

test('stays when logging out fails', async () => {
  const { user } = open(owner, {
    server: [
      answers(signOut, () => {
        throw new AppError('unavailable', '');
      }),
    ],
  });
  await user.click(screen.getByRole('button', { name: /User menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByText('Something went wrong! Try later!')).toBeTruthy();
  expect(isMarked()).toBe(true);
});

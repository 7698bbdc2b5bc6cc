import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { deleteOwnPhoto, sendConfirmation } from '#contract/own-account.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { AddressHint } from './AddressHint.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

test('says who one is and what one may do', () => {
  show(<ProfileScreen />, { as: { role: 'user', scopes: ['ORDER_STATUS', 'ORDER_STATUS_DISPLAY', 'VIEW_CUSTOMERS'] } });
  for (const text of ['Ada', 'ada@example.com', 'Staff', 'Not given']) expect(screen.getByText(text)).toBeTruthy();
  const may = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(may.map((line) => line.textContent)).toEqual(['Change the status of ordered items', 'See customers']);
  expect(screen.getByText('Order status display')).toBeTruthy();
});

test.each([
  [{ role: 'admin' as const, scopes: [] }, ['Owner', 'Everything']],
  [{ role: 'user' as const, scopes: [] }, ['Staff', 'Nothing yet. Ask your manager for access.']],
])('%j', (as, texts) => {
  show(<ProfileScreen />, { as });
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy();
});

const ada = {
  username: 'ada@example.com',
  name: 'Ada',
  role: 'admin' as const,
  photo: null,
  designation: null,
  phone: null,
  email: null,
  scope: '',
  tenant_id: 1,
  is_active: true,
};

test('an address that nobody confirmed has a hint, and its letter is sent again', async () => {
  const send = vi.fn(() => ({ success: true as const, message: 'A link is on its way.' }));
  const { user } = show(<ProfileScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [answers(getProfile, () => ({ ...ada, confirmed: false })), answers(sendConfirmation, send)],
  });
  expect(await screen.findByText(/Confirm your address/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('A link is on its way.')).toBeTruthy();
});

test('where no mail can be sent nobody is told to open the link of an e-mail', async () => {
  const hints = (
    <>
      <AddressHint />
      <AddressHint sendsMail={false} />
    </>
  );
  show(hints, { as: { role: 'admin', scopes: [] }, server: [answers(getProfile, () => ({ ...ada, confirmed: false }))] });
  expect(await screen.findAllByText(/Confirm your address/)).toHaveLength(1);
});

test('the own photo is shown, and deleted', async () => {
  let photo: string | null = '/media/1/face.webp';
  const remove = vi.fn(() => {
    photo = null;
    return { success: true as const, message: 'Photo deleted.' };
  });
  const { user, container } = show(<ProfileScreen />, {
    as: { role: 'user', scopes: ['POS'] },
    server: [answers(getProfile, () => ({ ...ada, photo })), answers(deleteOwnPhoto, remove)],
  });
  await screen.findByRole('button', { name: 'Change photo' });
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/1/face.webp');
  await user.click(screen.getByRole('button', { name: 'Delete photo' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Delete/ }));
  expect(await screen.findByRole('button', { name: 'Upload photo' })).toBeTruthy();
  expect(remove).toHaveBeenCalledOnce();
});

test('a confirmed one has none', async () => {
  const profile = vi.fn(() => ada);
  show(<ProfileScreen />, { as: { role: 'admin', scopes: [] }, server: [answers(getProfile, profile)] });
  await vi.waitFor(() => expect(profile).toHaveBeenCalled());
  expect(screen.queryByText(/Confirm your address/)).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { confirmAddress } from '#contract/own-account.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ConfirmAddressScreen } from './ConfirmAddressScreen.tsx';

const confirm = vi.fn((_: { params: object }) => ({ success: true as const, message: 'Your address is confirmed.' }));
const open = (path: string, work: (input: { params: object }) => { success: true; message: string } = confirm) =>
  show(<ConfirmAddressScreen />, { path, server: [answers(confirmAddress, work)] });

test('opening the link confirms nothing; the button does', async () => {
  const { user } = open('/confirm-address?token=abc');
  const button = screen.getByRole('button', { name: 'Confirm address' });
  expect(confirm).not.toHaveBeenCalled();
  await user.click(button);
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('Your address is confirmed.');
  expect(confirm.mock.lastCall?.[0].params).toEqual({ token: 'abc' });
  await waitFor(() => expect(document.activeElement).toBe(said));
  expect(screen.getByRole('link', { name: 'Go to Comanda' })).toBeTruthy();
});

test('a dead link says so, and what may pass is tried again', async () => {
  let failure = new AppError('unavailable', 'The server is busy. Please try again!');
  const { user } = open('/confirm-address?token=abc', () => {
    throw failure;
  });
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByText('The server is busy. Please try again!')).toBeTruthy();
  failure = new AppError('invalid_input', 'This link has expired!');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByText(/Sign in and ask for another link/)).closest('[role=alert]')?.textContent).toContain(
    'This link has expired!',
  );
});

test('without a token there is nothing to confirm', () => {
  open('/confirm-address');
  expect(screen.getByText('Invalid request!')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getPasswordLink, resetPassword } from '#contract/own-account.ts';
import { AppError } from '#contract/errors.ts';
import { setNavigate } from '#web/platform/navigation.ts';
import { isMarked } from '#web/platform/session.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';

const went = vi.fn<(path: string, options?: object) => void>();
const called = vi.fn((_: { params: object; body: object }) => ({ success: true as const, message: 'Your password is changed.' }));
const open = (query: string) =>
  show(<ResetPasswordScreen />, { path: `/reset-password${query}`, server: [answers(resetPassword, called)] });

beforeEach(() => {
  setNavigate(went);
  went.mockClear();
  called.mockClear();
});

test.each(['', '?token=', '?token=%20'])('with %j there is nothing to set', (query) => {
  open(query);
  expect(screen.getByText('Invalid request!')).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
});

test('asks for the password, sets it, and leads to the login, signed out', async () => {
  document.cookie = 'comanda_signed_in=true; Path=/';
  const { user } = open('?token=abc');
  const password = await screen.findByLabelText('New password');
  screen.getByRole('button', { name: 'Set password' }).focus();
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(screen.getByText('Please provide new password!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(password));
  await user.type(password, 'short{Enter}');
  expect(screen.getByText('The password needs at least 8 characters!')).toBeTruthy();
  expect(called).not.toHaveBeenCalled();

  await user.type(password, ' and longer{Enter}');
  expect(await screen.findByText('Your password is changed.')).toBeTruthy();
  expect(called.mock.lastCall?.[0]).toEqual({ params: { token: 'abc' }, query: {}, body: { password: 'short and longer' } });
  expect(went).toHaveBeenCalledWith('/login', undefined);
  expect(isMarked()).toBe(false);
});

test('a link that was used says so and keeps what was typed', async () => {
  const { user } = show(<ResetPasswordScreen />, {
    path: '/reset-password?token=abc',
    server: [
      answers(resetPassword, () => {
        throw new AppError('invalid_input', 'This link has expired!');
      }),
    ],
  });
  await user.type(await screen.findByLabelText('New password'), 'correct horse{Enter}');
  expect(await screen.findByText('This link has expired!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse');
  globalThis.fetch = async () => new Response('', { status: 502 });
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Error processing your request, Please try later!')).toBeTruthy();
  expect(went).not.toHaveBeenCalled();
});

test('an invitation says whose it is; the link may be looked at before it is used', async () => {
  const { user } = show(<ResetPasswordScreen />, {
    path: '/reset-password?token=abc',
    server: [
      answers(getPasswordLink, () => ({ purpose: 'invitation' as const, restaurant: 'Chez Ada' })),
      answers(resetPassword, (input) => ({ ...called(input), username: 'ben@example.com' })),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'You are invited' })).toBeTruthy();
  expect(screen.getByText('Chez Ada')).toBeTruthy();
  expect(called).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(went).toHaveBeenCalledWith('/login', { state: { username: 'ben@example.com' } }));
  expect(screen.queryByRole('link', { name: 'Ask for a new one' })).toBeNull();
});

test('a dead link says so, and leads to a new one instead of to a form in vain', async () => {
  show(<ResetPasswordScreen />, {
    path: '/reset-password?token=abc',
    server: [
      answers(getPasswordLink, () => {
        throw new AppError('invalid_input', 'This link has expired or was already used!');
      }),
    ],
  });
  expect(await screen.findByText('This link has expired or was already used!')).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
  expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login');
});

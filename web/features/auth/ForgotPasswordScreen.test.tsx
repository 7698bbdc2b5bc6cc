import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { forgotPassword } from '#contract/own-account.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';

const screens = (
  <Routes>
    <Route path="/login" element={<LoginScreen />} />
    <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
  </Routes>
);
const SENT = 'If this address is known, a link is on its way.';

test('is reached from the login, with the address that was typed there, and leads back', async () => {
  const { user } = show(screens, { path: '/login' });
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Login' }));
  expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test('asks for the address, puts the cursor there, then sends it and says what happened', async () => {
  const called = vi.fn((_: { body: object }) => ({ success: true as const, message: SENT }));
  const { user } = show(screens, { path: '/forgot-password', server: [answers(forgotPassword, called)] });
  screen.getByRole('button').focus();
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(screen.getByText('Please provide username!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(called).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  await screen.findByRole('button', { name: 'Ask again' });
  expect(called.mock.lastCall?.[0].body).toEqual({ username: 'ada@example.com' });
  // once as a passing message, once to stay
  expect(screen.getAllByText(SENT)).toHaveLength(2);
  expect(document.activeElement?.textContent).toBe(SENT);
});

test('has its own sentence when the server says nothing, and keeps what was typed', async () => {
  const { user } = show(screens, { path: '/forgot-password' });
  globalThis.fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText('Error processing your request, Please try later!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test('where the server sends no mail it says whom to ask; elsewhere not', () => {
  const { unmount } = show(<ForgotPasswordScreen sendsMail={false} />);
  expect(screen.getByText('This server sends no e-mail')).toBeTruthy();
  expect(screen.getByText(/The owner of your restaurant can set a new password for you/)).toBeTruthy();
  unmount();
  show(<ForgotPasswordScreen />);
  expect(screen.queryByText('This server sends no e-mail')).toBeNull();
});

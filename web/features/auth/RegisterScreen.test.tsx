import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { signUp } from '#contract/auth.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { RegisterScreen } from './RegisterScreen.tsx';

const screens = (
  <Routes>
    <Route path="/register" element={<RegisterScreen />} />
    <Route path="/login" element={<LoginScreen />} />
  </Routes>
);

test('says what is missing or wrong, all at once, and sends nothing', async () => {
  const called = vi.fn(() => ({ success: true as const, message: 'Account created.' }));
  const { user } = show(screens, { path: '/register', server: [answers(signUp, called)] });

  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  for (const sentence of ['Please provide business name!', 'Please provide email!', 'Please provide password!']) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Business name')));

  await user.type(screen.getByLabelText('Email'), 'ada');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(screen.getByText('Please provide valid email!')).toBeTruthy();
  expect(called).not.toHaveBeenCalled();
});

test('sends the time zone and goes to the login with the address filled in', async () => {
  const called = vi.fn((_: { body: object }) => ({ success: true as const, message: 'Account created.' }));
  const { user } = show(screens, { path: '/register', server: [answers(signUp, called)] });

  await user.type(screen.getByLabelText('Business name'), 'Chez Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));

  await screen.findByRole('heading', { name: 'Login' });
  expect(screen.getByText('Account created.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(called.mock.calls[0]?.[0].body).toEqual({
    biz_name: 'Chez Ada',
    username: 'ada@example.com',
    password: 'correct horse',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('a server where registration is closed says so, and nothing leads there', async () => {
  const told = document.createElement('meta');
  told.name = 'comanda-signup';
  told.content = 'off';
  document.head.append(told);
  try {
    const { user } = show(screens, { path: '/register' });
    expect(screen.getByText('Registration is closed!')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Login' }));
    expect(screen.getByRole('heading', { name: 'Login' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Create Account' })).toBeNull();
  } finally {
    told.remove();
  }
});

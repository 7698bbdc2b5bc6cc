import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { signUp } from '#contract/own-account.ts';
import { AppError } from '#contract/errors.ts';
import { proposed } from '#web/parts/region-currency.ts';
import { readStoredUser } from '#web/platform/session.tsx';
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

const user_ = {
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
const fillIn = async (user: ReturnType<typeof show>['user']) => {
  await user.type(screen.getByLabelText('Business name'), 'Chez Ada');
  await user.type(screen.getByLabelText('Your name'), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
};

test('sends what the browser suggests, and signs in with what was typed', async () => {
  const called = vi.fn((_: { body: object }) => ({ success: true as const, message: 'Account created.' }));
  const entered = vi.fn((_: { body: object }) => ({ success: true as const, message: 'Welcome back!', user: user_ }));
  const { user } = show(screens, { path: '/register', server: [answers(signUp, called), answers(signIn, entered)] });
  await fillIn(user);

  await waitFor(() => expect(readStoredUser()?.name).toBe('Ada'));
  expect(screen.getByText('Account created.')).toBeTruthy();
  expect(screen.queryByText('Welcome back!')).toBeNull();
  const typed = { username: 'ada@example.com', password: 'correct horse' };
  expect(called.mock.calls[0]?.[0].body).toEqual({ biz_name: 'Chez Ada', name: 'Ada', ...typed, ...proposed() });
  expect(entered.mock.calls[0]?.[0].body).toEqual(typed);
  // it may say what is to be done next, and stands longer than other messages
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(screen.getByText('Account created.')).toBeTruthy();
});

test('where the address must be confirmed first, the login waits with it filled in', async () => {
  const refuse = () => {
    throw new AppError('not_signed_in', 'Wrong email or password!');
  };
  const { user } = show(screens, {
    path: '/register',
    server: [answers(signUp, () => ({ success: true as const, message: 'Open the link, then sign in!' })), answers(signIn, refuse)],
  });
  await fillIn(user);
  await screen.findByRole('heading', { name: 'Login' });
  expect(screen.getByText('Open the link, then sign in!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
});

test.each([
  ['14', '₹2,000.00', 'Free for 14 days, without a card. Then ₹2,000.00 a month, ended whenever you like.'],
  ['0', '₹2,000.00', '₹2,000.00 a month, ended whenever you like.'],
  ['14', '', 'Free for 14 days, without a card. Then you subscribe on your profile, month by month; this server charges nobody.'],
  ['0', '', 'You subscribe on your profile, month by month; this server charges nobody.'],
])('with %s days of trial and the price %j it says so', (days, price, sentence) => {
  const told = { 'comanda-trial': days, 'comanda-price': price };
  const metas = Object.entries(told).map(([name, content]) => Object.assign(document.createElement('meta'), { name, content }));
  document.head.append(...metas);
  try {
    show(screens, { path: '/register' });
    expect(screen.getByText(sentence)).toBeTruthy();
  } finally {
    for (const meta of metas) meta.remove();
  }
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

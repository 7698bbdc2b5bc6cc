import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { readStoredUser } from '#web/platform/session.tsx';
import { answers, show } from '#web/platform/testing.tsx';
import { LoginScreen } from './LoginScreen.tsx';

const user = {
  username: 'ada@example.com',
  name: 'Ada',
  role: 'user' as const,
  photo: null,
  designation: 'Waiter',
  phone: '555',
  email: null,
  scope: 'POS,ORDERS',
  tenant_id: 4,
  is_active: true,
};

test('asks for what is missing, one after the other, and puts the cursor there', async () => {
  const called = vi.fn(() => ({ success: true as const, message: 'Welcome!', user }));
  const { user: person } = show(<LoginScreen />, { server: [answers(signIn, called)] });
  const email = screen.getByLabelText('Email');
  const password = screen.getByLabelText('Password');
  expect(email.getAttribute('type')).toBe('email');
  password.focus();

  await person.click(screen.getByRole('button', { name: 'Login' }));
  expect(screen.getByText('Please provide username!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(email));

  await person.type(email, 'ada@example.com');
  await person.click(screen.getByRole('button', { name: 'Login' }));
  expect(screen.getByText('Please provide password!')).toBeTruthy();
  expect(screen.queryByText('Please provide username!')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(called).not.toHaveBeenCalled();
});

test('keeps the person and shows the message after a success', async () => {
  const { user: person } = show(<LoginScreen />, {
    server: [answers(signIn, ({ body }) => ({ success: true as const, message: `Welcome ${body.username}!`, user }))],
  });

  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'correct horse{Enter}');

  await screen.findByText('Welcome ada@example.com!');
  expect(readStoredUser()).toEqual({
    name: 'Ada',
    username: 'ada@example.com',
    role: 'user',
    scope: 'POS,ORDERS',
    designation: 'Waiter',
    tenant_id: 4,
  });
});

test('says what the server says and keeps what was typed after a failure', async () => {
  const { user: person } = show(<LoginScreen />, {
    server: [
      answers(signIn, () => {
        throw new AppError('not_signed_in', 'Wrong email or password!');
      }),
    ],
  });

  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'wrong{Enter}');

  await screen.findByText('Wrong email or password!');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  expect(readStoredUser()).toBeUndefined();
});

test("puts the server's complaints beside their fields", async () => {
  const { user: person } = show(<LoginScreen />, {
    server: [
      answers(signIn, () => {
        throw new AppError('invalid_input', 'Please check the form!', { errors: [{ path: ['password'], message: 'Too short!' }] });
      }),
    ],
  });

  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'x{Enter}');

  await screen.findByText('Too short!');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
});

test('whoever has to wait is told how long, until it is over', async () => {
  let retryAfter = 870;
  const { user: person } = show(<LoginScreen />, {
    server: [
      answers(signIn, () => {
        throw new AppError('too_many', 'Too many attempts! Please try again later!', { retryAfter });
      }),
    ],
  });
  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await screen.findByText('You can try again in 15 minutes.');
  expect(screen.getByText('Too many attempts! Please try again later!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');

  retryAfter = 1;
  await person.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('You can try again in 1 second.');
  await waitFor(() => expect(screen.queryByText(/You can try again/)).toBeNull(), { timeout: 10_000 });
});

test('leads to registration', () => {
  show(<LoginScreen />);
  expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register');
  expect(screen.getByText('Cafe. Restaurant. Hotel. Bar.')).toBeTruthy();
});

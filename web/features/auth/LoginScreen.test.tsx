import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { signInByCode } from '#contract/second-factor.ts';
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

test('says what the server says at the password and as a message, and keeps what was typed after a failure', async () => {
  const WRONG = 'Wrong username or password!';
  const { user: person } = show(<LoginScreen />, {
    server: [
      answers(signIn, () => {
        throw new AppError('not_signed_in', WRONG, { errors: [{ path: ['password'], message: WRONG }] });
      }),
    ],
  });

  await person.type(screen.getByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'wrong');
  await person.click(screen.getByRole('button', { name: 'Login' }));

  expect((await screen.findByRole('alert')).textContent).toBe(WRONG);
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect([password.getAttribute('aria-invalid'), password.value]).toEqual(['true', 'wrong']);
  expect(document.querySelector(`[id="${password.getAttribute('aria-describedby')}"]`)?.textContent).toBe(WRONG);
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

/** At the step that asks for a code; `reply` answers it. */
const openCodeStep = async (reply: Parameters<typeof answers<typeof signInByCode>>[1]) => {
  const asked = vi.fn(reply);
  const shown = show(<LoginScreen />, {
    server: [
      answers(signIn, () => {
        throw new AppError('code_needed', 'Please enter the code of your authenticator app!');
      }),
      answers(signInByCode, asked),
    ],
  });
  await shown.user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await shown.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await screen.findByRole('heading', { name: 'Enter your code' });
  return { ...shown, sent: () => asked.mock.calls.map(([{ body }]) => body.code) };
};
const welcome = { success: true as const, message: 'Welcome back!', user };
const wrong = () =>
  new AppError('invalid_input', 'This code is not right!', { errors: [{ path: ['code'], message: 'This code is not right!' }] });

test('with a second factor a code is asked for; whole ones are sent by themselves, pasted or typed', async () => {
  const { user: person, sent } = await openCodeStep(({ body: { code } }) => {
    if (code !== '123456') throw wrong();
    return welcome;
  });
  // what is a step on the way is told as no error
  expect(screen.queryByRole('alert')).toBeNull();
  expect(readStoredUser()).toBeUndefined();
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  await waitFor(() => expect(document.activeElement).toBe(code));

  await person.keyboard('{Enter}');
  expect(screen.getByText('Please enter the code!')).toBeTruthy();
  await person.keyboard('12x345');
  expect(code.value).toBe('12345');
  expect(sent()).toEqual([]);
  await person.keyboard('0');
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(code);
  // it is selected: the next one takes its place
  await person.paste(' 123 456 ');
  await waitFor(() => expect(readStoredUser()?.username).toBe('ada@example.com'));
  expect(sent()).toEqual(['123450', '123456']);
});

test('whoever lost the phone enters a recovery code', async () => {
  const { user: person, sent } = await openCodeStep(() => welcome);
  await person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  const code = screen.getByLabelText('Recovery code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await person.type(code, 'abcd-efgh-jkmn{Enter}');
  await waitFor(() => expect(sent()).toEqual(['abcd-efgh-jkmn']));
});

test('Back, and a code that comes too late, lead to the password, the name kept', async () => {
  const { user: person } = await openCodeStep(() => {
    throw new AppError('not_signed_in', 'This took too long. Please sign in again!');
  });
  await person.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(password));

  await person.type(password, 'correct horse{Enter}');
  await person.type(await screen.findByLabelText('Code'), '123456');
  await screen.findByText('This took too long. Please sign in again!');
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(readStoredUser()).toBeUndefined();
});

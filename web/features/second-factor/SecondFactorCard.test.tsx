import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import {
  addSecondFactor,
  completeSecondFactor,
  getSecondFactor,
  memberCalls,
  removeSecondFactor,
  type SecondFactorState,
} from '#contract/second-factor.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const done = { success: true as const, message: 'Done.' };
const owner = { role: 'admin' as const, scopes: [] };
const off: SecondFactorState = { isOn: false, since: null, isRequired: false, recoveryCodesLeft: 0 };
const on: SecondFactorState = { isOn: true, since: '2026-05-01T10:00:00.000Z', isRequired: false, recoveryCodesLeft: 9 };
const codes = ['AAAA-BBBB-CCC1', 'AAAA-BBBB-CCC2'];
const begun = { ...done, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Comanda:ada?secret=JBSWY3DPEHPK3PXP' };

const open = (state: () => SecondFactorState, ...more: ReturnType<typeof answers>[]) =>
  show(<SecondFactorCard calls={memberCalls} />, { as: owner, server: [answers(getSecondFactor, state), ...more] });

test('password, app, recovery codes: three steps switch it on', async () => {
  let state = off;
  const typed = vi.fn<(code: string) => void>();
  const { user } = open(
    () => state,
    answers(addSecondFactor, ({ body: { password } }) => {
      if (password !== 'battery staple')
        throw new AppError('invalid_input', 'This password is not right!', {
          errors: [{ path: ['password'], message: 'This password is not right!' }],
        });
      return begun;
    }),
    answers(completeSecondFactor, ({ body: { code } }) => {
      typed(code);
      if (code !== '123456')
        throw new AppError('invalid_input', 'No!', { errors: [{ path: ['code'], message: 'This code is not right!' }] });
      state = on;
      return { ...done, recoveryCodes: codes };
    }),
  );
  expect(await screen.findByText('Off')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Switch on' }));

  const password = await screen.findByLabelText('Your password', {}, { timeout: 10_000 });
  await user.type(password, 'wrong{Enter}');
  // at the field, and as a message
  await waitFor(() => expect(screen.getAllByText('This password is not right!')).toHaveLength(2));
  await user.clear(password);
  await user.type(password, 'battery staple{Enter}');

  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP');
  const code = screen.getByLabelText<HTMLInputElement>('Code');
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText('Please enter the code!')).toBeTruthy();
  await user.type(code, '654321{Enter}');
  await screen.findByText('This code is not right!');
  expect(code.value).toBe('654321');
  await user.clear(code);
  await user.click(code);
  await user.paste('123 456');
  await user.keyboard('{Enter}');

  const dialog = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toContain(codes.join('\n'));
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await user.click(within(dialog).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  // they are never shown again: neither Escape nor a cross takes them away
  await user.keyboard('{Escape}');
  expect(within(dialog).getByText(codes[0]!)).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('On')).toBeTruthy();
  expect(screen.queryByText(codes[0]!)).toBeNull();
  expect(typed.mock.calls.map(([text]) => text)).toEqual(['654321', '123456']);
});

test('it is switched off with the password and a code, and what was typed stays when that is refused', async () => {
  let state = on;
  const { user } = open(
    () => state,
    answers(removeSecondFactor, ({ body: { code } }) => {
      if (code !== 'AAAA-BBBB-CCC1')
        throw new AppError('invalid_input', 'No!', { errors: [{ path: ['code'], message: 'This code is not right!' }] });
      state = off;
      return done;
    }),
  );
  expect(await screen.findByText('Recovery codes left: 9')).toBeTruthy();
  expect(screen.getByText(/since 1 May 2026/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
  await user.click(dialog.getByRole('button', { name: 'Switch off' }));
  expect(dialog.getByText('Please provide password!')).toBeTruthy();
  expect(dialog.getByText('Please enter the code!')).toBeTruthy();
  await user.type(dialog.getByLabelText('Password'), 'battery staple');
  const code = dialog.getByLabelText<HTMLInputElement>('Code of the app, or a recovery code');
  await user.type(code, '111111{Enter}');
  expect(await dialog.findByText('This code is not right!')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Password').value).toBe('battery staple');
  await user.clear(code);
  await user.type(code, 'AAAA-BBBB-CCC1{Enter}');
  expect(await screen.findByText('Off')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('says where it is asked for, when few recovery codes are left, and when nothing can be loaded', async () => {
  const required = open(() => ({ ...off, isRequired: true }));
  expect(await screen.findByText(/This server asks every super administrator/)).toBeTruthy();
  required.unmount();
  const few = open(() => ({ ...on, isRequired: true, recoveryCodesLeft: 2 }));
  expect(await screen.findByText(/To get new recovery codes/)).toBeTruthy();
  expect(screen.queryByText(/This server asks/)).toBeNull();
  few.unmount();
  open(() => {
    throw new AppError('server_error', '');
  });
  expect(await screen.findByText('Error loading the second factor, Please try later!', {}, { timeout: 10_000 })).toBeTruthy();
});

import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listColleagues, setPin } from '#contract/approvals.ts';
import { getProfile, type SessionUser } from '#contract/auth.ts';
import { updateOwnPassword, updateProfile } from '#contract/own-account.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ProfileScreen } from './ProfileScreen.tsx';

const waiter = { role: 'user' as const, scopes: [] };
const profile: SessionUser = {
  username: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  photo: null,
  designation: null,
  phone: '+39 06 555',
  email: 'ada@example.com',
  scope: '',
  tenant_id: 1,
  is_active: true,
};
const done = { success: true as const, message: 'Done.' };
const openDialog = async (name: string, ...server: ReturnType<typeof answers>[]) => {
  let stored = profile;
  const { user } = show(<ProfileScreen />, {
    as: waiter,
    server: [
      ...server,
      answers(getProfile, () => stored),
      answers(updateProfile, ({ body }) => {
        stored = { ...stored, name: String(body.name), phone: body.phone ?? null, designation: body.designation ?? null };
        return done;
      }),
    ],
  });
  await screen.findByText('+39 06 555');
  await user.click(await screen.findByRole('button', { name }));
  return { user, dialog: within(await screen.findByRole('dialog', { name })) };
};

test('name, phone and designation are changed in a dialog that knows them', async () => {
  const { user, dialog } = await openDialog('Edit Profile');
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  expect([name.value, dialog.getByLabelText<HTMLInputElement>('Phone').value]).toEqual(['Ada', '+39 06 555']);
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please provide name!')).toBeTruthy();
  await user.type(name, 'Bo');
  await user.clear(dialog.getByLabelText('Phone'));
  await user.type(dialog.getByLabelText('Phone'), '777');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('777')).toBeTruthy();
});

test('a PIN is set with the password, and removed', async () => {
  let hasPin = false;
  const sent: unknown[] = [];
  const { user, dialog } = await openDialog(
    'Set PIN',
    answers(listColleagues, () => [{ username: 'ada@example.com', name: 'Ada', photo: null, has_pin: hasPin }]),
    answers(setPin, ({ body }) => {
      sent.push(body);
      hasPin = body.pin !== null;
      return done;
    }),
  );
  await user.type(dialog.getByLabelText('Password'), 'secret');
  await user.type(dialog.getByLabelText('New PIN'), '1234');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('This PIN is easy to guess! Please choose another one.')).toBeTruthy();
  await user.clear(dialog.getByLabelText('New PIN'));
  await user.type(dialog.getByLabelText('New PIN'), '2580');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Change PIN' }));
  const change = within(await screen.findByRole('dialog', { name: 'Change PIN' }));
  await user.type(change.getByLabelText('Password'), 'secret');
  await user.click(change.getByRole('button', { name: 'Remove the PIN' }));
  expect(await screen.findByRole('button', { name: 'Set PIN' })).toBeTruthy();
  expect(sent).toEqual([
    { password: 'secret', pin: '2580' },
    { password: 'secret', pin: null },
  ]);
});

test('a refused password stays typed, with the sentence at its field and the cursor there', async () => {
  const sentence = 'This password is easy to guess!';
  const { user, dialog } = await openDialog(
    'Change Password',
    answers(updateOwnPassword, ({ body }) => {
      if (body.current !== 'correct horse')
        throw new AppError('invalid_input', 'The current password is wrong!', {
          errors: [{ path: ['current'], message: 'The current password is wrong!' }],
        });
      throw new AppError('invalid_input', sentence, { errors: [{ path: ['password'], message: sentence }] });
    }),
  );
  const [current, fresh] = [
    dialog.getByLabelText<HTMLInputElement>('Current password'),
    dialog.getByLabelText<HTMLInputElement>('New password'),
  ];
  await user.type(current, 'guess');
  await user.type(fresh, 'password1{Enter}');
  expect(await dialog.findByText('The current password is wrong!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(current));
  expect([current.value, fresh.value]).toEqual(['guess', 'password1']);
  expect([current, fresh].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null]);

  await user.clear(current);
  await user.type(current, 'correct horse{Enter}');
  expect(await dialog.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(fresh));
  expect([current.value, fresh.value]).toEqual(['correct horse', 'password1']);
});

test('a changed password closes the dialog; too many wrong ones say how long to wait', async () => {
  const change = vi.fn(() => done);
  change.mockImplementationOnce(() => {
    throw new AppError('too_many', 'Too many attempts! Please try again later!', { retryAfter: 300 });
  });
  const { user, dialog } = await openDialog('Change Password', answers(updateOwnPassword, change));
  await user.type(dialog.getByLabelText('Current password'), 'correct horse');
  await user.type(dialog.getByLabelText('New password'), 'battery staple{Enter}');
  expect(await dialog.findByText('You can try again in 5 minutes.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(change).toHaveBeenLastCalledWith(expect.objectContaining({ body: { current: 'correct horse', password: 'battery staple' } }));
});

test('what is not known yet cannot be changed; the password can', async () => {
  show(<ProfileScreen />, { as: waiter });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Profile' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change Password' }).disabled).toBe(false);
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

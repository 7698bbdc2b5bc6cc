import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { getProfile } from '#contract/auth.ts';
import { type Member, rights, scopes } from '#contract/permissions.ts';
import { addUser, deleteUser, listUsers, restoreUser, sendInvitation, updateUser, updateUserPassword, type User } from '#contract/users.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { UsersScreen } from './UsersScreen.tsx';

const owner: Member = { role: 'admin', scopes: [] };
const person = { photo: null, designation: null, phone: null, email: null, rights: [], discountLimit: null };
const boss: User = { ...person, username: 'boss@example.com', name: 'Bea', role: 'admin', scope: '' };
const waiter: User = {
  ...person,
  username: 'marco@example.com',
  name: 'Marco',
  role: 'user',
  scope: 'POS,ORDERS',
  rights: ['move_check'],
  phone: '555',
};
const cook: User = { ...person, username: 'luca@example.com', name: 'Luca', role: 'user', scope: 'KITCHEN', designation: 'Sous-chef' };
const done = (message: string) => ({ success: true as const, message });

const card = async (name: string) => within(await screen.findByRole('listitem', { name }));
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked, value }) => checked && value === value.toUpperCase())
    .map(({ value }) => value);
const right = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const summary = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

test('a card for everybody; an admin and whoever holds more than oneself have no buttons', async () => {
  show(<UsersScreen />, {
    as: { role: 'user', scopes: ['SETTINGS', 'POS', 'ORDERS'] },
    server: [answers(listUsers, () => [boss, waiter, cook])],
  });
  const marco = await card('Marco');
  for (const text of ['marco@example.com', '555', 'Waiter', 'POS, Orders']) expect(marco.getByText(text)).toBeTruthy();
  expect(marco.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit User Marco',
    'Reset Password of Marco',
    'Delete User Marco',
  ]);
  expect((await card('Luca')).queryByRole('button')).toBeNull();
  const bea = await card('Bea');
  expect(bea.queryByRole('button')).toBeNull();
  expect(bea.getByText('Everything')).toBeTruthy();
});

test('the own card changes no password and deletes nobody: both are for others', async () => {
  const me: User = { ...waiter, username: 'ada@example.com', name: 'Ada', scope: 'SETTINGS' };
  show(<UsersScreen />, { as: { role: 'user', scopes: ['SETTINGS'] }, server: [answers(listUsers, () => [me])] });
  const ada = await card('Ada');
  expect(ada.getByText('You')).toBeTruthy();
  expect(ada.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Edit User Ada']);
});

test('an owner sees no buttons on an admin either', async () => {
  show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [boss, cook])] });
  expect((await card('Luca')).getAllByRole('button')).toHaveLength(3);
  expect((await card('Bea')).queryByRole('button')).toBeNull();
});

test('says what is missing or wrong in a new user, and adds one with a ready-made role', async () => {
  const add = vi.fn((_: { body: object }) => done('User added.'));
  const { user, enter } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [boss]), answers(addUser, add)] });
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(screen.getByRole('radio', { name: 'Set a password' }));

  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (const sentence of ['Please provide name!', 'Please provide username!', 'Please provide password!']) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));

  await enter(screen.getByLabelText('Name'), 'Nina');
  await enter(screen.getByLabelText('Email'), 'nina');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await enter(screen.getByLabelText('Contact email'), 'nina@');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getAllByText('Please provide valid email!')).toHaveLength(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  expect(add).not.toHaveBeenCalled();

  await enter(screen.getByLabelText('Email'), '@example.com');
  await user.clear(screen.getByLabelText('Contact email'));
  expect(screen.getByText('Only sign in and see their own profile.')).toBeTruthy();
  // who counts a drawer does not read before what should be in it
  await user.click(screen.getByRole('radio', { name: 'Cashier' }));
  expect([chosen(), right(/drawer/).checked]).toEqual([['POS', 'ORDERS', 'INVOICES'], true]);
  await user.click(screen.getByRole('radio', { name: 'Waiter' }));
  expect(chosen()).toEqual(['POS', 'ORDERS']);
  expect(summary()).toEqual(['Take orders at the POS, for guests old and new', 'Complete and cancel orders, take payment']);
  expect([right(/^Move, merge/).checked, right(/^Cancel what was sent/).checked]).toEqual([true, false]);
  await user.click(screen.getByRole('checkbox', { name: 'POS' }));
  await user.click(screen.getByRole('checkbox', { name: 'Kitchen' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Waiter' }).checked).toBe(false);
  expect(summary()).toEqual(['Complete and cancel orders, take payment', 'Prepare orders in the kitchen']);
  await user.click(right(/^Give discounts/));
  await user.type(screen.getByLabelText('Discounts of at most'), '120');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please provide a discount limit of 0 to 100 percent!')).toBeTruthy();
  await user.clear(screen.getByLabelText('Discounts of at most'));
  await user.type(screen.getByLabelText('Discounts of at most'), '10');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('User added.')).toBeTruthy();
  expect(add.mock.lastCall?.[0].body).toEqual({
    username: 'nina@example.com',
    password: 'correct horse',
    name: 'Nina',
    designation: '',
    phone: '',
    email: '',
    userScopes: ['ORDERS', 'KITCHEN'],
    rights: ['move_check', 'discount'],
    discountLimit: 10,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('where no mail can be sent nobody is offered an e-mail: a password is set, and told', async () => {
  const add = vi.fn((_: { body: object }) => done('User added.'));
  const nina = { ...waiter, username: 'nina@example.com', name: 'Nina', invited: true };
  const server = [answers(listUsers, () => [boss, nina]), answers(addUser, add)];
  const { user, enter } = show(<UsersScreen sendsMail={false} />, { as: owner, server });
  const invited = await card('Nina');
  expect(invited.queryByRole('button', { name: /^Send again/ })).toBeNull();
  await user.click(invited.getByRole('button', { name: 'Set a password for Nina' }));
  expect(screen.getByText(/is signed out on all devices\. .*tell them the password yourself/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'New' }));
  expect(screen.queryByRole('radio', { name: 'Invite by e-mail' })).toBeNull();
  expect(screen.getByText(/This server sends no e-mail: tell it to them yourself/)).toBeTruthy();
  await enter(screen.getByLabelText('Name'), 'Otto');
  await enter(screen.getByLabelText('Email'), 'otto@example.com');
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('User added.')).toBeTruthy();
  expect(add.mock.lastCall?.[0].body).toMatchObject({ username: 'otto@example.com', password: 'correct horse' });
});

test('invites by e-mail unless a password is set: the password typed before is not sent', async () => {
  const add = vi.fn((_: { body: object }) => done('User added.'));
  const { user, enter } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [boss]), answers(addUser, add)] });
  await user.click(screen.getByRole('button', { name: 'New' }));
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Set a password' }));
  await enter(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('radio', { name: 'Invite by e-mail' }));
  await enter(screen.getByLabelText('Name'), 'Nina');
  await enter(screen.getByLabelText('Email'), 'nina@example.com');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('User added.')).toBeTruthy();
  expect(add.mock.lastCall?.[0].body).toEqual({
    username: 'nina@example.com',
    name: 'Nina',
    designation: '',
    phone: '',
    email: '',
    userScopes: [],
    rights: ['void_sent', 'move_check'],
    discountLimit: null,
  });
});

test('who was added and has not come yet is marked, and invited again', async () => {
  const send = vi.fn((_: { params: object }) => done('Invitation sent.'));
  const { user } = show(<UsersScreen />, {
    as: owner,
    server: [answers(listUsers, () => [boss, { ...waiter, invited: true }, cook]), answers(sendInvitation, send)],
  });
  const marco = await card('Marco');
  expect(marco.getByText('Invited')).toBeTruthy();
  expect((await card('Luca')).queryByText('Invited')).toBeNull();
  await user.click(marco.getByRole('button', { name: 'Send again to Marco' }));
  expect(await screen.findByText('Invitation sent.')).toBeTruthy();
  expect(send.mock.lastCall?.[0].params).toEqual({ username: 'marco@example.com' });
});

test('all 21 scopes can be given by an owner, each once; others offer what they hold', async () => {
  const { user, unmount } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [boss])] });
  await user.click(screen.getByRole('button', { name: 'New' }));
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ value }) => value);
  const names = boxes.filter((value) => value === value.toUpperCase());
  expect(boxes.filter((value) => !names.includes(value))).toEqual([...rights]);
  expect(names).toHaveLength(21);
  expect(new Set(names).size).toBe(21);
  unmount();

  const manager: Member = { role: 'user', scopes: ['SETTINGS', 'POS', 'ORDERS'] };
  const me = { ...boss, scope: 'SETTINGS', rights: ['move_check' as const], tenant_id: 1, is_active: true };
  const { user: other } = show(<UsersScreen />, { as: manager, server: [answers(listUsers, () => [boss]), answers(getProfile, () => me)] });
  await other.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('checkbox', { name: /^Move, merge/ });
  const offered = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ value }) => value);
  expect(offered).toEqual(['POS', 'ORDERS', 'SETTINGS', 'move_check']);
  expect(within(screen.getByRole('group', { name: 'Ready-made roles' })).getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByText('You can only grant access that you have yourself.')).toBeTruthy();
});

test('a ready-made role is offered only to whoever may grant all of it, with discounts up to the own limit', async () => {
  const me = { ...boss, rights: ['void_sent' as const, 'move_check' as const], tenant_id: 1, is_active: true };
  const asManager = (scopes: Member['scopes'], profile: Partial<User>) =>
    show(<UsersScreen />, {
      as: { role: 'user', scopes },
      server: [answers(listUsers, () => [boss]), answers(getProfile, () => ({ ...me, ...profile }))],
    });
  const offered = () =>
    within(screen.getByRole('group', { name: 'Ready-made roles' }))
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value }) => value);

  const { user, unmount } = asManager(['SETTINGS', 'POS', 'ORDERS', 'INVOICES', 'REPORTS', 'KITCHEN'], {});
  await user.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('radio', { name: 'Waiter' });
  // a cashier opens the drawer, which this manager may not
  expect(offered()).toEqual(['Waiter', 'Cook']);
  unmount();

  const { user: other } = asManager(scopes, { rights: [...rights], discountLimit: 10 });
  await other.click(screen.getByRole('button', { name: 'New' }));
  await other.click(await screen.findByRole('radio', { name: 'Manager' }));
  expect(screen.getByLabelText<HTMLInputElement>('Discounts of at most').value).toBe('10 %');
});

test('changes a colleague, whose email stays; what was typed stays after a failure without a sentence', async () => {
  const update = vi.fn((_: { params: object; body: object }) => {
    throw new AppError('server_error', '');
  });
  const { user } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [waiter]), answers(updateUser, update)] });
  await user.click(await screen.findByRole('button', { name: 'Edit User Marco' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Waiter' }).checked).toBe(true);

  await user.clear(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please provide name!')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Marco B.');
  await user.click(screen.getByRole('checkbox', { name: 'POS' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Marco B.');
  expect(update.mock.lastCall?.[0]).toMatchObject({
    params: { username: 'marco@example.com' },
    body: { name: 'Marco B.', designation: '', phone: '555', email: '', userScopes: ['ORDERS'] },
  });
});

test('what was typed outlives Escape and Cancel while it is saved', async () => {
  const answer = Promise.withResolvers<void>();
  const { user } = show(<UsersScreen />, {
    as: owner,
    server: [
      answers(listUsers, () => [waiter]),
      answers(updateUser, async () => {
        await answer.promise;
        throw new AppError('conflict', 'Not now!');
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit User Marco' }));
  await user.type(screen.getByLabelText('Name'), ' B.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  answer.resolve();

  expect(await screen.findByText('Not now!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Marco B.');
});

test('sets a new password', async () => {
  const reset = vi.fn((_: { params: object; body: object }) => done('Password updated.'));
  const { user } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [waiter]), answers(updateUserPassword, reset)] });
  await user.click(await screen.findByRole('button', { name: 'Reset Password of Marco' }));
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByText('Provide new password!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
  expect(reset).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
  expect(await screen.findByText('Password updated.')).toBeTruthy();
  expect(reset.mock.lastCall?.[0]).toMatchObject({ params: { username: 'marco@example.com' }, body: { password: 'correct horse' } });
});

test('deletes only after the question, and takes it back', async () => {
  const restore = vi.fn((_: { params: object }) => done('Marco is back.'));
  const remove = vi.fn((_: { params: object }) => done('User deleted.'));
  const { user } = show(<UsersScreen />, {
    as: owner,
    server: [answers(listUsers, () => [waiter]), answers(deleteUser, remove), answers(restoreUser, restore)],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete User Marco' }));
  expect(screen.getByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].params).toEqual({ username: 'marco@example.com' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Marco is back.')).toBeTruthy();
  expect(restore.mock.lastCall?.[0].params).toEqual({ username: 'marco@example.com' });
});

test('has its sentence when nothing could be loaded', async () => {
  show(<UsersScreen />, { as: owner });
  expect(await screen.findByText('Error Loading details! Please try later!')).toBeTruthy();
});

test('whoever leaves a dialog stands again on the button that opened it', async () => {
  const { user } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [waiter])] });
  for (const name of ['New', 'Edit User Marco', 'Reset Password of Marco']) {
    const opener = await screen.findByRole('button', { name });
    await user.click(opener);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  }
});

test('a search that finds nobody offers to add who was looked for; the next one has another name', async () => {
  const names: unknown[] = [];
  const { user, enter } = show(<UsersScreen />, {
    as: owner,
    path: '/?q=Nora',
    server: [
      answers(listUsers, () => [waiter]),
      answers(addUser, ({ body }) => {
        names.push(body.name);
        return done('User added.');
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add “Nora”' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Nora');
  await enter(dialog.getByLabelText('Email'), 'nora@example.com');
  await user.click(dialog.getByRole('radio', { name: 'Waiter' }));
  await user.click(dialog.getByRole('button', { name: 'Add another' }));
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe(''));
  expect(names).toEqual(['Nora']);
});

test('who types a password reaches by Tab what shows it', async () => {
  const { user } = show(<UsersScreen />, { as: owner, server: [answers(listUsers, () => [waiter])] });
  await user.click(await screen.findByRole('button', { name: 'New' }));
  await user.click(screen.getByRole('radio', { name: 'Set a password' }));
  await user.click(await screen.findByLabelText('Password'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show password' }));
  await user.keyboard(' ');
  expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
});

test('somebody else changed the rights meanwhile: the form asks above them', async () => {
  const changed = [{ field: 'rights', value: [], by: 'Anna' }];
  const tries: { rights?: unknown }[] = [];
  const { user } = show(<UsersScreen />, {
    as: owner,
    server: [
      answers(listUsers, () => [waiter]),
      answers(updateUser, ({ body }) => {
        tries.push(body);
        if (tries.length > 1) return done('User updated.');
        throw new AppError('changed_meanwhile', 'Anna changed this meanwhile. Please choose what stays!', { body: { changed } });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit User Marco' }));
  await user.click(right(/refund/i));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Anna changed this to nothing')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tries[1]?.rights).toEqual([]));
});

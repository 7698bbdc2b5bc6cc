import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addReason, deleteReason, listReasons, type Reason } from '#contract/reasons.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ReasonsScreen } from './ReasonsScreen.tsx';

const owner = { role: 'admin' as const, scopes: [] };
const done = (message: string) => ({ success: true as const, message });

test('a reason is added with its kind, and deleted after the question that names it', async () => {
  let reasons: Reason[] = [];
  const add = vi.fn(({ body }: { body: { title: string; kind: Reason['kind']; needsNote?: unknown } }) => {
    reasons = [{ id: 1, kind: body.kind, title: body.title, needsNote: body.needsNote === true }];
    return { ...done('Reason added.'), id: 1, reasonId: 1 };
  });
  const { user } = show(<ReasonsScreen />, {
    as: owner,
    server: [
      answers(listReasons, () => reasons),
      answers(addReason, add),
      answers(deleteReason, () => {
        reasons = [];
        return done('Reason deleted.');
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first reason' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Reason' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide a title!')).toBeTruthy();
  await user.type(dialog.getByLabelText('Title'), 'Hair in the soup');
  await user.click(dialog.getByLabelText('Needs a note'));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const row = within(await screen.findByRole('row', { name: /Hair in the soup/ }));
  expect(add.mock.lastCall?.[0].body).toEqual({ kind: 'void', title: 'Hair in the soup', needsNote: true });
  expect(row.getByText('Cancelling')).toBeTruthy();
  await user.click(row.getByRole('button', { name: /Delete/ }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete reason Hair in the soup?' })).getByRole('button', { name: 'Delete' }),
  );
  await waitFor(() => expect(screen.queryByRole('row', { name: /Hair in the soup/ })).toBeNull());
});

test('a hostile title is text, also in the question', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const reasons: Reason[] = [{ id: 1, kind: 'void', title, needsNote: false }];
  const { user } = show(<ReasonsScreen />, { as: owner, server: [answers(listReasons, () => reasons)] });
  const row = within(await screen.findByText(title).then((cell) => cell.closest('tr')!));
  await user.click(row.getByRole('button', { name: /Delete/ }));
  expect(await screen.findByRole('dialog', { name: `Delete reason ${title}?` })).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

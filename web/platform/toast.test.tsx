import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from './testing.tsx';
import { notify } from './toast.ts';

test('the same failure twice is one message, another one stands beside it', async () => {
  show(<h1>a screen</h1>);
  notify.error('Wrong username or password!');
  await screen.findByText('Wrong username or password!');
  notify.error('Wrong username or password!');
  notify.error('Too many attempts! Please try again later!');
  await screen.findByText('Too many attempts! Please try again later!');
  await waitFor(() => expect(screen.getAllByText('Wrong username or password!')).toHaveLength(1));
});

test('what is waited for takes no touch: whatever lies below it does', async () => {
  const { user } = show(<h1>a screen</h1>);
  const dismiss = notify.loading('Please wait...');
  await expect(user.click(await screen.findByText('Please wait...'))).rejects.toThrow(/pointer-events: none/);
  dismiss();
});

test('the word of Undo is whole beside a long sentence', async () => {
  show(<h1>a screen</h1>);
  notify.undoable('Terrace 5 moved to Table 1: this order goes there, too.', () => {});
  const { flexShrink } = (await screen.findByRole('button', { name: 'Undo' })).style;
  expect(flexShrink).toBe('0');
});

import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { notify } from '#web/platform/toast.ts';
import { Dialog } from './Dialog.tsx';

const Opener = () => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Pay">
        <button type="button">Cash</button>
      </Dialog>
    </>
  );
};

test('on a phone Undo of before goes with the first touch in a dialog, which it would cover; that of the dialog itself stays', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const { user } = show(<Opener />);
  const undo = vi.fn();
  notify.undoable('Took 20 % off.', undo);
  notify.undoable('Split into 2 bills.', () => {});
  await screen.findByText('Split into 2 bills.');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay' }));
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.getByText('Split into 2 bills.')).toBeTruthy();
  notify.undoable('Soup is removed.', () => {});
  await screen.findByText('Soup is removed.');
  await user.click(dialog.getByRole('button', { name: 'Cash' }));
  await waitFor(() => expect(screen.queryByText('Split into 2 bills.')).toBeNull());
  expect(screen.getByText('Soup is removed.')).toBeTruthy();
});

import { Button, MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, Outlet, RouterProvider, useSearchParams } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { FormDialog } from './FormDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Questions } from '#web/platform/Questions.tsx';
import '#web/platform/testing-setup.ts';

/** A screen with a form, or with what must be answered. */
const Screen = () => {
  const [open, setOpen] = useState<'form' | 'code'>();
  const [name, setName] = useState('');
  const close = () => setOpen(undefined);
  const [shown, show] = useSearchParams();
  return (
    <>
      <h1>Tables</h1>
      <Button onClick={() => setOpen('form')}>New</Button>
      <Button onClick={() => setOpen('code')}>Code</Button>
      <Button onClick={() => show({ table: '7' }, { replace: true })}>Table 7</Button>
      <Dialog opened={shown.has('table')} onClose={() => show({}, { replace: true })} title="Table 7">
        Four seats
      </Dialog>
      {open === 'form' && (
        <FormDialog title="Add table" label="Add" isPending={false} isChanged={name !== ''} onSubmit={close} onClose={close}>
          <input aria-label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
        </FormDialog>
      )}
      <Dialog opened={open === 'code'} onClose={close} mustAnswer title="Your code" footer={<Button onClick={close}>Noted</Button>}>
        123
      </Dialog>
    </>
  );
};

const open = async () => {
  const router = createBrowserRouter([
    {
      path: '/',
      element: (
        <Questions>
          <Outlet />
        </Questions>
      ),
      children: [
        { index: true, element: <h1>Start</h1> },
        { path: 'tables', element: <Screen /> },
      ],
    },
  ]);
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await act(() => router.navigate('/'));
  await act(() => router.navigate('/tables'));
  return userEvent.setup();
};
let pops = 0;
// before what is tested, which lets nobody learn of it after itself
window.addEventListener('popstate', () => (pops += 1), true);
const back = async () => {
  const before = pops;
  window.history.back();
  await waitFor(() => expect(pops).toBeGreaterThan(before));
};
const stays = () => waitFor(() => expect(window.location.pathname).toBe('/tables'));

beforeEach(() => window.history.replaceState(null, '', '/'));

test('Back closes the dialog that is open, then leaves the page', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('dialog', { name: 'Add table' });
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stays();
  screen.getByRole('heading', { name: 'Tables' });

  await back();
  await screen.findByRole('heading', { name: 'Start' });
});

test('Back asks before it throws away what was typed, closes that question, and takes no dialog that must be answered', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.type(await screen.findByLabelText('Name'), 'T1');
  await back();
  await screen.findByRole('dialog', { name: 'Discard changes?' });
  await stays();
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull());
  await stays();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('T1');
  await user.clear(screen.getByLabelText('Name'));
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stays();

  await user.click(screen.getByRole('button', { name: 'Code' }));
  await screen.findByRole('dialog', { name: 'Your code' });
  await back();
  await stays();
  screen.getByRole('dialog', { name: 'Your code' });
});

test('a dialog that the address tells of is closed on its own page, and the page before stays what it was', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Table 7' }));
  await screen.findByRole('dialog', { name: 'Table 7' });
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stays();
  await waitFor(() => expect(window.location.search).toBe(''));

  await back();
  await screen.findByRole('heading', { name: 'Start' });
});

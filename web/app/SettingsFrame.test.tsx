import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useUnsaved } from '#web/parts/unsaved.tsx';
import '#web/platform/testing-setup.ts';
import { settingsPages } from './settings-pages.ts';
import { SettingsFrame } from './SettingsFrame.tsx';

const Typing = () => {
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  return <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />;
};

// Asking before leaving needs the router of the application, which `show` does not have.
const open = (path: string) => {
  const router = createMemoryRouter(
    [
      {
        path: '/dashboard/settings',
        element: <SettingsFrame />,
        children: [
          { index: true, element: <p>Details</p> },
          { path: 'details', element: <Typing /> },
          { path: '*', element: <p>Another page</p> },
        ],
      },
      { path: '/dashboard/pos', element: <p>The till</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { router, user: userEvent.setup() };
};
const here = () => screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');

test('lists the settings with their addresses', () => {
  open('/dashboard/settings');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  // one that is added comes after them
  expect(links).toHaveLength(settingsPages.length);
  expect(links.slice(0, 11)).toEqual([
    ['Store Details', '/dashboard/settings/details'],
    ['Print Settings', '/dashboard/settings/print-settings'],
    ['Printers', '/dashboard/settings/printers'],
    ['Store Tables', '/dashboard/settings/tables'],
    ['Menu Items', '/dashboard/settings/menu-items'],
    ['Categories', '/dashboard/settings/menu-items/categories'],
    ['Stations', '/dashboard/settings/stations'],
    ['Tax Setup', '/dashboard/settings/tax-setup'],
    ['Charges', '/dashboard/settings/charges'],
    ['Payment Types', '/dashboard/settings/payment-types'],
    ['Reasons', '/dashboard/settings/reasons'],
  ]);
});

test.each([
  ['/dashboard/settings', 'Store Details'],
  ['/dashboard/settings/', 'Store Details'],
  ['/dashboard/settings/details', 'Store Details'],
  ['/dashboard/settings/menu-items', 'Menu Items'],
  ['/dashboard/settings/menu-items/17', 'Menu Items'],
  ['/dashboard/settings/menu-items/categories', 'Categories'],
])('%s is marked as %s', (path, title) => {
  open(path);
  expect(here().map((link) => link.textContent)).toEqual([title]);
});

test('asks before something typed is lost, and does as it is told', async () => {
  const { router, user } = open('/dashboard/settings/details');
  await user.type(screen.getByLabelText('Name'), 'Chez Ada');

  await user.click(screen.getByRole('link', { name: 'Tax Setup' }));
  await user.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(router.state.location.pathname).toBe('/dashboard/settings/details');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Chez Ada');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  void router.navigate('/dashboard/pos');
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('The till')).toBeTruthy();
});

test('lets go without a question when nothing was typed, or no longer is', async () => {
  const { user } = open('/dashboard/settings/details');
  await user.type(screen.getByLabelText('Name'), 'A{Backspace}');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);

  await user.click(screen.getByRole('link', { name: 'Tax Setup' }));

  expect(await screen.findByText('Another page')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the browser asks as well when the window is closed', async () => {
  const { user } = open('/dashboard/settings/details');
  await user.type(screen.getByLabelText('Name'), 'A');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { card, dialog, layOutGrid, lines, open } from './testing-till.tsx';

const fetched = vi.hoisted(() => ({ address: false, options: Promise.withResolvers<void>() }));
// on a slow network its code is long in coming
vi.mock('./OptionsDialog.tsx', async (original) => {
  await fetched.options.promise;
  return original();
});
vi.mock('./AddressField.tsx', (original) => {
  fetched.address = true;
  return original();
});

beforeEach(layOutGrid);

test('an item whose choices are still on their way covers the menu at once, and can be closed', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  const coming = await dialog('Pizza');
  await user.click(within(coming).getByRole('button'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lines()).toEqual([]);

  // what comes takes its place, and whoever closes it stands where they were
  await user.click(card('Pizza'));
  await dialog('Pizza');
  expect(screen.queryByRole('button', { name: /^Add \$/ })).toBeNull();
  fetched.options.resolve();
  await screen.findByRole('button', { name: /^Add \$/ });
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(card('Pizza')));
});

test('the field for an address is here before anybody wants a delivery', async () => {
  await open();
  await waitFor(() => expect(fetched.address).toBe(true));
});

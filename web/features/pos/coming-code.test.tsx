import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { card, dialog, layOutGrid, lines, open } from './testing-till.tsx';

const fetched = vi.hoisted(() => ({ address: false }));
// on a slow network its code is long in coming
vi.mock('./OptionsDialog.tsx', () => new Promise(() => {}));
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
});

test('the field for an address is here before anybody wants a delivery', async () => {
  await open();
  await waitFor(() => expect(fetched.address).toBe(true));
});

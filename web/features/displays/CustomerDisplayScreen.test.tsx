import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDisplay, deleteDisplay, getDisplay, type ShownCart } from '#contract/displays.ts';
import { AppError } from '#contract/errors.ts';
import type { Member } from '#contract/permissions.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { withFullScreen } from '#web/platform/testing-full-screen.ts';
import { CustomerDisplayScreen } from './CustomerDisplayScreen.tsx';

const display = { role: 'user' as const, scopes: ['CUSTOMER_DISPLAY'] as const };
const both = { role: 'user' as const, scopes: ['CUSTOMER_DISPLAY', 'POS'] as const };

interface House {
  isPaired: boolean;
  shown: ShownCart | null;
  image: string | null;
  isAway?: boolean;
}

const open = (house: House, as: Member = display) =>
  show(<CustomerDisplayScreen />, {
    as,
    server: [
      answers(addDisplay, () => ({ success: true as const, message: 'Enter it.', displayId: 5, code: '123456', codeSeconds: 600 })),
      answers(getDisplay, () => {
        if (house.isAway) throw new AppError('unavailable', 'Please try again!');
        return {
          isPaired: house.isPaired,
          pairedBy: 'Ada',
          shown: house.shown,
          store: { name: 'Trattoria', image: house.image, currency: 'USD' },
        };
      }),
      answers(deleteDisplay, () => {
        house.isPaired = false;
        return { success: true as const, message: 'The display is unpaired.' };
      }),
    ],
  });
const update = { type: 'display_update' as const, payload: { displayId: 5 }, seq: 5, late: false };

test('a code, then the store’s picture, what is rung up, and the change', async () => {
  const house: House = { isPaired: false, shown: null, image: '/uploads/store.jpg' };
  const { announce, container } = open(house);
  expect(await screen.findByText('123 456')).toBeTruthy();

  house.isPaired = true;
  announce(update);
  expect(await screen.findByText('Trattoria')).toBeTruthy();
  expect(screen.queryByText('123 456')).toBeNull();
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/uploads/store.jpg');

  house.shown = { lines: [{ title: 'Soup <b>', quantity: 2, total: 8 }], total: 8.8, paid: null };
  announce(update);
  expect(await screen.findByText('Soup <b>')).toBeTruthy();
  expect(screen.getByText('2×')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Total$8.80');

  house.shown = { ...house.shown, paid: { given: 10, change: 1.2, tokenNo: 12 } };
  announce(update);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Total$8.80Given$10.00Change$1.20Thank you! Your number is 12.'));

  // paid by card: nothing is given back
  house.shown = { ...house.shown, paid: { given: null, change: null, tokenNo: 13 } };
  announce(update);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Total$8.80Thank you! Your number is 13.'));
});

test('its first touch goes full screen', async () => {
  const { asked } = withFullScreen();
  localStorage.setItem('comanda:1::shows-customer', '5');
  const { user } = open({ isPaired: true, shown: null, image: null }, both);
  await user.click(await screen.findByText('Trattoria'));
  expect(asked).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Full screen', pressed: true })).toBeTruthy();
});

test('it is unpaired where it stands, and says when it reaches nobody', async () => {
  const house: House = { isPaired: true, shown: null, image: null };
  localStorage.setItem('comanda:1::shows-customer', '5');
  const { user, announce } = open(house, both);
  await user.click(await screen.findByRole('button', { name: 'Unpair' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unpair' }));
  expect(await screen.findByText('123 456')).toBeTruthy();

  house.isAway = true;
  announce(update);
  expect(await screen.findByText('No connection at the moment.')).toBeTruthy();
});

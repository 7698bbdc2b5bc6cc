import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { initPos } from '#contract/pos.ts';
import { smallPhoto } from '#web/platform/photos.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { layOutGrid, item, menu, waiter, answersInit, quiet, open, card, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('shows the menu with price, category, variants and addons', async () => {
  await open();

  expect(screen.getByRole('heading', { level: 1, name: 'POS - Point of Sale' })).toBeDefined();
  const [, , third] = within(screen.getByRole('list', { name: 'Menu items' })).getAllByRole('listitem');
  expect(third?.textContent).toContain('Pizza');
  expect(third?.textContent).toContain('2 variants · 2 addons · Oven');
  expect(third?.textContent).toContain('$9.00');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Customer' })).placeholder).toBe('WALKIN CUSTOMER');
  expect(screen.getByRole('link', { name: 'Table Orders' }).getAttribute('href')).toBe('/dashboard/orders');
});

test('waits, then says that loading failed, and tries again', async () => {
  let isAway = true;
  const { user } = show(<PosScreen />, {
    as: waiter,
    server: [
      answers(initPos, () => {
        if (isAway) throw new AppError('server_error', 'Something went wrong!');
        return menu;
      }),
    ],
  });
  expect(screen.getByText('Please wait...')).toBeDefined();

  await screen.findByText('Error loading the menu! Please try later!');
  isAway = false;
  await user.click(button('Retry'));

  await screen.findByRole('button', { name: 'Add Fish Soup' });
});

test('opens with the last menu while the server is away', async () => {
  (await open()).unmount();

  show(<PosScreen />, {
    as: waiter,
    server: [
      answers(initPos, () => {
        throw new AppError('unavailable', 'Try later!');
      }),
    ],
  });

  expect(card('Fish Soup')).toBeDefined();
  await screen.findByText(/What you see may be out of date/);
});

test('an empty menu says so and can be asked for again', async () => {
  show(<PosScreen />, { as: waiter, server: [answersInit({ ...menu, menuItems: [] })] });

  await screen.findByText(/The menu has no items yet/);
  expect(button('Refresh')).toBeDefined();
});

test('the table field of a restaurant without tables says where they are added', async () => {
  const { user } = show(<PosScreen />, { as: waiter, server: [...quiet, answersInit({ ...menu, storeTables: [] })] });
  await user.click(await screen.findByRole('combobox', { name: 'Table' }));
  expect(await screen.findByText('No tables yet. They are added in the settings.')).toBeDefined();
});

test('finds items by a part of the title, whatever its case, and by category', async () => {
  const { user } = await open();

  await user.type(screen.getByLabelText('Search Item'), 'sO');
  expect(screen.queryByRole('button', { name: 'Add Ribeye Steak' })).toBeNull();
  expect(card('Fish Soup')).toBeDefined();

  await user.keyboard('{Escape}');
  await user.click(button('Oven'));
  expect(screen.getAllByRole('button', { name: /^Add / })).toEqual([card('Pizza')]);

  await user.click(button('Filter by category'));
  await user.click(within(await dialog('Categories')).getByRole('button', { name: /Mains/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Pizza' })).toBeNull());
});

test('a card loads the small photo', async () => {
  const image = '/media/1/0123456789abcdef.webp';
  const { container } = await open(answers(initPos, () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { image })] })));

  expect([...container.querySelectorAll('img')].map((photo) => photo.getAttribute('src'))).toEqual([smallPhoto(image)]);
  expect(smallPhoto(image)).not.toBe(image);
});

test.each([
  ['Table', 'Table', 'click'],
  ['Table', 'Table', 'keyboard'],
  ['Dining option', 'Dining option', 'click'],
  ['Customer', 'Customers', 'click'],
])('%s says that its list %s is open, by %s', async (name, listName, how) => {
  const { user } = await open();
  const field = screen.getByRole('combobox', { name });

  if (how === 'click') await user.click(field);
  else {
    act(() => field.focus());
    await user.keyboard('{ArrowDown}');
  }

  const list = await screen.findByRole('listbox', { name: listName });
  await waitFor(() => expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual(['true', list.id]));
});

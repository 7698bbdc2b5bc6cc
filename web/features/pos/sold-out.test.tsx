import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { toggleSoldOut } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { PosScreen } from './PosScreen.tsx';
import { layOutGrid, item, menu, waiter, ok, quiet, open, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

/** A kitchen that knows whether there is soup. */
const soup = (isSoldOut: boolean) => {
  const asked: boolean[] = [];
  const init = () => ({ ...menu, menuItems: [item(2, 'Fish Soup', 5.5, { sold_out: isSoldOut }), item(1, 'Ribeye Steak', 20)] });
  const toggle = answers(toggleSoldOut, ({ params, body }) => {
    expect(params.id).toBe('2');
    asked.push(Boolean(body.isSoldOut));
    isSoldOut = Boolean(body.isSoldOut);
    return ok(isSoldOut ? 'Fish Soup is sold out.' : 'Fish Soup is back on the menu.');
  });
  return { asked, server: [...quiet, answers(initPos, init), toggle] };
};

test('what is sold out says so, cannot be added, and is available again with one touch', async () => {
  const { asked, server } = soup(true);
  const { user } = show(<PosScreen />, { as: waiter, server });

  await screen.findByText('Sold out');
  expect(screen.queryByRole('button', { name: 'Add Fish Soup' })).toBeNull();
  await user.type(screen.getByLabelText('Search Item'), 'fish{Enter}');
  expect(lines()).toEqual([]);

  await user.click(button('Available again: Fish Soup'));
  await user.click(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  expect(asked).toEqual([false]);
});

test('a long touch marks an item as sold out in two touches, and Undo takes it back', async () => {
  const { asked, server } = soup(false);
  const { user } = show(<PosScreen />, { as: waiter, server });

  const add = await screen.findByRole('button', { name: 'Add Fish Soup' });
  await user.pointer({ keys: '[TouchA>]', target: add });
  const choice = await dialog('Fish Soup');
  await user.pointer({ keys: '[/TouchA]', target: add });
  // the dialog takes no second half of a touch for a moment
  await new Promise((resolve) => setTimeout(resolve, 450));
  await user.click(within(choice).getByRole('button', { name: 'Sold out' }));
  await screen.findByRole('button', { name: 'Available again: Fish Soup' });
  expect(lines(), 'the long touch adds nothing').toEqual([]);

  await user.click(button('Undo'));
  await screen.findByRole('button', { name: 'Add Fish Soup' });
  expect(asked).toEqual([true, false]);
});

test('the menu key opens the same for whoever has no finger', async () => {
  const { server } = soup(false);
  show(<PosScreen />, { as: waiter, server });

  fireEvent.contextMenu(await screen.findByRole('button', { name: 'Add Fish Soup' }));
  expect(within(await dialog('Fish Soup')).getByRole('button', { name: 'Sold out' })).toBeDefined();
});

test('what is sold out or costs another price at another till shows at once, with a look of its own', async () => {
  let items = menu.menuItems;
  let looks = 0;
  const { announce } = await open(
    answers(initPos, () => {
      looks += 1;
      return { ...menu, menuItems: items };
    }),
  );
  items = [item(1, 'Ribeye Steak', 21.5), item(2, 'Fish Soup', 5.5, { sold_out: true })];

  for (const seq of [4, 5]) announce({ type: 'menu_update', payload: {}, seq, late: false });

  await screen.findByText('Sold out', {}, { timeout: 3000 });
  expect(screen.getByText('$21.50')).toBeDefined();
  expect(looks, 'several changes are one look').toBe(2);
});

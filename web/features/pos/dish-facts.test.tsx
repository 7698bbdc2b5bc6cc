import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answersInit, card, dialog, layOutGrid, menu, open, pizza } from './testing-till.tsx';

beforeEach(layOutGrid);

test('who takes the order reads what is in a dish, where it is chosen and where it is held; of others nothing', async () => {
  const facts = { allergens: ['gluten' as const, 'milk' as const], diets: ['vegetarian' as const] };
  const [steak, soup] = menu.menuItems;
  const { user } = await open(answersInit({ ...menu, menuItems: [steak!, { ...soup!, allergens: ['fish'] }, { ...pizza, ...facts }] }));

  await user.click(card('Pizza'));
  const chosen = within(await dialog('Pizza'));
  expect(chosen.getByText('Contains: gluten, milk')).toBeTruthy();
  expect(chosen.getByText('Suits: vegetarian')).toBeTruthy();
  await user.keyboard('{Escape}');

  fireEvent.contextMenu(card('Fish Soup'));
  expect(within(await dialog('Fish Soup')).getByText('Contains: fish')).toBeTruthy();
  expect(screen.queryByText(/^Suits/)).toBeNull();
});

test('who looks a dish up of which nobody entered allergens reads that, and not nothing', async () => {
  await open(answersInit(menu));
  fireEvent.contextMenu(card('Fish Soup'));
  expect(within(await dialog('Fish Soup')).getByText('Allergens: not entered.')).toBeTruthy();
});

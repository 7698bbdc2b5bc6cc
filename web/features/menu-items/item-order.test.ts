import { expect, test } from 'vitest';
import type { MenuItem } from '#contract/menu-items.ts';
import { findItems, NO_CATEGORY } from './item-order.ts';

const item = (id: number, title: string, category_id: number | null) => ({ id, title, category_id }) as MenuItem;
const menu = [item(1, 'Soup', 7), item(2, 'Salad', 7), item(3, 'Bread', 7), item(4, 'Crème brûlée', 8), item(5, 'Water', null)];
const ids = (items: readonly MenuItem[]) => items.map(({ id }) => id).join();

test.each([
  ['', null, '1,2,3,4,5'],
  ['s', null, '1,2'],
  ['BRULEE creme', null, '4'],
  ['', '7', '1,2,3'],
  ['bread', '8', ''],
  ['', NO_CATEGORY, '5'],
])('search %j in category %s', (text, category, expected) => {
  expect(ids(findItems(menu, text, category))).toBe(expected);
});

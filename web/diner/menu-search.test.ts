import { expect, test } from 'vitest';
import type { MenuItem } from '#contract/menu-items.ts';
import { findItems, indexOf } from './menu-search.ts';

test.each([
  ['creme', 'Crème brûlée'],
  ['weissbier', 'Weißbier'],
  ['WEISS', 'Weißbier'],
  ['acili', 'Acılı ezme'],
  ['iskender', 'İskender'],
  ['μουσ', 'Μουσακάς'],
  ['ΜΟΥΣ', 'Μουσακάς'],
])('%j finds %j', (search, title) => {
  const item = { id: 7, title, variants: [], description: null } as unknown as MenuItem;
  expect([...findItems(indexOf([{ id: 1, title: 'Dishes', items: [item] }]), search)]).toEqual([7]);
});

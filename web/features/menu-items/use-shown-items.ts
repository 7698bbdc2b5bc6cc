import { useDeferredValue, useMemo } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { findItems, NO_CATEGORY } from './item-order.ts';

/** The categories that items have, in the menu's order. */
const categoriesOf = (items: readonly MenuItem[]) => {
  const titles = new Map(
    items.map(({ category_id, category_title }) => [
      category_id === null ? NO_CATEGORY : String(category_id),
      category_title ?? 'No category',
    ]),
  );
  return [...titles].map(([value, label]) => ({ value, label }));
};

/** The items that a search and a category leave, as the address of the page says. */
export const useShownItems = (all: readonly MenuItem[] | undefined) => {
  const { search, read, change } = usePlaceInList();
  const categories = useMemo(() => categoriesOf(all ?? []), [all]);
  const category = categories.some(({ value }) => value === read('category')) ? read('category') : null;
  // The field shows every keystroke at once; the rows follow when there is time.
  const shownText = useDeferredValue(search.typed);
  const items = useMemo(() => findItems(all ?? [], shownText, category), [all, shownText, category]);
  return {
    items,
    search,
    categories,
    category,
    onCategory: (next: string | null) => change({ category: next ?? '' }),
    /** Nothing was searched: the order of the rows is the menu's. */
    isWhole: shownText.trim() === '',
    clear: () => {
      search.show('');
      change({ q: '', category: '' });
    },
  };
};

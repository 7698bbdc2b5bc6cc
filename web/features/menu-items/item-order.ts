import type { MenuItem } from '#contract/menu-items.ts';
import { finder } from '#contract/search.ts';

/** Items move only within their category. */
export const categoryOf = ({ category_id }: MenuItem): number | null => category_id;

export const NO_CATEGORY = 'none';

/** The items whose title contains all words of the search and that are in the category: an id, NO_CATEGORY, or null for all. */
export const findItems = (items: readonly MenuItem[], text: string, category: string | null): readonly MenuItem[] => {
  if (text.trim() === '' && category === null) return items;
  const isFound = finder(text);
  return items.filter(({ title, category_id }) => {
    const isInCategory = category === null || (category === NO_CATEGORY ? category_id === null : String(category_id) === category);
    return isInCategory && isFound(title);
  });
};

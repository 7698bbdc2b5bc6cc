import type { MenuItem } from '#contract/menu-items.ts';

/** Items move only within their category. */
export const categoryOf = ({ category_id }: MenuItem): number | null => category_id;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const NO_CATEGORY = 'none';

/** The items whose title contains all words of the search and that are in the category: an id, NO_CATEGORY, or null for all. */
export const findItems = (items: readonly MenuItem[], text: string, category: string | null): readonly MenuItem[] => {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && category === null) return items;
  return items.filter(({ title, category_id }) => {
    const isInCategory = category === null || (category === NO_CATEGORY ? category_id === null : String(category_id) === category);
    return isInCategory && words.every((word) => fold(title).includes(word));
  });
};

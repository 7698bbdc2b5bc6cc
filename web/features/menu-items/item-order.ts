import type { MenuItem } from '#contract/menu-items.ts';

/** The items of one category, in their order; only among these does an item move. */
export const siblingsOf = (items: readonly MenuItem[], id: number): MenuItem[] => {
  const category = items.find((item) => item.id === id)?.category_id;
  return items.filter(({ category_id }) => category_id === category);
};

/** The menu with one item at another place of its category, from 0; the same list when it stands there already. */
export const moveItem = (items: readonly MenuItem[], id: number, place: number): readonly MenuItem[] => {
  const siblings = siblingsOf(items, id);
  const from = siblings.findIndex((item) => item.id === id);
  const to = Math.max(0, Math.min(siblings.length - 1, place));
  if (from < 0 || from === to) return items;
  const moved = siblings.toSpliced(from, 1).toSpliced(to, 0, siblings[from]!);
  const next = moved.values();
  const category = siblings[from]!.category_id;
  return items.map((item) => (item.category_id === category ? next.next().value! : item));
};

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

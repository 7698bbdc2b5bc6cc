import type { MenuItem } from '#contract/menu-items.ts';
import { finder } from '#contract/search.ts';

/** undefined: every category. */
export type CategoryChoice = number | undefined;

/** Items of a category whose title contains the text, whatever its case (part-1 §9), its accents and the order of its words. */
export const findItems = (items: readonly MenuItem[], text: string, category: CategoryChoice): readonly MenuItem[] => {
  if (text.trim() === '' && category === undefined) return items;
  const isFound = finder(text);
  return items.filter(({ title, category_id }) => (category === undefined || category_id === category) && isFound(title));
};

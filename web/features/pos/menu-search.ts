import type { MenuItem } from '#contract/menu-items.ts';

/** undefined: every category. */
export type CategoryChoice = number | undefined;

/** Items of a category whose title contains the text, whatever its case (part-1 §9). */
export const findItems = (items: readonly MenuItem[], text: string, category: CategoryChoice): readonly MenuItem[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && category === undefined) return items;
  return items.filter(
    ({ title, category_id }) => (category === undefined || category_id === category) && title.toLowerCase().includes(wanted),
  );
};

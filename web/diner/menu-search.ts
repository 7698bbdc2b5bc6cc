import type { MenuItem } from '#contract/menu-items.ts';
import type { QrMenu } from '#contract/qr-menu.ts';

/** Letters as people type them in a hurry: 'creme' finds 'Crème'. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word of the search stands in the item's title, its category's or one of its variants'. */
const matches = (item: MenuItem, words: readonly string[]): boolean => {
  const text = plain([item.title, item.category_title ?? '', ...item.variants.map(({ title }) => title)].join(' '));
  return words.every((word) => text.includes(word));
};

export interface Section {
  /** Null for what has no category, or one that is gone. */
  id: number | null;
  title: string;
  items: MenuItem[];
}

/** The menu in its categories' order, what has none last; only the sections that hold something of what is looked for. */
export const sectionsOf = ({ categories, menuItems }: QrMenu, category: number | null, search: string): Section[] => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const wanted = menuItems.filter((item) => !item.sold_out && matches(item, words));
  const known = new Set(categories.map(({ id }) => id));
  const sections: Section[] = [
    ...categories.map(({ id, title }) => ({ id, title, items: wanted.filter((item) => item.category_id === id) })),
    { id: null, title: 'More', items: wanted.filter(({ category_id: id }) => id === null || !known.has(id)) },
  ];
  return sections.filter(({ id, items }) => items.length > 0 && (category === null || id === category));
};

import type { MenuItem } from '#contract/menu-items.ts';
import type { QrMenu } from '#contract/qr-menu.ts';

/** Letters as people type them in a hurry: 'creme' finds 'Crème', 'weiss' finds 'Weißbier' (contract/search.ts). */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase().replace(/ς/g, 'σ');

export interface Section {
  /** Null for what has no category, or one that is gone. */
  id: number | null;
  title: string;
  items: MenuItem[];
}

/** The menu in its categories' order, what has none last. What is sold out keeps its place: nobody has to ask whether it left the menu. */
export const sectionsOf = ({ categories, menuItems }: QrMenu): Section[] => {
  const known = new Set(categories.map(({ id }) => id));
  const sections: Section[] = [
    ...categories.map(({ id, title }) => ({ id, title, items: menuItems.filter((item) => item.category_id === id) })),
    { id: null, title: 'More', items: menuItems.filter(({ category_id: id }) => id === null || !known.has(id)) },
  ];
  return sections.filter(({ items }) => items.length > 0);
};

/** What is searched for each item: its title, its category's and its variants', what it is and whom it suits. Not what it has in it: 'nuts' is not a wish. */
export const indexOf = (sections: readonly Section[]): ReadonlyMap<number, string> =>
  new Map(
    sections.flatMap(({ title, items }) =>
      items.map(
        (item) =>
          [
            item.id,
            plain([item.title, title, ...item.variants.map((one) => one.title), item.description, ...(item.diets ?? [])].join(' ')),
          ] as const,
      ),
    ),
  );

/** The ids of the items in which every word of the search stands. */
export const findItems = (index: ReadonlyMap<number, string>, search: string): ReadonlySet<number> => {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return new Set([...index].flatMap(([id, text]) => (words.every((word) => text.includes(word)) ? id : [])));
};

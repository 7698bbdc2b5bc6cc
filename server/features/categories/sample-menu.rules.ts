import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';

interface Option {
  title: string;
  /** in hundredths of the currency */
  price: number;
}
interface Dish extends Option {
  variants?: readonly Option[];
  addons?: readonly Option[];
}

/** A small menu to try everything with: with and without variants and addons. */
export const sampleMenu: readonly { category: string; dishes: readonly Dish[] }[] = [
  {
    category: 'Starters',
    dishes: [
      { title: 'Soup of the Day', price: 550 },
      { title: 'Green Salad', price: 650, addons: [{ title: 'Goat cheese', price: 250 }] },
    ],
  },
  {
    category: 'Mains',
    dishes: [
      {
        title: 'Margherita',
        price: 900,
        variants: [
          { title: 'Regular', price: 900 },
          { title: 'Large', price: 1200 },
        ],
        addons: [
          { title: 'Olives', price: 100 },
          { title: 'Extra cheese', price: 150 },
        ],
      },
      { title: 'Burger and Fries', price: 1250, addons: [{ title: 'Bacon', price: 200 }] },
      { title: 'Pasta with Tomato', price: 1050 },
    ],
  },
  { category: 'Desserts', dishes: [{ title: 'Tiramisù', price: 600 }] },
  {
    category: 'Drinks',
    dishes: [
      { title: 'Water', price: 250 },
      {
        title: 'Coffee',
        price: 280,
        variants: [
          { title: 'Espresso', price: 280 },
          { title: 'Cappuccino', price: 350 },
        ],
      },
    ],
  },
];

/** What a sample costs in minor units. Where there are no small coins a unit is worth little, too: the number of the hundredths stays. */
export const samplePrice = (hundredths: number, decimals: number): number => hundredths * 10 ** Math.max(decimals - 2, 0);

/** A price in the minor units of other decimals, rounded as a change of currency rounds it (db/functions/change_prices.sql). */
const rescaled = (price: number, from: number, to: number): number =>
  to >= from ? price * 10 ** (to - from) : Math.floor((price + 10 ** (from - to) / 2) / 10 ** (from - to));

type Sample = Pick<MenuRow, 'id' | 'title' | 'price' | 'net_price' | 'tax_id' | 'category_id' | 'image'> &
  Partial<Pick<MenuRow, 'description' | 'allergens' | 'diets'>> &
  Record<'variants' | 'addons', { id: number; title: string; price: number }[]>;

/** What tells whether an item is still as it was put in; order and selling out are no change. */
export const facesOf = ({ id, title, price, net_price, tax_id, category_id, image, ...sample }: Sample) => {
  const { variants, addons, description, allergens = [], diets = [] } = sample;
  const options = (rows: Sample['variants']) => rows.map((row) => ({ id: row.id, title: row.title, price: row.price }));
  const face = { id, title, price, net_price, tax_id, category_id, image, variants: options(variants), addons: options(addons) };
  // left out where there is nothing: faces that an earlier release stored have none of it
  const forGuests = { ...(description && { description }), ...(allergens.length > 0 && { allergens }), ...(diets.length > 0 && { diets }) };
  return { ...face, ...forGuests };
};
export type Face = ReturnType<typeof facesOf>;

/** The item as it would be now if nothing but the currency was changed. */
const inDecimals = (face: Face, from: number, to: number): Face => {
  const scale = <T extends { price: number }>(priced: T): T => ({ ...priced, price: rescaled(priced.price, from, to) });
  return { ...scale(face), variants: face.variants.map(scale), addons: face.addons.map(scale) };
};

const textOf = (sample: Sample): string => JSON.stringify(facesOf(sample));

/** The samples that are still on the menu and that nobody has changed. */
export const untouched = (samples: readonly Face[], menu: readonly MenuRow[], from: number, to: number): MenuRow[] => {
  const wanted = new Map(samples.map((face) => [face.id, textOf(inDecimals(face, from, to))]));
  return menu.filter((row) => textOf(row) === wanted.get(row.id));
};

import { allergens } from '#contract/allergens.ts';
import type { QrMenu } from '#contract/qr-menu.ts';

const words = 'grilled smoked pickled roast braised lemon garlic chilli basil fennel beet lamb trout chickpea fig almond rye saffron'.split(
  ' ',
);
const word = (index: number, step: number) => words[(index * step + Math.floor(index / words.length)) % words.length]!;

/** A menu as a restaurant has one, for measuring: titles that differ, photos, some variants and addons, eight categories. */
export const dinersMenu = (dishes: number, image: (index: number) => string | null = (index) => photoOf(index)): QrMenu => ({
  storeSettings: {
    store_name: 'Trattoria Comanda',
    address: '214 Orchard Lane, Brooklyn, NY 11201',
    phone: '+1 718 555 0100',
    email: 'ciao@example.com',
    image: null,
    currency: 'USD',
    country: 'US',
    is_qr_menu_enabled: 1,
    is_qr_order_enabled: 1,
  },
  categories: Array.from({ length: 8 }, (_, index) => ({ id: index + 1, title: `${word(index, 3)} & ${word(index, 5)}` })),
  menuItems: Array.from({ length: dishes }, (_, index) => ({
    id: 1000 + index,
    title: `${word(index, 1)} ${word(index, 7)} with ${word(index, 11)} and ${word(index, 13)}`,
    price: 4.5 + ((index * 37) % 200) / 10,
    net_price: null,
    tax_id: 1,
    tax_title: 'Sales Tax',
    tax_rate: 8,
    tax_type: 'exclusive',
    category_id: 1 + Math.floor((index * 8) / dishes),
    category_title: null,
    image: image(index),
    sold_out: false,
    description: `${word(index, 3)}, ${word(index, 17)} and ${word(index, 19)} with a little ${word(index, 23)}, as we like it at home`,
    ...(index % 3 < 2 && { allergens: allergens.filter((_, place) => (index * 7 + place * 5) % 11 < 3) }),
    ...(index % 4 === 0 && { diets: ['vegetarian' as const] }),
    variants:
      index % 4 === 0
        ? [
            { id: 5000 + index, item_id: 1000 + index, title: 'Small', price: 5 + (index % 9) },
            { id: 6000 + index, item_id: 1000 + index, title: 'Large', price: 9 + (index % 9) },
          ]
        : [],
    addons: index % 3 === 0 ? [{ id: 7000 + index, item_id: 1000 + index, title: `Extra ${word(index, 5)}`, price: 1.5 }] : [],
  })),
  storeTable: null,
});

/** A name as photos have it: 21 letters that do not compress. */
const photoOf = (index: number): string => {
  const name = Array.from(
    { length: 21 },
    (_, place) =>
      'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'[(index * 31 + place * place * 17 + index * place) % 64],
  );
  return `/media/1/${name.join('')}.webp`;
};

import { type PricedCartLine, priceCart } from '#server/features/prices/cart.rules.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import type { Chance } from './chance.ts';
import { menu as courses } from './menu.ts';
import { DAYS, type Order, type Restaurant } from './past-rows.ts';

/** Customers that the restaurant knew before these days; the others come by and by. */
const KNOWN_BEFORE = 36;
const remarks = [
  'No onions, please',
  'Sauce on the side',
  'Nut allergy!',
  'Extra crispy',
  'Well done',
  'To share',
  'Birthday table',
  'No cheese',
];
const liking = new Map(courses.flatMap(({ dishes }) => dishes.map(({ title, liked }) => [title, liked ?? 1] as const)));

/** What guests choose, and who they are. */
export const openWishes = (chance: Chance, { menu, customerCount }: Restaurant) => {
  const itemsById = new Map(menu.map((item) => [item.id, item]));
  const itemsOf = Map.groupBy(menu, (item) => item.category_title);

  const chooseCourse = (kind: Order['kind'], isEvening: boolean, isLater: boolean) =>
    chance.weigh(
      isLater
        ? ([
            ['Desserts', 3],
            ['Coffee & Soft Drinks', 2.6],
            ['Wine, Beer & Cocktails', isEvening ? 2 : 0.6],
          ] as const)
        : ([
            ['Starters', 1.1],
            ['Soups & Salads', isEvening ? 0.7 : 1.3],
            ['Pizza', 2.4],
            ['Pasta & Risotto', 2],
            ['From the Grill', isEvening ? 1.3 : 0.6],
            ['Desserts', 0.5],
            ['Coffee & Soft Drinks', 1.6],
            ['Wine, Beer & Cocktails', kind === 'dinein' ? (isEvening ? 1.8 : 0.6) : 0.15],
          ] as const),
    );

  const chooseLines = (count: number, kind: Order['kind'], isEvening: boolean, isLater = false): PricedCartLine[] => {
    const chosen = new Map<number, MenuRow>();
    while (chosen.size < count) {
      const course =
        chosen.size === 0 && !isLater
          ? chance.pick(['Pizza', 'Pizza', 'Pasta & Risotto', 'From the Grill'] as const)
          : chooseCourse(kind, isEvening, isLater);
      const item = chance.weigh(itemsOf.get(course)!.map((row) => [row, liking.get(row.title) ?? 1] as const));
      chosen.set(item.id, item);
    }
    const cart = [...chosen.values()].map((item) => ({
      id: item.id,
      quantity: chance.weigh([
        [1, 76],
        [2, 20],
        [3, 4],
      ] as const),
      variant_id: item.variants.length > 0 ? chance.pick(item.variants).id : null,
      addons_ids: item.addons.length > 0 && chance.isLikely(0.3) ? [chance.pick(item.addons).id] : [],
      notes: chance.isLikely(0.06) ? chance.pick(remarks) : null,
      price: null,
    }));
    // the demonstration has no takeaway tax and no schedule
    return priceCart(cart, itemsById, { deliveryType: 'dinein', today: '' }).lines;
  };

  const chooseCustomer = (day: number, probability: number): number | null => {
    if (!chance.isLikely(probability)) return null;
    const known = KNOWN_BEFORE + Math.floor(((customerCount - KNOWN_BEFORE) * (day + 1)) / (DAYS + 1));
    return Math.floor(known * chance.between(0, 1) ** 1.6);
  };

  return { chooseLines, chooseCustomer };
};

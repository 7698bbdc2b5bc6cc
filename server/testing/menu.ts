import { addCategory } from '#contract/categories.ts';
import { addAddon, addMenuItem, addVariant } from '#contract/menu-items.ts';
import { addTable } from '#contract/tables.ts';
import { addTax } from '#contract/taxes.ts';
import type { Restaurant } from './restaurant.ts';

/**
 * A small menu, set up through the real calls: Soup 4.50 with 10 % exclusive tax, Wine 6.00 (large 9.00) with 20 % inclusive tax
 * and the addon Ice 0.50, Bread 2.00 without tax; tables T1 and T2.
 */
export const openMenu = async ({ admin }: Pick<Restaurant, 'admin'>) => {
  const idOf = async (added: Promise<{ reply: { id: number } }>) => (await added).reply.id;
  const vat = await idOf(admin(addTax, { body: { title: 'VAT', rate: 10, type: 'exclusive' } }));
  const duty = await idOf(admin(addTax, { body: { title: 'Duty', rate: 20, type: 'inclusive' } }));
  const category = await idOf(admin(addCategory, { body: { title: 'All' } }));
  const item = (title: string, price: string, taxId: number | null) =>
    idOf(admin(addMenuItem, { body: { title, price, netPrice: null, categoryId: category, taxId } }));
  const soup = await item('Soup', '4.50', vat);
  const wine = await item('Wine', '6.00', duty);
  const bread = await item('Bread', '2', null);
  return {
    vat,
    duty,
    category,
    soup,
    wine,
    bread,
    large: await idOf(admin(addVariant, { params: { itemId: String(wine) }, body: { title: 'Large', price: 9 } })),
    ice: await idOf(admin(addAddon, { params: { itemId: String(wine) }, body: { title: 'Ice', price: '0.5' } })),
    t1: await idOf(admin(addTable, { body: { title: 'T1', floor: 'Ground', seatingCapacity: 4 } })),
    t2: await idOf(admin(addTable, { body: { title: 'T2', floor: 'Ground', seatingCapacity: 2 } })),
  };
};

/** A restaurant with that menu. */
export const withMenu = async <R extends Restaurant>(restaurant: R) => ({ ...restaurant, menu: await openMenu(restaurant) });

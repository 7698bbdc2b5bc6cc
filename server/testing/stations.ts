import { updateMenuItem } from '#contract/menu-items.ts';
import { addStation } from '#contract/stations.ts';
import { at } from './bills.ts';
import { withMenu } from './menu.ts';
import type { Restaurant } from './restaurant.ts';

/** A restaurant with a menu, and a bar for the wine beside a kitchen for everything else. */
export const withStations = async (opened: Restaurant) => {
  const restaurant = await withMenu(opened);
  const { admin, menu } = restaurant;
  const add = async (title: string) => (await admin(addStation, { body: { title } })).reply.stationId;
  const [kitchen, bar] = [await add('Kitchen'), await add('Bar')];
  await admin(updateMenuItem, { ...at(menu.wine), body: { title: 'Wine', price: 6, stationId: bar } });
  return { ...restaurant, kitchen, bar };
};

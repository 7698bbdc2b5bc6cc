import { expect, test } from 'vitest';
import { addCategory, deleteCategory, listCategories, updateCategory } from '#contract/categories.ts';
import { addMenuItem, getMenuItem, listMenuItems, updateMenuItem } from '#contract/menu-items.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const paramsOf = (id: number) => ({ params: { id: String(id) } });
const add = async (admin: Caller, title: string) => (await admin(addCategory, { body: { title } })).reply;
const titles = async (admin: Caller) => (await admin(listCategories, {})).reply.map(({ title }) => title);

test('categories are listed in the order they were added, here and at the till', async () => {
  const { admin } = await openRestaurant();

  const starters = await add(admin, 'Starters');
  await add(admin, 'Mains');
  await add(admin, 'Desserts');

  expect(starters).toEqual({ success: true, message: 'Category added.', id: starters.id, categoryId: starters.id });
  expect(await titles(admin)).toEqual(['Starters', 'Mains', 'Desserts']);
  expect((await admin(initPos, {})).reply.categories.map(({ title }) => title)).toEqual(['Starters', 'Mains', 'Desserts']);
});

test('a new category stands at the end also after others were deleted', async () => {
  const { admin } = await openRestaurant();
  const starters = await add(admin, 'Starters');
  await add(admin, 'Mains');
  await admin(deleteCategory, paramsOf(starters.id));

  await add(admin, 'Drinks');

  expect(await titles(admin)).toEqual(['Mains', 'Drinks']);
});

test('a category keeps its place when it is renamed', async () => {
  const { admin } = await openRestaurant();
  const starters = await add(admin, 'Starters');
  await add(admin, 'Mains');

  const { reply } = await admin(updateCategory, { ...paramsOf(starters.id), body: { title: 'Small plates' } });

  expect(reply).toEqual({ success: true, message: 'Category updated.' });
  expect(await titles(admin)).toEqual(['Small plates', 'Mains']);
});

test('the menu is listed by category, then in the order of the items', async () => {
  const { admin } = await openRestaurant();
  const starters = await add(admin, 'Starters');
  const mains = await add(admin, 'Mains');
  for (const [title, categoryId] of [
    ['Steak', mains.id],
    ['Soup', starters.id],
    ['Fish', mains.id],
  ] as const)
    await admin(addMenuItem, { body: { title, price: 1, categoryId } });

  expect((await admin(listMenuItems, {})).reply.map(({ title }) => title)).toEqual(['Soup', 'Steak', 'Fish']);
});

test('deleting a category clears it on its items and leaves orders as they were', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } });
  const before = (await admin(listOrders, { query: {} })).reply;

  const { reply } = await admin(deleteCategory, paramsOf(menu.category));

  expect(reply).toEqual({ success: true, message: 'Category deleted.' });
  expect(await titles(admin)).toEqual([]);
  expect((await admin(getMenuItem, paramsOf(menu.soup))).reply).toMatchObject({ title: 'Soup', category_id: null, category_title: null });
  expect((await admin(listOrders, { query: {} })).reply).toEqual(before);
});

test('a deleted category cannot be changed, deleted again or given to an item', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(deleteCategory, paramsOf(menu.category));

  const again = await admin(deleteCategory, paramsOf(menu.category));
  expect([again.status, again.reply.message]).toEqual([404, 'This category does not exist!']);
  expect((await admin(updateCategory, { ...paramsOf(menu.category), body: { title: 'All' } })).status).toBe(404);
  const item = await admin(updateMenuItem, { ...paramsOf(menu.soup), body: { title: 'Soup', price: 1, categoryId: menu.category } });
  expect([item.status, item.reply.message]).toEqual([404, 'This category does not exist!']);
});

test('a category needs a title', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, 'Starters');

  for (const title of [undefined, null, '', ' ', 'Soup\u0000s', 'a lone \ud800']) {
    const added = await admin(addCategory, { body: { title: title as string } });
    expect([added.status, added.reply.message]).toEqual([400, 'Please provide Category Title!']);
    const updated = await admin(updateCategory, { ...paramsOf(id), body: { title: title as string } });
    expect([updated.status, updated.reply.message]).toEqual([400, 'Please provide title!']);
  }
  expect((await admin(addCategory, { body: { title: 'x'.repeat(121) } })).status).toBe(400);
  expect(await titles(admin)).toEqual(['Starters']);
});

test('one restaurant cannot see, change or delete the category of another', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();
  const { id } = await add(theirs.admin, 'Starters');

  expect(await titles(mine.admin)).toEqual([]);
  expect((await mine.admin(updateCategory, { ...paramsOf(id), body: { title: 'Mine' } })).status).toBe(404);
  expect((await mine.admin(deleteCategory, paramsOf(id))).status).toBe(404);
  expect(await titles(theirs.admin)).toEqual(['Starters']);
});

test('only who has the settings scope sees or changes categories', async () => {
  const { admin, staff } = await openRestaurant();
  const { id } = await add(admin, 'Starters');
  const waiter = await staff('POS');

  expect((await waiter(listCategories, {})).status).toBe(403);
  expect((await waiter(addCategory, { body: { title: 'Mains' } })).status).toBe(403);
  expect((await waiter(updateCategory, { ...paramsOf(id), body: { title: 'Mains' } })).status).toBe(403);
  expect((await waiter(deleteCategory, paramsOf(id))).status).toBe(403);
});

import { expect, test } from 'vitest';
import { addCategory, addSampleMenu, listCategories, removeSampleMenu, updateCategory } from '#contract/categories.ts';
import { completeFirstStep, getFirstSteps } from '#contract/first-steps.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { addMenuItem, listMenuItems, updateMenuItem } from '#contract/menu-items.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { addTable } from '#contract/tables.ts';
import { addTax } from '#contract/taxes.ts';
import { addUser } from '#contract/users.ts';
import { type Caller, newAddress, openRestaurant } from '#server/testing/restaurant.ts';

const itemsOf = async (admin: Caller) => (await admin(listMenuItems, {})).reply;
const titlesOf = async (admin: Caller) => (await admin(listCategories, {})).reply.map(({ title }) => title);

test('the sample menu is put in once, and taken out again without a trace', async () => {
  const { admin } = await openRestaurant();
  await admin(addCategory, { body: { title: 'Drinks' } });
  const both = await Promise.all([admin(addSampleMenu, {}), admin(addSampleMenu, {})]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const items = await itemsOf(admin);
  expect(items.map(({ title }) => title)).toContain('Tiramisù');
  expect(items.find(({ title }) => title === 'Margherita')).toMatchObject({
    price: 9,
    category_title: 'Mains',
    variants: [
      { title: 'Regular', price: 9 },
      { title: 'Large', price: 12 },
    ],
    addons: [
      { title: 'Olives', price: 1 },
      { title: 'Extra cheese', price: 1.5 },
    ],
  });

  // a currency without decimals, and back: nobody has changed the menu
  for (const currency of ['JPY', 'USD']) expect((await admin(saveStoreSetting, { body: { currency } })).status).toBe(200);
  const { reply } = await admin(removeSampleMenu, {});
  expect(reply).toMatchObject({ message: 'The sample menu is out.', removed: items.length });
  expect(await itemsOf(admin)).toEqual([]);
  // this one was there before
  expect(await titlesOf(admin)).toEqual(['Drinks']);
  expect((await admin(removeSampleMenu, {})).status).toBe(409);
  expect((await admin(addSampleMenu, {})).status).toBe(200);
});

test('what was sold, changed or added stays, with its category', async () => {
  const { admin } = await openRestaurant();
  await admin(addSampleMenu, {});
  const items = await itemsOf(admin);
  const find = (title: string) => items.find((item) => item.title === title)!;
  const [water, soup, dessert] = [find('Water'), find('Soup of the Day'), find('Tiramisù')];
  const change = { title: soup.title, price: '5.75', categoryId: soup.category_id };
  expect((await admin(updateMenuItem, { params: { id: `${soup.id}` }, body: change })).status).toBe(200);
  const cart = [{ id: water.id, quantity: 1, price: 2.5 }];
  expect((await admin(createOrderAndInvoice, { body: { cart, deliveryType: 'takeaway' } })).status).toBe(200);
  await admin(addMenuItem, { body: { title: 'My own', price: '3', categoryId: water.category_id } });
  await admin(updateCategory, { params: { id: `${dessert.category_id}` }, body: { title: 'Dolci' } });

  const { reply } = await admin(removeSampleMenu, {});
  expect(reply).toMatchObject({ message: 'The sample menu is out, but for what you sold or changed.', removed: items.length - 2 });
  expect((await itemsOf(admin)).map(({ title }) => title)).toEqual(['Soup of the Day', 'Water', 'My own']);
  expect(await titlesOf(admin)).toEqual(['Starters', 'Dolci', 'Drinks']);
});

test('only an empty menu gets samples', async () => {
  const { admin } = await openRestaurant();
  await admin(addMenuItem, { body: { title: 'Mine', price: '1' } });
  const { status, reply } = await admin(addSampleMenu, {});
  expect([status, reply.message]).toEqual([409, 'The sample menu is for a menu that is still empty!']);
  expect((await admin(getFirstSteps, {})).reply.hasSampleMenu).toBe(false);
});

test('the list of the first hour ticks itself off, and is over when all is done', async () => {
  const { admin } = await openRestaurant();
  const steps = async () => (await admin(getFirstSteps, {})).reply;
  expect(await steps()).toEqual({ isOver: false, done: [], hasSampleMenu: false, hasTax: false });
  await admin(addSampleMenu, {});
  await admin(addTable, { body: { title: 'One', floor: '-', seatingCapacity: 2 } });
  expect(await steps()).toEqual({ isOver: false, done: ['items', 'tables'], hasSampleMenu: true, hasTax: false });
  const { phone: _, ...store } = (await admin(getStoreSetting, {})).reply;
  await admin(saveStoreSetting, { body: { ...store, address: '1 Main Street' } });
  await admin(addUser, { body: { name: 'Ada', username: newAddress(), userScopes: ['POS'] } });
  expect((await admin(completeFirstStep, { body: { step: 'print' } })).status).toBe(200);
  expect((await admin(completeFirstStep, { body: { step: 'print' } })).status).toBe(200);
  expect(await steps()).toEqual({
    isOver: false,
    done: ['store', 'items', 'tables', 'staff', 'print'],
    hasSampleMenu: true,
    hasTax: false,
  });
  await admin(addTax, { body: { title: 'VAT', rate: 5, type: 'inclusive' } });
  await admin(addPaymentType, { body: { title: 'Card', kind: 'card' } });
  expect(await steps()).toEqual({
    isOver: true,
    done: ['store', 'items', 'tables', 'card', 'staff', 'print'],
    hasSampleMenu: true,
    hasTax: true,
  });
});

test('the list can be put away, by this restaurant for itself', async () => {
  const [{ admin }, other] = [await openRestaurant(), await openRestaurant()];
  await admin(completeFirstStep, { body: { step: 'all' } });
  expect((await admin(getFirstSteps, {})).reply.isOver).toBe(true);
  expect((await other.admin(getFirstSteps, {})).reply.isOver).toBe(false);
});

test('a sample whose allergens somebody entered is theirs; one that an earlier release put in is not', async () => {
  const { admin } = await openRestaurant();
  await admin(addSampleMenu, {});
  const items = await itemsOf(admin);
  const soup = items.find(({ title }) => title === 'Soup of the Day')!;
  const body = { title: soup.title, price: soup.price, categoryId: soup.category_id, allergens: ['celery' as const] };
  expect((await admin(updateMenuItem, { params: { id: `${soup.id}` }, body })).status).toBe(200);

  expect((await admin(removeSampleMenu, {})).reply).toMatchObject({ removed: items.length - 1 });
  expect((await itemsOf(admin)).map(({ title }) => title)).toEqual(['Soup of the Day']);
});

import { expect, test } from 'vitest';
import { addCategory, updateCategory } from '#contract/categories.ts';
import { addMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { addPaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { addTax, updateTax } from '#contract/taxes.ts';
import { database, openRestaurant, type Caller } from '#server/testing/restaurant.ts';

const idParams = (id: number) => ({ params: { id: String(id) } });
const tax = (title: string) => ({ title, rate: 10, type: 'exclusive' as const });

const nouns = {
  taxes: {
    add: (admin: Caller, title: string) => admin(addTax, { body: tax(title) }),
    rename: (admin: Caller, id: number, title: string) => admin(updateTax, { ...idParams(id), body: tax(title) }),
    sentence: 'There is already a tax with this title!',
  },
  categories: {
    add: (admin: Caller, title: string) => admin(addCategory, { body: { title } }),
    rename: (admin: Caller, id: number, title: string) => admin(updateCategory, { ...idParams(id), body: { title } }),
    sentence: 'There is already a category with this title!',
  },
  payment_types: {
    add: (admin: Caller, title: string) => admin(addPaymentType, { body: { title, isActive: true } }),
    rename: (admin: Caller, id: number, title: string) => admin(updatePaymentType, { ...idParams(id), body: { title, isActive: true } }),
    sentence: 'There is already a payment type with this title!',
  },
  menu_items: {
    add: (admin: Caller, title: string) => admin(addMenuItem, { body: { title, price: 1 } }),
    rename: (admin: Caller, id: number, title: string) => admin(updateMenuItem, { ...idParams(id), body: { title, price: 1 } }),
    sentence: 'There is already an item with this title in this category!',
  },
};

test.each(Object.entries(nouns))('%s: no two are called alike, old ones stay', async (table, { add, rename, sentence }) => {
  const { admin, tenantId } = await openRestaurant();
  const write = (change: string) => database.query(`begin; set local app.tenant_id = '${tenantId}'; ${change}; commit`);
  const first = (await add(admin, 'Primi')).reply.id;
  const second = (await add(admin, 'Secondi')).reply.id;

  const twice = await add(admin, 'primi ');
  expect([twice.status, twice.reply.message]).toEqual([409, sentence]);
  expect((await rename(admin, second, 'Primi')).status).toBe(409);
  expect((await rename(admin, first, 'Primi')).status).toBe(200);
  expect((await rename(admin, first, 'PRIMI')).status).toBe(200);

  const atOnce = await Promise.all([add(admin, 'Dolci'), add(admin, 'Dolci')]);
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409]);

  await write(`update ${table} set title = 'PRIMI' where id = ${second}`);
  expect((await rename(admin, second, 'PRIMI')).status).toBe(200);
  await write(`update ${table} set archived_at = now() where id in (${first}, ${second})`);
  expect((await add(admin, 'Primi')).status).toBe(200);
});

test('items of different categories may be called alike, until one moves to the other', async () => {
  const { admin } = await openRestaurant();
  const categoryId = (await admin(addCategory, { body: { title: 'Lunch' } })).reply.id;
  const { id } = (await admin(addMenuItem, { body: { title: 'Soup', price: 1 } })).reply;
  expect((await admin(addMenuItem, { body: { title: 'Soup', price: 1, categoryId } })).status).toBe(200);
  expect((await admin(updateMenuItem, { ...idParams(id), body: { title: 'Soup', price: 1, categoryId } })).status).toBe(409);
});

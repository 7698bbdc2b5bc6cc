import { expect, test } from 'vitest';
import { allergens, diets } from '#contract/allergens.ts';
import { addCategory, deleteCategory } from '#contract/categories.ts';
import {
  addAddon,
  addMenuItem,
  addVariant,
  deleteAddon,
  deleteMenuItem,
  deleteVariant,
  getMenuItem,
  listMenuItems,
  updateAddon,
  updateMenuItem,
  updateVariant,
} from '#contract/menu-items.ts';
import { summarisePayment } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { addTax } from '#contract/taxes.ts';
import { database, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const paramsOf = (id: number) => ({ params: { id: String(id) } });
const below = (itemId: number) => ({ params: { itemId: String(itemId) } });
const variantOf = (itemId: number, variantId: number) => ({ params: { itemId: String(itemId), variantId: String(variantId) } });
const addonOf = (itemId: number, addonId: number) => ({ params: { itemId: String(itemId), addonId: String(addonId) } });

const tea = { title: 'Tea', price: 2.5 };
const add = async (admin: Caller, body: object = {}) => (await admin(addMenuItem, { body: { ...tea, ...body } })).reply;
const find = async (admin: Caller, id: number) => (await admin(getMenuItem, paramsOf(id))).reply;
const atTheTill = async (admin: Caller, id: number) => (await admin(initPos, {})).reply.menuItems.find((item) => item.id === id);

test('an item is listed with its category, its tax, its variants and its addons', async () => {
  const { admin } = await openRestaurant();
  const { reply: category } = await admin(addCategory, { body: { title: 'Drinks' } });
  const { reply: tax } = await admin(addTax, { body: { title: 'VAT', rate: 12.5, type: 'inclusive' } });

  const item = await add(admin, { price: '2.50', netPrice: '2.22', categoryId: category.id, taxId: String(tax.id) });
  const { reply: pot } = await admin(addVariant, { ...below(item.id), body: { title: 'Pot', price: '6.00' } });
  const { reply: milk } = await admin(addAddon, { ...below(item.id), body: { title: 'Milk' } });

  expect(item).toEqual({ success: true, message: 'Item added.', id: item.id, menuItemId: item.id });
  expect(pot).toEqual({ success: true, message: 'Variant added.', id: pot.id, variantId: pot.id });
  expect(milk).toEqual({ success: true, message: 'Addon added.', id: milk.id, addonId: milk.id });
  const shown = {
    id: item.id,
    title: 'Tea',
    price: 2.5,
    net_price: 2.22,
    tax_id: tax.id,
    tax_title: 'VAT',
    tax_rate: 12.5,
    tax_type: 'inclusive',
    category_id: category.id,
    category_title: 'Drinks',
    image: null,
    sold_out: false,
    variants: [{ id: pot.id, item_id: item.id, title: 'Pot', price: 6 }],
    taxIdTakeaway: null,
    stationId: null,
    addons: [{ id: milk.id, item_id: item.id, title: 'Milk', price: 0 }],
  };
  expect(await find(admin, item.id)).toEqual(shown);
  expect((await admin(listMenuItems, {})).reply).toEqual([shown]);
  expect(await atTheTill(admin, item.id)).toEqual(shown);
});

test('without category and tax an item has none', async () => {
  const { admin } = await openRestaurant();

  const plain = await add(admin);
  const emptied = await add(admin, { title: 'Iced Tea', netPrice: '', categoryId: '', taxId: null });

  for (const { id } of [plain, emptied])
    expect(await find(admin, id)).toMatchObject({ price: 2.5, net_price: null, category_id: null, tax_id: null, tax_type: null });
});

test('an update keeps what it leaves out and clears what it sends empty', async () => {
  const { admin } = await openRestaurant();
  const { reply: category } = await admin(addCategory, { body: { title: 'Drinks' } });
  const { reply: tax } = await admin(addTax, { body: { title: 'VAT', rate: 5, type: 'exclusive' } });
  const { id } = await add(admin, { netPrice: 2, categoryId: category.id, taxId: tax.id });

  const { reply } = await admin(updateMenuItem, { ...paramsOf(id), body: { title: 'Green tea', price: '0' } });
  expect(reply).toEqual({ success: true, message: 'Item updated.' });
  expect(await find(admin, id)).toMatchObject({ title: 'Green tea', price: 0, net_price: 2, category_id: category.id, tax_id: tax.id });

  await admin(updateMenuItem, { ...paramsOf(id), body: { ...tea, netPrice: null, categoryId: '', taxId: '' } });
  expect(await find(admin, id)).toMatchObject({ title: 'Tea', price: 2.5, net_price: null, category_id: null, tax_id: null });
});

test('a dish tells guests what is in it: each word once, in the order of the list', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, {
    description: '  Cream,\negg & <b>milk</b>  ',
    allergens: ['milk', 'eggs', 'milk'],
    diets: ['halal', 'vegetarian', 'halal'],
  });
  const facts = { allergens: ['eggs', 'milk'], diets: ['vegetarian', 'halal'] };
  expect(await find(admin, id)).toMatchObject({ description: 'Cream,\negg & <b>milk</b>', ...facts });
  expect((await admin(listMenuItems, {})).reply).toMatchObject([{ description: 'Cream,\negg & <b>milk</b>', ...facts }]);
  // nobody reads the menu's praise at the till
  expect(await atTheTill(admin, id)).toMatchObject(facts);
  expect(await atTheTill(admin, id)).not.toHaveProperty('description');

  // a client that knows none of it changes none of it
  await admin(updateMenuItem, { ...paramsOf(id), body: { title: 'Chai', price: 3 } });
  expect(await find(admin, id)).toMatchObject({ title: 'Chai', description: 'Cream,\negg & <b>milk</b>', ...facts });

  await admin(updateMenuItem, { ...paramsOf(id), body: { ...tea, allergens: [...allergens].reverse(), diets: [...diets] } });
  expect(await find(admin, id)).toMatchObject({ allergens, diets });
  await admin(updateMenuItem, { ...paramsOf(id), body: { ...tea, description: '', allergens: [], diets: null } });
  for (const field of ['description', 'allergens', 'diets']) expect(await find(admin, id)).not.toHaveProperty(field);
});

test.each([
  ['allergens', ['milk', 'lactose'], 'Please choose from the list.'],
  ['allergens', 'milk', 'Please choose from the list.'],
  ['allergens', { milk: true }, 'Please choose from the list.'],
  ['diets', ['Vegan'], 'Please choose from the list.'],
  ['description', 'too long'.repeat(63), 'At most 500 characters, please!'],
  ['description', 'nul \0', 'Invalid request!'],
])('%s that are none (%#) are refused at their field, and nothing is stored', async (field, value, message) => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, { description: 'Leaves', allergens: ['celery'] });

  for (const answer of [
    await admin(addMenuItem, { body: { ...tea, [field]: value } as never }),
    await admin(updateMenuItem, { ...paramsOf(id), body: { ...tea, price: 9, [field]: value } as never }),
  ])
    expect([answer.status, answer.reply]).toMatchObject([400, { errors: [{ path: [field], message }] }]);
  expect((await admin(listMenuItems, {})).reply).toMatchObject([{ price: 2.5, description: 'Leaves', allergens: ['celery'] }]);
});

test('of two who change what a dish contains the second one is asked; the log has both', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { id } = await add(admin, { allergens: ['milk'] });
  const basedOn = { ...tea, price: '2.50', allergens: ['milk' as const], diets: [], description: null };
  const change = (body: object) => admin(updateMenuItem, { ...paramsOf(id), body: { ...tea, basedOn, ...body } });

  expect((await change({ allergens: ['milk', 'nuts'] })).status).toBe(200);
  // another field is merged
  expect((await change({ diets: ['vegetarian'], allergens: ['milk'] })).status).toBe(200);
  expect(await find(admin, id)).toMatchObject({ allergens: ['milk', 'nuts'], diets: ['vegetarian'] });
  const asked = await change({ allergens: ['eggs', 'milk'] });
  expect([asked.status, asked.reply]).toMatchObject([
    409,
    { code: 'changed_meanwhile', changed: [{ field: 'allergens', value: ['milk', 'nuts'] }] },
  ]);

  const { rows } = await database.query(
    "select before->'allergens' as before, after->'allergens' as after from audit_log where tenant_id = $1 and entity = 'menu_items' order by id",
    [tenantId],
  );
  expect(rows).toEqual([
    { before: null, after: ['milk'] },
    { before: ['milk'], after: ['milk', 'nuts'] },
    { before: ['milk', 'nuts'], after: ['milk', 'nuts'] },
  ]);
});

test('every change shows at the till at once', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin);
  expect(await atTheTill(admin, id)).toMatchObject({ title: 'Tea', price: 2.5, variants: [], addons: [] });

  await admin(updateMenuItem, { ...paramsOf(id), body: { title: 'Green tea', price: '3.20' } });
  expect(await atTheTill(admin, id)).toMatchObject({ title: 'Green tea', price: 3.2 });

  const { reply: pot } = await admin(addVariant, { ...below(id), body: { title: 'Pot', price: 6 } });
  const { reply: milk } = await admin(addAddon, { ...below(id), body: { title: 'Milk', price: 0.3 } });
  expect(await atTheTill(admin, id)).toMatchObject({ variants: [{ title: 'Pot', price: 6 }], addons: [{ title: 'Milk', price: 0.3 }] });

  await admin(updateVariant, { ...variantOf(id, pot.id), body: { title: 'Big pot', price: 7 } });
  await admin(updateAddon, { ...addonOf(id, milk.id), body: { title: 'Oat milk', price: '0.40' } });
  expect(await atTheTill(admin, id)).toMatchObject({
    variants: [{ title: 'Big pot', price: 7 }],
    addons: [{ title: 'Oat milk', price: 0.4 }],
  });

  await admin(deleteVariant, variantOf(id, pot.id));
  await admin(deleteAddon, addonOf(id, milk.id));
  expect(await atTheTill(admin, id)).toMatchObject({ variants: [], addons: [] });

  await admin(deleteMenuItem, paramsOf(id));
  expect(await atTheTill(admin, id)).toBeUndefined();
});

test('an order keeps the titles and prices it was placed with', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [{ id: menu.wine, quantity: 2, variant_id: menu.large, addons_ids: [menu.ice] }];
  const { reply: order } = await admin(createOrder, { body: { cart } });
  const bill = { body: { orderIds: [order.orderId] } };
  const before = (await admin(summarisePayment, bill)).reply;
  expect(before).toMatchObject({ total: 19, orders: [{ items: [{ item_title: 'Wine', variant_title: 'Large', price: 9.5 }] }] });

  await admin(updateMenuItem, { ...paramsOf(menu.wine), body: { title: 'Red wine', price: 8 } });
  await admin(updateVariant, { ...variantOf(menu.wine, menu.large), body: { title: 'Huge', price: 20 } });
  expect((await admin(deleteAddon, addonOf(menu.wine, menu.ice))).reply).toEqual({ success: true, message: 'Addon deleted.' });
  expect((await admin(deleteVariant, variantOf(menu.wine, menu.large))).reply).toEqual({ success: true, message: 'Variant deleted.' });
  expect((await admin(deleteMenuItem, paramsOf(menu.wine))).reply).toEqual({ success: true, message: 'Item deleted.' });

  expect((await admin(summarisePayment, bill)).reply).toEqual(before);
  expect((await admin(createOrder, { body: { cart } })).status).toBe(404);
});

test('what was deleted is gone for every call', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(deleteVariant, variantOf(menu.wine, menu.large));
  const missing = await admin(updateVariant, { ...variantOf(menu.wine, menu.large), body: { title: 'Large', price: 9 } });
  expect([missing.status, missing.reply.message]).toEqual([404, 'This variant does not exist!']);
  expect((await admin(deleteVariant, variantOf(menu.wine, menu.large))).status).toBe(404);

  await admin(deleteMenuItem, paramsOf(menu.wine));

  const item = await admin(getMenuItem, paramsOf(menu.wine));
  expect([item.status, item.reply.message]).toEqual([404, 'This item does not exist!']);
  expect((await admin(updateMenuItem, { ...paramsOf(menu.wine), body: tea })).status).toBe(404);
  expect((await admin(deleteMenuItem, paramsOf(menu.wine))).status).toBe(404);
  expect((await admin(addVariant, { ...below(menu.wine), body: { title: 'Small', price: 1 } })).status).toBe(404);
  expect((await admin(addAddon, { ...below(menu.wine), body: { title: 'Lemon', price: 1 } })).status).toBe(404);
  expect((await admin(updateAddon, { ...addonOf(menu.wine, menu.ice), body: { title: 'Ice', price: 1 } })).status).toBe(404);
  expect((await admin(deleteAddon, addonOf(menu.wine, menu.ice))).status).toBe(404);
});

test('deleting an item leaves its variants and addons in the books', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());

  await admin(deleteMenuItem, paramsOf(menu.wine));

  for (const table of ['menu_item_variants', 'menu_item_addons']) {
    const { rows } = await database.query(`select archived_at from ${table} where tenant_id = $1`, [tenantId]);
    expect(rows).toEqual([{ archived_at: null }]);
  }
});

test('a variant or addon is reached only through its own item', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());

  expect((await admin(updateVariant, { ...variantOf(menu.soup, menu.large), body: { title: 'Bowl', price: 1 } })).status).toBe(404);
  expect((await admin(deleteVariant, variantOf(menu.soup, menu.large))).status).toBe(404);
  expect((await admin(updateAddon, { ...addonOf(menu.soup, menu.ice), body: { title: 'Bread', price: 1 } })).status).toBe(404);
  expect((await admin(deleteAddon, addonOf(menu.soup, menu.ice))).status).toBe(404);
  // the two kinds are numbered apart: an addon's number is no variant's
  expect((await admin(deleteVariant, variantOf(menu.wine, menu.ice + 1_000_000))).status).toBe(404);
  expect(await find(admin, menu.wine)).toMatchObject({ variants: [{ title: 'Large', price: 9 }], addons: [{ title: 'Ice', price: 0.5 }] });
});

test('category and tax must exist', async () => {
  const { admin } = await openRestaurant();
  const { reply: category } = await admin(addCategory, { body: { title: 'Drinks' } });
  await admin(deleteCategory, paramsOf(category.id));
  const { id } = await add(admin);

  for (const [fault, sentence] of [
    [{ categoryId: category.id }, 'This category does not exist!'],
    [{ categoryId: 999_999_999 }, 'This category does not exist!'],
    [{ taxId: 999_999_999 }, 'This tax does not exist!'],
  ] as const) {
    const body = { ...tea, ...fault };
    for (const refused of [await admin(addMenuItem, { body }), await admin(updateMenuItem, { ...paramsOf(id), body })])
      expect([refused.status, refused.reply.message]).toEqual([404, sentence]);
  }
  expect((await admin(listMenuItems, {})).reply).toHaveLength(1);
});

test.each([
  ['USD', '4.50', 4.5],
  ['USD', 0, 0],
  ['USD', '-0.00', 0],
  ['USD', '4.500', 4.5],
  ['USD', 19.99, 19.99],
  ['USD', '10000000000.00', 10_000_000_000],
  ['JPY', '450', 450],
  ['JPY', 450.0, 450],
  ['KWD', '0.125', 0.125],
])('in %s, %s is a price', async (currency, price, shown) => {
  const { admin } = await openRestaurant({ currency });

  const { id } = await add(admin, { price, netPrice: price });
  await admin(addVariant, { ...below(id), body: { title: 'Pot', price } });
  await admin(addAddon, { ...below(id), body: { title: 'Milk', price } });

  expect(await find(admin, id)).toMatchObject({ price: shown, net_price: shown, variants: [{ price: shown }], addons: [{ price: shown }] });
});

test.each([
  ['USD', -1],
  ['USD', '-0.01'],
  ['USD', 1.005],
  ['USD', '10000000000.01'],
  ['USD', '9999999999999999'],
  ['USD', 'cheap'],
  ['USD', true],
  ['USD', 1e300],
  ['JPY', '4.50'],
  ['JPY', '1000000000001'],
  ['KWD', 0.1255],
])('in %s, %s is no price', async (currency, wrong) => {
  const { admin } = await openRestaurant({ currency });
  const { id } = await add(admin, { price: 2 });
  const { reply: pot } = await admin(addVariant, { ...below(id), body: { title: 'Pot', price: 6 } });
  const { reply: milk } = await admin(addAddon, { ...below(id), body: { title: 'Milk', price: 1 } });
  const before = await find(admin, id);
  const price = wrong as number;

  const item = { ...tea, price: 2 };
  for (const [refused, sentence, field] of [
    [await admin(addMenuItem, { body: { ...item, price } }), 'Please provide valid price!', 'price'],
    [await admin(addMenuItem, { body: { ...item, netPrice: price } }), 'Please provide valid price!', 'netPrice'],
    [await admin(updateMenuItem, { ...paramsOf(id), body: { ...item, price } }), 'Please provide valid price!', 'price'],
    [await admin(updateMenuItem, { ...paramsOf(id), body: { ...item, netPrice: price } }), 'Please provide valid price!', 'netPrice'],
    [await admin(addVariant, { ...below(id), body: { title: 'Cup', price } }), 'Please provide valid variant price!', 'price'],
    [
      await admin(updateVariant, { ...variantOf(id, pot.id), body: { title: 'Pot', price } }),
      'Please provide valid variant price!',
      'price',
    ],
    [await admin(addAddon, { ...below(id), body: { title: 'Honey', price } }), 'Please provide valid addon price!', 'price'],
    [await admin(updateAddon, { ...addonOf(id, milk.id), body: { title: 'Milk', price } }), 'Please provide valid addon price!', 'price'],
  ] as const)
    expect([refused.status, refused.reply.message, refused.reply.errors]).toEqual([400, sentence, [{ path: [field], message: sentence }]]);

  expect(await find(admin, id)).toEqual(before);
  expect((await admin(listMenuItems, {})).reply).toHaveLength(1);
});

test('items, variants and addons need a title, items a price', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());

  for (const title of [undefined, null, '', ' ', 'T\u0000a'] as string[]) {
    for (const [refused, sentence] of [
      [await admin(addMenuItem, { body: { title, price: 1 } }), 'Please enter title!'],
      [await admin(updateMenuItem, { ...paramsOf(menu.wine), body: { title, price: 1 } }), 'Please enter title!'],
      [await admin(addVariant, { ...below(menu.wine), body: { title } }), 'Please provide variant title!'],
      [await admin(updateVariant, { ...variantOf(menu.wine, menu.large), body: { title } }), 'Please provide variant title!'],
      [await admin(addAddon, { ...below(menu.wine), body: { title } }), 'Please provide addon title!'],
      [await admin(updateAddon, { ...addonOf(menu.wine, menu.ice), body: { title } }), 'Please provide addon title!'],
    ] as const)
      expect([refused.status, refused.reply.message]).toEqual([400, sentence]);
  }
  for (const price of [undefined, null, ''] as unknown as number[])
    expect((await admin(addMenuItem, { body: { title: 'Tea', price } })).reply.message).toBe('Please provide valid price!');
  expect((await admin(addMenuItem, { body: { ...tea, title: 'x'.repeat(121) } })).status).toBe(400);
  expect((await admin(addMenuItem, { body: { ...tea, title: 'x'.repeat(120) } })).status).toBe(200);
});

test('a variant or addon that is added without a price costs nothing', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());

  for (const price of [undefined, null, ''] as string[]) {
    expect((await admin(addVariant, { ...below(menu.soup), body: { title: 'Cup', price } })).status).toBe(200);
    expect((await admin(addAddon, { ...below(menu.soup), body: { title: 'Bread', price } })).status).toBe(200);
  }

  const { variants, addons } = await find(admin, menu.soup);
  expect([variants, addons].map((options) => options.map(({ price }) => price))).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

test('price changes can be looked up', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { id } = await add(admin);
  await admin(updateMenuItem, { ...paramsOf(id), body: { title: 'Tea', price: 3 } });

  const { rows } = await database.query(
    "select action, before->>'price' as before, after->>'price' as after from audit_log where tenant_id = $1 and entity = 'menu_items' order by id",
    [tenantId],
  );

  expect(rows).toEqual([
    { action: 'add', before: null, after: '250' },
    { action: 'update', before: '250', after: '300' },
  ]);
});

test('one restaurant cannot see, change, delete or refer to the menu of another', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const { menu } = theirs;
  const before = (await theirs.admin(listMenuItems, {})).reply;
  const own = await add(mine.admin);
  const option = { title: 'Mine', price: 1 };

  expect((await mine.admin(listMenuItems, {})).reply.map(({ id }) => id)).toEqual([own.id]);
  for (const { status } of [
    await mine.admin(getMenuItem, paramsOf(menu.wine)),
    await mine.admin(updateMenuItem, { ...paramsOf(menu.wine), body: tea }),
    await mine.admin(deleteMenuItem, paramsOf(menu.wine)),
    await mine.admin(addVariant, { ...below(menu.wine), body: option }),
    await mine.admin(updateVariant, { ...variantOf(menu.wine, menu.large), body: option }),
    await mine.admin(updateVariant, { ...variantOf(own.id, menu.large), body: option }),
    await mine.admin(deleteVariant, variantOf(menu.wine, menu.large)),
    await mine.admin(addAddon, { ...below(menu.wine), body: option }),
    await mine.admin(updateAddon, { ...addonOf(menu.wine, menu.ice), body: option }),
    await mine.admin(deleteAddon, addonOf(own.id, menu.ice)),
    await mine.admin(addMenuItem, { body: { ...tea, taxId: menu.vat } }),
    await mine.admin(addMenuItem, { body: { ...tea, categoryId: menu.category } }),
    await mine.admin(updateMenuItem, { ...paramsOf(own.id), body: { ...tea, taxId: menu.vat } }),
    await mine.admin(updateMenuItem, { ...paramsOf(own.id), body: { ...tea, categoryId: menu.category } }),
    await mine.admin(createOrder, { body: { cart: [{ id: menu.wine, quantity: 1 }] } }),
  ])
    expect(status).toBe(404);
  expect((await theirs.admin(listMenuItems, {})).reply).toEqual(before);
});

test('only who has the settings scope sees or changes the menu here', async () => {
  const { staff, menu } = await withMenu(await openRestaurant());
  const waiter = await staff('POS', 'ORDERS', 'INVENTORY');
  const option = { title: 'Mine', price: 1 };

  for (const { status } of [
    await waiter(listMenuItems, {}),
    await waiter(getMenuItem, paramsOf(menu.wine)),
    await waiter(addMenuItem, { body: tea }),
    await waiter(updateMenuItem, { ...paramsOf(menu.wine), body: tea }),
    await waiter(deleteMenuItem, paramsOf(menu.wine)),
    await waiter(addVariant, { ...below(menu.wine), body: option }),
    await waiter(updateVariant, { ...variantOf(menu.wine, menu.large), body: option }),
    await waiter(deleteVariant, variantOf(menu.wine, menu.large)),
    await waiter(addAddon, { ...below(menu.wine), body: option }),
    await waiter(updateAddon, { ...addonOf(menu.wine, menu.ice), body: option }),
    await waiter(deleteAddon, addonOf(menu.wine, menu.ice)),
  ])
    expect(status).toBe(403);
  expect((await (await staff('SETTINGS'))(listMenuItems, {})).reply).toHaveLength(3);
});

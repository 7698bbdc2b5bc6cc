import { expect, test } from 'vitest';
import { addCategory } from '#contract/categories.ts';
import { addMenuItem, deleteMenuItem, listMenuItems, updateMenuItem, updateMenuItems, updateVariant } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import { listEvents } from '#contract/events.ts';
import { database, databases, openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { insertOptions } from './menu-import.queries.ts';

const open = async () => withMenu(await openRestaurant());
const look = async (admin: Caller) => (await admin(listMenuItems, {})).reply;
const pricesOf = async (admin: Caller) =>
  Object.fromEntries(
    (await look(admin)).map(({ title, price, variants }) => [title, [price, ...variants.map((variant) => variant.price)]]),
  );

test('prices, variants too, change in one call, which is announced and audited like single changes', async () => {
  const { admin, menu, tenantId } = await open();
  const before = (await admin(listEvents, { query: {} })).reply.seq;
  const items = [
    { id: menu.soup, price: '4.95', basedOn: { price: 4.5 } },
    { id: menu.wine, price: 6.6, basedOn: { price: 6 }, variants: [{ id: menu.large, price: 9.9, basedOn: { price: 9 } }] },
    { id: menu.bread, price: 2, basedOn: { price: 2 } },
  ];

  expect((await admin(updateMenuItems, { body: { items } })).reply).toEqual({ success: true, message: '2 items updated.' });

  const after = { Soup: [4.95], Wine: [6.6, 9.9], Bread: [2] };
  expect(await pricesOf(admin)).toEqual(after);
  const till = (await admin(initPos, {})).reply.menuItems;
  expect(till.find(({ id }) => id === menu.wine)).toMatchObject({ price: 6.6, variants: [{ price: 9.9 }] });
  const { events } = (await admin(listEvents, { query: { after: String(before) } })).reply;
  expect(events.map(({ type }) => type)).toEqual(['menu_update']);
  const { rows } = await database.query(
    "select entity, entity_id, before->>'price' as was, after->>'price' as is from audit_log where tenant_id = $1 and action = 'update' order by id",
    [tenantId],
  );
  expect(rows).toEqual([
    { entity: 'menu_items', entity_id: menu.soup, was: '450', is: '495' },
    { entity: 'menu_items', entity_id: menu.wine, was: '600', is: '660' },
    { entity: 'menu_item_variants', entity_id: menu.large, was: '900', is: '990' },
  ]);
});

test('an item with more than a hundred variants changes with the others', async () => {
  const { admin, menu, tenantId } = await open();
  const cups = Array.from({ length: 150 }, (_, at) => ({ item_id: menu.bread, title: `Cup ${at}`, price: at * 100 }));
  await databases.asTenant(tenantId, (db) => insertOptions(db, 'menu_item_variants', cups));
  const bread = (await look(admin)).find(({ id }) => id === menu.bread)!;
  const variants = bread.variants.map(({ id, price }) => ({ id, price: price + 1, basedOn: { price } }));
  const { status, reply } = await admin(updateMenuItems, { body: { items: [{ id: menu.bread, variants }] } });
  expect([status, reply.message]).toEqual([200, '1 item updated.']);
  expect((await pricesOf(admin))['Bread']).toEqual([2, ...variants.map(({ price }) => price)]);
});

test('category, tax and what is sold out change alone, and a repetition changes nothing', async () => {
  const { admin, menu } = await open();
  const { id: categoryId } = (await admin(addCategory, { body: { title: 'Sides' } })).reply;
  const items = [menu.soup, menu.bread].map((id) => ({ id, categoryId, taxId: menu.duty, isSoldOut: true }));

  await admin(updateMenuItems, { body: { items } });

  const changed = { category_id: categoryId, tax_id: menu.duty, sold_out: true };
  expect(await look(admin)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Soup', price: 4.5, ...changed }),
      expect.objectContaining({ title: 'Bread', price: 2, ...changed }),
      expect.objectContaining({ title: 'Wine', category_id: menu.category, sold_out: false }),
    ]),
  );
  expect((await admin(updateMenuItems, { body: { items } })).reply.message).toBe('Nothing had to be changed.');
  await admin(updateMenuItems, { body: { items: [{ id: menu.soup, categoryId: null, taxId: '', isSoldOut: false }] } });
  expect((await look(admin)).find(({ id }) => id === menu.soup)).toMatchObject({ category_id: null, tax_id: null, sold_out: false });
});

test('a price that somebody changed since the preview stops all of it; what is changed to the same is no clash', async () => {
  const { admin, menu } = await open();
  const raise = [
    { id: menu.bread, price: 3, basedOn: { price: 2 } },
    { id: menu.soup, price: 5, basedOn: { price: 4.5 } },
    { id: menu.wine, variants: [{ id: menu.large, price: 10, basedOn: { price: 9 } }] },
  ];
  await admin(updateMenuItem, { params: { id: String(menu.soup) }, body: { title: 'Soup', price: '4.80' } });
  await admin(updateVariant, {
    params: { itemId: String(menu.wine), variantId: String(menu.large) },
    body: { title: 'Large', price: 9.5 },
  });
  const before = await pricesOf(admin);

  const refused = await admin(updateMenuItems, { body: { items: raise } });

  expect(refused.status).toBe(409);
  expect(refused.reply).toMatchObject({
    code: 'changed_meanwhile',
    message: 'The price of "Soup" was changed meanwhile, and 1 more. Nothing was changed: please look again!',
    changed: [
      { id: menu.soup, field: 'price', value: '4.80' },
      { id: menu.large, field: 'price', value: '9.50' },
    ],
  });
  expect(await pricesOf(admin)).toEqual(before);
  const same = [{ id: menu.soup, price: 4.8, basedOn: { price: 4.5 } }];
  expect((await admin(updateMenuItems, { body: { items: same } })).status).toBe(200);
});

test('one item that is not there, or no price, leaves all as they were', async () => {
  const { admin, menu } = await open();
  const other = await open();
  const { id: gone } = (await admin(addMenuItem, { body: { title: 'Gone', price: 1 } })).reply;
  await admin(deleteMenuItem, { params: { id: String(gone) } });
  const { id: twin } = (await admin(addMenuItem, { body: { title: 'soup', price: 1 } })).reply;
  const before = await look(admin);
  const soup = { id: menu.soup, price: 1 };
  const faults: [object[], number, string][] = [
    [[soup, { id: gone, price: 1 }], 404, 'This item does not exist!'],
    [[soup, { id: other.menu.soup, price: 1 }], 404, 'This item does not exist!'],
    [[{ ...soup, variants: [{ id: menu.large, price: 1 }] }], 404, 'This variant does not exist!'],
    [[soup, { id: menu.bread, taxId: other.menu.vat }], 404, 'This tax does not exist!'],
    [[soup, { id: menu.bread, categoryId: other.menu.category }], 404, 'This category does not exist!'],
    [[soup, { id: menu.bread, price: '1.005' }], 400, 'The price 1.005 of "Bread" is not valid!'],
    [[soup, { id: menu.bread, price: -1 }], 400, 'Please provide valid price!'],
    [[soup, soup], 400, 'Please name each item once!'],
    [
      [
        {
          id: menu.wine,
          variants: [
            { id: menu.large, price: 8 },
            { id: menu.large, price: 7 },
          ],
        },
      ],
      400,
      'Please name each variant once!',
    ],
    [[], 400, 'Please choose at least one item!'],
    [Array.from({ length: 1001 }, (_, id) => ({ id: id + 1 })), 400, 'At most 1,000 items at once, please!'],
    [[soup, { id: twin, categoryId: menu.category }], 409, 'There is already an item called "soup" in this category!'],
  ];
  for (const [items, status, message] of faults) {
    const { reply, status: answered } = await admin(updateMenuItems, { body: { items: items as (typeof soup)[] } });
    expect([answered, reply.message]).toEqual([status, message]);
  }
  expect(await look(admin)).toEqual(before);
  expect((await (await other.staff('POS'))(updateMenuItems, { body: { items: [soup] } })).status).toBe(403);
});

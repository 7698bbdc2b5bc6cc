import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { addCategory, deleteCategory, updateCategory } from '#contract/categories.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { addDrawerMovement, openDrawer } from '#contract/drawers.ts';
import { saveMenuFile } from '#contract/menu-files.ts';
import { addAddon, addMenuItem, addVariant, updateMenuItem } from '#contract/menu-items.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { addPrinter } from '#contract/printers.ts';
import { addReason, listReasons } from '#contract/reasons.ts';
import { addStation } from '#contract/stations.ts';
import { addTable } from '#contract/tables.ts';
import { addTax, deleteTax } from '#contract/taxes.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { addUser } from '#contract/users.ts';
import { database, newAddress, openRestaurant, type Restaurant } from './testing/restaurant.ts';

/** Rows past every limit, as a restaurant may have them from before. */
const fill = ({ tenantId }: Restaurant, table: string, columns: string, values: string, count: number) =>
  database.query(
    `begin; set local app.tenant_id = '${tenantId}'; insert into ${table} (${columns}) select ${values} from generate_series(1, ${count}) n; commit`,
  );

const addingTo = {
  menuItems: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'menu_items', 'title, price', "'Dish ' || n, 100", present);
    return (n: number) => restaurant.admin(addMenuItem, { body: { title: `New ${n}`, price: 1 } });
  },
  menuOptions: async (restaurant: Restaurant, present: number) => {
    const { reply } = await restaurant.admin(addMenuItem, { body: { title: 'Tea', price: 1 } });
    const half = Math.floor(present / 2);
    await fill(restaurant, 'menu_item_variants', 'item_id, title, price', `${reply.id}, 'Size ' || n, 100`, half);
    await fill(restaurant, 'menu_item_addons', 'item_id, title, price', `${reply.id}, 'With ' || n, 100`, present - half);
    const params = { itemId: String(reply.id) };
    return (n: number) => restaurant.admin(n % 2 ? addVariant : addAddon, { params, body: { title: `New ${n}`, price: 1 } });
  },
  categories: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'categories', 'title', "'Category ' || n", present);
    return (n: number) => restaurant.admin(addCategory, { body: { title: `New ${n}` } });
  },
  tables: async (restaurant: Restaurant, present: number) => {
    await fill(
      restaurant,
      'store_tables',
      'public_id, title, floor, seating_capacity',
      "gen_random_uuid(), 'T' || n, 'Ground', 2",
      present,
    );
    return (n: number) => restaurant.admin(addTable, { body: { title: `New ${n}`, floor: 'Ground', seatingCapacity: 2 } });
  },
  taxes: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'taxes', 'title, rate, type', "'Tax ' || n, 100000, 'exclusive'", present);
    return (n: number) => restaurant.admin(addTax, { body: { title: `New ${n}`, rate: 10, type: 'exclusive' } });
  },
  charges: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'charges', 'title, kind, value', "'Charge ' || n, 'amount', 100", present);
    return (n: number) => restaurant.admin(addCharge, { body: { title: `New ${n}`, kind: 'amount', value: 1 } });
  },
  paymentTypes: async (restaurant: Restaurant, present: number) => {
    // a new restaurant has one
    await fill(restaurant, 'payment_types', 'title', "'Card ' || n", present - 1);
    return (n: number) => restaurant.admin(addPaymentType, { body: { title: `New ${n}`, isActive: true } });
  },
  reasons: async (restaurant: Restaurant, present: number) => {
    // and some of these
    await fill(
      restaurant,
      'reasons',
      'kind, title',
      "'void', 'Reason ' || n",
      present - (await restaurant.admin(listReasons, {})).reply.length,
    );
    return (n: number) => restaurant.admin(addReason, { body: { kind: 'void', title: `New ${n}` } });
  },
  stations: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'stations', 'title, position, is_fallback, ack_seconds', "'Station ' || n, n, n = 1, 30", present);
    return (n: number) => restaurant.admin(addStation, { body: { title: `New ${n}` } });
  },
  printers: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'printers', 'title, kind, width, code_page', "'Printer ' || n, 'cloudprnt', 80, 'windows1252'", present);
    return (n: number) => restaurant.admin(addPrinter, { body: { title: `New ${n}`, kind: 'cloudprnt' } });
  },
  openDrawers: async (restaurant: Restaurant, present: number) => {
    await fill(restaurant, 'drawers', 'title, float, opened_at', "'Till ' || n, 100, now()", present);
    return (n: number) => restaurant.admin(openDrawer, { body: { title: `New ${n}`, float: 1 } });
  },
  drawerMovements: async (restaurant: Restaurant, present: number) => {
    const { drawerId } = (await restaurant.admin(openDrawer, { body: { title: 'Bar', float: 1 } })).reply;
    await fill(restaurant, 'drawer_movements', 'drawer_id, kind, amount, created_at', `${drawerId}, 'pay_in', 1, now()`, present);
    return () => restaurant.admin(addDrawerMovement, { params: { id: String(drawerId) }, body: { kind: 'pay_in', amount: 1 } });
  },
  members: async (restaurant: Restaurant, present: number) => {
    // the owner is one of them
    const values = "'m' || n || '-' || gen_random_uuid() || '@example.com', 'x', 'Colleague', 'user', now()";
    await fill(restaurant, 'members', 'username, password_hash, name, role, created_at', values, present - 1);
    return () => restaurant.admin(addUser, { body: { username: newAddress(), password: 'a long pass phrase', name: 'New' } });
  },
};

test.each(Object.keys(addingTo) as (keyof typeof addingTo)[])(
  '%s: of many that come at once for the last place one gets it',
  async (name) => {
    const { most, sentence } = tenantLimits[name];
    const add = await addingTo[name](await openRestaurant(), most - 1);

    const answers = await Promise.all([1, 2, 3, 4].map((n) => add(n)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!.reply;
    expect([refused.code, refused.message]).toEqual(['conflict', sentence]);
    expect((await add(5)).status).toBe(409);
    const other = await addingTo[name](await openRestaurant(), 1);
    expect((await other(1)).status).toBe(200);
  },
);

test('a restaurant that is above a limit already keeps and changes what it has, and adds when there is room again', async () => {
  const restaurant = await openRestaurant();
  const { admin, tenantId } = restaurant;
  await fill(restaurant, 'categories', 'title', "'Category ' || n", 502);
  const { rows } = await database.query<{ id: number }>('select id::int from categories where tenant_id = $1 order by id limit 3', [
    tenantId,
  ]);
  const [one, two, three] = rows.map(({ id }) => ({ id: String(id) }));

  expect((await admin(updateCategory, { params: one!, body: { title: 'Renamed' } })).status).toBe(200);
  expect((await admin(addCategory, { body: { title: 'New' } })).status).toBe(409);
  for (const params of [one!, two!]) expect((await admin(deleteCategory, { params })).status).toBe(200);
  expect((await admin(addCategory, { body: { title: 'New' } })).status).toBe(409);
  expect((await admin(deleteCategory, { params: three! })).status).toBe(200);
  expect((await admin(addCategory, { body: { title: 'New' } })).status).toBe(200);
});

test('a deletion is not taken back beyond a limit', async () => {
  const restaurant = await openRestaurant();
  const { admin } = restaurant;
  const { id } = (await admin(addTax, { body: { title: 'VAT', rate: 10, type: 'exclusive' } })).reply;
  await admin(deleteTax, { params: { id: String(id) } });
  await fill(restaurant, 'taxes', 'title, rate, type', "'Tax ' || n, 100000, 'exclusive'", tenantLimits.taxes.most);

  const { status, reply } = await admin(restoreDeleted, { body: { kind: 'taxes', id } });

  expect([status, reply.message]).toEqual([409, tenantLimits.taxes.sentence]);
});

const run = ({ admin }: Restaurant, csv: string, dryRun = false) => admin(saveMenuFile, { body: { csv, dryRun } });

test('an import names the line that goes beyond a limit, a dry run too, and changes nothing', async () => {
  const restaurant = await openRestaurant();
  await fill(restaurant, 'menu_items', 'title, price', "'Dish ' || n, 100", 4998);
  await fill(restaurant, 'categories', 'title', "'Category ' || n", 499);
  const sizes = Array.from({ length: 50 }, (_, at) => `S${at}=1`).join('|');
  const [items, categories] = [tenantLimits.menuItems.sentence, tenantLimits.categories.sentence];
  const lines = ['One,A,1', 'Two,A,1', 'Three,A,1', 'Dish 7,,2', 'Four,B,1'].map((line) => `${line},${sizes}`);
  const csv = ['title,category,price,variants', ...lines].join('\n');
  const faults = [
    { line: 4, title: null, column: null, value: null, message: `Row 4: ${items}` },
    { line: 6, title: null, column: null, value: null, message: `Row 6: ${categories}` },
  ];

  const dry = await run(restaurant, csv, true);
  expect([dry.status, dry.reply.message, dry.reply.faults]).toEqual([200, '2 faults found.', faults]);
  const refused = await run(restaurant, csv);
  expect([refused.status, refused.reply.code, refused.reply.message]).toEqual([409, 'conflict', `Row 4: ${items} And 1 more fault.`]);

  expect((await run(restaurant, csv.split('\n').slice(0, 3).join('\n'))).reply.message).toBe('2 items added, 0 updated.');
  // another fault is bad input, as ever
  expect((await run(restaurant, `${csv}\n,C,1,`)).status).toBe(400);
});

test('a file with more variants than a menu may have is refused, and one that takes away as many as it adds is not', async () => {
  const restaurant = await openRestaurant();
  const file = (word: string, count: number) =>
    [
      'title,price,variants',
      ...Array.from({ length: 400 }, (_, n) => `Dish ${n},1,${Array.from({ length: count }, (__, at) => `${word}${at}=1`).join('|')}`),
    ].join('\n');
  expect((await run(restaurant, file('a', 50))).reply.message).toBe('400 items added, 0 updated.');

  const more = await run(restaurant, `${file('a', 50)}\nTea,1,x=1`);
  expect([more.status, more.reply.message]).toEqual([409, `Row 402, "Tea": ${tenantLimits.menuOptions.sentence}`]);
  expect((await run(restaurant, file('b', 50))).reply.message).toBe('0 items added, 400 updated.');
});

test('who has more than a file may hold reads the own file again', async () => {
  const restaurant = await openRestaurant();
  await fill(restaurant, 'menu_items', 'title, price', "'Dish ' || n, 100", 5003);
  const rows = Array.from({ length: 5003 }, (_, n) => `Dish ${n + 1},2`);

  expect((await run(restaurant, ['title,price', ...rows].join('\n'))).reply.message).toBe('0 items added, 5003 updated.');
  const refused = await run(restaurant, ['title,price', ...rows, 'New,1'].join('\n'));
  expect([refused.status, refused.reply.message]).toEqual([409, `Row 5005: ${tenantLimits.menuItems.sentence}`]);
  const { rows: found } = await database.query<{ id: string }>('select id from menu_items where tenant_id = $1 limit 1', [
    restaurant.tenantId,
  ]);
  const changed = await restaurant.admin(updateMenuItem, { params: { id: found[0]!.id }, body: { title: 'Changed', price: 3 } });
  expect(changed.status).toBe(200);
});

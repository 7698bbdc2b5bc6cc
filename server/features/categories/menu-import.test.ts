import { expect, test } from 'vitest';
import { addCategory, listCategories, saveCategoryOrder } from '#contract/categories.ts';
import { getMenuFile, MENU_FILE_MAX, MENU_FILE_TOO_LARGE, saveMenuFile } from '#contract/menu-files.ts';
import { addAddon, addMenuItem, addVariant, DESCRIPTION_MAX, listMenuItems } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addTax } from '#contract/taxes.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import { database, databases, openRestaurant, type Restaurant } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import { withMenu } from '#server/testing/menu.ts';

const read =
  ({ admin }: Pick<Restaurant, 'admin'>) =>
  async () =>
    (await admin(listMenuItems, {})).reply;
const fileOf = async ({ app, cookies }: Restaurant) => {
  const response = await app.inject({ method: 'GET', url: `/api/v1${getMenuFile.path}`, cookies });
  return { text: response.body, headers: response.headers, status: response.statusCode };
};
const run = ({ admin }: Pick<Restaurant, 'admin'>, csv: string, dryRun = false) => admin(saveMenuFile, { body: { csv, dryRun } });
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\n');

test('the menu is written as a file that a spreadsheet opens', async () => {
  const restaurant = await withMenu(await openRestaurant());

  const { status, headers, text } = await fileOf(restaurant);

  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="menu-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(linesOf(text)).toEqual([
    'category,title,price,net_price,tax,variants,addons,description,allergens,diets',
    'All,Soup,4.50,,VAT,,,,,',
    'All,Wine,6.00,,Duty,Large=9.00,Ice=0.50,,,',
    'All,Bread,2.00,,,,,,,',
  ]);
});

test('what was exported and is imported changes nothing, however odd its titles', async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin } = restaurant;
  const tax = async (title: string, rate: number) => (await admin(addTax, { body: { title, rate, type: 'exclusive' } })).reply.id;
  const [low, high, again] = [await tax('GST', 5), await tax('GST', 12.5), await tax('GST', 12.5)];
  const { reply: category } = await admin(addCategory, { body: { title: '+Extras; "more"' } });
  const odd = [
    '=SUM(A1)',
    "'=quoted",
    '-1',
    '@home',
    'a,b;c',
    'say "hi"',
    'two\nlines',
    '＝wide',
    '\u0001=control',
    'Tea',
    'Tea',
    'Çay ☕',
  ];
  for (const [index, title] of odd.entries()) {
    const taxId = [low, high, again, null][index % 4]!;
    const { reply: item } = await admin(addMenuItem, {
      body: {
        title,
        price: '1.05',
        netPrice: index,
        categoryId: index % 2 ? category.id : null,
        taxId,
        description: `${title}\r\nand more`,
        allergens: index % 2 ? ['nuts', 'gluten'] : [],
        diets: index % 3 ? ['vegan'] : [],
      },
    });
    for (const option of ['S|M', 'a=b', '=x', 'back\\slash', 'S|M'])
      await admin(addVariant, { params: { itemId: String(item.id) }, body: { title: option, price: 3 } });
    await admin(addAddon, { params: { itemId: String(item.id) }, body: { title: '-none', price: 0 } });
  }
  const before = await read(restaurant)();
  const { text } = await fileOf(restaurant);

  for (const csv of [text, text.replaceAll('\n', '\r\n'), text.replace('\uFEFF', '')]) {
    const { status, reply } = await run(restaurant, csv);
    expect([status, reply.message]).toEqual([200, 'The menu already matches this file.']);
    expect(reply).toMatchObject({ faults: [], added: [], updated: [], unchanged: 15, newCategories: [] });
  }
  expect(await read(restaurant)()).toEqual(before);
  // none of its cells is a formula
  expect(linesOf(text).filter((line) => /(^|,)"?[=+\-@\t\r＝]/.test(line))).toEqual([]);
});

test('a dry run tells what would be done; the import does it, at the till too', async () => {
  const restaurant = await withMenu(await openRestaurant());
  const csv = [
    'category;title;price;net price;tax;variants;addons',
    'All;Wine;6,50;5;Duty;Glass=6.50|Large=9,50;',
    'All;Soup;4,50;;VAT;;',
    ';Tap water;0;;;;Lemon=0.2|Ice=0',
    '',
    '"Hot; drinks";"Tea ""Earl Grey""";3;;VAT;;',
    'Hot; Coffee ;2.5;;;;',
  ].join('\r\n');
  const before = await read(restaurant)();

  const dry = await run(restaurant, csv, true);

  const report = {
    faults: [],
    added: [
      { line: 4, title: 'Tap water', category: null },
      { line: 6, title: 'Tea "Earl Grey"', category: 'Hot; drinks' },
      { line: 7, title: 'Coffee', category: 'Hot' },
    ],
    updated: [{ line: 2, title: 'Wine', category: 'All', changes: ['price', 'net_price', 'variants', 'addons'] }],
    unchanged: 1,
    newCategories: ['Hot; drinks', 'Hot'],
  };
  expect(dry.reply).toEqual({ success: true, message: 'Nothing is wrong with this file.', ...report });
  expect(await read(restaurant)()).toEqual(before);

  const done = await run(restaurant, csv);
  expect(done.reply).toEqual({ success: true, message: '3 items added, 1 updated.', ...report });
  const after = await read(restaurant)();
  expect(after.map(({ category_title, title, price }) => [category_title, title, price])).toEqual([
    ['All', 'Soup', 4.5],
    ['All', 'Wine', 6.5],
    ['All', 'Bread', 2],
    ['Hot; drinks', 'Tea "Earl Grey"', 3],
    ['Hot', 'Coffee', 2.5],
    [null, 'Tap water', 0],
  ]);
  expect(after[1]).toMatchObject({ net_price: 5, tax_title: 'Duty', addons: [] });
  expect(after[1]!.variants.map(({ title, price }) => [title, price])).toEqual([
    ['Large', 9.5],
    ['Glass', 6.5],
  ]);
  expect(after[1]!.variants[0]!.id).toBe(restaurant.menu.large);
  expect(after[5]!.addons.map(({ title, price }) => [title, price])).toEqual([
    ['Lemon', 0.2],
    ['Ice', 0],
  ]);
  expect((await restaurant.admin(initPos, {})).reply.menuItems).toEqual(after);
  const { rows } = await database.query(
    "select action, entity, count(*)::int as count from audit_log where tenant_id = $1 and at > now() - interval '1 minute' and action = 'import' group by 1, 2",
    [restaurant.tenantId],
  );
  expect(rows).toEqual([{ action: 'import', entity: 'menu_items', count: 4 }]);
});

test('what guests are told of a dish is in the file: added, changed, cleared, and kept where it has no such columns', async () => {
  const restaurant = await openRestaurant();
  const head = 'title,price,description,allergens,diets';
  const shown = async () =>
    (await read(restaurant)()).map(({ title, description, allergens, diets }) => [title, description, allergens, diets]);

  expect((await run(restaurant, `${head}\nCake,3,"Cream, and\nmore","Milk; eggs;;milk",Vegetarian\nTea,2,,,\n`)).status).toBe(200);
  expect(await shown()).toEqual([
    ['Cake', 'Cream, and\nmore', ['eggs', 'milk'], ['vegetarian']],
    ['Tea', undefined, undefined, undefined],
  ]);
  expect(linesOf((await fileOf(restaurant)).text).slice(1)).toEqual([
    ',Cake,3.00,,,,,"Cream, and',
    'more",eggs; milk,vegetarian',
    ',Tea,2.00,,,,,,,',
  ]);

  const kept = await run(restaurant, 'title,price\nCake,4\n');
  expect(kept.reply.updated).toMatchObject([{ changes: ['price'] }]);
  expect((await shown())[0]).toEqual(['Cake', 'Cream, and\nmore', ['eggs', 'milk'], ['vegetarian']]);

  const changed = await run(restaurant, `${head}\nCake,4,Plain,"eggs, milk",\nTea,2,,,vegan; halal\n`);
  expect(changed.reply.updated).toMatchObject([
    { title: 'Cake', changes: ['description', 'diets'] },
    { title: 'Tea', changes: ['diets'] },
  ]);
  expect(await shown()).toEqual([
    ['Cake', 'Plain', ['eggs', 'milk'], undefined],
    ['Tea', undefined, undefined, ['vegan', 'halal']],
  ]);
  const { rows } = await database.query<{ before: unknown; after: unknown }>(
    "select before, after from audit_log where tenant_id = $1 and action = 'import' order by id desc limit 2",
    [restaurant.tenantId],
  );
  expect(rows[1]).toMatchObject({ before: { diets: ['vegetarian'] }, after: { description: 'Plain', diets: [] } });

  const { reply } = await run(restaurant, `${head}\nPie,1,${'x'.repeat(501)},milk; lactose,Vegan; keto\n`, true);
  expect(reply.faults.map(({ column, value, message }) => [column, value!.slice(0, 9), message.replace(/x+…/, 'x…')])).toEqual([
    ['description', 'xxxxxxxxx', 'Row 2, "Pie": description "x…" is too long or no text. At most 500 characters, please!'],
    [
      'allergens',
      'lactose',
      'Row 2, "Pie": allergens "lactose" is not one of gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs.',
    ],
    ['diets', 'keto', 'Row 2, "Pie": diets "keto" is not one of vegetarian, vegan, halal, kosher.'],
  ]);
});

test('what can be read as a thousand or as one is asked for, not guessed', async () => {
  const restaurant = await openRestaurant();
  const messagesOf = async (csv: string) => (await run(restaurant, csv, true)).reply.faults.map(({ message }) => message);

  expect(await messagesOf('title;price;variants\nBarolo;1.250;Magnum=2.500\nWater;1.000;\nBread;0.500;\nTea;1,250;')).toEqual([
    'Row 2, "Barolo": price "1.250" can be read as 1250 or as 1.25. Please write one of them.',
    'Row 2, "Barolo": variants: the price "2.500" of "Magnum" can be read as 2500 or as 2.5. Please write one of them.',
    'Row 3, "Water": price "1.000" can be read as 1000 or as 1. Please write one of them.',
  ]);
  expect(await messagesOf('title,price\nBarolo,"1,250"\nWater,1.250\n')).toEqual([
    'Row 2, "Barolo": price "1,250" can be read as 1250 or as 1.25. Please write one of them.',
  ]);
  await restaurant.admin(saveStoreSetting, { body: { currency: 'KWD' } });
  expect(await messagesOf('title;price\nBarolo;1.250\n')).toEqual([]);
});

test('every faulty line is named, and nothing is imported while there is one', async () => {
  const restaurant = await withMenu(await openRestaurant());
  const before = await read(restaurant)();
  const csv = [
    'category,title,price,tax,variants,addons,net_price',
    'All,Cake,3,VAT,,,',
    'All,,3,,,,',
    'All,Pie,"12,5o",,,,',
    'All,Pie,-1,,,,',
    'All,Pie,1.005,,,,"6,50"',
    'All,Pie,1,GST,,,',
    'All,Pie,1,,Small 4,=3|Ice=x,',
    `All,${'x'.repeat(121)},1,,,,`,
    'All,Cake,4,,,,',
    'All,"Pie"s,1,,,,',
    'All,Pie,1,,,,,,more',
  ].join('\n');
  const long = `"${'x'.repeat(60)}…"`;
  const messages = [
    [3, 'title', '', 'Row 3: title is missing.'],
    [4, 'price', '12,5o', 'Row 4, "Pie": price "12,5o" is not a number.'],
    [5, 'price', '-1', 'Row 5, "Pie": price "-1" is below 0.'],
    [6, 'price', '1.005', 'Row 6, "Pie": price "1.005" has more than 2 decimals.'],
    [6, 'net_price', '6,50', 'Row 6, "Pie": net_price "6,50" is not a number. Please write 6.50.'],
    [7, 'tax', 'GST', 'Row 7, "Pie": tax "GST" does not exist. Taxes are VAT, Duty.'],
    [8, 'variants', 'Small 4', 'Row 8, "Pie": variants "Small 4" is not written as Small=4.50|Large=6.'],
    [8, 'addons', '', 'Row 8, "Pie": addons: the title is missing.'],
    [8, 'addons', 'x', 'Row 8, "Pie": addons: the price "x" of "Ice" is not a number.'],
    [9, 'title', 'x'.repeat(121), `Row 9, ${long}: title ${long} is too long or no text. At most 120 characters, please!`],
    [10, 'title', 'Cake', 'Row 10, "Cake": this dish is already in row 2.'],
    [11, null, null, 'Row 11: The quotation marks do not match!'],
    [12, null, null, 'Row 12, "Pie": There are more cells than columns!'],
  ] as const;
  const faults = messages.map(([line, column, value, message]) => ({
    line,
    title: message.includes('"Pie": ') ? 'Pie' : line === 9 ? 'x'.repeat(121) : line === 10 ? 'Cake' : null,
    column,
    value,
    message,
  }));

  const dry = await run(restaurant, csv, true);
  expect([dry.status, dry.reply.message, dry.reply.faults]).toEqual([200, '13 faults found.', faults]);

  const refused = await run(restaurant, csv);
  expect([refused.status, refused.reply.code, refused.reply.message]).toEqual([
    400,
    'invalid_input',
    'Row 3: title is missing. And 12 more faults.',
  ]);
  expect(refused.reply.errors).toEqual(faults.map(({ line, message }) => ({ path: ['csv', line], message })));
  expect(await read(restaurant)()).toEqual(before);
});

test('however many lines are faulty, the dry run names them all', async () => {
  const restaurant = await openRestaurant();
  // quotation marks that open a cell to the end of the file, that close too early, that stand around a line break; and dear mistakes
  const lines = Array.from({ length: 4900 }, (_, index) =>
    index % 7 === 3 ? `"Tea"s ${index},1,` : index % 7 === 5 ? `"Two\nlines ${index}",2,` : `Tea ${index},cheap,${'|x'.repeat(40)}`,
  );
  const csv = ['title,price,variants', ...lines, '"Open,1,', 'Last,dear,'].join('\n');
  const faulty: number[] = [];
  let line = 2;
  for (const text of lines) {
    if (!text.startsWith('"Two')) faulty.push(line);
    line += text.split('\n').length;
  }
  faulty.push(line, line + 1);

  const { reply } = await run(restaurant, csv, true);

  expect([...new Set(reply.faults.map((fault) => fault.line))]).toEqual(faulty);
  expect(reply.added.length).toBe(700);
});

test.each([
  ['', 'Please choose a CSV file!'],
  ['category,price\nAll,1\n', 'The column "title" is missing!'],
  ['title\nTea\n', 'The column "price" is missing!'],
  [
    'title,price,colour\nTea,1,red\n',
    'There is no column "colour"! Columns are category, title, price, net_price, tax, variants, addons, description, allergens, diets.',
  ],
  ['title,price,title\nTea,1,Tea\n', 'The column "title" appears twice!'],
])('a file that begins with %j has a fault in its first line', async (csv, sentence) => {
  const restaurant = await openRestaurant();

  const { status, reply } = await run(restaurant, csv);

  expect([status, reply.message.replace(/^Row 1: /, '')]).toEqual([400, sentence]);
});

test('of a first line with a hundred thousand names the first that are no columns are told, and what is missing', async () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `name ${index}`);

  const { reply } = await run(await openRestaurant(), `${names.join()}\n1\n`, true);

  expect(reply.faults.map(({ message }) => message.replace(/! Columns are.*/, '!'))).toEqual([
    ...names.slice(0, 10).map((name) => `Row 1: There is no column "${name.replace(' ', '_')}"!`),
    'Row 1: The column "title" is missing!',
    'Row 1: The column "price" is missing!',
  ]);
});

test('a column that is left out keeps its values; without categories items are met by title', async () => {
  const restaurant = await withMenu(await openRestaurant());

  const { reply } = await run(restaurant, 'Title,Price\nWine,7\nTea,1\n');

  expect(reply.message).toBe('1 item added, 1 updated.');
  const wine = (await read(restaurant)()).find(({ title }) => title === 'Wine');
  expect(wine).toMatchObject({
    price: 7,
    category_title: 'All',
    tax_title: 'Duty',
    variants: [{ title: 'Large' }],
    addons: [{ title: 'Ice' }],
  });
});

test('titles are told apart as on the screens, by more than capitals; of two in the menu the one that is written alike is met', async () => {
  const restaurant = await withMenu(await openRestaurant());

  const { reply } = await run(restaurant, 'category,title,price\nALL,wine,7\nall,Tea,1\nNew,Pie,2\nNEW,Cake,3\n');

  expect(reply.message).toBe('3 items added, 1 updated.');
  const items = await read(restaurant)();
  expect(items.map(({ category_title, title, price }) => `${category_title} ${title} ${price}`)).toEqual([
    'All Soup 4.5',
    'All Wine 7',
    'All Bread 2',
    'All Tea 1',
    'New Pie 2',
    'New Cake 3',
  ]);
  const twice = await run(restaurant, 'category,title,price\nAll,Cola,1\nAll,COLA,2\n');
  expect(twice.reply.message).toBe('Row 3, "COLA": this dish is already in row 2.');

  // of before titles were compared so
  await databases.asTenant(restaurant.tenantId, (db) =>
    db.updateTable('menu_items').set({ title: 'WINE' }).where('id', '=', restaurant.menu.soup).execute(),
  );
  await run(restaurant, 'title,price\nWINE,8\nWine,9\n');
  expect((await read(restaurant)()).slice(0, 2).map(({ title, price }) => `${title} ${price}`)).toEqual(['WINE 8', 'Wine 9']);
});

test('prices are read in the store’s currency', async () => {
  const restaurant = await openRestaurant({ currency: 'JPY' });

  expect((await run(restaurant, 'title,price\nTea,4.5\n')).status).toBe(400);
  expect((await run(restaurant, 'title,price\nTea,450\n')).status).toBe(200);
  expect(linesOf((await fileOf(restaurant)).text)[1]).toBe(',Tea,450,,,,,,,');
});

test('a price may carry the currency of the store, and no other', async () => {
  const euros = await openRestaurant({ currency: 'EUR' });
  const csv = 'title;price;variants\r\nTee;4,50 €;Klein=€ 4|Groß=EUR 6,50\r\nKaffee;3,20\u00a0€;\r\n';
  expect((await run(euros, csv)).reply.message).toBe('2 items added, 0 updated.');
  expect(linesOf((await fileOf(euros)).text).slice(1, 3)).toEqual([',Tee,4.50,,,Klein=4.00|Groß=6.50,,,,', ',Kaffee,3.20,,,,,,,']);
  expect((await run(euros, 'title,price\nTea,$4.50\n')).reply.message).toBe('Row 2, "Tea": price "$4.50" is not a number.');
  expect((await run(await openRestaurant({ currency: 'CAD' }), 'title,price\nTea,$4.50\n')).status).toBe(200);
});

test('2,000 items with 5,000 variants and addons are imported, and read with the same few queries', {
  timeout: 60_000,
}, async () => {
  const restaurant = await openRestaurant();
  const rows = Array.from({ length: 2000 }, (_, index) => {
    const options = (count: number, word: string) => Array.from({ length: count }, (__, at) => `${word} ${at}=${at}.50`).join('|');
    return `Category ${index % 25},Item ${index},${index}.25,,,${options(index % 2 ? 2 : 1, 'Size')},${options(1, 'With')}`;
  });
  const csv = `category,title,price,net_price,tax,variants,addons\n${rows.join('\n')}\n`;

  const { status, reply } = await run(restaurant, csv);

  expect([status, reply.message]).toEqual([200, '2000 items added, 0 updated.']);
  const changed = await run(restaurant, csv.replaceAll('.50', '.75'));
  expect(changed.reply.message).toBe('0 items added, 2000 updated.');
  const items = await read(restaurant)();
  expect(items.reduce((sum, { variants, addons }) => sum + variants.length + addons.length, 0)).toBe(5000);
  expect((await run(restaurant, (await fileOf(restaurant)).text)).reply.unchanged).toBe(2000);
});

test('the largest menu with all that is said of its dishes is read again as it was written; a file beyond that is told what to leave out', {
  timeout: 60_000,
}, async () => {
  const restaurant = await openRestaurant();
  const { most } = tenantLimits.menuItems;
  const description = 'Said of it, "well"\n'
    .repeat(DESCRIPTION_MAX)
    .slice(0, DESCRIPTION_MAX - 1)
    .replace(/\n(?=(.*\n){8})/g, ' ');
  await database.query(
    `begin; set local app.tenant_id = '${restaurant.tenantId}';
     insert into menu_items (title, price, description) select 'Dish ' || n, 100, '${description}.' from generate_series(1, ${most}) n; commit`,
  );

  const { text } = await fileOf(restaurant);
  expect(text.length).toBeGreaterThan(most * DESCRIPTION_MAX);
  expect((await run(restaurant, text)).reply).toMatchObject({ message: 'The menu already matches this file.', unchanged: most });

  const edge = 'title,price\nTea,1\n'.padEnd(MENU_FILE_MAX, ' ');
  expect((await run(await openRestaurant(), edge)).reply.message).toBe('1 item added, 0 updated.');
  const { status, reply } = await run(restaurant, `${edge} `);
  expect([status, reply.message]).toEqual([400, MENU_FILE_TOO_LARGE]);
});

test('one restaurant imports nothing into another; only who has the settings scope exports or imports', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const before = await read(theirs)();

  await run(mine, (await fileOf(theirs)).text.replaceAll('VAT', '').replaceAll('Duty', ''));

  expect(await read(theirs)()).toEqual(before);
  expect((await read(mine)()).map(({ title }) => title)).toEqual(['Soup', 'Wine', 'Bread']);
  expect((await mine.admin(listCategories, {})).reply.map(({ title }) => title)).toEqual(['All']);
  const waiter = await theirs.staff('POS');
  expect((await waiter(getMenuFile, {})).status).toBe(403);
  expect((await run({ admin: waiter }, 'title,price\nTea,1\n')).status).toBe(403);
});

test('categories stand in the order they were put into, here and at the till, with their items', async () => {
  const { admin, staff } = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  const ids: number[] = [];
  for (const title of ['Starters', 'Mains', 'Desserts']) {
    const { reply } = await admin(addCategory, { body: { title } });
    ids.push(reply.id);
    await admin(addMenuItem, { body: { title: `One of ${title}`, price: 1, categoryId: reply.id } });
  }
  const [starters, mains, desserts] = ids as [number, number, number];

  const { reply } = await admin(saveCategoryOrder, { body: { ids: [desserts, starters, mains] } });

  expect(reply).toEqual({ success: true, message: 'Order saved.' });
  const titles = ['Desserts', 'Starters', 'Mains'];
  expect((await admin(listCategories, {})).reply.map(({ title }) => title)).toEqual(titles);
  const till = (await admin(initPos, {})).reply;
  expect(till.categories.map(({ title }) => title)).toEqual(titles);
  expect(till.menuItems.map(({ category_title }) => category_title)).toEqual(titles);

  const refused = await admin(saveCategoryOrder, { body: { ids: [mains, theirs.menu.category] } });
  expect([refused.status, refused.reply.message]).toEqual([404, 'This category does not exist!']);
  expect((await (await staff('POS'))(saveCategoryOrder, { body: { ids } })).status).toBe(403);
  expect((await admin(listCategories, {})).reply.map(({ title }) => title)).toEqual(titles);
});

test('a second file of a restaurant waits for the first, whatever they are', async () => {
  const restaurant = await openRestaurant();
  const items = Array.from({ length: 300 }, (_, index) => `Item ${index},1`).join('\n');

  const answers = await Promise.all([true, false, false, true].map((dryRun) => run(restaurant, `title,price\n${items}\n`, dryRun)));

  expect(answers.map(({ status, reply }) => [status, reply.added.length, reply.unchanged])).toEqual([
    [200, 300, 0],
    [200, 300, 0],
    [200, 0, 300],
    [200, 0, 300],
  ]);
});

test('a restaurant imports 20 files an hour, dry runs and faulty ones too; another one has its own', async () => {
  const [restaurant, other] = [await openRestaurant(), await openRestaurant()];
  for (let count = 0; count < 20; count++) await run(restaurant, count % 2 ? 'title,price\nTea,1\n' : 'nothing', count % 3 > 0);

  const { status, reply, response } = await run(restaurant, 'title,price\nTea,1\n', true);

  expect([status, reply.code, reply.message]).toEqual([
    429,
    'too_many',
    'A restaurant imports at most 20 files an hour! Please try again later!',
  ]);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await run(other, 'title,price\nTea,1\n')).status).toBe(200);
  await expect
    .poll(async () => {
      const { rows } = await database.query("select after from audit_log where tenant_id = $1 and action = 'limit reached'", [
        restaurant.tenantId,
      ]);
      return rows.length;
    })
    .toBe(1);
});

test('a file is read again when the taxes that it was read by were changed before it is written', async () => {
  const restaurant = await withMenu(await openRestaurant());
  const holder = await database.connect();
  try {
    await holder.query(
      `begin; set local app.tenant_id = '${restaurant.tenantId}'; update taxes set title = 'GST' where id = ${restaurant.menu.vat}`,
    );
    const importing = run(restaurant, 'title,price,tax\nTea,1,VAT\n');
    // it has read the taxes of before, and waits to lock them
    await whileHeld(holder, importing);
    await holder.query('commit');

    const { status, reply } = await importing;

    expect([status, reply.message]).toEqual([400, 'Row 2, "Tea": tax "VAT" does not exist. Taxes are GST, Duty.']);
  } finally {
    holder.release();
  }
});

import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addCustomer, deleteCustomer, listCustomers, searchCustomers, updateCustomer } from '#contract/customers.ts';
import { listChecks, payCheck, reversePayment } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { correctPayment, getInvoice, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { type Caller, database, databases, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';
import { withMenu } from '#server/testing/menu.ts';
import { COUNTED, findCustomerIdsLike, findCustomers } from './customers.queries.ts';

const ada = { phone: '+1 555-0100', name: 'Ada Byron', email: 'ada@example.com', birthDate: '1990-05-01', gender: 'female' as const };
const of = (phone: string) => ({ params: { id: phone } });
const list = async (caller: Caller, query = {}) => (await caller(listCustomers, { query })).reply;
const namesOf = async (caller: Caller, filter: string) => (await list(caller, { filter })).customers.map(({ name }) => name);
const search = async (caller: Caller, q?: string) => (await caller(searchCustomers, { query: q === undefined ? {} : { q } })).reply;
const add = (caller: Caller, phone: string, name: string, email: string | null = null) =>
  caller(addCustomer, { body: { phone, name, email } });

test('a customer is listed as added, the newest first, ten on a page', async () => {
  const { admin } = await openRestaurant();
  const { status, reply } = await admin(addCustomer, { body: ada });
  expect([status, reply]).toEqual([200, { success: true, message: 'Customer added.' }]);
  for (let n = 1; n <= 11; n++) await add(admin, `0${n}`, `Guest ${n}`);

  const first = await list(admin);
  expect(first).toMatchObject({ currentPage: 1, perPage: 10, totalPages: 2, totalCustomers: 12 });
  expect(first.customers.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, n) => `Guest ${11 - n}`));
  const second = await list(admin, { page: '2' });
  expect(second.customers[1]).toEqual({
    phone: '+1 555-0100',
    name: 'Ada Byron',
    email: 'ada@example.com',
    birth_date: '1990-05-01',
    gender: 'female',
    notes: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: null,
  });
  expect((await list(admin, { sort: 'name', perPage: '1' })).customers[0]?.name).toBe('Ada Byron');
  expect(await list(admin, { page: '7' })).toMatchObject({ customers: [], totalCustomers: 12 });
  for (const query of [{ page: '0' }, { perPage: '101' }, { sort: 'phone' }, { filter: 'x'.repeat(101) }])
    expect((await admin(listCustomers, { query: query as object })).status).toBe(400);
});

test('by name customers stand as people read, whatever the case, the accents and the width of their letters', async () => {
  const { admin, tenantId } = await openRestaurant();
  const names = ['Ångström', 'Angus', 'émile', 'Emilia', 'Ｆｒｉｄａ', 'iris', 'Ｚoe', 'Zoltan', 'Ёлка', 'Ель', 'かな'];
  for (const [n, name] of [...names].reverse().entries()) await add(admin, `0${n}`, name);
  expect((await list(admin, { sort: 'name', perPage: '50' })).customers.map(({ name }) => name)).toEqual(names);

  await databases.asTenant(tenantId, async (db) => {
    await sql`set local enable_sort = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from customers where erased_at is null
      order by ${nameOrder('name')}, id limit 10`.execute(db);
    expect(JSON.stringify(rows)).toContain('Index Scan using customers_in_order');
  });
});

test('a phone in digits of another script, or copied with marks of direction, is one in ours, and found by either', async () => {
  const { admin } = await openRestaurant({ currency: 'KWD' });
  expect((await add(admin, '\u202a+٩٦٥ ٥٠٠١ ٢٣٤٥\u202c', 'محمد')).status).toBe(200);
  expect((await add(admin, '５００１-２３４６', '田中')).status).toBe(200);
  expect((await list(admin)).customers.map(({ phone }) => phone)).toEqual(['5001-2346', '+965 5001 2345']);
  expect((await add(admin, '+96550012345', 'Twice')).reply.message).toBe('A customer with this phone already exists!');
  for (const q of ['٥٠٠١٢٣٤٥', '٥٠٠١ ٢٣٤٥', '50012345', '\u200e50012345']) {
    expect(await search(admin, q)).toEqual([{ name: 'محمد', phone: '+965 5001 2345' }]);
    expect(await namesOf(admin, q)).toEqual(['محمد']);
  }
});

test('Strauss finds Strauß, and the other way round, wherever customers are looked for', async () => {
  const { admin } = await openRestaurant({ currency: 'EUR' });
  await add(admin, '030 1', 'Johann Strauß');
  await add(admin, '030 2', 'Levi Strauss');
  for (const text of ['strauss', 'STRAUß', 'strauẞ', 'rauss']) {
    expect((await search(admin, text)).map(({ name }) => name).sort()).toEqual(['Johann Strauß', 'Levi Strauss']);
    expect((await namesOf(admin, text)).sort()).toEqual(['Johann Strauß', 'Levi Strauss']);
  }
  expect((await search(admin, 'johann strauss')).map(({ name }) => name)).toEqual(['Johann Strauß']);
});

test('a filter finds part of a name, a phone or an e-mail, every character taken literally', async () => {
  const { admin } = await openRestaurant();
  await add(admin, '+1 555-0100', 'Éva 100% O’Neil_Smith', 'eva@example.com');
  await add(admin, '(02) 77', 'Bob \\ Banana', 'bob+x@host.test');
  const long = 'Wolfeschlegelsteinhausenbergerdorff the elder';
  await add(admin, '3', long);
  await add(admin, '4', long.replace('elder', 'younger'));

  for (const [filter, found] of [
    ['éva', ['Éva 100% O’Neil_Smith']],
    ['0% o', ['Éva 100% O’Neil_Smith']],
    ['l_s', ['Éva 100% O’Neil_Smith']],
    ['lxs', []],
    ['%', ['Éva 100% O’Neil_Smith']],
    ['\\', ['Bob \\ Banana']],
    ['555-01', ['Éva 100% O’Neil_Smith']],
    ['5550', ['Éva 100% O’Neil_Smith']],
    ['2) 7', ['Bob \\ Banana']],
    ['B+X@', ['Bob \\ Banana']],
    ['host.test', ['Bob \\ Banana']],
    ['hostxtest', []],
    ['ana', ['Bob \\ Banana']],
    ['the elder', [long]],
    [long, [long]],
    [`${long}s`, []],
    [long.slice(0, -6), [long.replace('elder', 'younger'), long]],
    ['nobody', []],
  ] as const) {
    expect([filter, await namesOf(admin, filter)]).toEqual([filter, found]);
    expect((await list(admin, { filter })).totalCustomers).toBe(found.length);
  }
  expect(await namesOf(admin, '   ')).toHaveLength(4);
});

test('a search answers at most ten customers by part of the name or the phone, in whatever spelling', async () => {
  const { admin } = await openRestaurant();
  await add(admin, '+1 (555) 0100', 'Ada Byron', 'zeta@example.com');
  for (let n = 10; n < 31; n++) await add(admin, `9${n}`, `${'Aa'.repeat(30)} ${n}`);

  for (const q of ['ada', 'A BY', '555', '1555-01', '+1 (555)'])
    expect(await search(admin, q)).toEqual([{ name: 'Ada Byron', phone: '+1 (555) 0100' }]);
  for (const q of ['zeta', 'example', 'x%', '', '  ']) expect(await search(admin, q)).toEqual([]);
  expect(await search(admin)).toEqual([]);
  expect(new Set((await search(admin, 'a')).map(({ phone }) => phone)).size).toBe(10);
});

test('who is called by what was typed comes before those who only contain it', async () => {
  const { admin } = await openRestaurant();
  for (const [phone, name] of [
    ['1', 'Canada Goose'],
    ['2', 'Grace Adams'],
    ['3', 'Ada Byron'],
    ['4', 'Bob 7'],
  ] as const)
    await add(admin, phone, name);

  expect((await search(admin, 'ADA')).map(({ name }) => name)).toEqual(['Ada Byron', 'Grace Adams', 'Canada Goose']);
  expect((await search(admin, '7')).map(({ name }) => name)).toEqual(['Bob 7']);
});

test('a phone is one customer, in whatever spelling', async () => {
  const { admin } = await openRestaurant();
  await admin(addCustomer, { body: ada });
  for (const phone of ['+1 555-0100', '15550100', '1.555.0100', 'x15550100']) {
    const { status, reply } = await add(admin, phone, 'Somebody else');
    expect([status, reply]).toMatchObject([409, { code: 'conflict', message: 'A customer with this phone already exists!' }]);
    expect(reply).toMatchObject({ errors: [{ path: ['phone'] }] });
  }
  await add(admin, '#', 'Hash');
  await add(admin, '*', 'Star');
  expect((await list(admin)).totalCustomers).toBe(3);
});

test('says what is missing or wrong', async () => {
  const { admin } = await openRestaurant();
  const message = async (body: object) => (await admin(addCustomer, { body: { ...ada, ...body } })).reply.message;
  for (const phone of [undefined, null, '', '  ']) expect(await message({ phone })).toBe("Please Provide Customer's Phone!");
  for (const phone of ['555;1', 'abc', 'éxt', '.', '..', '1'.repeat(21), 'a'.repeat(21)])
    expect(await message({ phone })).toBe('Please provide valid phone no.!');
  for (const name of [undefined, null, '', ' ']) expect(await message({ name })).toBe("Please Provide Customer's Name!");
  for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com'])
    expect(await message({ email })).toBe('Please Provide Valid Email!');
  expect((await admin(addCustomer, { body: { ...ada, gender: 'none' as 'other' } })).status).toBe(400);
  expect((await admin(addCustomer, { body: { ...ada, birthDate: '1990-02-30' } })).status).toBe(400);
  expect((await admin(addCustomer, { body: { ...ada, phone: '1'.repeat(21) } })).status).toBe(400);
  const { reply } = await admin(addCustomer, {
    body: { phone: '1'.repeat(20), name: 'Bare', email: '', birthDate: '', gender: '' as 'other' },
  });
  expect(reply.message).toBe('Customer added.');
  expect((await list(admin)).customers).toMatchObject([{ email: null, birth_date: null, gender: null }]);
});

test('a blank around an e-mail, as a phone’s keyboard leaves it, is no fault of it', async () => {
  const { admin } = await openRestaurant();
  expect((await add(admin, '+49 171', 'Ada', ' ada@example.com ')).status).toBe(200);
  expect((await add(admin, '+49 172', 'Grace', '  ')).status).toBe(200);
  expect((await list(admin)).customers.map(({ email }) => email)).toEqual([null, 'ada@example.com']);
});

test('nobody is born after the business day of the store', async () => {
  const now = new Date('2026-03-10T02:00:00Z');
  const app = await openApp({ clock: () => now });
  const { admin } = await openRestaurant({ app, now, timezone: 'America/New_York' });
  const born = async (birthDate: string) =>
    (await admin(addCustomer, { body: { phone: birthDate.slice(-2), name: 'Baby', birthDate } })).reply;

  expect(await born('2026-03-10')).toMatchObject({
    message: 'Birth date cannot be in the future!',
    errors: [{ path: ['birthDate'], message: 'Birth date cannot be in the future!' }],
  });
  expect((await born('2026-03-09')).message).toBe('Customer added.');
  await admin(saveStoreSetting, { body: { timezone: 'Asia/Kolkata' } });
  expect((await born('2026-03-10')).message).toBe('Customer added.');
  const update = { ...of('09'), body: { name: 'Baby', birthDate: '2026-03-11' } };
  expect((await admin(updateCustomer, update)).status).toBe(400);
});

test('a change keeps the phone and what is left out, and null clears', async () => {
  const { admin } = await openRestaurant();
  await admin(addCustomer, { body: ada });
  const { reply } = await admin(updateCustomer, { ...of('+1 555-0100'), body: { name: 'Ada King', email: null } });
  expect(reply).toEqual({ success: true, message: 'Customer updated.' });
  expect((await list(admin)).customers[0]).toMatchObject({
    phone: '+1 555-0100',
    name: 'Ada King',
    email: null,
    birth_date: '1990-05-01',
    gender: 'female',
    updated_at: expect.any(String),
  });
  expect(await namesOf(admin, 'byron')).toEqual([]);
  expect(await namesOf(admin, 'king')).toEqual(['Ada King']);
  expect((await list(admin)).totalCustomers).toBe(1);
});

test('every change of a customer is announced, by number only', async () => {
  const { admin, tenantId } = await openRestaurant();
  await admin(addCustomer, { body: ada });
  await admin(updateCustomer, { ...of(ada.phone), body: { name: 'Ada Lovelace' } });
  await admin(deleteCustomer, of(ada.phone));
  await admin(deleteCustomer, of(ada.phone)); // nobody any more

  const { rows } = await database.query('select type, payload from events where tenant_id = $1 order by seq', [tenantId]);
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ type: 'customer_update', payload: { customerId: expect.any(Number) } })));
});

test.each(['+1 555-01', '#31#', '*?$^,_', '(02) 7 ext x', 'x.1', '.1.'])('%s names a customer in a path', async (phone) => {
  const { admin } = await openRestaurant();
  expect((await add(admin, phone, 'Ada')).status).toBe(200);
  expect((await admin(updateCustomer, { ...of(phone), body: { name: 'Eve' } })).status).toBe(200);
  expect((await admin(deleteCustomer, of(phone))).reply.message).toBe('Customer deleted.');
  expect(await list(admin)).toMatchObject({ customers: [], totalCustomers: 0, totalPages: 0 });
});

test('a customer without history is deleted; one with orders keeps the numbers and loses the person', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await admin(addCustomer, { body: ada });
  await admin(addCustomer, { body: { ...ada, phone: '77', name: 'Zed Zorro', email: 'zz@zorro.test', notes: 'Zed loves garlic' } });
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], customerType: 'CUSTOMER', customerId: '77' } });

  expect((await admin(deleteCustomer, of(ada.phone))).status).toBe(200);
  expect((await admin(deleteCustomer, of('77'))).status).toBe(200);

  const { rows } = await database.query(
    'select phone, name, email, birth_date, gender, notes, erased_at is not null as erased from customers where tenant_id = $1',
    [tenantId],
  );
  expect(rows).toEqual([{ phone: null, name: null, email: null, birth_date: null, gender: null, notes: null, erased: true }]);
  expect(await list(admin)).toMatchObject({ customers: [], totalCustomers: 0 });
  expect(await search(admin, 'zed')).toEqual([]);
  expect(await namesOf(admin, 'zorro')).toEqual([]);
  for (const refused of [await admin(deleteCustomer, of('77')), await admin(updateCustomer, { ...of('77'), body: { name: 'Zed' } })])
    expect([refused.status, refused.reply.message]).toEqual([404, 'This customer does not exist!']);
  expect((await add(admin, '77', 'Zoe')).status).toBe(200);
});

test('nothing of an erased person is left anywhere in the database', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  await admin(addCustomer, { body: { ...ada, phone: '+49 1729999', name: 'Quetzal Xylon', email: 'quetzal@xylon.test' } });
  await admin(updateCustomer, { ...of('+49 1729999'), body: { name: 'Quetzal Xylophon', notes: 'Quetzal sits by the window' } });
  await admin(createOrderAndInvoice, {
    body: { cart: [{ id: menu.bread, quantity: 1, notes: 'for Quetzal' }], customerType: 'CUSTOMER', customerId: '+49 1729999' },
  });
  // what is still cooked keeps its note, perhaps of an allergy
  await database.query("update order_lines set status = 'completed' where tenant_id = $1", [tenantId]);
  // one whose only order waits for a till, which outlives its customer
  await admin(addCustomer, { body: { ...ada, phone: '+49 1728888', name: 'Xylos' } });
  await database.query(
    `with placed as (
       insert into qr_orders (tenant_id, created_at, delivery_type, customer_type, customer_id, currency)
       select tenant_id, now(), 'takeaway', 'CUSTOMER', id, 'USD' from customers where tenant_id = $1 and phone = '+49 1728888'
       returning id
     )
     insert into qr_order_lines (tenant_id, qr_order_id, item_id, item_title, unit_price, quantity, notes)
     select $1, id, $2, 'Bread', 200, 1, 'for Xylos' from placed`,
    [tenantId, menu.bread],
  );
  // what bills and invoices tell: paid in parts, corrected, refunded, made out to somebody
  const types = (await admin(listPaymentTypes, {})).reply;
  const cash = types[0]!.id;
  const guest = { customerType: 'CUSTOMER', customerId: '+49 1729999' } as const;
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], ...guest } });
  const newest = async () => (await admin(listChecks, { query: {} })).reply.at(-1)!;
  const at = { params: { id: String((await newest()).check_id) } };
  await admin(addAdjustment, { ...at, body: { itemId: null, kind: 'amount', value: '0.10', note: 'Xylo is a friend' } });
  const bill = await newest();
  const paying = [{ paymentTypeId: cash, amount: bill.total, reference: 'Xylophon 1' }];
  const taken = (await admin(payCheck, { ...at, body: { due: bill.due, payments: [{ ...paying[0]!, amount: 0.5 }] } })).reply;
  const back = { params: { ...at.params, paymentId: String(taken.paymentIds[0]) } };
  await admin(reversePayment, { ...back, body: { note: 'Xylophon wants a card' } });
  const { invoiceId } = (await admin(payCheck, { ...at, body: { due: bill.due, payments: paying } })).reply;
  const invoice = { params: { id: String(invoiceId) } };
  await admin(correctPayment, { ...invoice, body: { payments: paying } });
  await admin(setBuyer, { ...invoice, body: { name: 'Quetzal Ltd', taxNumber: 'X1729999', address: 'Xylo Street' } });
  await admin(refundInvoice, { ...invoice, body: { paymentTypeId: cash, note: 'Quetzal was ill' } });
  const sums = async () =>
    (
      await database.query(
        `select (select json_agg(p.amount order by p.id) from payments p where p.tenant_id = $1) as payments,
           (select json_agg(i.total order by i.id) from invoices i where i.tenant_id = $1) as invoices`,
        [tenantId],
      )
    ).rows;
  const before = await sums();
  await admin(deleteCustomer, of('+49 1728888'));
  await admin(deleteCustomer, of('+49 1729999'));

  expect(await sums()).toEqual(before);
  // nobody's any more, and not somebody else's now
  expect((await admin(getInvoice, invoice)).reply.buyer).toBeNull();
  const second = await admin(setBuyer, { ...invoice, body: { name: 'Somebody else' } });
  expect([second.status, second.reply.message]).toEqual([409, 'This invoice already has its buyer!']);
  for (const table of ['payments', 'check_payments', 'refunds', 'invoice_buyers'])
    await expect(
      databases.asTenant(tenantId, (db) => sql`update ${sql.table(table)} set tenant_id = tenant_id`.execute(db)),
    ).rejects.toThrow(/permission denied/);
  const { rows: tables } = await database.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'",
  );
  for (const { name } of tables) {
    const { rows } = await database.query(`select t::text as row from ${name} t where tenant_id = $1`, [tenantId]);
    expect([name, rows.filter(({ row }) => /quetzal|xylo|1729999/i.test(row))]).toEqual([name, []]);
  }
});

test('one restaurant cannot see, change or delete the customers of another', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();
  await theirs.admin(addCustomer, { body: ada });
  expect(await list(mine.admin, { filter: 'ada' })).toMatchObject({ customers: [], totalCustomers: 0 });
  expect(await list(mine.admin)).toMatchObject({ customers: [], totalCustomers: 0 });
  expect(await search(mine.admin, 'ada')).toEqual([]);
  expect((await mine.admin(updateCustomer, { ...of(ada.phone), body: { name: 'Mine' } })).status).toBe(404);
  expect((await mine.admin(deleteCustomer, of(ada.phone))).status).toBe(404);
  expect((await mine.admin(addCustomer, { body: ada })).status).toBe(200);
  expect((await list(theirs.admin)).customers).toMatchObject([{ name: 'Ada Byron' }]);
});

test('who may read, pick, add and change customers', async () => {
  const { staff, admin } = await openRestaurant();
  await admin(addCustomer, { body: ada });
  const calls = async (caller: Caller) => [
    (await caller(listCustomers, { query: {} })).status,
    (await caller(searchCustomers, { query: { q: 'ada' } })).status,
    (await add(caller, String(Math.random()).slice(0, 18), 'New')).status,
    (await caller(updateCustomer, { ...of(ada.phone), body: { name: 'Ada' } })).status,
    (await caller(deleteCustomer, of('none'))).status,
  ];
  expect(await calls(await staff('VIEW_CUSTOMERS'))).toEqual([200, 200, 403, 403, 403]);
  expect(await calls(await staff('POS'))).toEqual([403, 200, 200, 403, 403]);
  expect(await calls(await staff('VIEW_RESERVATIONS'))).toEqual([403, 200, 403, 403, 403]);
  expect(await calls(await staff('MANAGE_RESERVATIONS'))).toEqual([403, 200, 200, 403, 403]);
  expect(await calls(await staff('MANAGE_CUSTOMERS'))).toEqual([200, 200, 200, 200, 404]);
  expect(await calls(await staff('KITCHEN', 'INVOICES'))).toEqual([403, 403, 403, 403, 403]);
  expect(await calls(await openVisitor())).toEqual([401, 401, 401, 401, 401]);
});

test('what is kept for the search follows every change of many rows, and the tenant goes with all of it', async () => {
  const { admin, tenantId } = await openRestaurant();
  for (let n = 0; n < 5; n++) await add(admin, `5${n}`, `Guest ${n}`);
  await database.query("update customers set name = 'Host ' || phone where tenant_id = $1", [tenantId]);
  expect(await search(admin, 'guest')).toEqual([]);
  expect(await search(admin, 'host 5')).toHaveLength(5);

  await database.query('delete from customers where tenant_id = $1 and phone > $2', [tenantId, '52']);
  expect(await search(admin, '5')).toHaveLength(3);
  expect((await list(admin)).totalCustomers).toBe(3);

  await database.query(`begin; set local app.tenant_id = '${tenantId}'; delete from tenants where id = ${tenantId}; commit`);
  const left = await database.query('select from customer_texts where tenant_id = $1', [tenantId]);
  expect(left.rows).toEqual([]);
});

test('a node of the release before finds its own customers by their suffixes, of which none is stored', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { admin: neighbour } = await openRestaurant();
  await add(admin, '+49 30 1234', 'Ada Hart');
  await add(neighbour, '+49 30 1234', 'Ida Hart');

  const asFormer = (text: string) =>
    databases.asTenant(tenantId, async (db) => {
      const { rows } = await sql<{ name: string }>`
        select name from customers where id in (
          select customer_id from customer_suffixes
          where field in ('start', 'name', 'phone', 'email') and suffix >= ${text} and suffix < ${text} || U&'\\+10FFFF')`.execute(db);
      return rows.map(({ name }) => name);
    });
  for (const text of ['hart', 'art', '30 12', '4930']) expect([text, await asFormer(text)]).toEqual([text, ['Ada Hart']]);
  expect(await asFormer('ida')).toEqual([]);
  const { rows } = await database.query("select to_regclass('public.customer_suffixes') as stored");
  expect(rows).toEqual([{ stored: null }]);
});

test('words are found in any order, without accents, and a phone in any grouping of its digits', async () => {
  const { admin } = await openRestaurant();
  await add(admin, '+49 30 123-4567', 'Amélie Größe-Hart', 'amelie@example.com');
  await add(admin, '0301', 'Jose Amel');
  await add(admin, '7', 'Table 20 1');

  for (const q of ['hart amelie', 'AMÉLIE hart', 'große', 'amel 4567', '49301234567', '30 123 45', '(30) 123', 'amelie +49-30'])
    expect([q, await search(admin, q)]).toEqual([q, [{ name: 'Amélie Größe-Hart', phone: '+49 30 123-4567' }]]);
  for (const filter of ['example.com hart', '1234567 amelie@'])
    expect([filter, await namesOf(admin, filter)]).toEqual([filter, ['Amélie Größe-Hart']]);
  expect(await search(admin, 'josé')).toEqual([{ name: 'Jose Amel', phone: '0301' }]);
  expect(await search(admin, '20 1')).toEqual([{ name: 'Table 20 1', phone: '7' }]);
  for (const q of ['hart jose', 'amelie 0301', '\u0301']) expect([q, await search(admin, q)]).toEqual([q, []]);
  expect(await search(admin, 'amel')).toHaveLength(2);
});

test('of what fits many the same customers are found without the index', async () => {
  const { admin, tenantId } = await openRestaurant();
  for (let n = 0; n < 4; n++) await add(admin, `55${n}`, `Zoë ${n % 2 ? 'Odd' : 'Even'} ${n}`, `zoe${n}@example.com`);
  await add(admin, '9', 'Bob');
  for (const sort of ['created_at', 'name'] as const)
    for (const filter of ['zoe', 'odd zoë', '5 5', 'zoe1@', 'bob odd']) {
      const page = (total: number) =>
        databases.asTenant(tenantId, (db) => findCustomers(db, { sort, filter, total, offset: 0, limit: 10 }));
      expect(await page(COUNTED)).toEqual(await page(1));
    }
});

const backFill = readFileSync(new URL('../../../db/back-fills/0037_customer_texts.sql', import.meta.url), 'utf8');

test('who was there before is found after the back-fill, which goes on where it ended, may come twice, and leaves the erased out', async () => {
  const { admin, tenantId } = await openRestaurant();
  for (let n = 0; n < 3; n++) await add(admin, `5${n}`, `Guest ${n}`);
  await database.query(`insert into customers (tenant_id, created_at, erased_at) values ($1, now(), now())`, [tenantId]);
  await database.query('delete from customer_texts where tenant_id = $1', [tenantId]);
  expect(await search(admin, 'guest')).toEqual([]);
  // before the back-fill came by, a change fills by itself
  await admin(updateCustomer, { ...of('51'), body: { name: 'Guest of honour' } });
  expect(await search(admin, 'honour')).toHaveLength(1);

  let position = JSON.stringify([tenantId, 0]);
  const fill = async () => {
    const { rows } = await database.query<{ position: unknown; rows: string }>(backFill, [position, 2]);
    if (rows[0]!.position) position = JSON.stringify(rows[0]!.position);
  };
  await fill();
  expect(await search(admin, 'guest')).toHaveLength(2);
  await fill();
  expect(await search(admin, 'guest')).toHaveLength(3);
  position = JSON.stringify([tenantId, 0]);
  await fill();
  const { rows } = await database.query('select from customer_texts where tenant_id = $1', [tenantId]);
  expect(rows).toHaveLength(3);
  expect(await search(admin, 'honour')).toHaveLength(1);
});

test('what steps around row-level security answers for the tenant of the transaction only, and for none without one', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();
  await add(theirs.admin, '1', 'Ada');
  const wanted = [{ words: ['ada'], fields: ['name' as const] }];
  const found = (tenantId: number) => databases.asTenant(tenantId, (db) => findCustomerIdsLike(db, wanted, 10));
  expect(await found(mine.tenantId)).toEqual([]);
  expect(await found(theirs.tenantId)).toHaveLength(1);
  await expect(database.query("select find_customer_texts(array['ada'], array['name'], 10)")).rejects.toThrow(
    /app\.tenant_id|syntax for type bigint/,
  );
});

test('the search needs no extension of the database', async () => {
  const { rows } = await database.query('select extname from pg_extension');
  expect(rows).toEqual([{ extname: 'plpgsql' }]);
});

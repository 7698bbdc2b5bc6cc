import { expect, test } from 'vitest';
import { getProfile } from '#contract/auth.ts';
import { updateProfile } from '#contract/own-account.ts';
import { listCategories, updateCategory } from '#contract/categories.ts';
import { getCustomer } from '#contract/customer-history.ts';
import { addCustomer, updateCustomer } from '#contract/customers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getMenuItem, updateAddon, updateMenuItem, updateVariant } from '#contract/menu-items.ts';
import { addPaymentType, listPaymentTypes, updatePaymentType } from '#contract/payment-types.ts';
import { getPrintSetting, savePrintSetting } from '#contract/print-settings.ts';
import { addReservation, searchReservations, updateReservation } from '#contract/reservations.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables, updateTable } from '#contract/tables.ts';
import { listTaxes, updateTax } from '#contract/taxes.ts';
import { listSubscriptionHistory, updateTenant } from '#contract/tenants.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { mergeEdit } from '#server/platform/endpoints/edits.ts';
import { openRestaurant, openSuperAdmin } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

type Body = Record<string, unknown>;
interface Record2 {
  /** what both forms began with */
  base: Body;
  /** the one changes these, the other those */
  mine: Body;
  theirs: Body;
  save: (body: Body) => Promise<{ status: number; reply: unknown }>;
  /** what is stored, as the answers show it */
  read: () => Promise<unknown>;
  /** after both */
  merged: Body;
  /** the name that a refusal gives */
  by?: string | null;
  /** where it is shown otherwise than sent */
  shown?: Body;
}

const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const call = restaurant.admin as unknown as (endpoint: Endpoint, input: object) => Promise<{ status: number; reply: never }>;
  const of = (id: number | string) => ({ params: { id: String(id) } });
  return { ...restaurant, call, of };
};
const found = <Row extends object>(rows: Row[], id: number): Row | undefined => rows.find((row) => 'id' in row && row.id === id);

const nouns: [string, () => Promise<Record2>][] = [
  [
    'an item',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'Soup', price: '4.50', netPrice: null, categoryId: menu.category, taxId: menu.vat },
        mine: { price: 5.25, categoryId: null },
        theirs: { title: 'Broth', taxId: menu.duty },
        save: (body) => call(updateMenuItem, { ...of(menu.soup), body }),
        read: async () => (await admin(getMenuItem, of(menu.soup))).reply,
        merged: { title: 'Broth', price: 5.25, category_id: null, tax_id: menu.duty },
        shown: { title: 'Broth' },
      };
    },
  ],
  [
    'a variant',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'Large', price: 9 },
        mine: { price: '9.50' },
        theirs: { title: 'Big' },
        save: (body) => call(updateVariant, { params: { itemId: String(menu.wine), variantId: String(menu.large) }, body }),
        read: async () => (await admin(getMenuItem, of(menu.wine))).reply.variants[0],
        merged: { title: 'Big', price: 9.5 },
      };
    },
  ],
  [
    'an addon',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'Ice', price: 0.5 },
        mine: { price: '0.75' },
        theirs: { title: 'Cubes' },
        save: (body) => call(updateAddon, { params: { itemId: String(menu.wine), addonId: String(menu.ice) }, body }),
        read: async () => (await admin(getMenuItem, of(menu.wine))).reply.addons[0],
        merged: { title: 'Cubes', price: 0.75 },
      };
    },
  ],
  [
    'a tax',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'VAT', rate: 10, type: 'exclusive' },
        mine: { title: 'Sales tax' },
        theirs: { rate: '12.5' },
        save: (body) => call(updateTax, { ...of(menu.vat), body }),
        read: async () => found((await admin(listTaxes, {})).reply, menu.vat),
        merged: { title: 'Sales tax', rate: 12.5, type: 'exclusive' },
        shown: { rate: 12.5 },
      };
    },
  ],
  [
    'a category, of one field',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'All' },
        mine: {},
        theirs: { title: 'Everything' },
        save: (body) => call(updateCategory, { ...of(menu.category), body }),
        read: async () => found((await admin(listCategories, {})).reply, menu.category),
        merged: { title: 'Everything' },
      };
    },
  ],
  [
    'a table',
    async () => {
      const { admin, call, of, menu } = await open();
      return {
        base: { title: 'T1', floor: 'Ground', seatingCapacity: 4 },
        mine: { seatingCapacity: '6' },
        theirs: { floor: 'Terrace' },
        save: (body) => call(updateTable, { ...of(menu.t1), body }),
        read: async () => found((await admin(listTables, {})).reply, menu.t1),
        merged: { table_title: 'T1', floor: 'Terrace', seating_capacity: 6 },
      };
    },
  ],
  [
    'a payment type',
    async () => {
      const { admin, call, of } = await open();
      const { id } = (await admin(addPaymentType, { body: { title: 'Card' } })).reply;
      return {
        base: { title: 'Card', isActive: true },
        mine: { title: 'Cards' },
        theirs: { isActive: false },
        save: (body) => call(updatePaymentType, { ...of(id), body }),
        read: async () => found((await admin(listPaymentTypes, {})).reply, id),
        merged: { title: 'Cards', is_active: false },
      };
    },
  ],
  [
    'a customer',
    async () => {
      const { admin, call, of } = await open();
      await admin(addCustomer, { body: { phone: '5550100', name: 'Ada' } });
      return {
        base: { name: 'Ada', email: null, birthDate: null, gender: null, notes: null },
        mine: { email: 'ada@example.com', notes: 'Nut allergy' },
        theirs: { name: 'Ada Lovelace', birthDate: '1915-12-10' },
        save: (body) => call(updateCustomer, { ...of('5550100'), body }),
        read: async () => (await admin(getCustomer, of('5550100'))).reply,
        merged: { name: 'Ada Lovelace', email: 'ada@example.com', birth_date: '1915-12-10', notes: 'Nut allergy' },
      };
    },
  ],
  [
    'a reservation',
    async () => {
      const { admin, call, of, menu } = await open();
      await admin(addCustomer, { body: { phone: '5550100', name: 'Ada' } });
      const date = '2026-12-24T19:00:00.000Z';
      const base = { date, tableId: menu.t1, status: 'booked', notes: 'Nut allergy', peopleCount: 2 };
      const { id } = (await call(addReservation, { body: { customerId: '5550100', ...base } })).reply as { id: number };
      return {
        base,
        mine: { peopleCount: 3, date: '2026-12-24T20:00' },
        theirs: { notes: 'Nut allergy, window seat', tableId: menu.t2 },
        save: (body) => call(updateReservation, { ...of(id), body }),
        read: async () => found((await admin(searchReservations, { query: { q: 'Ada' } })).reply, id),
        merged: { people_count: 3, date: '2026-12-24T20:00:00.000Z', notes: 'Nut allergy, window seat', table_id: menu.t2 },
      };
    },
  ],
  [
    'a colleague',
    async () => {
      const { admin, call, colleague } = await open();
      const { username } = await colleague('POS', 'ORDERS');
      return {
        base: { name: 'Colleague', designation: null, phone: null, email: null, userScopes: ['POS', 'ORDERS'] },
        mine: { designation: 'Waiter' },
        theirs: { userScopes: ['POS'] },
        save: (body) => call(updateUser, { params: { username }, body }),
        read: async () => (await admin(listUsers, {})).reply.find((user) => user.username === username),
        merged: { designation: 'Waiter', scope: 'POS' },
      };
    },
  ],
  [
    'a colleague, who changes the profile meanwhile',
    async () => {
      const { call, colleague } = await open();
      const ben = await colleague();
      const change = ben.call as unknown as typeof call;
      return {
        base: { name: 'Colleague', phone: null, designation: null },
        mine: { designation: 'Waiter' },
        theirs: { name: 'Ben', phone: '5550100' },
        save: (body) => change(updateProfile, { body }),
        read: async () => (await ben.call(getProfile, {})).reply,
        merged: { name: 'Ben', phone: '5550100', designation: 'Waiter' },
        by: 'Ben',
      };
    },
  ],
  [
    'the store',
    async () => {
      const { admin, call } = await open();
      return {
        base: { storeName: 'Test kitchen', phone: null, kitchenWarnMinutes: 10, timezone: 'UTC' },
        mine: { storeName: 'Kitchen' },
        theirs: { phone: '5550100' },
        save: (body) => call(saveStoreSetting, { body }),
        read: async () => (await admin(getStoreSetting, {})).reply,
        merged: { storeName: 'Kitchen', phone: '5550100' },
      };
    },
  ],
  [
    'how it prints',
    async () => {
      const { admin, call } = await open();
      return {
        base: { pageFormat: '80', header: null, footer: null, showNotes: true },
        mine: { footer: 'Thank you' },
        theirs: { header: 'Hello' },
        save: (body) => call(savePrintSetting, { body }),
        read: async () => (await admin(getPrintSetting, {})).reply,
        merged: { header: 'Hello', footer: 'Thank you' },
      };
    },
  ],
  [
    'a restaurant, of the provider',
    async () => {
      const { tenantId, username, of } = await open();
      const { call } = await openSuperAdmin();
      return {
        base: { name: 'Test kitchen', email: username, isActive: true, note: null },
        mine: { isActive: false },
        theirs: { note: 'Pays by invoice', name: 'Renamed' },
        save: (body) => call(updateTenant, { ...of(tenantId), body: body as { name: string; email: string } }),
        read: async () => (await call(listSubscriptionHistory, of(tenantId))).reply.tenantInfo,
        merged: { name: 'Renamed', is_active: false, note: 'Pays by invoice' },
        by: null,
      };
    },
  ],
];

test.each(nouns)('two people change %s: fields of one are merged', async (_, prepare) => {
  const { base, mine, theirs, save, read, merged } = await prepare();
  expect((await save({ ...base, ...theirs, basedOn: base })).status).toBe(200);
  expect(await save({ ...base, ...mine, basedOn: base })).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject(merged);
});

// of a switch there is no third value: who changes it back is not of another mind
const withThirdValue = nouns.filter(([noun]) => noun !== 'a payment type');

test.each(withThirdValue)('two people change %s: the same field asks, and stays until somebody decides', async (_, prepare) => {
  const { base, mine, theirs, save, read, by = 'Test kitchen', shown = theirs } = await prepare();
  const [field = ''] = Object.keys(theirs);
  await save({ ...base, ...theirs, basedOn: base });
  const before = await read();

  // the value that is not the other's, and is not the beginning
  const other = {
    title: 'Third',
    floor: 'Roof',
    name: 'Third',
    rate: 7,
    phone: '5550199',
    header: 'Third',
    notes: 'Third',
    note: 'Third',
    userScopes: [],
  };
  expect(Object.keys(other)).toContain(field);
  const body = { ...base, ...mine, [field]: other[field as keyof typeof other] };
  const { status, reply } = await save({ ...body, basedOn: base });

  expect([status, reply]).toEqual([
    409,
    expect.objectContaining({ code: 'changed_meanwhile', changed: [{ field, value: shown[field], by }] }),
  ]);
  expect(await read()).toEqual(before);
  // keep mine: based on what theirs is
  expect((await save({ ...body, basedOn: { ...base, [field]: theirs[field] } })).status).toBe(200);
  expect(await read()).not.toEqual(before);
});

test('a client that does not say what it began with overwrites, and a beginning that cannot be read is none', async () => {
  const { admin, call, of, menu } = await open();
  const body = { title: 'Broth', price: 5 };
  expect((await call(updateMenuItem, { ...of(menu.soup), body })).status).toBe(200);
  expect((await call(updateMenuItem, { ...of(menu.soup), body: { ...body, title: 'Stew', basedOn: { price: {} } } })).status).toBe(200);
  expect((await admin(getMenuItem, of(menu.soup))).reply).toMatchObject({ title: 'Stew', price: 5, tax_id: menu.vat });
});

test('the same value typed by both is no quarrel; left out is not changed', () => {
  const present = { title: 'B', price: '12.50' };
  expect(mergeEdit({ given: { title: 'B', basedOn: { title: 'A' } }, present })).toEqual({ values: present, clashes: [] });
  const given = { title: 'B', price: '12.5', basedOn: { title: 'B', price: '11' } };
  expect(mergeEdit({ given, present, sums: ['price'] }).clashes).toEqual([]);
  expect(mergeEdit({ given, present }).clashes).toEqual(['price']);
});

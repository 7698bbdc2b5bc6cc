import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { enterAs, openDevice } from './browser.ts';
import { PROVIDER } from './provider.ts';
import { expectNothingLost, type Form, type Row } from './two-people.ts';

const PASSWORD = 'battery staple';
const TITLE = 'Two People';

let owner: Page;
/** Who is asked, and the other one. */
const peopleOf: Record<NonNullable<Form['asked']>, Page[]> = { owner: [], colleague: [], provider: [] };
const call = async <T>(path: string, data?: object): Promise<T> => {
  const response = await (data ? owner.request.post(`/api/v1${path}`, { data }) : owner.request.get(`/api/v1${path}`));
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
};
const one =
  (path: string, is: (row: Row) => boolean = () => true) =>
  async () =>
    (await call<Row[]>(path)).find(is);
const ids = { item: 0 };

beforeAll(async () => {
  const colleague = await openDevice();
  owner = await openDevice();
  peopleOf.owner = [owner, colleague];
  peopleOf.colleague = [colleague, owner];
  const [first, second] = ['owner', 'anna'].map((name) => `${name}@two-people.example`) as [string, string];
  await call('/auth/signup', { biz_name: TITLE, username: first, password: PASSWORD });
  await call('/auth/signin', { username: first, password: PASSWORD });
  const userScopes = await call<string[]>('/users/scopes');
  await call('/users/add', { name: 'Anna', username: second, password: PASSWORD, userScopes });
  await call('/users/add', { name: 'Ben', username: 'ben@two-people.example', password: PASSWORD, userScopes: ['POS'] });
  await call('/settings/taxes/add', { title: 'VAT', rate: 10, type: 'exclusive' });
  await call('/settings/categories/add', { title: 'Drinks' });
  await call('/settings/store-tables/add', { title: 'Window', floor: 'Ground', seatingCapacity: 4 });
  await call('/settings/payment-types/add', { title: 'Voucher' });
  await call('/settings/charges/add', { title: 'Service', kind: 'percent', value: 10 });
  await call('/settings/reasons/add', { title: 'Spilt', kind: 'void' });
  await call('/settings/stations/add', { title: 'Grill' });
  await call('/settings/printers/add', { title: 'Bar', kind: 'network', address: '192.168.1.50:9100' });
  ids.item = (await call<{ menuItemId: number }>('/menu-items/add', { title: 'Wine', price: 6 })).menuItemId;
  await call(`/menu-items/variants/${ids.item}/add`, { title: 'Bottle', price: 24 });
  await call(`/menu-items/addons/${ids.item}/add`, { title: 'Olives', price: 3 });
  await call('/customers/add', { phone: '+12125550100', name: 'Ada' });
  const today = new Date().toISOString().slice(0, 10);
  const booking = { date: `${today}T23:59`, tableId: null, status: 'booked', notes: '', peopleCount: 2 };
  await call('/reservations/add', { customerId: '+12125550100', ...booking });
  await Promise.all([enterAs(owner, first, PASSWORD), enterAs(colleague, second, PASSWORD)]);
});

/** The provider, on a device that no restaurant is signed in on. */
const openProvider = async () => {
  const page = await openDevice();
  await page.goto('/superadmin');
  await page.getByLabel('Email').fill(PROVIDER.username);
  await page.getByLabel('Password', { exact: true }).fill(PROVIDER.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/superadmin\/dashboard\/home$/);
  return page;
};

const settings = '/dashboard/settings';
const forms: [string, () => Form][] = [
  [
    'an item',
    () => ({
      path: `${settings}/menu-items/${ids.item}`,
      mine: { Price: '6.50' },
      theirs: { 'Net Price': '5', Description: 'Dry', Sulphites: true },
      both: ['Title', 'White wine', 'Red wine'],
      answer: 'Keep mine',
      read: () => call(`/menu-items/${ids.item}`),
      stored: { title: 'White wine', price: 6.5, net_price: 5, description: 'Dry', allergens: ['sulphites'] },
    }),
  ],
  [
    'a variant',
    () => ({
      path: `${settings}/menu-items/${ids.item}`,
      opens: 'Edit Bottle',
      theirs: { Price: '26' },
      both: ['Title', 'Large', 'Carafe'],
      answer: 'Take theirs',
      read: async () => (await call<{ variants: Row[] }>(`/menu-items/${ids.item}`)).variants[0],
      stored: { title: 'Carafe', price: 26 },
    }),
  ],
  [
    'an addon',
    () => ({
      path: `${settings}/menu-items/${ids.item}`,
      opens: 'Edit Olives',
      theirs: { Title: 'Green olives' },
      both: ['Price', '3.25', '4.75'],
      answer: 'Keep mine',
      read: async () => (await call<{ addons: Row[] }>(`/menu-items/${ids.item}`)).addons[0],
      stored: { title: 'Green olives', price: 3.25 },
    }),
  ],
  [
    'a category',
    () => ({
      path: `${settings}/menu-items/categories`,
      opens: 'Edit Drinks',
      both: ['Title', 'Wines', 'Beers'],
      answer: 'Take theirs',
      read: one('/settings/categories'),
      stored: { title: 'Beers' },
    }),
  ],
  [
    'a tax',
    () => ({
      path: `${settings}/tax-setup`,
      opens: 'Edit VAT',
      mine: { Type: { option: 'inclusive' } },
      theirs: { Title: 'Sales tax' },
      both: ['Rate', '7.5', '12.5'],
      answer: 'Take theirs',
      read: one('/settings/taxes'),
      isLookedAt: true,
      stored: { title: 'Sales tax', rate: 12.5, type: 'inclusive' },
    }),
  ],
  [
    'a table',
    () => ({
      path: `${settings}/tables`,
      opens: 'Edit Window',
      mine: { Title: 'Window 1' },
      theirs: { 'Seating capacity': '6' },
      both: ['Floor', 'Terrace', 'Garden'],
      answer: 'Keep mine',
      read: one('/settings/store-tables'),
      stored: { table_title: 'Window 1', floor: 'Terrace', seating_capacity: 6 },
    }),
  ],
  [
    'a payment type',
    () => ({
      path: `${settings}/payment-types`,
      opens: 'Edit Voucher',
      theirs: { Active: false },
      both: ['Title', 'Coupon', 'Gift card'],
      answer: 'Take theirs',
      read: one('/settings/payment-types', ({ title }) => title === 'Gift card'),
      stored: { is_active: false },
    }),
  ],
  [
    'a charge',
    () => ({
      path: `${settings}/charges`,
      opens: 'Edit Service',
      mine: { 'From how many guests': '6' },
      theirs: { On: false },
      both: ['Percent', '12', '12.5'],
      answer: 'Take theirs',
      read: one('/settings/charges'),
      stored: { value: 12.5, minCovers: 6, isActive: false },
    }),
  ],
  [
    'a reason',
    () => ({
      path: `${settings}/reasons`,
      opens: 'Edit Spilt',
      mine: { 'Needs a note': true },
      both: ['Title', 'Typed wrongly', 'Changed their mind'],
      answer: 'Keep mine',
      read: one('/settings/reasons', ({ title }) => title === 'Typed wrongly'),
      stored: { needsNote: true },
    }),
  ],
  [
    'a station',
    () => ({
      path: `${settings}/stations`,
      opens: 'Edit Grill',
      theirs: { Title: 'Fire' },
      both: ['Seconds until somebody must have seen a ticket', '30', '45'],
      answer: 'Keep mine',
      read: one('/settings/stations'),
      stored: { title: 'Fire', ackSeconds: 30 },
    }),
  ],
  [
    'a printer',
    () => ({
      path: `${settings}/printers`,
      opens: 'Edit Bar',
      mine: { Title: 'Cocktail bar' },
      theirs: { Paper: { option: '57' } },
      both: ['Address', '192.168.1.51:9100', '192.168.1.52:9100'],
      answer: 'Take theirs',
      read: one('/settings/printers'),
      stored: { title: 'Cocktail bar', address: '192.168.1.52:9100', width: 57 },
    }),
  ],
  [
    'a customer',
    () => ({
      path: '/dashboard/customers',
      opens: 'Edit Ada',
      mine: { Gender: { option: 'female' } },
      theirs: { 'Birth date': '1990-05-17' },
      both: ['Email', 'ada@one.example', 'ada@two.example'],
      answer: 'Keep mine',
      read: () => call(`/customers/${encodeURIComponent('+12125550100')}`),
      stored: { email: 'ada@one.example', gender: 'female', birth_date: '1990-05-17' },
    }),
  ],
  [
    'a reservation',
    () => ({
      path: '/dashboard/reservation',
      opens: /^Edit Ada/,
      mine: { People: '5' },
      theirs: { Status: { option: 'paid' } },
      both: ['Notes', 'Nut allergy', 'By the window'],
      answer: 'Keep mine',
      read: one('/reservations/search?q=Ada'),
      stored: { notes: 'Nut allergy', people_count: 5, status: 'paid' },
    }),
  ],
  [
    'a user',
    () => ({
      path: '/dashboard/users',
      opens: 'Edit User Ben',
      mine: { Phone: '+12125550101' },
      theirs: { 'Contact email': 'ben@home.example' },
      both: ['Designation', 'Waiter', 'Cook'],
      answer: 'Take theirs',
      read: one('/users', ({ name }) => name === 'Ben'),
      stored: { designation: 'Cook', phone: '+12125550101', email: 'ben@home.example' },
    }),
  ],
  [
    'the store settings',
    () => ({
      path: `${settings}/details`,
      mine: { Address: '1 Market Street' },
      theirs: { 'Store name': 'Chez Nous', Email: 'us@nous.example' },
      both: ['Phone', '+12125550102', '+12125550103'],
      answer: 'Keep mine',
      read: () => call('/settings/store-setting'),
      isLookedAt: true,
      stored: { storeName: 'Chez Nous', address: '1 Market Street', phone: '+12125550102', email: 'us@nous.example' },
    }),
  ],
  [
    'the print settings',
    () => ({
      path: `${settings}/print-settings`,
      mine: { Header: 'Welcome' },
      theirs: { 'Show Notes': false },
      both: ['Footer', 'Thank you', 'See you'],
      answer: 'Take theirs',
      read: () => call('/settings/print-setting'),
      stored: { header: 'Welcome', footer: 'See you', showNotes: 0 },
    }),
  ],
  [
    'a profile, which the owner changes, too',
    () => ({
      path: '/dashboard/profile',
      opens: 'Edit Profile',
      other: { path: '/dashboard/users', opens: 'Edit User Anna' },
      asked: 'colleague',
      mine: { Name: 'Anna Sole' },
      theirs: { Designation: 'Manager' },
      both: ['Phone', '+12125550104', '+12125550105'],
      answer: 'Take theirs',
      by: TITLE,
      read: one('/users', ({ designation }) => designation === 'Manager'),
      stored: { name: 'Anna Sole', phone: '+12125550105' },
    }),
  ],
  [
    'a restaurant of the provider',
    () => ({
      path: '/superadmin/dashboard/tenants',
      asked: 'provider',
      opens: `Edit ${TITLE}`,
      theirs: { Active: false },
      both: ['Name', 'Two Cooks', 'Two Waiters'],
      answer: 'Keep mine',
      by: 'Somebody',
      read: async () => {
        const found = await peopleOf.provider[0]!.request.get('/api/v1/superadmin/tenants?search=owner@two-people.example');
        return ((await found.json()) as { tenants: Row[] }).tenants[0];
      },
      stored: { name: 'Two Cooks', is_active: false },
    }),
  ],
];

test.each(forms)('two browsers change %s: what each changed is kept, and of the same field one is asked', async (_noun, of) => {
  const form = of();
  if (form.asked === 'provider') peopleOf.provider = await Promise.all([openProvider(), openProvider()]);
  await expectNothingLost(form, peopleOf[form.asked ?? 'owner'] as [Page, Page]);
});

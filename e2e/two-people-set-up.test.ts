import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { openDevice, signInOn } from './browser.ts';
import { expectNothingLost, type Form, type Row } from './two-people.ts';

const PASSWORD = 'battery staple';
let people: [Page, Page];

const call = async <T>(path: string, data?: object): Promise<T> => {
  const { request } = people[0];
  const response = await (data ? request.post(`/api/v1${path}`, { data }) : request.get(`/api/v1${path}`));
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
};
const one = (path: string, title: string) => async () => (await call<Row[]>(path)).find((row) => row['title'] === title);

beforeAll(async () => {
  people = [await openDevice(), await openDevice()];
  const [first, second] = ['owner', 'anna'].map((name) => `${name}@two-set-up.example`) as [string, string];
  await call('/auth/signup', { biz_name: 'Two at the set-up', username: first, password: PASSWORD });
  await call('/auth/signin', { username: first, password: PASSWORD });
  await call('/users/add', { name: 'Anna', username: second, password: PASSWORD, userScopes: await call<string[]>('/users/scopes') });
  const parts = ['CGST', 'SGST'].map((title) => ({ title, rate: 9 }));
  await call('/settings/taxes/add', { title: 'GST', rate: 18, type: 'exclusive', parts, schedule: [{ from: '2031-01-01', rate: 20 }] });
  await call('/settings/charges/add', { title: 'Service', kind: 'percent', value: 10 });
  await call('/settings/reasons/add', { title: 'Typo', kind: 'void', needsNote: false });
  await call('/settings/printers/add', { title: 'Bar printer', kind: 'cloudprnt' });
  for (const title of ['Bar', 'Grill']) await call('/settings/stations/add', { title });
  await call('/settings/payment-types/add', { title: 'Voucher' });
  await Promise.all([signInOn(people[0], first, PASSWORD), signInOn(people[1], second, PASSWORD)]);
});

const settings = '/dashboard/settings';
const forms: [string, Form][] = [
  [
    'a charge',
    {
      path: `${settings}/charges`,
      opens: 'Edit Service',
      mine: { 'From how many guests': '6' },
      theirs: { Title: 'Service charge' },
      both: ['Percent', '12.5', '15'],
      answer: 'Take theirs',
      read: one('/settings/charges', 'Service charge'),
      stored: { value: 15, minCovers: 6 },
    },
  ],
  [
    'a reason',
    {
      path: `${settings}/reasons`,
      opens: 'Edit Typo',
      theirs: { 'Needs a note': true },
      both: ['Title', 'Typed wrongly', 'Mistake'],
      answer: 'Keep mine',
      read: one('/settings/reasons', 'Typed wrongly'),
      stored: { needsNote: true },
    },
  ],
  [
    'a station',
    {
      path: `${settings}/stations`,
      opens: 'Edit Grill',
      mine: { Fallback: true },
      theirs: { Title: 'Charcoal' },
      both: ['Seconds until somebody must have seen a ticket', '20', '30'],
      answer: 'Keep mine',
      read: one('/settings/stations', 'Charcoal'),
      stored: { ackSeconds: 20, isFallback: true },
    },
  ],
  [
    'a printer',
    {
      path: `${settings}/printers`,
      opens: 'Edit Bar printer',
      mine: { Paper: { option: '57' } },
      theirs: { 'Letters that the printer knows': { option: 'cp437' } },
      both: ['Title', 'Bar, left', 'Bar, right'],
      answer: 'Take theirs',
      read: one('/settings/printers', 'Bar, right'),
      stored: { width: 57, codePage: 'cp437' },
    },
  ],
  [
    'a tax with parts and changes',
    {
      path: `${settings}/tax-setup`,
      opens: 'Edit GST',
      mine: { 'Part 2': 'UTGST' },
      theirs: { From: '2032-04-01' },
      both: ['Title', 'GST 18', 'GST old'],
      answer: 'Keep mine',
      read: one('/settings/taxes', 'GST 18'),
      stored: {
        parts: [
          { title: 'CGST', rate: 9 },
          { title: 'UTGST', rate: 9 },
        ],
        schedule: [{ from: '2032-04-01', rate: 20, parts: [] }],
      },
    },
  ],
  [
    'what a payment type can do',
    {
      path: `${settings}/payment-types`,
      opens: 'Edit Voucher',
      mine: { 'Takes tips': true },
      theirs: { 'Needs a reference': true },
      both: ['Title', 'Coupon', 'Gift card'],
      answer: 'Keep mine',
      read: one('/settings/payment-types', 'Coupon'),
      stored: { takes_tip: true, needs_reference: true },
    },
  ],
  [
    'the rules of the store',
    {
      path: `${settings}/details`,
      mine: { 'Cancelling needs a reason': true, 'Lock after minutes without a touch': '15' },
      theirs: { 'A kitchen makes what is ordered': false, 'Tax number': 'DE 123' },
      both: ['Paid orders leave the board after', '20', '30'],
      answer: 'Take theirs',
      read: () => call('/settings/store-setting'),
      stored: { voidNeedsReason: true, lockAfterMinutes: 15, cooksHere: false, taxNumber: 'DE 123', completePaidAfter: 30 },
    },
  ],
];

test.each(forms)('two browsers change %s: what each changed is kept, and of the same field one is asked', (_noun, form) =>
  expectNothingLost(form, people),
);

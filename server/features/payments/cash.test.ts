import { describe, expect, test } from 'vitest';
import { getDay } from '#contract/day.ts';
import { getInvoice, refundInvoice } from '#contract/invoices.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { itemsOf, openCosts } from '#server/testing/costs.ts';
import { findCurrency } from '#contract/currencies.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { toMinor, toText } from '#contract/pricing.ts';
import { changeOf, paymentsOf, roundingOf } from './payments.rules.ts';

// Worked by hand: which payments of a bill are rounded, and what comes back (wire-2.md §3). Sums as the wire writes them.

const type = (id: number, kind: PaymentType['kind']): PaymentType => ({
  id,
  title: kind,
  is_active: true,
  kind,
  gives_change: kind === 'cash',
  takes_tip: kind === 'card',
  needs_reference: false,
});
const cash = type(1, 'cash');
const card = type(2, 'card');
const types = new Map([cash, card].map((one) => [one.id, one]));
interface Given {
  by: PaymentType;
  amount: string;
  tendered?: string;
}
const asPayment = ({ by, amount, tendered }: Given) => ({
  paymentTypeId: by.id,
  amount,
  tip: null,
  tendered,
  reference: null,
  drawerId: null,
});

const cases: [name: string, code: string, step: string, total: string, given: Given[], paid: string[], rounding: string, change: string][] =
  [
    ['cash down', 'CHF', '0.05', '10.02', [{ by: cash, amount: '10.02', tendered: '20' }], ['10.00'], '-0.02', '10.00'],
    ['cash up', 'CHF', '0.05', '10.03', [{ by: cash, amount: '10.03', tendered: '20' }], ['10.05'], '0.02', '9.95'],
    ['just enough', 'CHF', '0.05', '10.02', [{ by: cash, amount: '10.02', tendered: '10' }], ['10.00'], '-0.02', '0.00'],
    ['a card is never rounded', 'CHF', '0.05', '10.03', [{ by: card, amount: '10.03' }], ['10.03'], '0.00', '0.00'],
    [
      'card, then cash',
      'CHF',
      '0.05',
      '10.03',
      [
        { by: card, amount: '5.01' },
        { by: cash, amount: '5.02' },
      ],
      ['5.01', '5.00'],
      '-0.02',
      '0.00',
    ],
    [
      'cash, then card',
      'CHF',
      '0.05',
      '10.03',
      [
        { by: cash, amount: '5.01' },
        { by: card, amount: '5.02' },
      ],
      ['5.01', '5.02'],
      '0.00',
      '0.00',
    ],
    [
      'cash twice: the last alone',
      'CHF',
      '0.05',
      '10.03',
      [
        { by: cash, amount: '5.01' },
        { by: cash, amount: '5.02' },
      ],
      ['5.01', '5.00'],
      '-0.02',
      '0.00',
    ],
    ['half a crown up', 'SEK', '1', '99.50', [{ by: cash, amount: '99.50', tendered: '200' }], ['100.00'], '0.50', '100.00'],
    ['below half a crown', 'SEK', '1', '99.49', [{ by: cash, amount: '99.49', tendered: '100' }], ['99.00'], '-0.49', '1.00'],
    ['no step', 'SEK', '0', '99.49', [{ by: cash, amount: '99.49', tendered: '100' }], ['99.49'], '0.00', '0.51'],
    ['yen', 'JPY', '10', '1235', [{ by: cash, amount: '1235', tendered: '2000' }], ['1240'], '5', '760'],
    ['dinars', 'KWD', '0.005', '3.712', [{ by: cash, amount: '3.712', tendered: '5' }], ['3.710'], '-0.002', '1.290'],
  ];

describe('payments of a bill', () => {
  for (const [name, code, step, total, given, paid, rounding, change] of cases)
    test(`${code}: ${name}`, () => {
      const currency = findCurrency(code)!;
      const read = (text: string) => toMinor(text, currency.decimals)!;
      const say = (minor: bigint | number) => toText(BigInt(minor), currency.decimals);
      const payments = paymentsOf({ payments: given.map(asPayment), type: null }, types, {
        currency,
        total: read(total),
        step: read(step),
      });
      expect(payments.map(({ amount }) => say(amount))).toEqual(paid);
      expect(say(roundingOf(payments))).toBe(rounding);
      expect(say(payments.reduce((sum, one) => sum + changeOf(one), 0n))).toBe(change);
    });
  test('one rappen less than the rounded sum is too little', () => {
    const payments = [asPayment({ by: cash, amount: '10.03', tendered: '10.04' })];
    const around = { currency: findCurrency('CHF')!, total: 1003n, step: 5n };
    expect(() => paymentsOf({ payments, type: null }, types, around)).toThrow('What was given is less than what is to be paid!');
  });
});

describe('a refund in cash of 14.85 that was paid as 14.75', () => {
  const openPaid = async () => {
    const shop = await openCosts();
    const { admin, menu, only, sell, pay, cash } = shop;
    await admin(saveStoreSetting, { body: { cashRounding: '0.25' } });
    await sell([{ id: menu.soup, quantity: 3 }]);
    const [soup] = await itemsOf(shop);
    const id = (await pay((await only()).check_id, 14.85)).reply.invoiceId!;
    const invoice = async (of: number) => {
      const { total, rounding, payments } = (await admin(getInvoice, { params: { id: String(of) } })).reply;
      return [total, rounding, ...payments.map(({ amount }) => amount)];
    };
    expect(await invoice(id)).toEqual([14.85, -0.1, 14.75]);
    return {
      refund: async (more: object = {}) => {
        const { reply } = await admin(refundInvoice, { params: { id: String(id) }, body: { paymentTypeId: cash, ...more } });
        return invoice(reply.invoiceId);
      },
      soup: soup!.id,
      expectNoughts: async () => {
        const { total, rounding, payments } = (await admin(getDay, { query: {} })).reply;
        expect([total, rounding, ...payments.map(({ expected }) => expected)]).toEqual([0, 0, 0]);
      },
    };
  };
  test('hands out 14.75', async () => {
    const { refund, expectNoughts } = await openPaid();
    expect(await refund()).toEqual([-14.85, 0.1, -14.75]);
    await expectNoughts();
  });
  test('hands out the rest of it with the last part', async () => {
    const { refund, soup, expectNoughts } = await openPaid();
    expect(await refund({ items: [{ itemId: soup, quantity: 1 }] })).toEqual([-4.95, 0, -4.95]);
    expect(await refund({ amount: '9.90' })).toEqual([-9.9, 0.1, -9.8]);
    await expectNoughts();
  });
});

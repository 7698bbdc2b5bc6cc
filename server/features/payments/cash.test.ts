import { describe, expect, test } from 'vitest';
import { addApproval } from '#contract/approvals.ts';
import { givenBack } from '#contract/adjustments.ts';
import { payCheck } from '#contract/checks.ts';
import { listAudit } from '#contract/audit.ts';
import { getDay } from '#contract/day.ts';
import { correctPayment, getInvoice, refundInvoice } from '#contract/invoices.ts';
import { addPaymentType, type PaymentType } from '#contract/payment-types.ts';
import { getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { itemsOf, openCosts } from '#server/testing/costs.ts';
import { database } from '#server/testing/restaurant.ts';
import { findCurrency } from '#contract/currencies.ts';
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

// what is refunded, whether it is all that is left, what was paid and not given back, the step (0: not cash), and what goes back
const backs: [name: string, code: string, sum: string, isRest: boolean, left: string, step: string, given: string][] = [
  ['the rest by card: what was paid', 'CHF', '10.02', true, '10.00', '0', '10.00'],
  ['the rest by card of what was rounded up', 'CHF', '9.98', true, '10.00', '0', '10.00'],
  ['the rest in cash', 'CHF', '10.02', true, '10.00', '0.05', '10.00'],
  ['the rest in cash of what a card paid', 'CHF', '10.02', true, '10.02', '0.05', '10.00'],
  ['the rest in cash, half up', 'SEK', '9.60', true, '9.50', '1', '10.00'],
  ['the rest in cash after the coins became larger', 'CHF', '10.02', true, '10.00', '1', '10.00'],
  ['a part by card', 'CHF', '3.33', false, '10.00', '0', '3.33'],
  ['a part in cash: there is no smaller coin', 'CHF', '3.33', false, '10.00', '0.05', '3.35'],
  ['a part in cash, down', 'CHF', '3.32', false, '10.00', '0.05', '3.30'],
  ['a part in cash below the smallest coin', 'CHF', '0.02', false, '10.00', '0.05', '0.00'],
  ['a part by card above what was paid', 'CHF', '10.01', false, '10.00', '0', '10.00'],
  ['a part in cash above what was paid', 'CHF', '10.04', false, '10.00', '0.05', '10.00'],
  ['the rest where coins gave more than was paid', 'CHF', '0.01', true, '-0.02', '0.05', '0.00'],
  ['the rest by card where coins gave more', 'CHF', '0.01', true, '-0.02', '0', '0.00'],
  ['nothing is given of nothing', 'CHF', '0.02', true, '0.00', '0.05', '0.00'],
  ['yen', 'JPY', '1235', false, '5000', '10', '1240'],
  ['dinars', 'KWD', '3.712', false, '5.000', '0.005', '3.710'],
];

describe('what goes back of a bill', () => {
  for (const [name, code, sum, isRest, left, step, given] of backs)
    test(`${code}: ${name}`, () => {
      const { decimals } = findCurrency(code)!;
      const read = (text: string) => toMinor(text, decimals)!;
      expect(toText(givenBack({ sum: read(sum), isRest, left: read(left), step: read(step) }), decimals)).toBe(given);
    });
});

const at = (id: number) => ({ params: { id: String(id) } });

/** A bill of 14.85, where the smallest coin is a quarter, paid in cash as 14.75 or by card. */
const openPaid = async (isByCard = false) => {
  const shop = await openCosts();
  const { admin, colleague, menu, only, sell, cash: coins } = shop;
  const store = (given: { cashRounding: string; currency?: string }) => admin(saveStoreSetting, { body: given });
  await store({ cashRounding: '0.25' });
  const { paymentTypeId: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  await sell([{ id: menu.soup, quantity: 3 }]);
  const [soup] = await itemsOf(shop);
  const payments = [{ paymentTypeId: isByCard ? visa : coins, amount: 14.85 }];
  const { reply: paid } = await admin(payCheck, { ...at((await only()).check_id), body: { due: 14.85, payments } });
  const invoice = async (of: number) => {
    const { total, rounding, payments: means } = (await admin(getInvoice, at(of))).reply;
    return [total, rounding, ...means.map(({ amount }) => amount)];
  };
  expect(await invoice(paid.invoiceId!)).toEqual(isByCard ? [14.85, 0, 14.85] : [14.85, -0.1, 14.75]);
  return {
    admin,
    colleague,
    coins,
    visa,
    store,
    id: paid.invoiceId!,
    refund: async (paymentTypeId: number, more: object = {}) => {
      const { reply } = await admin(refundInvoice, { ...at(paid.invoiceId!), body: { paymentTypeId, ...more } });
      return [reply.message, ...(await invoice(reply.invoiceId))];
    },
    soup: soup!.id,
    day: async () => {
      const { total, rounding, payments: means } = (await admin(getDay, { query: {} })).reply;
      expect((await admin(getReportDetails, { query: { type: 'today' } })).reply.rounding).toBe(rounding);
      return [total, rounding, ...means.flatMap(({ payment_type: type, expected }) => (expected === 0 ? [] : [`${type} ${expected}`]))];
    },
  };
};
const noted = (sum: string) => `Refund noted. ${sum} goes back to the guest.`;

describe('a refund of 14.85 that was paid as 14.75', () => {
  test('gives back 14.75 in cash', async () => {
    const { refund, coins, day } = await openPaid();
    expect(await refund(coins)).toEqual([noted('$14.75'), -14.85, 0.1, -14.75]);
    expect(await day()).toEqual([0, 0]);
  });
  test('gives back 14.75 by card, too', async () => {
    const { refund, visa, day } = await openPaid();
    expect(await refund(visa)).toEqual([noted('$14.75'), -14.85, 0.1, -14.75]);
    expect(await day()).toEqual([0, 0, 'Cash 14.75', 'Visa -14.75']);
  });
  test('gives back 14.75 after its payment was corrected to a card', async () => {
    const { admin, refund, visa, id, day } = await openPaid();
    expect((await admin(correctPayment, { ...at(id), body: { payments: [{ paymentTypeId: visa, amount: 14.75 }] } })).status).toBe(200);
    expect(await refund(visa)).toEqual([noted('$14.75'), -14.85, 0.1, -14.75]);
    expect(await day()).toEqual([0, 0]);
  });
  test('in parts asks the drawer for coins that there are, and gives the rest of 14.75 with the last', async () => {
    const { admin, refund, coins, soup, id, day } = await openPaid();
    expect(await refund(coins, { items: [{ itemId: soup, quantity: 1 }] })).toEqual([noted('$5.00'), -4.95, -0.05, -5]);
    expect(await refund(coins, { amount: '3.33' })).toEqual([noted('$3.25'), -3.33, 0.08, -3.25]);
    expect((await admin(getInvoice, at(id))).reply).toMatchObject({ refunded: 8.28, to_give_back: 6.5 });
    expect(await refund(coins, { amount: '6.57' })).toEqual([noted('$6.50'), -6.57, 0.07, -6.5]);
    expect(await day()).toEqual([0, 0]);
  });
  test('by card gives a part as it is and never more than was paid; of what is left nothing goes back', async () => {
    const { refund, visa, day } = await openPaid();
    expect(await refund(visa, { amount: '4.00' })).toEqual(['Refund noted.', -4, 0, -4]);
    expect(await refund(visa, { amount: '10.80' })).toEqual([noted('$10.75'), -10.8, 0.05, -10.75]);
    expect(await refund(visa)).toEqual([noted('$0.00'), -0.05, 0.05]);
    expect(await day()).toEqual([0, 0, 'Cash 14.75', 'Visa -14.75']);
  });
  test('in coins that became larger meanwhile gives what these come to', async () => {
    const { refund, coins, store, day } = await openPaid();
    await store({ cashRounding: '1' });
    expect(await refund(coins)).toEqual([noted('$15.00'), -14.85, -0.15, -15]);
    expect(await day()).toEqual([0, -0.25, 'Cash -0.25']);
  });
  test('in a currency that the store has no more knows no coins', async () => {
    const { refund, coins, store } = await openPaid();
    expect((await store({ currency: 'KWD', cashRounding: '0.5' })).status).toBe(200);
    expect(await refund(coins, { amount: '3.33' })).toEqual(['Refund noted.', -3.33, 0, -3.33]);
    expect(await refund(coins)).toEqual([noted('$11.42'), -11.52, 0.1, -11.42]);
  });
});

test('what a card paid goes back in coins that there are', async () => {
  const { refund, coins, day } = await openPaid(true);
  expect(await refund(coins, { amount: '3.33' })).toEqual([noted('$3.25'), -3.33, 0.08, -3.25]);
  expect(await refund(coins)).toEqual([noted('$11.50'), -11.52, 0.02, -11.5]);
  expect(await day()).toEqual([0, 0.1, 'Cash -14.75', 'Visa 14.85']);
});

test('who may not refund alone is allowed what leaves the drawer, where coins make more of it than was asked; Activity has both', async () => {
  const { admin, colleague, coins, visa, store, id, day } = await openPaid();
  await store({ cashRounding: '1' });
  const [clerk, boss] = [await colleague('INVOICES'), await colleague('INVOICES')];
  const pin = await hashPassword('2580', systemRandom);
  await database.query(`update members set rights = '{refund,approve}', pin_hash = $2 where username = $1`, [boss.username, pin]);
  const allow = async (amount: number) => {
    const asked = { action: 'refund' as const, act: 'refund' as const, targetId: id, target: 'invoice' as const, amount };
    return (await clerk.call(addApproval, { body: { username: boss.username, pin: '2580', ...asked } })).reply.approvalToken;
  };
  const refund = async (paymentTypeId: number, amount: string, approvalToken?: string) =>
    (await clerk.call(refundInvoice, { ...at(id), body: { paymentTypeId, amount, approvalToken } })).reply;

  const needed = (amount: number) => ({ code: 'approval_needed', action: 'refund', targetId: id, target: 'invoice', amount });
  expect(await refund(coins, '0.50')).toMatchObject({ ...needed(1), given: 1 });
  expect(await refund(coins, '0.50', await allow(0.5))).toMatchObject(needed(1));
  // of what coins make less of, and of a card, it is the sum itself
  expect(await refund(coins, '1.25')).toMatchObject({ ...needed(1.25), given: 1 });
  expect(await refund(visa, '0.50')).toMatchObject(needed(0.5));
  expect(await refund(visa, '0.50')).not.toHaveProperty('given');
  expect(await day()).toEqual([14.85, -0.1, 'Cash 14.75']);

  expect(await refund(coins, '0.50', await allow(1))).toMatchObject({ message: noted('$1.00'), total: -0.5 });
  expect(await refund(visa, '0.50', await allow(0.5))).toMatchObject({ message: 'Refund noted.', total: -0.5 });
  const { entries } = (await admin(listAudit, { query: { type: 'today', kind: 'refund' } })).reply;
  expect(entries.map(({ amount, after }) => [amount, (after as { given?: number }).given])).toEqual([
    [0.5, undefined],
    [0.5, 1],
  ]);
});

import { describe, expect, test } from 'vitest';
import { costOf } from '#contract/adjustments.ts';
import { at, charge, pct } from '#contract/testing-costs.ts';
import { rulesOf } from '#server/features/charges/charges.rules.ts';
import { taxOf, taxOn, type TaxChange, type TaxRow } from './tax-rates.rules.ts';

// Worked by hand: which tax a dish has, by dining option and business day, and what it then comes to, in minor units (wire-2.md §3).

const row = (title: string, percent: number, type: TaxRow['type'], more: Partial<TaxRow> = {}): TaxRow => ({
  id: 1,
  title,
  rate: percent * 10_000,
  type,
  parts: null,
  schedule: null,
  ...more,
});
const inside20 = row('VAT', 20, 'inclusive');
const inside5 = row('Low VAT', 5, 'inclusive');
const onTop10 = row('Tax', 10, 'exclusive');

describe('eaten here, taken away, delivered', () => {
  type Sums = [net: bigint, tax: bigint, total: bigint];
  type Case = [name: string, tax: TaxRow | null, takeaway: TaxRow | null, option: string, price: bigint, sums: Sums];
  const cases: Case[] = [
    ['20 % inside, here', inside20, inside5, 'dinein', 420n, [350n, 70n, 420n]],
    ['5 % inside, taken away', inside20, inside5, 'takeaway', 420n, [400n, 20n, 420n]],
    ['5 % inside, delivered', inside20, inside5, 'delivery', 420n, [400n, 20n, 420n]],
    ['one for all, here', inside20, null, 'dinein', 600n, [500n, 100n, 600n]],
    ['one for all, taken away', inside20, null, 'takeaway', 600n, [500n, 100n, 600n]],
    ['one for all, delivered', inside20, null, 'delivery', 600n, [500n, 100n, 600n]],
    ['none here', null, inside5, 'dinein', 210n, [210n, 0n, 210n]],
    ['only taken away', null, inside5, 'takeaway', 210n, [200n, 10n, 210n]],
    ['inside here', inside20, onTop10, 'dinein', 1200n, [1000n, 200n, 1200n]],
    ['on top taken away: the guest pays more', inside20, onTop10, 'takeaway', 1200n, [1200n, 120n, 1320n]],
    ['on top here', onTop10, inside20, 'dinein', 1200n, [1200n, 120n, 1320n]],
    ['inside taken away: the guest pays less', onTop10, inside20, 'takeaway', 1200n, [1000n, 200n, 1200n]],
    ['0 % taken away is a tax of its own', inside20, row('Zero', 0, 'inclusive'), 'takeaway', 1200n, [1200n, 0n, 1200n]],
    ['none at all', null, null, 'takeaway', 999n, [999n, 0n, 999n]],
  ];
  for (const [name, tax, takeaway_tax, deliveryType, price, [net, ofTax, total]] of cases)
    test(`${name}`, () => {
      const line = at(price, [], 1, taxOf({ tax, takeaway_tax }, { deliveryType, today: '2026-07-01' }));
      expect(costOf({ lines: [line] }).totals).toEqual({ net, tax: ofTax, total });
    });
});

describe('a rate from a day on', () => {
  const change = (from: string, percent: number, parts?: TaxChange['parts']): TaxChange => ({ from, rate: percent * 10_000, parts });
  const summer = change('2026-07-01', 7.5);
  const autumn = change('2026-10-01', 12);
  type Sums = [tax: bigint, total: bigint];
  // 10.50 less 10 % is 9.45
  const cases: [name: string, schedule: TaxChange[] | null, today: string, sums: Sums][] = [
    ['none: 5 % is 0.4725', null, '2026-07-01', [47n, 992n]],
    ['an empty one', [], '2026-07-01', [47n, 992n]],
    ['the day before', [summer, autumn], '2026-06-30', [47n, 992n]],
    ['the first day: 7.5 % is 0.70875', [summer, autumn], '2026-07-01', [71n, 1016n]],
    ['the last day', [summer, autumn], '2026-09-30', [71n, 1016n]],
    ['the next change: 12 % is 1.134', [summer, autumn], '2026-10-01', [113n, 1058n]],
    ['years later', [summer, autumn], '2031-01-01', [113n, 1058n]],
    ['written the other way round', [autumn, summer], '2026-10-01', [113n, 1058n]],
    ['and in between', [autumn, summer], '2026-08-15', [71n, 1016n]],
    ['to nothing', [change('2026-07-01', 0)], '2026-07-02', [0n, 945n]],
    ['to all of it', [change('2026-07-01', 100)], '2026-07-02', [945n, 1890n]],
    ['over the turn of a year', [change('2027-01-01', 7.5)], '2026-12-31', [47n, 992n]],
  ];
  for (const [name, schedule, today, [tax, total]] of cases)
    test(`${name}`, () => {
      const line = at(1050n, [pct(10)], 1, taxOn(row('Tax', 5, 'exclusive', { schedule }), today));
      expect(costOf({ lines: [line] }).totals).toEqual({ net: 945n, tax, total });
    });

  test('lines of two days on one bill keep the rate of theirs', () => {
    const tax = row('Tax', 5, 'exclusive', { schedule: [autumn] });
    const lines = ['2026-09-30', '2026-10-01'].map((today) => at(1000n, [], 1, taxOn(tax, today)));
    const cost = costOf({ lines, adjustments: [pct(10)] });
    // 0.45 and 1.08
    expect(cost.totals).toEqual({ net: 1800n, tax: 153n, total: 1953n });
    expect(cost.taxes.map((share) => [share.rate, share.tax])).toEqual([
      [50_000, 45n],
      [120_000, 108n],
    ]);
  });
  test('the tax of what is taken away has days of its own', () => {
    const takeaway_tax = row('Low', 5, 'inclusive', { schedule: [change('2026-07-01', 10)] });
    const taxed = (today: string) => at(1155n, [], 1, taxOf({ tax: inside20, takeaway_tax }, { deliveryType: 'takeaway', today }));
    expect(costOf({ lines: [taxed('2026-06-30')] }).totals).toEqual({ net: 1100n, tax: 55n, total: 1155n });
    expect(costOf({ lines: [taxed('2026-07-01')] }).totals).toEqual({ net: 1050n, tax: 105n, total: 1155n });
  });
  test('the tax of a charge, too', () => {
    const tax = row('Tax', 5, 'exclusive', { schedule: [autumn] });
    const stored = {
      id: 7,
      title: 'Service',
      kind: 'percent',
      value: 100_000,
      tax_id: 1,
      delivery_types: [],
      min_covers: 0,
      is_active: true,
    };
    const on = (today: string) => costOf({ lines: [at(1050n)], charges: rulesOf([stored], [tax], today) }).totals;
    // 1.05: 0.0525, 0.126
    expect(on('2026-09-30')).toEqual({ net: 1155n, tax: 5n, total: 1160n });
    expect(on('2026-10-01')).toEqual({ net: 1155n, tax: 13n, total: 1168n });
    expect(costOf({ lines: [at(1050n)], charges: [charge('percent', 100_000n, null)] }).totals.tax).toBe(0n);
  });
  test('parts change with the rate; a change without parts has none', () => {
    const parts = (...rates: number[]) => rates.map((rate) => ({ title: 'Part', rate: rate * 10_000 }));
    const schedule = [change('2026-07-01', 12, parts(6, 6)), change('2026-10-01', 18)];
    const tax = row('GST', 5, 'exclusive', { parts: parts(2.5, 2.5), schedule });
    expect(['2026-06-30', '2026-07-01', '2026-10-01'].map((today) => taxOn(tax, today).parts)).toEqual([
      parts(2.5, 2.5),
      parts(6, 6),
      null,
    ]);
  });
});

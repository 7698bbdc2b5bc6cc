import { describe, expect, test } from 'vitest';
import { costOf, roundCash } from './adjustments.ts';
import { findCurrency } from './currencies.ts';
import { toMinor, toText } from './pricing.ts';
import { at, charge, ex, inc, pct } from './testing-costs.ts';

// Worked by hand: currencies of 0, 2 and 3 decimals, and what is paid in cash (wire-2.md §3). Sums as the wire writes them.

const moneyOf = (code: string) => {
  const { decimals } = findCurrency(code)!;
  return { read: (text: string) => toMinor(text, decimals)!, say: (minor: bigint) => toText(minor, decimals) };
};

describe('so many at a price, less a percent, with service of 10 % and a tax on top', () => {
  type Case = [code: string, price: string, quantity: number, percent: number, rate: number, charged: string, net: string, tax: string];
  const cases: [...Case, total: string][] = [
    // 3,750 less 10 %; 338 of 337.5; 10 % of 3,713
    ['JPY', '1250', 3, 10, 10, '338', '3713', '371', '4084'],
    // 1 less half stays 1; a tenth of it is nothing
    ['JPY', '1', 1, 50, 8, '0', '1', '0', '1'],
    // 15,000 less 15 % is 12,750; 1,275; 11 % of 14,025 is 1,542.75
    ['KRW', '5000', 3, 15, 11, '1275', '14025', '1543', '15568'],
    // 990 less 5 % is 940.5
    ['CLP', '990', 1, 5, 19, '94', '1035', '197', '1232'],
    // 13.50 less 10 % is 12.15; 1.215; 5 % of 13.37 is 0.6685
    ['USD', '4.50', 3, 10, 5, '1.22', '13.37', '0.67', '14.04'],
    // 9.95 less 5 % is 9.4525; 0.945; 7.7 % of 10.40 is 0.8008
    ['CHF', '9.95', 1, 5, 7.7, '0.95', '10.40', '0.80', '11.20'],
    // 299.97 less 33.33 % is 199.989999
    ['INR', '99.99', 3, 33.33, 18, '20.00', '219.99', '39.60', '259.59'],
    // 3.750 less 10 % is 3.375; 0.3375; 5 % of 3.713 is 0.18565
    ['KWD', '1.250', 3, 10, 5, '0.338', '3.713', '0.186', '3.899'],
    // 0.005 less half is 0.0025; a tenth of 0.003 is nothing
    ['BHD', '0.005', 1, 50, 10, '0.000', '0.003', '0.000', '0.003'],
    // 2.997 less 7.5 % is 2.772225; 0.2772; 16 % of 3.049 is 0.48784
    ['JOD', '0.999', 3, 7.5, 16, '0.277', '3.049', '0.488', '3.537'],
  ];
  for (const [code, price, quantity, percent, rate, charged, net, tax, total] of cases)
    test(`${code}: ${quantity} × ${price} less ${percent} %, ${rate} % tax`, () => {
      const { read, say } = moneyOf(code);
      const cost = costOf({
        lines: [at(read(price), [pct(percent)], quantity, ex(rate))],
        charges: [charge('percent', 100_000n, ex(rate))],
      });
      expect(say(cost.charges[0]!.amount)).toBe(charged);
      expect([cost.totals.net, cost.totals.tax, cost.totals.total].map(say)).toEqual([net, tax, total]);
    });
});

describe('a tax inside', () => {
  const cases: [code: string, price: string, rate: number, net: string, tax: string][] = [
    ['JPY', '1000', 10, '909', '91'],
    ['JPY', '15', 20, '13', '2'],
    ['EUR', '10.00', 7, '9.35', '0.65'],
    ['EUR', '0.15', 20, '0.13', '0.02'],
    ['KWD', '10.000', 5, '9.524', '0.476'],
    ['TND', '0.015', 20, '0.013', '0.002'],
  ];
  for (const [code, price, rate, net, tax] of cases)
    test(`${code}: ${rate} % in ${price}`, () => {
      const { read, say } = moneyOf(code);
      const { totals } = costOf({ lines: [at(read(price), [], 1, inc(rate))] });
      expect([say(totals.net), say(totals.tax), say(totals.total)]).toEqual([net, tax, price]);
    });
});

describe('cash is rounded to the nearest step, half up', () => {
  const cases: [code: string, step: string, sum: string, paid: string, rounding: string][] = [
    ['CHF', '0.05', '10.00', '10.00', '0.00'],
    ['CHF', '0.05', '10.01', '10.00', '-0.01'],
    ['CHF', '0.05', '10.02', '10.00', '-0.02'],
    ['CHF', '0.05', '10.03', '10.05', '0.02'],
    ['CHF', '0.05', '10.04', '10.05', '0.01'],
    ['CHF', '0.05', '10.06', '10.05', '-0.01'],
    ['CHF', '0.05', '10.09', '10.10', '0.01'],
    ['CHF', '0.05', '0.01', '0.00', '-0.01'],
    ['CHF', '0.05', '0.03', '0.05', '0.02'],
    ['NZD', '0.1', '10.04', '10.00', '-0.04'],
    ['NZD', '0.1', '10.05', '10.10', '0.05'],
    ['NZD', '0.1', '10.06', '10.10', '0.04'],
    ['NZD', '0.1', '10.95', '11.00', '0.05'],
    ['NZD', '0.1', '10.94', '10.90', '-0.04'],
    ['NZD', '0.1', '0.05', '0.10', '0.05'],
    ['DKK', '0.5', '10.24', '10.00', '-0.24'],
    ['DKK', '0.5', '10.25', '10.50', '0.25'],
    ['DKK', '0.5', '10.49', '10.50', '0.01'],
    ['DKK', '0.5', '10.51', '10.50', '-0.01'],
    ['DKK', '0.5', '10.74', '10.50', '-0.24'],
    ['DKK', '0.5', '10.75', '11.00', '0.25'],
    ['SEK', '1', '10.49', '10.00', '-0.49'],
    ['SEK', '1', '10.50', '11.00', '0.50'],
    ['SEK', '1', '11.50', '12.00', '0.50'],
    ['SEK', '1', '0.49', '0.00', '-0.49'],
    ['SEK', '5', '12.49', '10.00', '-2.49'],
    ['SEK', '5', '12.50', '15.00', '2.50'],
    ['SEK', '0', '12.51', '12.51', '0.00'],
    ['JPY', '1', '1234', '1234', '0'],
    ['JPY', '5', '1232', '1230', '-2'],
    ['JPY', '5', '1233', '1235', '2'],
    ['JPY', '10', '1234', '1230', '-4'],
    ['JPY', '10', '1235', '1240', '5'],
    ['KWD', '0.005', '1.252', '1.250', '-0.002'],
    ['KWD', '0.005', '1.253', '1.255', '0.002'],
    ['KWD', '0.05', '1.225', '1.250', '0.025'],
    ['KWD', '0.05', '1.224', '1.200', '-0.024'],
    ['KWD', '0.1', '1.249', '1.200', '-0.049'],
    ['KWD', '0.1', '1.250', '1.300', '0.050'],
  ];
  for (const [code, step, sum, paid, rounding] of cases)
    test(`${code} ${sum} by ${step}`, () => {
      const { read, say } = moneyOf(code);
      const cash = roundCash(read(sum), read(step));
      expect([say(cash), say(cash - read(sum))]).toEqual([paid, rounding]);
    });
});

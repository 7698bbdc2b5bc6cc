import { describe, expect, test } from 'vitest';
import { currencies, findCurrency, formatMoney } from './currencies.ts';

describe('the list', () => {
  test('holds each circulating currency once, sorted by code', () => {
    const codes = currencies.map((currency) => currency.code);
    expect(codes.length).toBeGreaterThanOrEqual(150);
    expect(codes.length).toBeLessThanOrEqual(175);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  test('every row is complete', () => {
    for (const { code, symbol, name, decimals } of currencies) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(symbol).toMatch(/^\S{1,4}$/);
      expect(name).toMatch(/^\S.{2,}\S$/);
      expect([0, 2, 3]).toContain(decimals);
    }
  });

  test('decimals are those of ISO 4217', () => {
    const withDecimals = (decimals: number) => currencies.filter((currency) => currency.decimals === decimals).map(({ code }) => code);
    expect(withDecimals(0).join(' ')).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF');
    expect(withDecimals(3).join(' ')).toBe('BHD IQD JOD KWD LYD OMR TND');
  });

  test('holds the currencies most restaurants use', () => {
    const codes =
      'AUD BRL CAD CHF CNY DKK EGP EUR GBP HKD HUF IDR INR JPY KRW KWD MXN MYR NGN NOK NZD PHP PKR PLN RON SAR SGD TRY TWD UAH USD VND ZAR';
    for (const code of codes.split(' ')) expect(findCurrency(code)?.code).toBe(code);
  });

  test('knows no funds, no withdrawn and no half codes', () => {
    for (const code of ['UYI', 'XAU', 'XXX', 'HRK', 'CLF', 'usd', 'US', '', 'toString', '__proto__'])
      expect(findCurrency(code)).toBeUndefined();
  });
});

describe('formatMoney', () => {
  const cases: [code: string, minor: bigint, text: string][] = [
    ['USD', 123_450n, '$1,234.50'],
    ['USD', 0n, '$0.00'],
    ['USD', 5n, '$0.05'],
    ['USD', 99_999n, '$999.99'],
    ['USD', 100_000n, '$1,000.00'],
    ['USD', -400n, '-$4.00'],
    ['USD', -123_456_789n, '-$1,234,567.89'],
    ['USD', 9_007_199_254_740_993n, '$90,071,992,547,409.93'],
    ['INR', 200_000n, '₹2,000.00'],
    ['INR', 12_345_600n, '₹1,23,456.00'],
    ['INR', -1_234_567_890n, '-₹1,23,45,678.90'],
    ['BDT', 9_999_999n, '৳99,999.99'],
    ['NPR', 10_000_000n, 'Rs\u00a01,00,000.00'],
    ['JPY', 1200n, '¥1,200'],
    ['JPY', 7n, '¥7'],
    ['KWD', 1_234_567n, 'KWD\u00a01,234.567'],
    ['CHF', 450n, 'CHF\u00a04.50'],
    ['CHF', -450n, '-CHF\u00a04.50'],
    ['SEK', 450n, 'kr\u00a04.50'],
    ['BRL', 450n, 'R$4.50'],
    ['EUR', 450n, '€4.50'],
  ];
  for (const [code, minor, text] of cases) {
    test(`${minor} ${code}`, () => {
      const currency = findCurrency(code);
      expect(currency && formatMoney(minor, currency)).toBe(text);
    });
  }
});

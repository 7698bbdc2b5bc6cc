import { describe, expect, test } from 'vitest';
import { daysBetween, type PeriodType, periodTypes, rangeOf } from './periods.ts';

describe('rangeOf', () => {
  const cases: [type: PeriodType, today: string, from: string, to: string][] = [
    ['today', '2026-11-21', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
    ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['tomorrow', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['tomorrow', '2028-02-28', '2028-02-29', '2028-02-29'],
    ['tomorrow', '2100-02-28', '2100-03-01', '2100-03-01'],
    ['tomorrow', '2026-12-31', '2027-01-01', '2027-01-01'],
    ['last_7days', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['last_7days', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['last_7days', '2028-03-03', '2028-02-26', '2028-03-03'],
    ['last_7days', '2027-01-03', '2026-12-28', '2027-01-03'],
    ['this_month', '2026-11-21', '2026-11-01', '2026-11-30'],
    ['this_month', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['this_month', '2026-02-01', '2026-02-01', '2026-02-28'],
    ['this_month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['this_month', '2026-01-31', '2026-01-01', '2026-01-31'],
    ['last_month', '2026-11-21', '2026-10-01', '2026-10-31'],
    ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['last_month', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['last_month', '2026-12-31', '2026-11-01', '2026-11-30'],
  ];
  for (const [type, today, from, to] of cases) {
    test(`${type} on ${today}`, () => expect(rangeOf(type, today)).toEqual({ from, to }));
  }

  test('custom is handed back', () => {
    expect(rangeOf('custom', '2026-11-21', { from: '2025-01-01', to: '2025-12-31' })).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  });
  test('custom dates are ignored by every other type', () => {
    expect(rangeOf('today', '2026-11-21', { from: '2025-01-01', to: '2025-12-31' })).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  });
  test.each([
    ['2026-11-21', {}, '2026-11-21', '2026-12-21'],
    ['2026-11-21', { from: '2026-12-15' }, '2026-12-15', '2027-01-15'],
    ['2026-11-21', { from: '2027-01-31' }, '2027-01-31', '2027-02-28'],
    ['2028-01-30', {}, '2028-01-30', '2028-02-29'],
    ['2026-11-21', { to: '2026-11-30' }, '2026-11-21', '2026-11-30'],
  ])('on %s custom of %j is from %s to %s', (today, days, from, to) => {
    expect(rangeOf('custom', today, days)).toEqual({ from, to });
  });
  test('custom that makes no period is refused', () => {
    expect(() => rangeOf('custom', '2026-11-21', { to: '2026-11-20' })).toThrow('The period ends before it begins!');
    expect(() => rangeOf('custom', '2026-11-21', { to: '2029-11-20' })).toThrow('A period has at most 800 days!');
  });

  test('every month from 1970 to 2199 is whole and follows the one before', () => {
    for (let year = 1970; year < 2200; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const today = `${year}-${String(month).padStart(2, '0')}-15`;
        const [last, now] = [rangeOf('last_month', today), rangeOf('this_month', today)];
        expect(daysBetween(last.to, now.from)).toBe(1);
        expect(daysBetween(now.from, now.to) + 1).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
      }
    }
  });

  test('there are seven types', () => expect(periodTypes).toHaveLength(7));
});

describe('daysBetween', () => {
  const cases: [from: string, to: string, days: number][] = [
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-21', '2026-11-22', 1],
    ['2026-11-22', '2026-11-21', -1],
    ['2026-02-28', '2026-03-01', 1],
    ['2028-02-28', '2028-03-01', 2],
    ['2026-01-01', '2027-01-01', 365],
    ['2024-11-21', '2027-01-30', 800],
  ];
  for (const [from, to, days] of cases) {
    test(`${from} to ${to}`, () => expect(daysBetween(from, to)).toBe(days));
  }
});

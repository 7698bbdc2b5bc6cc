import { describe, expect, test } from 'vitest';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { hoursBegun, previousOf, stepsOf } from './periods.rules.ts';

describe('previousOf', () => {
  test.each([
    ['a day', '2026-03-01', '2026-03-01', '2026-05-20', '2026-02-28', '2026-02-28'],
    ['a whole month by the month before', '2026-03-01', '2026-03-31', '2026-05-20', '2026-02-01', '2026-02-28'],
    ['a whole January', '2026-01-01', '2026-01-31', '2026-05-20', '2025-12-01', '2025-12-31'],
    ['a year with a leap day', '2028-01-01', '2028-12-31', '2029-05-20', '2026-12-31', '2027-12-31'],
    ['today', '2026-05-20', '2026-05-20', '2026-05-20', '2026-05-19', '2026-05-19'],
    ['the last seven days', '2026-05-14', '2026-05-20', '2026-05-20', '2026-05-07', '2026-05-13'],
    ['a month that runs, as far as it has come', '2026-05-01', '2026-05-31', '2026-05-20', '2026-04-01', '2026-04-20'],
    ['a month on its first day', '2026-05-01', '2026-05-31', '2026-05-01', '2026-04-01', '2026-04-01'],
    ['a month on a day that the one before has not', '2026-03-01', '2026-03-31', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a month that ended yesterday', '2026-04-01', '2026-04-30', '2026-05-01', '2026-03-01', '2026-03-31'],
    ['a period that is still to come', '2026-06-01', '2026-06-10', '2026-05-20', '2026-05-22', '2026-05-31'],
  ])('%s', (_, from, to, today, first, last) => {
    expect(previousOf({ from, to }, today)).toEqual({ from: first, to: last });
  });
});

describe('stepsOf', () => {
  const steps = (from: string, to: string, sold: string[] = []) =>
    stepsOf({ from, to }, { today: '2026-05-03', dayStart: '22:00', begun: 3, isSold: (at) => sold.includes(at) });

  test('hours of today that have begun, in the order of the business day', () =>
    expect(steps('2026-05-03', '2026-05-03')).toEqual(['22', '23', '00']));
  test('all hours of another day', () => expect(steps('2026-05-02', '2026-05-02')).toHaveLength(24));
  test('days until today', () => expect(steps('2026-05-01', '2026-05-31')).toEqual(['2026-05-01', '2026-05-02', '2026-05-03']));
  test('months until today', () =>
    expect(steps('2026-01-15', '2026-06-30')).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01']));
  test('what is yet to begin and sold all the same, under the clock of before', () => {
    expect(steps('2026-05-03', '2026-05-03', ['02'])).toEqual(['22', '23', '00', '02']);
    expect(steps('2026-05-02', '2026-05-31', ['2026-05-04'])).toEqual(['2026-05-02', '2026-05-03', '2026-05-04']);
  });
  test.each([
    ['9998-06-01', 19],
    ['9999-12-01', 31],
  ])('from %s to the last day with a year of four digits there are %i', (from, count) =>
    expect(steps(from, '9999-12-31')).toHaveLength(count),
  );
});

describe('hoursBegun', () => {
  // where clocks are set forward at 02:00 a day that starts at 02:30 lasts until 03:30 of summer time
  test.each([
    ['Europe/Berlin', '02:30', '2026-03-29T00:59:59Z', 24],
    ['Europe/Berlin', '02:30', '2026-03-29T01:29:59.999Z', 24],
    ['Europe/Berlin', '02:30', '2026-03-29T01:30:00Z', 2],
    ['Europe/Berlin', '02:30', '2026-03-30T00:29:59.999Z', 24],
    ['America/New_York', '02:30', '2026-03-08T07:29:59.999Z', 24],
    ['America/New_York', '02:30', '2026-03-08T07:30:00Z', 2],
    ['America/New_York', '01:30', '2026-11-01T06:15:00Z', 1],
    ['America/New_York', '01:30', '2026-11-02T06:29:59.999Z', 24],
  ])('in %s from %s, at %s: %i', (timezone, dayStart, instant, hours) => {
    const clock = { timezone, dayStart };
    const now = new Date(instant);
    expect(hoursBegun(now, businessDayBounds(businessDateOf(now, clock), clock).start, clock)).toBe(hours);
  });
});

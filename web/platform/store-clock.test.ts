import { expect, test } from 'vitest';
import { businessDayOf, startOfDay } from './store-clock.ts';

// server/platform/business-day.test.ts compares the two at random instants
test.each([
  ['America/Los_Angeles', '02:30', '2026-03-08T10:15:00Z', '2026-03-07'],
  ['America/Los_Angeles', '02:30', '2026-03-08T10:30:00Z', '2026-03-08'],
  ['America/Los_Angeles', '01:30', '2026-11-01T08:29:59Z', '2026-10-31'],
  ['America/Los_Angeles', '01:30', '2026-11-01T09:15:00Z', '2026-11-01'],
  ['America/St_Johns', '00:00', '2010-11-07T03:00:00Z', '2010-11-07'],
  ['Pacific/Apia', '04:00', '2011-12-30T13:59:59Z', '2011-12-29'],
])(
  'where spring skips the start of a day or autumn repeats it, in %s from %s at %s, the day is %s as at the server',
  (timezone, dayStart, at, day) => {
    expect(businessDayOf(at, { timezone, dayStart })).toBe(day);
  },
);

test('a start that spring skips is later by as much, of two in autumn the first counts', () => {
  const store = (dayStart: string) => ({ timezone: 'America/Los_Angeles', dayStart });
  const starts = [startOfDay('2026-03-08', store('02:30')), startOfDay('2026-11-01', store('01:30'))];
  expect(starts.map((start) => new Date(start).toISOString())).toEqual(['2026-03-08T10:30:00.000Z', '2026-11-01T08:30:00.000Z']);
});

test('where nobody tells when a day starts it starts at midnight', () => {
  expect(businessDayOf('2026-03-07T07:59:00Z', { timezone: 'America/Los_Angeles' })).toBe('2026-03-06');
  expect(businessDayOf('2026-03-07T08:00:00Z', { timezone: 'America/Los_Angeles' })).toBe('2026-03-07');
});

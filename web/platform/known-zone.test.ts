import { afterEach, expect, test, vi } from 'vitest';
import { dateAndTime } from './dates.ts';
import { wallOf } from './store-clock.ts';

afterEach(() => void vi.restoreAllMocks());

test('a tablet that knows a zone by its former name alone shows its time', () => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    if (options?.timeZone === 'Europe/Kyiv') throw new RangeError('Invalid time zone');
    return new DateTimeFormat(locales, options);
  } as typeof DateTimeFormat);

  expect(wallOf('2026-11-21T17:00:00Z', 'Europe/Kyiv')).toEqual({ date: '2026-11-21', time: '19:00' });
  expect(dateAndTime('2026-11-21T17:00:00Z', 'Europe/Kyiv')).toBe('21 Nov 2026, 19:00');
  for (const zone of ['Mars/Olympus', '']) expect(dateAndTime('2026-11-21T17:00:00Z', zone)).toBe('21 Nov 2026, 17:00');
});

import { expect, test } from 'vitest';
import { dayText } from './day-text.ts';

test('a day is that of the zone, and of one that an old tablet does not know that of UTC', () => {
  expect(dayText('1990-05-05')).toBe('5 May 1990');
  expect(dayText('2026-11-21T23:00:00Z', 'Europe/Rome')).toBe('22 Nov 2026');
  expect(dayText('2026-11-21T23:00:00Z', 'Europe/Kyjiw')).toBe('21 Nov 2026');
});

import { addDays } from '#contract/periods.ts';
import { averageOf } from '#server/features/reports/reports.rules.ts';

const WEEKS = 8;
const HOURS = 24;

interface HourSale {
  day: string;
  /** 0 to 23 on the store's clock */
  hour: number;
  /** minor units */
  total: string;
}

/** The same weekday of the eight weeks before, YYYY-MM-DD. */
export const sameWeekdaysBefore = (today: string): string[] => Array.from({ length: WEEKS }, (_, week) => addDays(today, -7 * (week + 1)));

/**
 * 24 hours from the one in which the day starts, in minor units. Days without a sale are in no average: the restaurant was closed,
 * or not there yet. Where the clock goes back an hour stands for both of its name.
 */
export const toTrend = (sales: readonly HourSale[], today: string, { firstHour, begun }: { firstHour: number; begun: number }) => {
  const sums = new Map<string, bigint>();
  const add = (key: string, total: string) => sums.set(key, (sums.get(key) ?? 0n) + BigInt(total));
  for (const { day, hour, total } of sales) add(`${day === today ? 'today' : 'before'} ${hour}`, total);
  const comparedDays = new Set(sales.map(({ day }) => day).filter((day) => day !== today)).size;
  const hours = Array.from({ length: HOURS }, (_, place) => {
    const hour = (firstHour + place) % HOURS;
    return {
      hour,
      // of an hour that has not begun there may be sales under the zone or day start of before
      today: sums.get(`today ${hour}`) ?? (place < begun ? 0n : null),
      average: averageOf(sums.get(`before ${hour}`) ?? 0n, comparedDays),
    };
  });
  return { comparedDays, total: hours.reduce((sum, { today: taken }) => sum + (taken ?? 0n), 0n), hours };
};

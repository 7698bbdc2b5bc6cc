import { AppError } from './errors.ts';

/** The periods of wire.md §1. */
export const periodTypes = ['today', 'yesterday', 'tomorrow', 'last_7days', 'this_month', 'last_month', 'custom'] as const;
export type PeriodType = (typeof periodTypes)[number];

/** Business dates, YYYY-MM-DD, both inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

const dayLength = 86_400_000;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayLength;

/** A day further on or back, YYYY-MM-DD. */
export const addDays = (date: string, days: number): string => new Date((dayNumber(date) + days) * dayLength).toISOString().slice(0, 10);

const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`;

/** Whole days from one YYYY-MM-DD to another: 0 for the same day, below 0 when `to` comes first. NaN when one is no date. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

const LONGEST = 800; // days (wire.md §1)

/** What is wrong with two days that begin and end a period, as a sentence; undefined when nothing is. */
export const faultOfRange = ({ from, to }: DateRange): string | undefined => {
  if (from > to) return 'The period ends before it begins!';
  return daysBetween(from, to) >= LONGEST ? `A period has at most ${LONGEST} days!` : undefined;
};

/** The same day of the next month, or the last one of it where it is shorter. */
const monthAfter = (date: string): string => {
  const next = addDays(firstOfMonth(date), 31).slice(0, 8);
  const last = addDays(firstOfMonth(addDays(`${next}01`, 31)), -1);
  const same = `${next}${date.slice(8)}`;
  return same < last ? same : last;
};

/**
 * The business dates of a period, counted from the store's `today`, YYYY-MM-DD (wire.md §1). Of `custom` a missing `from` is today, and
 * a missing `to` one month after it; throws invalid_input when they make no period, and a RangeError when `today` is no date.
 */
export const rangeOf = (
  type: PeriodType,
  today: string,
  { from, to }: { from?: string | undefined; to?: string | undefined } = {},
): DateRange => {
  switch (type) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'tomorrow':
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case 'last_7days':
      return { from: addDays(today, -6), to: today };
    case 'this_month':
      // 31 days after the first lie in the next month, whatever the month.
      return { from: firstOfMonth(today), to: addDays(firstOfMonth(addDays(firstOfMonth(today), 31)), -1) };
    case 'last_month': {
      const last = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(last), to: last };
    }
    case 'custom': {
      const first = from ?? today;
      const range = { from: first, to: to ?? monthAfter(first) };
      const fault = faultOfRange(range);
      if (fault !== undefined) throw new AppError('invalid_input', fault);
      return range;
    }
  }
};

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

/**
 * The business dates of a period, counted from the store's `today`, YYYY-MM-DD (wire.md §1). `custom` is handed back as it is.
 * Throws a RangeError when `today` is no date, or the type is `custom` and its dates are missing; validation comes before.
 */
export const rangeOf = (type: PeriodType, today: string, custom?: { from: string; to: string }): DateRange => {
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
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case 'custom':
      if (!custom) throw new RangeError('A custom period needs its dates');
      return { from: custom.from, to: custom.to };
  }
};

/** Whole days from one YYYY-MM-DD to another: 0 for the same day, below 0 when `to` comes first. NaN when one is no date. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

import { addDays, type DateRange, daysBetween } from '#contract/periods.ts';

export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;
const nextMonth = (date: string): string => monthOf(addDays(monthOf(date), 31));

/** No day at all, as a range that `between` never meets. */
export const noDays: DateRange = { from: '2000-01-02', to: '2000-01-01' };

export interface Spans {
  /** the first and the last of the whole months in the period, each by its first day */
  months: DateRange;
  /** the days before and after them; the whole period in `before` when it has no whole month */
  before: DateRange;
  after: DateRange;
}

/** Cuts a period into the whole months in it and the days around them. */
export const spansOf = ({ from, to }: DateRange): Spans => {
  const first = from === monthOf(from) ? from : nextMonth(from);
  const end = monthOf(addDays(to, 1)); // the day after the last whole month
  if (first >= end) return { months: noDays, before: { from, to }, after: noDays };
  return {
    months: { from: first, to: monthOf(addDays(end, -1)) },
    before: { from, to: addDays(first, -1) },
    after: { from: end, to },
  };
};

/**
 * The period of the same length right before. What has not come yet has no counterpart: of a month that still runs, the days
 * until today are compared with as many days before it.
 */
export const previousOf = ({ from, to }: DateRange, today: string): DateRange => {
  const end = to > today && from <= today ? today : to;
  const length = daysBetween(from, end) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
};

const DAYS_SHOWN = 92; // a quarter; longer periods are shown by month

export type Step = 'hour' | 'day' | 'month';
export const stepOf = ({ from, to }: DateRange): Step => {
  const days = daysBetween(from, to) + 1;
  return days === 1 ? 'hour' : days <= DAYS_SHOWN ? 'day' : 'month';
};

/** The hours of a business day in their order, the days or the months of a period; those that have not begun are left out. */
export const stepsOf = ({ from, to }: DateRange, today: string, dayStart: string): string[] => {
  const step = stepOf({ from, to });
  if (step === 'hour') {
    const first = Number(dayStart.slice(0, 2));
    return Array.from({ length: 24 }, (_, hour) => String((first + hour) % 24).padStart(2, '0'));
  }
  const last = to > today && from <= today ? today : to;
  const steps: string[] = [];
  for (let at = step === 'day' ? from : monthOf(from); at <= last; at = step === 'day' ? addDays(at, 1) : nextMonth(at)) steps.push(at);
  return steps;
};

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

export const isRunning = ({ from, to }: DateRange, today: string): boolean => from <= today && today <= to;

/** The same day of the month before, or its last one where it is shorter. */
const monthBefore = (date: string): string => {
  const last = addDays(monthOf(date), -1);
  const same = `${last.slice(0, 8)}${date.slice(8)}`;
  return same < last ? same : last;
};

/**
 * A calendar month is compared with the month before, any other period with one of the same length right before. What has not come yet has
 * no counterpart: of a month that still runs, its days until today are compared with the same days of the month before, and of the last of
 * them as much as has passed of today (`sameTimeOf`).
 */
export const previousOf = ({ from, to }: DateRange, today: string): DateRange => {
  const isMonth = from === monthOf(from) && addDays(to, 1) === nextMonth(from);
  const runs = isRunning({ from, to }, today);
  if (isMonth && !runs) return { from: monthBefore(from), to: addDays(from, -1) };
  if (isMonth) return { from: monthBefore(from), to: monthBefore(today) };
  const end = runs ? today : to;
  const length = daysBetween(from, end) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
};

const DAYS_SHOWN = 92; // a quarter; longer periods are shown by month

/** The instant of the day before at which as much of it had passed as has of the present day; both begin at these instants. */
export const sameTimeOf = (before: { start: Date; end: Date }, present: { start: Date }, now: Date): Date =>
  new Date(Math.min(before.start.getTime() + (now.getTime() - present.start.getTime()), before.end.getTime()));

const HOURS = 24;
const DAY = 86_400_000; // ms

/**
 * How many hours of the business day have begun, by the wall clock: when it is set forward the skipped one has, too.
 * Where the day starts in mid-hour, its last minutes have the first hour's name, or the next one's where the start of the day after it is
 * skipped; they are told by the time that has passed.
 */
export const hoursBegun = (now: Date, start: Date, { timezone, dayStart }: { timezone: string; dayStart: string }): number => {
  const wall = Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(now));
  const place = (wall - Number(dayStart.slice(0, 2)) + HOURS) % HOURS;
  return place <= 1 && now.getTime() - start.getTime() > DAY / 2 ? HOURS : place + 1;
};

export type Step = 'hour' | 'day' | 'month';
export const stepOf = ({ from, to }: DateRange): Step => {
  const days = daysBetween(from, to) + 1;
  return days === 1 ? 'hour' : days <= DAYS_SHOWN ? 'day' : 'month';
};

/**
 * The hours of a business day in their order, the days or the months of a period. What has not begun is left out, of today all but
 * `begun` hours, unless something was sold in it: under the zone or day start that the store had before.
 */
export const stepsOf = (
  { from, to }: DateRange,
  { today, dayStart, begun, isSold }: { today: string; dayStart: string; begun: number; isSold: (step: string) => boolean },
): string[] => {
  const step = stepOf({ from, to });
  if (step === 'hour') {
    const first = Number(dayStart.slice(0, 2));
    const hours = Array.from({ length: HOURS }, (_, hour) => String((first + hour) % 24).padStart(2, '0'));
    return hours.filter((hour, place) => from !== today || place < begun || isSold(hour));
  }
  const last = isRunning({ from, to }, today) ? today : to;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place));
  const places = step === 'day' ? days : [...new Set(days.map(monthOf))];
  return places.filter((at) => at <= last || isSold(at));
};

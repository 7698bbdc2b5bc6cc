import { addDays } from '#contract/periods.ts';
import { knownZone } from './known-zone.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: knownZone(timezone),
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  formats.set(timezone, format);
  return format;
};

/** What calendar and clock on the wall of a time zone show at an instant: YYYY-MM-DD and HH:MM. */
export const wallOf = (instant: string | number, timezone: string): { date: string; time: string } => {
  const part = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` };
};

interface Store {
  timezone: string;
  /** HH:MM; midnight where it is not told, as by what an older release kept. */
  dayStart?: string | undefined;
}

const MINUTE = 60_000; // ms
const DAY = 24 * 60 * MINUTE;

/** How far the clock on the wall is ahead of UTC, in ms. */
const aheadAt = (instant: number, timezone: string): number => {
  const { date, time } = wallOf(instant, timezone);
  return Date.parse(`${date}T${time}Z`) - Math.floor(instant / MINUTE) * MINUTE;
};

/** When a business day begins. What spring skips comes by as much later, what autumn has twice the first time, as at the server (business-day.ts). */
export const startOfDay = (date: string, { timezone, dayStart = '00:00' }: Store): number => {
  const wall = Date.parse(`${date}T${dayStart}Z`);
  const [before, after] = [wall - DAY, wall + DAY].map((near) => wall - aheadAt(near, timezone)) as [number, number];
  const isReal = (instant: number) => instant + aheadAt(instant, timezone) === wall;
  return isReal(before) || !isReal(after) ? before : after;
};

/** Long lists ask for the day of each row. */
let last = { key: '', date: '', start: 0, end: 0 };

/** The store's business day of an instant: until its day starts the one before lasts on. */
export const businessDayOf = (instant: string | number, store: Store): string => {
  const time = new Date(instant).getTime();
  const key = `${store.dayStart}${store.timezone}`;
  if (last.key === key && last.start <= time && time < last.end) return last.date;
  // where the clock goes back over midnight the new day has begun already
  let date = addDays(wallOf(time, store.timezone).date, 1);
  while (time < startOfDay(date, store)) date = addDays(date, -1);
  last = { key, date, start: startOfDay(date, store), end: startOfDay(addDays(date, 1), store) };
  return date;
};

/** 'Tue, 10 Mar 2026', or as the options say. */
export const dayText = (
  date: string,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
): string => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

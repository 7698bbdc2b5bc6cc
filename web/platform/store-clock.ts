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

/** The store's business day of an instant: until its day starts the one before lasts on. */
export const businessDayOf = (instant: string | number, { timezone, dayStart }: { timezone: string; dayStart: string }): string => {
  const { date, time } = wallOf(instant, timezone);
  return time < dayStart ? addDays(date, -1) : date;
};

/** 'Tue, 10 Mar 2026', or as the options say. */
export const dayText = (
  date: string,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
): string => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

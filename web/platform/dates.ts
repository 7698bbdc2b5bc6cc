import { knownZone } from './known-zone.ts';

/** Making one takes longer than a hundred uses of it, and a board of orders uses hundreds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Of these options in a time zone (IANA), without one in the browser's. */
export const formatter = (timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([timeZone, options]);
  const made =
    formatters.get(key) ??
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timeZone === undefined ? timeZone : knownZone(timeZone) });
  formatters.set(key, made);
  return made;
};

/** '21 Nov 2026, 18:30' in a time zone (IANA), on paper and on screens alike; without one the browser's. */
export const dateAndTime = (instant: string, timeZone?: string): string =>
  formatter(timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

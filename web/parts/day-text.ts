import { formatter } from '#web/platform/dates.ts';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** '5 May 1990', of a date, which belongs to no time zone, or of an instant, in the zone where the reader is unless one is named. */
export const dayText = (text: string, timeZone?: string): string =>
  formatter(text.length === 10 ? 'UTC' : timeZone || undefined, DAY).format(new Date(text));

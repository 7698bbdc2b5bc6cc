// As the screens write a day (web/parts/day-text.ts).
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '10 Mar 2026', of a date such as 2026-03-10, in sentences for people. */
export const dayText = (date: string): string => format.format(new Date(date));

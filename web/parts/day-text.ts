const format = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...(timeZone && { timeZone }) });

/** '5 May 1990', of a date, which belongs to no time zone, or of an instant, in the zone where the reader is unless one is named. */
export const dayText = (text: string, timeZone?: string): string => format(text.length === 10 ? 'UTC' : timeZone).format(new Date(text));

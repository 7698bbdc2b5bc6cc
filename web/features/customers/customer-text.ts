/** Where a customer's page is; a phone may hold what means something in an address. */
export const addressOf = (phone: string): string => `/dashboard/customers/${encodeURIComponent(phone)}`;

const format = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', ...(timeZone && { timeZone }) });

/** '5 May 1990', of a date, which belongs to no time zone, or of an instant. */
export const dayText = (text: string, timeZone?: string): string => format(text.length === 10 ? 'UTC' : timeZone).format(new Date(text));

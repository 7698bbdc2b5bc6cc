import { getProfile } from '#contract/auth.ts';
import { useReply } from '#web/platform/api.ts';
import { formatter } from '#web/platform/dates.ts';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** '5 May 1990', of a date, which belongs to no time zone, or of an instant, in the zone where the reader is unless one is named. */
export const dayText = (text: string, timeZone?: string): string =>
  formatter(text.length === 10 ? 'UTC' : timeZone || undefined, DAY).format(new Date(text));

/** The same, of instants in the restaurant's time zone, as its e-mails have them; where nobody asked for the profile, in the reader's. */
export const useDayText = (): ((text: string) => string) => {
  // FreshUser asks for it
  const { timezone } = useReply(getProfile, {}, { enabled: false }).data ?? {};
  return (text) => dayText(text, timezone);
};

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day of the platform, which counts UTC days; a dash for none. */
export const dayText = (instant: string | null): string => (instant === null ? '–' : days.format(new Date(instant)));

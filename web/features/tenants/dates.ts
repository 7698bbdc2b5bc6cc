import { dayText as textOf } from '#web/parts/day-text.ts';
/** A day of the platform, which counts UTC days; a dash for none. */
export const dayText = (instant: string | null): string => (instant === null ? '–' : textOf(instant, 'UTC'));

/** A server of the release before does not tell the day. */
export const lastOrderText = (day: string | null | undefined): string => (day == null ? 'No order yet' : `Last order ${dayText(day)}`);

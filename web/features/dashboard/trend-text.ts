import type { getTrend } from '#contract/dashboard.ts';
import type { Reply } from '#contract/endpoint.ts';
import { dayText } from '#web/platform/store-clock.ts';

export type Trend = Reply<typeof getTrend>;

/** From the first to the last hour in which something is taken, today or usually. */
export const openHours = (hours: Trend['hours']): Trend['hours'] => {
  const isOpen = hours.map(({ today, average }) => Boolean(today) || average > 0);
  return hours.slice(Math.max(0, isOpen.indexOf(true)), isOpen.lastIndexOf(true) + 1);
};

export const hourText = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

const weekdayOf = (date: string): string => dayText(date, { weekday: 'long' });

/** What today is compared with; undefined when there is nothing yet. */
export const averageTitle = ({ date, comparedDays }: Trend): string | undefined => {
  if (comparedDays === 0) return undefined;
  return comparedDays === 1 ? `Last ${weekdayOf(date)}` : `Average of ${comparedDays} ${weekdayOf(date)}s`;
};

/** What is usually taken by the end of the present hour, and when that is. */
export const usualSoFar = ({ hours }: Trend): { sum: number; until: string } => {
  // after a change of the zone an hour that is yet to begin may have sales
  const next = hours.findIndex(({ today }) => today === null);
  const begun = next < 0 ? hours : hours.slice(0, next);
  return { sum: begun.reduce((sum, { average }) => sum + average, 0), until: hourText((begun.at(-1)?.hour ?? 0) + 1) };
};

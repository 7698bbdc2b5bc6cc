import type { Reply } from '#contract/endpoint.ts';
import { addDays } from '#contract/periods.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { businessDayOf, startOfDay } from '#web/platform/store-clock.ts';

/** Whether diners can order at the moment; null: nothing keeps them from it. */
export interface QrOrdering {
  pausedUntil: string | null;
  limitReachedAt: string | null;
}

export const orderingOf = (count: Reply<typeof countQrOrders> | undefined): QrOrdering => ({
  pausedUntil: count?.pausedUntil ?? null,
  limitReachedAt: count?.limitReachedAt ?? null,
});

const DAY = 1440; // minutes
const MINUTE = 60_000; // ms
const LIMIT_LASTS = 10 * MINUTE;

/** How many minutes are left of the store's business day; a pause lasts a day at most. */
export const minutesOfToday = (now: number, store: { timezone: string; dayStart: string }): number =>
  Math.min(DAY, Math.ceil((startOfDay(addDays(businessDayOf(now, store), 1), store) - now) / MINUTE));

/** The ms after which what is said of ordering is no longer so by itself; undefined where nothing is said. */
export const changesIn = ({ pausedUntil, limitReachedAt }: QrOrdering, now: number): number | undefined => {
  const ends = [pausedUntil && Date.parse(pausedUntil), limitReachedAt && Date.parse(limitReachedAt) + LIMIT_LASTS].filter(
    (end): end is number => typeof end === 'number',
  );
  return ends.length === 0 ? undefined : Math.max(0, Math.min(...ends) - now);
};

import { againEvery } from '#web/platform/api.ts';

/** How long until the figures of the day are fetched again, also without an announcement: the day ends by itself. */
export const followInterval = againEvery(5 * 60_000);

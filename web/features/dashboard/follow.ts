import type { CallFailed } from '#web/platform/api.ts';

/** Also without an announcement: the day ends by itself. */
const REFETCH_MS = 5 * 60_000;
const RETRY_MS = 5000; // part-1 §9

/** How long until the figures of the day are fetched again: soon when the server was out of reach. */
export const followInterval = ({ state }: { state: { error: CallFailed | null } }): number =>
  state.error?.isPassing ? RETRY_MS : REFETCH_MS;

import type { Clock } from './seams.ts';
import type { Databases } from './database.ts';
import { deleteOldAnswers, deleteOldEvents } from './housekeeping.queries.ts';

const HOUR = 60 * 60 * 1000; // ms
const KEPT_DAYS = 7; // events and idempotent answers (wire.md §1, reliability.md D9)

/** Deletes, once an hour, what is kept for a week only. The keys of orders are kept for ever: an order must never be made twice. */
export const startHousekeeping = ({
  databases,
  clock,
  onError,
}: {
  databases: Databases;
  clock: Clock;
  onError: (error: unknown) => void;
}) => {
  const tidy = async () => {
    const before = new Date(clock().getTime() - KEPT_DAYS * 24 * HOUR);
    await databases.acrossTenants((db) => deleteOldEvents(db, before));
    await databases.acrossTenants((db) => deleteOldAnswers(db, before));
  };
  const timer = setInterval(() => void tidy().catch(onError), HOUR).unref();
  return { tidy, stop: () => clearInterval(timer) };
};

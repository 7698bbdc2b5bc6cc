import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';
import type { Databases } from './database.ts';

/** ms: a machine whose clock was set is right again so soon */
const MEASURED_EVERY = 10_000;
/** ms: from here on whoever operates the machine should know */
const WORTH_SAYING = 1000;

interface Options {
  /** What time it is in the database. */
  time: () => Promise<Date>;
  system: Clock;
  warn: (line: string) => void;
}

/** The system’s clock, as far as it agrees with the database’s, which all nodes share; else that much later or earlier. `measure` compares them. */
export const shareClock = ({ time, system, warn }: Options) => {
  let offset = 0; // ms
  return {
    clock: (): Date => new Date(system().getTime() + offset),
    measure: async (): Promise<void> => {
      const sent = system().getTime();
      const there = (await time()).getTime();
      const received = system().getTime();
      // the database looked at its clock between the two: no more is known, and no more is put right
      const measured = Math.min(Math.max(offset, there - received), there - sent);
      if (Math.abs(measured - offset) >= WORTH_SAYING)
        warn(`The database’s clock counts: this machine’s differs from it by ${(Math.abs(measured) / 1000).toFixed(1)} s.`);
      offset = measured;
    },
  };
};

/**
 * Starts a clock that all nodes of a database share. What one node writes and another one compares, such as the seconds of a ticket that
 * nobody saw (wire-2.md §5), must not depend on which of them it was.
 */
export const openSharedClock = async ({
  databases,
  ...options
}: Omit<Options, 'time'> & { databases: Pick<Databases, 'readAcrossTenants'> }) => {
  const time = () =>
    databases.readAcrossTenants(async (db) => (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]!.now);
  const { clock, measure } = shareClock({ ...options, time });
  // without a database nobody is served; whoever asks it next says so
  const tryToMeasure = () => measure().catch(() => {});
  await tryToMeasure();
  const repeated = startRepeating({
    every: MEASURED_EVERY,
    work: async () => {
      await tryToMeasure();
      return false;
    },
    onError: () => {},
  });
  return { clock, stop: repeated.stop };
};

import { setTimeout as pause } from 'node:timers/promises';
import { isOutage, isPassing } from './failures.ts';

/** How old figures may be that are read from a standby: older ones are read where everything is written. ms */
const FIGURES_AT_MOST = 60_000;
const AWAY_FOR = 5_000; // ms for which a standby that did not answer is not asked again
const BEHIND_FOR = 50; // ms that one which is a little behind is given
const MOMENTS = 100;

/** How far the database had written, and when that was by its own clock: whatever was acknowledged before is in it. */
interface Moment {
  lsn: string;
  at: Date;
}

type Read = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Options {
  primary: Read;
  standby: Read;
  /** ms; FIGURES_AT_MOST, unless a test says otherwise */
  atMost?: number | undefined;
}

/**
 * Answers as of when the standby has everything that was acknowledged, as far as it is known; undefined when it is away, is none any
 * more, or is too old. What was stored before the question is in the answer as soon as it has arrived there, which is waited for a moment.
 */
export const watchStandby = ({ primary, standby, atMost = FIGURES_AT_MOST }: Options) => {
  const moments: Moment[] = [];
  let awayUntil = 0;

  const newestThere = async (): Promise<Date | undefined> => {
    const [lsns, times] = [moments.map(({ lsn }) => lsn), moments.map(({ at }) => at)];
    const rows = await standby<{ at: Date | null }>(
      `select max(at) as at from unnest($1::pg_lsn[], $2::timestamptz[]) moment (lsn, at)
       where pg_is_in_recovery() and lsn <= pg_last_wal_replay_lsn()`,
      [lsns, times],
    );
    return rows[0]?.at ?? undefined;
  };

  return async (): Promise<Date | undefined> => {
    if (performance.now() < awayUntil) return undefined;
    const [now] = await primary<Moment>('select pg_current_wal_flush_lsn()::text as lsn, clock_timestamp() as at');
    moments.push(now!);
    if (moments.length > MOMENTS) moments.shift();
    try {
      let found = await newestThere();
      if (found?.getTime() !== now!.at.getTime()) {
        await pause(BEHIND_FOR);
        found = await newestThere();
      }
      return found && now!.at.getTime() - found.getTime() <= atMost ? found : undefined;
    } catch (error) {
      if (!isOutage(error) && !isPassing(error)) throw error;
      awayUntil = performance.now() + AWAY_FOR;
      return undefined;
    }
  };
};

const TOO_LONG = '57014'; // what takes too long there is not to burden those who sell as well

/** Reads on the standby; where it fails, as when it is restarted or has to catch up, on the primary. */
export const orElse = async <T>(onStandby: () => Promise<T>, onPrimary: () => Promise<T>): Promise<T> => {
  try {
    return await onStandby();
  } catch (error) {
    if ((error as { code?: string }).code === TOO_LONG || !(isOutage(error) || isPassing(error))) throw error;
    return onPrimary();
  }
};

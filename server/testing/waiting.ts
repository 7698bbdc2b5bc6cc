import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Db } from '#server/platform/database/database.ts';
import { database } from './restaurant.ts';

const OFTEN = 10; // ms
const WHO = 'select pg_backend_pid() as pid';

const pidOf = async (holder: PoolClient | Db): Promise<number> => {
  const { rows } = 'release' in holder ? await holder.query<{ pid: number }>(WHO) : await sql.raw<{ pid: number }>(WHO).execute(holder);
  return rows[0]!.pid;
};

/**
 * Waits until a call waits for what this connection or transaction has locked, or until the call is over. Nobody else's locks count: the
 * tests beside this one work in the same database.
 */
export const whileHeld = async (holder: PoolClient | Db, call: Promise<unknown>, pool: Pool = database): Promise<void> => {
  const pid = await pidOf(holder);
  let isOver = false;
  const end = () => void (isOver = true);
  call.then(end, end);
  for (;;) {
    const { rowCount } = await pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid]);
    if (isOver || rowCount) return;
    await new Promise((done) => setTimeout(done, OFTEN));
  }
};

import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { limitTable } from '#server/platform/limits/limit-table.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';

const AT_ITS_LIMIT = limitTable['qr-code'].seconds; // for so long a refused order says that there may be more
const AGAIN_AFTER = 60; // seconds; every node counts by itself and tells of it

/** Notes that the restaurant's own limit refused a diner, and announces it to the tills, at most once a minute. */
export const markLimitReached = async (db: Db, now: Date): Promise<void> => {
  const marked = await db
    .insertInto('qr_limits')
    .values({ reached_at: now })
    .onConflict((row) =>
      row
        .column('tenant_id')
        .doUpdateSet({ reached_at: now })
        .where(sql<boolean>`qr_limits.reached_at <= ${now}::timestamptz - make_interval(secs => ${AGAIN_AFTER})`),
    )
    .returning('reached_at')
    .executeTakeFirst();
  if (marked) await insertEvent(db, now, 'qr_ordering', {});
};

/** When the restaurant's limit last refused a diner, if that may be so still. */
export const findLimitReached = async (db: Db, now: Date): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('qr_limits')
    .select('reached_at')
    .where('reached_at', '>', new Date(now.getTime() - AT_ITS_LIMIT * 1000))
    .executeTakeFirst();
  return row?.reached_at;
};

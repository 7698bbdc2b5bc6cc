import type { Db } from '#server/platform/database/database.ts';

export const findEventsAfter = (db: Db, after: number, limit: number) =>
  db.selectFrom('events').select(['seq', 'type', 'payload']).where('seq', '>', after).orderBy('seq').limit(limit).execute();

export const findLastSeq = async (db: Db): Promise<number> => {
  const { event_seq } = await db.selectFrom('tenant_counters').select('event_seq').executeTakeFirstOrThrow();
  return event_seq;
};

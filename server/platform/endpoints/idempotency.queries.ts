import type { Db } from '#server/platform/database/database.ts';

export const insertKey = async (
  db: Db,
  { key, route, hash, now }: { key: string; route: string; hash: string; now: Date },
): Promise<boolean> => {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ key, route, request_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
};

export const findAnswer = (db: Db, key: string) =>
  db.selectFrom('idempotency_keys').select(['route', 'request_hash', 'response']).where('key', '=', key).executeTakeFirst();

export const storeAnswer = (db: Db, key: string, answer: unknown) =>
  db
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(answer) })
    .where('key', '=', key)
    .execute();

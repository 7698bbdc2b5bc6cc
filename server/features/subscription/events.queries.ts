import type { Db } from '#server/platform/database/database.ts';

/** True when an event of the provider was taken before. */
export const wasTaken = async (db: Db, tenantId: number, eventId: string): Promise<boolean> =>
  (await db
    .selectFrom('billing_events')
    .select('event_id')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()) !== undefined;

/** Takes an event; false when it was taken before. */
export const takeEvent = async (db: Db, event: { tenantId: number; id: string; type: string; now: Date }): Promise<boolean> => {
  const taken = await db
    .insertInto('billing_events')
    .values({ tenant_id: event.tenantId, event_id: event.id, type: event.type, taken_at: event.now })
    .onConflict((row) => row.columns(['tenant_id', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return taken !== undefined;
};

import { sql } from 'kysely';
import type { EventPayloads, EventType } from '#contract/events.ts';
import type { Db } from '#server/platform/database/database.ts';

/** What the terminals of one tenant are told; its number is one more than that of the tenant's announcement before. */
export interface Announcement {
  tenantId: number;
  seq: number;
  type: EventType;
  payload: Record<string, unknown>;
}

const AT_ONCE = 1000; // announcements in one look
/** Those of one tenant. What is read of all that have a long backlog is sorted, the first of each first: nobody waits behind one of them. */
const eachAtOnce = (tenants: number): number => Math.max(100, Math.ceil(AT_ONCE / tenants));

/** Writes an announcement in the transaction of its change. Call it last: it locks the tenant's counters until the commit. */
export const insertEvent = async <T extends EventType>(db: Db, now: Date, type: T, payload: EventPayloads[T]): Promise<void> => {
  await sql`/* announce */ select announce(${type}, ${JSON.stringify(payload)}::jsonb, ${now})`.execute(db);
};

/** The same of several, one after the other. */
export const insertEvents = async <T extends EventType>(db: Db, now: Date, type: T, payloads: EventPayloads[T][]): Promise<void> => {
  if (payloads.length === 0) return;
  await sql`/* announce_many */ select announce(${type}, e.payload, ${now})
    from (select payload from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) with ordinality as p (payload, place) order by place) e`.execute(
    db,
  );
};

/** What waits to be announced, and moves the cursors of these tenants over it (db/functions/take_unannounced.sql). */
export const takeUnannounced = async (db: Db, tenantIds: number[]) => {
  const { rows } = await sql<Announcement | { tenantId: number; seq: null }>`
    select /* take_unannounced */ tenant_id as "tenantId", seq, type, payload
    from take_unannounced(${tenantIds}::bigint[], ${eachAtOnce(tenantIds.length)}::integer, ${AT_ONCE}::integer)`.execute(db);
  return rows;
};

/** Those of these tenants that are still there: of one that was deleted for good nothing will ever be told. */
export const findCursors = async (db: Db, tenantIds: number[]): Promise<number[]> => {
  const { rows } = await sql<{ tenant_id: number }>`
    select tenant_id from event_cursors where tenant_id = any(${tenantIds})`.execute(db);
  return rows.map((row) => row.tenant_id);
};

export const findBehind = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ tenant_id: number }>`
    select c.tenant_id from event_cursors c join tenant_counters t on t.tenant_id = c.tenant_id
    where t.event_seq > c.announced_seq`.execute(db);
  return rows.map((row) => row.tenant_id);
};

/** What was announced after these numbers, and is therefore owed to every terminal of these tenants. */
export const findAnnounced = async (db: Db, known: ReadonlyMap<number, number>): Promise<Announcement[]> => {
  const { rows } = await sql<Announcement>`
    select e.tenant_id as "tenantId", e.seq, e.type, e.payload
    from unnest(${[...known.keys()]}::bigint[], ${[...known.values()]}::bigint[]) as h (tenant_id, seq)
    join event_cursors c on c.tenant_id = h.tenant_id and c.announced_seq > h.seq
    cross join lateral (
      select * from events where tenant_id = h.tenant_id and seq > h.seq and seq <= c.announced_seq order by seq limit ${eachAtOnce(known.size)}) e
    order by e.seq - h.seq, e.tenant_id
    limit ${AT_ONCE}`.execute(db);
  return rows;
};

/** How many events of all tenants wait to be announced. */
export const findLag = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ lag: number }>`
    select coalesce(sum(t.event_seq - c.announced_seq), 0)::int as lag
    from event_cursors c join tenant_counters t on t.tenant_id = c.tenant_id`.execute(db);
  return rows[0]!.lag;
};

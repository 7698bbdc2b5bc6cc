import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** Rows of one statement, so that nobody waits for a long delete. */
const AT_ONCE = 10_000;
/** Of print jobs, whose documents are large. */
const PRINTS_AT_ONCE = 200;

/** Which of these tenants are gone. One with a higher number than all that there are may be of another database, and is not counted. */
export const findGoneTenants = async (db: Db, ids: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select g.id from unnest(${ids}::bigint[]) as g (id)
    where g.id < (select max(id) from tenants) and not exists (select from tenants t where t.id = g.id)`.execute(db);
  return rows.map(({ id }) => id);
};

/** The newest event of a tenant stays: by it a terminal sees that it missed something. */
export const deleteOldEvents = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from events e using (
      select o.tenant_id, o.seq from events o
      join event_cursors c on c.tenant_id = o.tenant_id and o.seq < c.announced_seq
      where o.created_at < ${before} order by o.created_at limit ${AT_ONCE}
    ) old where e.tenant_id = old.tenant_id and e.seq = old.seq`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldAnswers = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys k using (
      select o.tenant_id, o.key from idempotency_keys o
      where o.route = '/orders/complete-and-pay-order' and o.created_at < ${before} order by o.created_at limit ${AT_ONCE}
    ) old where k.tenant_id = old.tenant_id and k.key = old.key`.execute(db);
  return Number(numAffectedRows);
};

/** Rows of tenants of which this holds, a part of them. */
const deleteSome = async (db: Db, table: string, key: string, over: RawBuilder<unknown>): Promise<number> => {
  const [from, id] = [sql.table(table), sql.ref(key)];
  const { numAffectedRows } = await sql`
    delete from ${from} r using (select tenant_id, ${id} from ${from} where ${over} limit ${AT_ONCE}) old
    where r.tenant_id = old.tenant_id and r.${id} = old.${id}`.execute(db);
  return Number(numAffectedRows);
};

/** Sessions that have ended or run out: their tokens are unknown from then on, which signs nobody in either. */
export const deleteOldSessions = (db: Db, before: Date) =>
  deleteSome(db, 'sessions', 'id', sql`coalesce(ended_at, refresh_expires_at) < ${before}`);

/** Browsers whose cookie has run out. */
export const deleteOldBrowsers = (db: Db, before: Date) => deleteSome(db, 'known_browsers', 'id', sql`used_at < ${before}`);

export const deleteOldPasswordResets = (db: Db, before: Date) => deleteSome(db, 'password_resets', 'id', sql`expires_at < ${before}`);

/** Sign-ins that waited for a code which never came. */
export const deleteOldChallenges = (db: Db, before: Date) => deleteSome(db, 'signin_challenges', 'token_hash', sql`expires_at < ${before}`);

export const deleteOldProviderBrowsers = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.known_browsers where used_at < ${before}`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldProviderChallenges = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.signin_challenges where expires_at < ${before}`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldProviderSessions = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.sessions
    where id = any(array(select id from platform.sessions where coalesce(ended_at, expires_at) < ${before} limit ${AT_ONCE}))`.execute(db);
  return Number(numAffectedRows);
};

/** Asks a function of db/functions to clear rows of before this, at most so many; answers how many there were. */
const clearBy =
  (name: string, most = AT_ONCE) =>
  async (db: Db, before: Date): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select ${sql.ref(`public.${name}`)}(${before}, ${most}) as count`.execute(db);
    return rows[0]!.count;
  };

/** What attacks looked like goes, and the addresses of sign-ins; the rest of the logs is kept as it is. Answers how many rows there were of one kind. */
export const deleteOldSecurityEvents = clearBy('forget_security');

/** What was to be printed, with names of guests in it, but for the row. */
export const clearOldPrintJobs = clearBy('clear_print_jobs', PRINTS_AT_ONCE);

/** Where deliveries to walk-ins went. */
export const clearOldDeliveryAddresses = clearBy('clear_delivery_addresses');

/** Clears what was noted of guests who were erased since then, while the kitchen made their order. */
export const clearErasedNotes = clearBy('clear_erased_notes');

/** What is known of people who left, but for their name. Entries of the audit log are rewritten with all their indexes, and a statement has five seconds. */
export const forgetFormerMembers = clearBy('forget_former_members', 2000);

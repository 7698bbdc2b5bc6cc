import { sql } from 'kysely';
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

/** Sessions that have ended or run out: their tokens are unknown from then on, which signs nobody in either. */
export const deleteOldSessions = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from sessions s using (
      select tenant_id, id from sessions where coalesce(ended_at, refresh_expires_at) < ${before} limit ${AT_ONCE}
    ) old where s.tenant_id = old.tenant_id and s.id = old.id`.execute(db);
  return Number(numAffectedRows);
};

/** Browsers whose cookie has run out. */
export const deleteOldBrowsers = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from known_browsers b using (
      select tenant_id, id from known_browsers where used_at < ${before} limit ${AT_ONCE}
    ) old where b.tenant_id = old.tenant_id and b.id = old.id`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldProviderBrowsers = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.known_browsers where used_at < ${before}`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldProviderSessions = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.sessions
    where id = any(array(select id from platform.sessions where coalesce(ended_at, expires_at) < ${before} limit ${AT_ONCE}))`.execute(db);
  return Number(numAffectedRows);
};

/** What attacks looked like goes, and the addresses of sign-ins; the rest of the logs is kept as it is. Answers how many rows there were of one kind. */
export const deleteOldSecurityEvents = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select public.forget_security(${before}, ${AT_ONCE}) as count`.execute(db);
  return rows[0]!.count;
};

/** Entries of the audit log are rewritten with all their indexes, and a statement has five seconds. */
const FORGOTTEN_AT_ONCE = 2000;

/** What is known of people who left, but for their name. Answers `AT_ONCE` where there may be more. */
export const forgetFormerMembers = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select public.forget_former_members(${before}, ${FORGOTTEN_AT_ONCE}) as count`.execute(db);
  return rows[0]!.count >= FORGOTTEN_AT_ONCE ? AT_ONCE : rows[0]!.count;
};

/** What was to be printed, with names of guests in it, but for the row. Answers how many there were. */
export const clearOldPrintJobs = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select public.clear_print_jobs(${before}, ${PRINTS_AT_ONCE}) as count`.execute(db);
  return rows[0]!.count;
};

/** Where deliveries to walk-ins went. Answers how many there were. */
export const clearOldDeliveryAddresses = async (db: Db, before: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select public.clear_delivery_addresses(${before}, ${AT_ONCE}) as count`.execute(db);
  return rows[0]!.count;
};

/** Clears what was noted of guests who were erased while the kitchen made their order; answers how much there was. */
export const clearErasedNotes = async (db: Db, since: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select public.clear_erased_notes(${since}, ${AT_ONCE}) as count`.execute(db);
  return rows[0]!.count;
};

export const deleteOldPasswordResets = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from password_resets r using (
      select tenant_id, id from password_resets where expires_at < ${before} limit ${AT_ONCE}
    ) old where r.tenant_id = old.tenant_id and r.id = old.id`.execute(db);
  return Number(numAffectedRows);
};

/** Sign-ins that waited for a code which never came. */
export const deleteOldChallenges = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from signin_challenges c using (
      select tenant_id, token_hash from signin_challenges where expires_at < ${before} limit ${AT_ONCE}
    ) old where c.tenant_id = old.tenant_id and c.token_hash = old.token_hash`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldProviderChallenges = async (db: Db, before: Date): Promise<number> => {
  const { numAffectedRows } = await sql`delete from platform.signin_challenges where expires_at < ${before}`.execute(db);
  return Number(numAffectedRows);
};

import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

interface Change {
  name?: string;
  isActive?: boolean;
  /** the end of the trial or the paid period, where it has to be moved */
  activeUntil?: Date;
}

export const updateTenantRow = async (db: Db, id: number, { name, isActive, activeUntil }: Change): Promise<void> => {
  const values = {
    ...(name !== undefined && { name }),
    ...(isActive !== undefined && { is_active: isActive }),
    ...(activeUntil !== undefined && { active_until: activeUntil }),
  };
  if (Object.keys(values).length > 0) await db.updateTable('tenants').set(values).where('id', '=', id).execute();
};

/** What the provider notes about a tenant; null: nothing. */
export const updateTenantNote = async (db: Db, id: number, note: string | null): Promise<void> => {
  if (note === null) await db.deleteFrom('platform.tenant_notes').where('tenant_id', '=', id).execute();
  else
    await db
      .insertInto('platform.tenant_notes')
      .values({ tenant_id: id, note })
      .onConflict((row) => row.column('tenant_id').doUpdateSet({ note }))
      .execute();
};

/**
 * From the commit on nobody of this tenant gets in, and its QR codes are unknown. Until `purgeAt` it can be restored; null: what is
 * stored of it goes at once.
 */
export const markTenantDeleted = (db: Db, id: number, { now, purgeAt }: { now: Date; purgeAt: Date | null }) =>
  db
    .updateTable('tenants')
    .set((row) => ({ deleted_at: now, purge_at: purgeAt, was_active: row.ref('is_active'), is_active: false }))
    .where('id', '=', id)
    .execute();

const restorable = (db: Db, id: number, now: Date) =>
  db.selectFrom('tenants').where('id', '=', id).where('deleted_at', 'is not', null).where('purge_at', '>', now);

/** A deleted tenant whose purge has not begun, locked until the commit. */
export const lockTenantToRestore = (db: Db, id: number, now: Date) =>
  restorable(db, id, now)
    .select(['name', 'subscription_id', 'subscription_start', 'active_until', 'deleted_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The tenant is as it was before; whether it is switched on, too. */
export const markTenantRestored = (db: Db, id: number) =>
  db
    .updateTable('tenants')
    .set({ deleted_at: null, purge_at: null, is_active: sql`coalesce(was_active, true)`, was_active: null })
    .where('id', '=', id)
    .execute();

const due = (db: Db, now: Date) =>
  db
    .selectFrom('tenants')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where((row) => row.or([row('purge_at', 'is', null), row('purge_at', '<=', now)]));

/** Some of the deleted tenants whose time has come: others each time, so that those that cannot go keep nobody waiting. */
export const findTenantsToPurge = async (db: Db, now: Date): Promise<number[]> => {
  const rows = await due(db, now).orderBy(sql`random()`).limit(20).execute();
  return rows.map(({ id }) => id);
};

/** From the commit on nothing restores it; false when somebody was faster. */
export const beginPurge = async (db: Db, id: number, now: Date): Promise<boolean> => {
  if (!(await due(db, now).where('id', '=', id).forNoKeyUpdate().executeTakeFirst())) return false;
  await db.updateTable('tenants').set({ purge_at: null }).where('id', '=', id).execute();
  return true;
};

const AT_ONCE = 5000; // rows in one transaction: short ones, which hold nothing up

/**
 * Deletes some rows of a tenant that is marked; answers how many, 0 when nothing but the tenant's own row is left, and undefined where
 * another node deletes some: the two would wait for each other's rows.
 */
export const purgeSome = async (db: Db, id: number): Promise<number | undefined> => {
  const { rows } = await sql<{ deleted: number | null }>`
    select case when pg_try_advisory_xact_lock(hashtextextended('purge ' || ${id}::bigint, 0)) then platform.purge_tenant(${id}, ${AT_ONCE}) end as deleted
  `.execute(db);
  return rows[0]!.deleted ?? undefined;
};

/** The last row of a tenant; true when it was there. */
export const deleteTenantRow = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ isGone: boolean }>`select platform.delete_tenant(${id}) as "isGone"`.execute(db);
  return rows[0]!.isGone;
};

import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

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

/** From the commit on nobody of this tenant gets in, and its QR codes are unknown. What is stored of it goes afterwards. */
export const markTenantDeleted = (db: Db, id: number, now: Date) =>
  db.updateTable('tenants').set({ deleted_at: now, is_active: false }).where('id', '=', id).execute();

/** Some of the tenants that are marked as deleted and still there: others each time, so that those that cannot go keep nobody waiting. */
export const findTenantsToPurge = async (db: Db): Promise<number[]> => {
  const rows = await db.selectFrom('tenants').select('id').where('deleted_at', 'is not', null).orderBy(sql`random()`).limit(20).execute();
  return rows.map(({ id }) => id);
};

const AT_ONCE = 5000; // rows in one transaction: short ones, which hold nothing up

/** Deletes some rows of a tenant that is marked; answers how many, 0 when nothing but the tenant's own row is left. */
export const purgeSome = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql<{ deleted: number }>`select platform.purge_tenant(${id}, ${AT_ONCE}) as deleted`.execute(db);
  return rows[0]!.deleted;
};

/** The last row of a tenant; true when it was there. */
export const deleteTenantRow = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ isGone: boolean }>`select platform.delete_tenant(${id}) as "isGone"`.execute(db);
  return rows[0]!.isGone;
};

import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

interface NewTenant {
  name: string;
  activeUntil: Date | null;
  now: Date;
}

/** Makes a tenant with its counters, and makes the transaction the tenant's: the rows that follow belong to it. */
export const insertTenant = async (db: Db, { name, activeUntil, now }: NewTenant): Promise<number> => {
  const { id } = await db
    .insertInto('tenants')
    .values({ name, active_until: activeUntil, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`select set_config('app.tenant_id', ${String(id)}, true)`.execute(db);
  await db.insertInto('tenant_counters').values({ tenant_id: id }).execute();
  await db.insertInto('event_cursors').values({ tenant_id: id }).execute();
  return id;
};

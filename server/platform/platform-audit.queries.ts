import type { Db } from './database.ts';
import type { PlatformSession } from './session.ts';

/** True for a tenant that was here and of which nothing is left but the memory that it was deleted. */
export const wasPurged = async (db: Db, tenantId: number): Promise<boolean> =>
  (await db
    .selectFrom('platform.audit_log')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('action', '=', 'tenant purged')
    .executeTakeFirst()) !== undefined;

interface Entry {
  action: string;
  tenantId?: number;
  before?: unknown;
  after?: unknown;
}

/** Notes what a super administrator did, in the transaction of the change; `null` for the server itself. No secrets in before and after. */
export const insertPlatformAudit = (
  db: Db,
  { superAdmin, now }: { superAdmin: PlatformSession | null; now: Date },
  { action, tenantId, before, after }: Entry,
) =>
  db
    .insertInto('platform.audit_log')
    .values({
      at: now,
      super_admin_id: superAdmin?.superAdminId ?? null,
      session_id: superAdmin?.id ?? null,
      action,
      tenant_id: tenantId ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();

import type { Db } from '#server/platform/database/database.ts';
import type { ProviderSession } from '#server/platform/endpoints/session.ts';

/** True for a tenant that was here and of which nothing is left but the memory that it was deleted. */
export const wasPurged = async (db: Db, tenantId: number): Promise<boolean> =>
  (await db
    .selectFrom('platform.audit_log')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('action', '=', 'tenant purged')
    .executeTakeFirst()) !== undefined;

/** Takes the names and addresses of a tenant that is gone out of what was noted; who did what when stays. */
export const clearProviderAudit = (db: Db, tenantId: number) =>
  db.updateTable('platform.audit_log').set({ before: null, after: null }).where('tenant_id', '=', tenantId).execute();

interface Entry {
  action: string;
  /** 'security' for what an attack looks like */
  entity?: string;
  tenantId?: number;
  before?: unknown;
  after?: unknown;
}

/** Notes what a super administrator did, in the transaction of the change; `null` for the server itself. No secrets in before and after. */
export const insertProviderAudit = (
  db: Db,
  { superAdmin, now }: { superAdmin: Pick<ProviderSession, 'id' | 'superAdminId'> | null; now: Date },
  { action, entity, tenantId, before, after }: Entry,
) =>
  db
    .insertInto('platform.audit_log')
    .values({
      at: now,
      super_admin_id: superAdmin?.superAdminId ?? null,
      session_id: superAdmin?.id ?? null,
      action,
      entity: entity ?? null,
      tenant_id: tenantId ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();

import type { Db } from '#server/platform/database/database.ts';

/** What restaurants subscribe to: there is one. */
export const PLAN = 'Monthly';

const columns = [
  'tenants.id',
  'is_active',
  'active_until',
  'subscription_id',
  'subscription_start',
  'plan',
  'billing_customer_id',
  'billing_revision',
  'deleted_at',
] as const;

/** A tenant's subscription as it is stored; undefined when there is no such tenant. For the worker. */
export const findSubscription = (db: Db, tenantId: number) =>
  db.selectFrom('tenants').select(columns).where('id', '=', tenantId).executeTakeFirst();

/** The same, locked until the commit. */
export const lockSubscription = (db: Db, tenantId: number) =>
  db.selectFrom('tenants').select(columns).where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirst();

/** Whether what ends then is a period that was paid for: the end of a trial is none of the history's. For the worker. */
export const isEndOfPaid = async (db: Db, tenantId: number, end: Date): Promise<boolean> =>
  (await db
    .selectFrom('subscription_history')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'cancelled')
    .where('expires_on', '=', end)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Who the bill goes to: the restaurant and its owner. For the worker. */
export const getPayer = (db: Db, tenantId: number) =>
  db
    .selectFrom('tenants')
    .innerJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'tenants.id').on('members.role', '=', 'admin').on('members.archived_at', 'is', null),
    )
    .select(['tenants.name', 'members.username', 'members.email'])
    .where('tenants.id', '=', tenantId)
    .orderBy('members.id')
    .executeTakeFirstOrThrow();

export const updateCustomer = (db: Db, tenantId: number, customerId: string) =>
  db.updateTable('tenants').set({ billing_customer_id: customerId }).where('id', '=', tenantId).execute();

interface Values {
  subscriptionId: string | null;
  startedAt: Date | null;
  activeUntil: Date | null;
  plan: string | null;
}

/** Writes what now holds, and makes every answer that was asked for before out of date. */
export const updateSubscription = (db: Db, tenantId: number, { subscriptionId, startedAt, activeUntil, plan }: Values) =>
  db
    .updateTable('tenants')
    .set((row) => ({
      subscription_id: subscriptionId,
      subscription_start: startedAt,
      active_until: activeUntil,
      plan,
      billing_revision: row('billing_revision', '+', 1),
    }))
    .where('id', '=', tenantId)
    .execute();

interface Period {
  tenantId: number;
  now: Date;
  status: 'created' | 'renewed' | 'cancelled';
  startsOn: Date;
  expiresOn: Date | null;
}

/** Adds a row to the history; a period that stands there already is left as it is. */
export const insertPeriod = (db: Db, { tenantId, now, status, startsOn, expiresOn }: Period) =>
  db
    .insertInto('subscription_history')
    .values({ tenant_id: tenantId, created_at: now, status, starts_on: startsOn, expires_on: expiresOn })
    .onConflict((row) => row.columns(['tenant_id', 'status', 'starts_on']).doNothing())
    .execute();

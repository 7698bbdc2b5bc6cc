import { insertDueEmail } from '#server/features/emails/due-emails.queries.ts';
import {
  type findSubscription,
  insertPeriod,
  lockSubscription,
  PLAN,
  updateSubscription,
} from '#server/features/tenants/subscription.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Change, SubscriptionState } from './subscription.rules.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export const heldOf = (row: Row): SubscriptionState => ({
  subscriptionId: row.subscription_id,
  startedAt: row.subscription_start,
  activeUntil: row.active_until,
});

interface Actor {
  tenantId: number;
  /** null: the provider */
  memberId: number | null;
  sessionId: number | null;
  now: Date;
}

/** Writes a change of a subscription with its history, its audit row and the owner's e-mail. In a transaction of the worker that holds the tenant's row. */
export const insertChange = async (db: Db, actor: Actor, held: SubscriptionState, { next, period }: Change): Promise<void> => {
  const { tenantId, now } = actor;
  await updateSubscription(db, tenantId, { ...next, plan: next.subscriptionId === null ? null : PLAN });
  if (period) await insertPeriod(db, { tenantId, now, ...period });
  if (period?.status === 'cancelled') await insertDueEmail(db, { tenantId, kind: 'cancelled', about: period.expiresOn, now });
  await insertAuditOf(db, actor, {
    action: period ? `subscription ${period.status}` : 'subscription changed',
    entity: 'tenants',
    entityId: tenantId,
    before: held,
    after: next,
  });
};

/** Locks a tenant and changes its subscription by a rule that sees what is stored now. True when something changed. */
export const changeSubscription = async (db: Db, actor: Actor, rule: (held: SubscriptionState) => Change | undefined): Promise<boolean> => {
  const row = await lockSubscription(db, actor.tenantId);
  const held = row && heldOf(row);
  const change = held && rule(held);
  if (!held || !change) return false;
  await insertChange(db, actor, held, change);
  return true;
};

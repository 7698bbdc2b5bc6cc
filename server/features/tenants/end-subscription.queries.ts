import { insertDueEmail } from '#server/features/emails/due-emails.queries.ts';
import { type Billing, orUnavailable } from '#server/platform/billing/billing.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { ProviderContext } from '#server/platform/endpoints/contexts.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { findSubscription, insertPeriod, lockSubscription, PLAN, updateSubscription } from './subscription.queries.ts';

export type EndingBilling = Pick<Billing, 'cancelSubscription' | 'endCustomer' | 'findPaidOf'>;
type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** What was held of a subscription, to be written again. */
export const valuesOf = (held: SubscriptionRow) => ({
  subscriptionId: held.subscription_id,
  startedAt: held.subscription_start,
  activeUntil: held.active_until,
  plan: held.plan,
});

const NOT_CANCELLED = 'The tenant is updated, but its subscription cannot be cancelled now. Please try again later!';

/**
 * A subscription that is about to be cancelled, with what is paid and not reported yet, a checkout or a renewal: afterwards the payment
 * provider tells nobody of it. Undefined for a restaurant that is gone.
 */
export const findPaidSubscription = async (
  billing: EndingBilling,
  tenantId: number,
  sentence: string,
  { asProvider, readAsProvider, now }: Pick<ProviderContext, 'asProvider' | 'readAsProvider' | 'now'>,
): Promise<SubscriptionRow | undefined> => {
  const held = await readAsProvider((db) => findSubscription(db, tenantId));
  if (!held || held.deleted_at !== null || held.billing_customer_id === null) return held;
  const reported = await billing.findPaidOf(held.billing_customer_id).catch(orUnavailable(sentence));
  if (!reported || reported.tenantId !== tenantId || reported.periodEnd <= (held.active_until ?? 0)) return held;
  return asProvider(async (db) => {
    const current = await lockSubscription(db, tenantId);
    // what was reported meanwhile is newer
    if (current?.billing_revision !== held.billing_revision) return current;
    const status = held.subscription_id === reported.id ? 'renewed' : 'created';
    await updateSubscription(db, tenantId, {
      subscriptionId: reported.id,
      startedAt: reported.createdAt,
      activeUntil: reported.periodEnd,
      plan: held.plan ?? PLAN,
    });
    await insertPeriod(db, { tenantId, now, status, startsOn: reported.periodStart, expiresOn: reported.periodEnd });
    return findSubscription(db, tenantId);
  });
};

/** Not only the subscription that is known here: a checkout may be open, or was paid a moment ago. */
export const endPayments = async (
  billing: EndingBilling,
  held: Pick<SubscriptionRow, 'billing_customer_id' | 'subscription_id'>,
  sentence: string,
): Promise<void> => {
  if (held.billing_customer_id) await billing.endCustomer(held.billing_customer_id).catch(orUnavailable(sentence));
  if (held.subscription_id) await billing.cancelSubscription(held.subscription_id, true).catch(orUnavailable(sentence));
};

/** A restaurant whose subscription was cancelled by the provider has none any more; the time that was paid for stays. */
export const insertCancelled = async (
  db: Db,
  tenantId: number,
  held: Pick<SubscriptionRow, 'subscription_start' | 'active_until'>,
  { now, end }: { now: Date; end: Date },
): Promise<void> => {
  await updateSubscription(db, tenantId, { subscriptionId: null, startedAt: null, activeUntil: held.active_until, plan: null });
  await insertPeriod(db, { tenantId, now, status: 'cancelled', startsOn: held.subscription_start ?? end, expiresOn: end });
};

/** Cancels for a restaurant that goes on. After what else is changed of it, which holds also while the payment provider is away. */
export const endSubscription = async (billing: EndingBilling, tenantId: number, context: ProviderContext): Promise<void> => {
  const { asProvider, superAdmin, now } = context;
  const held = await findPaidSubscription(billing, tenantId, NOT_CANCELLED, context);
  if (!held || held.deleted_at !== null) return;
  await endPayments(billing, held, NOT_CANCELLED);
  const subscriptionId = held.subscription_id;
  if (subscriptionId === null) return;
  await asProvider(async (db) => {
    const current = await lockSubscription(db, tenantId);
    if (!current || (current.subscription_id ?? subscriptionId) !== subscriptionId) return;
    // The payment provider may have reported the end meanwhile, without the time that was paid for; or one more month that was paid.
    const paid = (current.active_until ?? 0) > (held.active_until ?? 0) ? current : held;
    await insertCancelled(db, tenantId, { ...held, active_until: paid.active_until }, { now, end: now });
    // of an end that was reported meanwhile the report tells the owner
    if (current.subscription_id !== null) await insertDueEmail(db, { tenantId, kind: 'cancelled', about: now, now });
    await insertProviderAudit(db, { superAdmin, now }, { action: 'cancel subscription', tenantId, before: { subscriptionId } });
  });
};

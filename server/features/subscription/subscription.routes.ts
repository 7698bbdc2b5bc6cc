import { insertDueEmail } from '#server/features/emails/due-emails.queries.ts';
import { AppError } from '#contract/errors.ts';
import {
  cancelSubscription,
  CANCEL_FAILED,
  completeTestCheckout,
  createCheckout,
  DETAILS_FAILED,
  getSubscription,
  LOOKUP_FAILED,
  takeBillingEvent,
} from '#contract/subscription.ts';
import {
  findSubscription,
  getPayer,
  isEndOfPaid,
  lockSubscription,
  updateCustomer,
} from '#server/features/tenants/subscription.queries.ts';
import { BadSignature, type Billing, orUnavailable, type BillingEvent } from '#server/platform/billing/billing.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { wasPurged } from '#server/platform/security/provider-audit.queries.ts';
import { handleRaw, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import { TEST_PREFIX } from '#server/platform/billing/test-billing.ts';
import { takeEvent, wasTaken } from './events.queries.ts';
import { changeSubscription, heldOf, insertChange } from './subscription-changes.queries.ts';
import { accessEnd, follow, type SubscriptionState, phaseOf, surplusOf } from './subscription.rules.ts';

/** How often an answer of the provider may be overtaken by another report before the provider is asked to come back. */
const TRIES = 10;

const aMonthAfter = (start: Date): Date => {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // the 31st of a month whose next is shorter: its last day
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
};

type Row = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

interface Dependencies {
  config: { graceDays: number; supportEmail: string };
  billing: Billing;
  limits: Limits;
}

/** Takes one report; the provider is asked what holds now, whatever the report says. */
const take = async (event: BillingEvent, billing: Billing, context: OpenContext): Promise<void> => {
  const { acrossTenants, readAcrossTenants, readAsProvider, closeSockets, now } = context;
  const { tenantId, subscriptionId } = event;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const row = await readAcrossTenants((db) => findSubscription(db, tenantId));
    const isDeleted = row ? row.deleted_at !== null : await readAsProvider((db) => wasPurged(db, tenantId));
    if (!row && !isDeleted) return;
    if (await readAcrossTenants((db) => wasTaken(db, tenantId, event.id))) return;
    const reported = await billing.findSubscription(subscriptionId);
    // an event of another environment, or of a checkout that was edited
    if (!reported || reported.tenantId !== tenantId) return;
    if (!row || isDeleted) {
      // paid at a page that outlived the restaurant: nobody else would ever end it
      if (reported.state !== 'ended') await billing.cancelSubscription(reported.id);
      return;
    }
    const surplus = surplusOf(heldOf(row), reported);
    if (surplus !== undefined) await billing.cancelSubscription(surplus);

    const outcome = await acrossTenants(async (db) => {
      const current = await lockSubscription(db, tenantId);
      if (current?.billing_revision !== row.billing_revision || current.deleted_at !== null) return 'overtaken';
      if (!(await takeEvent(db, { ...event, now }))) return 'same';
      const held = heldOf(current);
      if (reported.state === 'unpaid' && held.subscriptionId === reported.id)
        await insertDueEmail(db, { tenantId, kind: 'payment failed', about: reported.periodStart, now });
      const change = surplus === reported.id ? undefined : follow(held, reported);
      if (!change) return 'same';
      await insertChange(db, { tenantId, memberId: null, sessionId: null, now }, held, change);
      return 'changed';
    });
    if (outcome === 'changed') closeSockets({ tenant: tenantId });
    if (outcome !== 'overtaken') return;
  }
  throw new AppError('unavailable', 'Too many events at once. Please send it again!', { retryAfter: 5 });
};

/** The calls of the restaurant's own subscription, and the provider's. What the browser comes back with grants nothing (cases.md N20). */
export const subscriptionRoutes = ({ config: { graceDays, supportEmail }, billing, limits }: Dependencies) => {
  const checkoutsOfTenant = limits.open('checkout-tenant');

  return [
    handleSignedIn(getSubscription, async (_, { session, readAcrossTenants, now }) => {
      const row = await readAcrossTenants((db) => findSubscription(db, session.tenantId));
      if (!row) throw new AppError('not_found', DETAILS_FAILED);
      const phase = phaseOf({ ...heldOf(row), isSwitchedOn: row.is_active }, { now, graceDays });
      const end = row.active_until;
      return {
        id: row.id,
        is_active: session.isSubscribed,
        subscription_id: row.subscription_id,
        subscription_start: row.subscription_start?.toISOString() ?? null,
        subscription_end: end?.toISOString() ?? null,
        was_paid: end !== null && (await readAcrossTenants((db) => isEndOfPaid(db, session.tenantId, end))),
        plan: row.plan,
        phase,
        access_end: end && accessEnd(end, graceDays).toISOString(),
        product: billing.product,
        is_test: billing.isTest,
      };
    }),

    handleSignedIn(createCheckout, async ({ body }, context) => {
      const { acrossTenants, readAcrossTenants, now } = context;
      const { tenantId } = context.session;
      if (body.id && body.id !== billing.product.id) throw new AppError('not_found', 'There is no such plan!');
      const row = await readAcrossTenants((db) => findSubscription(db, tenantId));
      if (!row) throw new AppError('not_found', LOOKUP_FAILED);
      // nothing that is paid opens this door
      if (!row.is_active) throw new AppError('conflict', `This account was switched off. Please write to ${supportEmail}.`);
      assertNotSubscribed(heldOf(row), now);
      await checkoutsOfTenant.take(`${tenantId}`);
      await assertNothingPaid(row, billing, context);
      const payer = await readAcrossTenants((db) => getPayer(db, tenantId));
      const paidUntil = await readAcrossTenants((db) => paidAhead(db, row, now));
      const { url, customerId } = await billing
        .openCheckout({
          tenantId,
          customerId: row.billing_customer_id,
          name: payer.name,
          email: payer.email ?? payer.username,
          paidUntil,
          now,
        })
        .catch(orUnavailable(LOOKUP_FAILED));
      if (customerId !== null && customerId !== row.billing_customer_id)
        await acrossTenants((db) => updateCustomer(db, tenantId, customerId));
      return { url, product: billing.product };
    }),

    handleSignedIn(cancelSubscription, async ({ body: { id } }, { session, acrossTenants, readAcrossTenants, closeSockets, now }) => {
      const { tenantId, memberId, id: sessionId } = session;
      const row = await readAcrossTenants((db) => findSubscription(db, tenantId));
      if (!row?.subscription_id) throw new AppError('conflict', 'There is no subscription to cancel.');
      if (row.subscription_id !== id) throw new AppError('not_found', 'There is no such subscription!');
      if (!id.startsWith(TEST_PREFIX)) await billing.cancelSubscription(id).catch(orUnavailable(CANCEL_FAILED));
      const isCancelled = await acrossTenants((db) =>
        changeSubscription(db, { tenantId, memberId, sessionId, now }, (held) =>
          // the provider may have reported it meanwhile
          held.subscriptionId === id
            ? {
                next: { subscriptionId: null, startedAt: null, activeUntil: null },
                period: { status: 'cancelled', startsOn: held.startedAt ?? now, expiresOn: now },
              }
            : undefined,
        ),
      );
      if (isCancelled) closeSockets({ tenant: tenantId });
      return { message: 'Your subscription is cancelled.' };
    }),

    handleRaw(takeBillingEvent, async (body, headers, context) => {
      let event: BillingEvent | undefined;
      try {
        event = billing.readEvent({ body, signature: headers['stripe-signature'] as string | undefined, now: context.now });
      } catch (error) {
        throw error instanceof BadSignature ? new AppError('invalid_input', 'The signature is wrong!') : error;
      }
      if (event) await take(event, billing, context).catch(orUnavailable('Please send it again!'));
      return { message: 'Received.' };
    }),

    handleSignedIn(completeTestCheckout, async (_, { session, acrossTenants, closeSockets, now, random }) => {
      if (!billing.isTest) throw new AppError('not_found', 'There is nothing here!');
      const { tenantId, memberId, id: sessionId } = session;
      const isChanged = await acrossTenants((db) =>
        changeSubscription(db, { tenantId, memberId, sessionId, now }, (held) => {
          assertNotSubscribed(held, now);
          const next = { subscriptionId: `${TEST_PREFIX}${publicId(random)}`, startedAt: now, activeUntil: aMonthAfter(now) };
          return { next, period: { status: 'created', startsOn: now, expiresOn: next.activeUntil } };
        }),
      );
      if (isChanged) closeSockets({ tenant: tenantId });
      return { message: 'Subscription created.' };
    }),
  ];
};

/** What was charged and is not reported yet, a checkout or a renewal, is taken now: who seems to owe it must not pay it twice. */
const assertNothingPaid = async (row: Row, billing: Billing, context: OpenContext) => {
  const { acrossTenants, closeSockets, now } = context;
  if (row.billing_customer_id === null) return;
  const reported = await billing.findPaidOf(row.billing_customer_id).catch(orUnavailable(LOOKUP_FAILED));
  if (!reported || reported.tenantId !== row.id || reported.periodEnd <= now) return;
  const isChanged = await acrossTenants(async (db) => {
    const current = await lockSubscription(db, row.id);
    if (current?.billing_revision !== row.billing_revision || current.deleted_at !== null) return false;
    const held = heldOf(current);
    // its report ends another one that is still held
    const change = held.subscriptionId === null || held.subscriptionId === reported.id ? follow(held, reported) : undefined;
    if (change) await insertChange(db, { tenantId: row.id, memberId: null, sessionId: null, now }, held, change);
    return change !== undefined;
  });
  if (isChanged) closeSockets({ tenant: row.id });
  throw alreadyActive();
};

const SHORTEST_AHEAD = 60 * 1000; // ms; the payment provider puts a charge off to the future only, from the moment when it is asked

/** Until when a restaurant has paid that has no subscription any more: the next one begins then. A trial ends where it is bought. */
const paidAhead = async (db: Db, { id, subscription_id, active_until: end }: Row, now: Date): Promise<Date | undefined> =>
  subscription_id === null && end !== null && end.getTime() - now.getTime() > SHORTEST_AHEAD && (await isEndOfPaid(db, id, end))
    ? end
    : undefined;

const alreadyActive = () => new AppError('conflict', 'Your subscription is already active!');

/** Who has paid for the time that is running buys nothing twice; who is in grace may. */
const assertNotSubscribed = ({ subscriptionId, activeUntil }: SubscriptionState, now: Date) => {
  if (subscriptionId !== null && activeUntil !== null && activeUntil > now) throw alreadyActive();
};

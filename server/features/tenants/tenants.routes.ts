import { Readable } from 'node:stream';
import { findCurrency } from '#contract/currencies.ts';
import { rangeOf } from '#contract/periods.ts';
import {
  addTenant,
  countTenants,
  deleteTenant,
  listDeletedTenants,
  listSubscriptionHistory,
  listTenants,
  listTenantsToExport,
  restoreTenant,
  updateTenant,
  type Tenant,
} from '#contract/tenants.ts';
import { AppError, errorAt } from '#contract/errors.ts';
import { endSessionsOfMember, endSessionsOfTenant } from '#server/features/devices/sessions.queries.ts';
import { insertDueEmail } from '#server/features/emails/due-emails.queries.ts';
import { assertConfirmed } from '#server/features/superadmin-auth/confirmation.queries.ts';
import { markAllMembersArchived, markAllMembersRestored, updateOwnerUsername } from '#server/features/users/owners.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import { sendCsv, sendStream } from '#server/platform/endpoints/answers.ts';
import { writeCsv } from '#server/platform/files/csv.ts';
import { LINK_DAYS } from '#server/features/users/password-resets.queries.ts';
import { mergedOrAsk } from '#server/platform/endpoints/edits.ts';
import type { Limit, Limits } from '#server/platform/limits/limits.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import { handleProvider } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import {
  type EndingBilling,
  endPayments,
  endSubscription,
  findPaidSubscription,
  insertCancelled,
  valuesOf,
} from './end-subscription.queries.ts';
import { addressChangedEmails, deletedEmail, openedEmail } from './emails.rules.ts';
import { insertLinkToConfirm } from './owner-links.queries.ts';
import { openTenant } from './open-tenant.queries.ts';
import { findOwnerToPart, insertPartingEmail } from './parting-emails.queries.ts';
import { purgeTenants } from './purge.queries.ts';
import { updateSubscription } from './subscription.queries.ts';
import { lockTenantToRestore, markTenantDeleted, markTenantRestored, updateTenantNote, updateTenantRow } from './tenant-changes.queries.ts';
import {
  findDeletedTenants,
  findMembersCount,
  findSubscriptionHistory,
  findTenantCounts,
  findTenants,
  getStoreOf,
  getTenant,
  streamTenants,
} from './tenant-list.queries.ts';
import { csvName, tenantColumns, toTenantCells } from './tenants-csv.rules.ts';

const PER_PAGE = 5; // part-2 §9
const PROVIDER_AWAY = 'The subscription cannot be cancelled now. Please try again later!';
const STILL_CHARGED = 'Tenant updated. Its subscription goes on, and is charged, until it is cancelled.';
const DAY = 24 * 60 * 60 * 1000; // ms

const refusal = (field: string, message: string) => errorAt('invalid_input', field, message);

const utcDay = (now: Date) => now.toISOString().slice(0, 10);

const toJson = async function* (pages: AsyncIterable<Tenant[]>) {
  let separator = '[';
  for await (const tenants of pages)
    for (const tenant of tenants) {
      yield separator + JSON.stringify(tenant);
      separator = ',';
    }
  yield separator === '[' ? '[]' : ']';
};

const toCsv = async function* (pages: AsyncIterable<Tenant[]>) {
  yield writeCsv(tenantColumns, [], true);
  for await (const tenants of pages) yield writeCsv(tenantColumns, tenants.map(toTenantCells), false);
};

interface Dependencies {
  config: { trialDays: number; graceDays: number; purgeAfterDays: number; supportEmail: string; publicUrl: string };
  billing: EndingBilling;
  limits: Limits;
}

/** What counts the wrong passwords of whoever confirms with theirs. */
interface Confirming extends Dependencies {
  wrongPasswords: Limit;
}

/** Looking at restaurants. */
const lookRoutes = ({ config: { graceDays, purgeAfterDays }, wrongPasswords }: Confirming) => [
  handleProvider(countTenants, async (_, { readAsProvider, now }) => {
    const { active, total, deleted } = await readAsProvider((db) => findTenantCounts(db, { now, graceDays }));
    return { activeTenants: active, inactiveTenants: total - active, allTenants: total, deletedTenants: deleted, purgeAfterDays };
  }),

  handleProvider(listDeletedTenants, (_, { readAsProvider, now }) => readAsProvider((db) => findDeletedTenants(db, { now, graceDays }))),

  handleProvider(listTenantsToExport, async ({ params: { status }, query: { format, search, type, from, to } }, context) => {
    const { asProvider, openFigures, superAdmin, now } = context;
    await assertConfirmed(context, wrongPasswords);
    const range = type && rangeOf(type, utcDay(now), { from, to });
    // names and addresses of all owners leave the house: who took them, and when
    await asProvider((db) =>
      insertProviderAudit(
        db,
        { superAdmin, now },
        { action: 'export tenants', after: { status, format, ...(search && { search }), ...range } },
      ),
    );
    const figures = await openFigures();
    const pages = streamTenants(figures.asProvider, { state: status, search, range }, { now, graceDays });
    return format === 'csv'
      ? sendCsv(csvName(status, now), Readable.from(toCsv(pages)), figures.asOf)
      : sendStream(Readable.from(toJson(pages)), 'application/json; charset=utf-8', undefined, figures.asOf);
  }),

  handleProvider(listTenants, async ({ query }, { asProvider, now }) => {
    const { page = 1, perPage = PER_PAGE, search, status = 'all', type, from, to } = query;
    const range = type && rangeOf(type, utcDay(now), { from, to });
    const wanted = { state: status, search, range, offset: (page - 1) * perPage, limit: perPage };
    const { tenants, total } = await asProvider((db) => findTenants(db, wanted, { now, graceDays }), 'read only');
    return { tenants, currentPage: page, perPage, totalTenants: total, totalPages: Math.ceil(total / perPage) };
  }),

  handleProvider(listSubscriptionHistory, async ({ params: { id } }, { asProvider, now }) =>
    asProvider(
      async (db) => ({
        tenantInfo: await getTenant(db, id, { now, graceDays }),
        storeDetails: await getStoreOf(db, id),
        totalUsers: await findMembersCount(db, id),
        subscriptionHistory: await findSubscriptionHistory(db, id),
      }),
      'read only',
    ),
  ),
];

/** Adding and changing them. */
const changeRoutes = ({ config: { trialDays, graceDays, supportEmail, publicUrl }, billing, wrongPasswords }: Confirming) => {
  /** Whoever is let in by hand gets a trial, also where new accounts get none. */
  const trialFrom = (now: Date) => new Date(now.getTime() + Math.max(trialDays, 1) * DAY);

  return [
    handleProvider(addTenant, async ({ body }, context) => {
      const { asProvider, superAdmin, now, random, inBackground, sendEmail } = context;
      const { name, email, password, isActive, ownerName, timezone } = body;
      const currency = (body.currency || 'USD').toUpperCase();
      if (!findCurrency(currency)) throw refusal('currency', 'Please select a currency!');
      if (timezone && !isTimezone(timezone)) throw refusal('timezone', 'Please select a time zone!');
      assertGoodPassword(password, [name, email, ...(ownerName ? [ownerName] : [])]);
      const restaurant = {
        name,
        ownerName: ownerName || undefined,
        username: email,
        addressField: 'email' as const,
        passwordHash: await hashPassword(password, random),
        currency,
        timezone: timezone || 'UTC',
        uniqueQRCode: publicId(random),
        activeUntil: trialFrom(now),
        now,
      };
      const owner = await asProvider(async (db) => {
        const { tenantId, memberId } = await openTenant(db, restaurant);
        if (!isActive) await updateTenantRow(db, tenantId, { isActive });
        await insertProviderAudit(db, { superAdmin, now }, { action: 'add tenant', tenantId, after: { name, email, isActive } });
        return { tenantId, memberId };
      });
      inBackground(async () => {
        const link = await insertLinkToConfirm(context, owner, publicUrl);
        sendEmail(openedEmail(email, { supportEmail, link, days: LINK_DAYS }));
      });
      return { message: 'Tenant added.', id: owner.tenantId };
    }),

    handleProvider(updateTenant, async ({ params: { id }, body }, context) => {
      const { asProvider, readAsProvider, superAdmin, now, closeSockets, sendEmail, inBackground } = context;
      const editOf = ({ name, email, is_active: isActive, note }: Tenant) => ({ given: body, present: { name, email, isActive, note } });
      const mergedWith = (tenant: Tenant) => mergedOrAsk(editOf(tenant), () => Promise.resolve(null));
      const seen = await readAsProvider((db) => getTenant(db, id, { now, graceDays }));
      const knownEmail = seen.email;
      if ((await mergedWith(seen)).email !== knownEmail || body.cancelSubscription) await assertConfirmed(context, wrongPasswords);
      const { isOpenedOrClosed, isCharged, ownerId, before, email } = await asProvider(async (db) => {
        const before = await getTenant(db, id, { now, graceDays }, true);
        // whether the password was asked for was decided by the address that is not stored any more
        if (before.email !== knownEmail) throw new AppError('conflict', 'This restaurant was changed meanwhile. Please look again!');
        const { name, email, isActive, note } = await mergedWith(before);
        // What is shown is whether the restaurant can work now; only whoever changes that changes the switch behind it, so that a
        // new name for a restaurant whose trial is over does not lock it out for good.
        const isSwitched = isActive !== before.is_active;
        const end = before.subscription_end && new Date(before.subscription_end);
        const hasEnded = !end || end.getTime() + graceDays * DAY <= now.getTime();
        await updateTenantRow(db, id, {
          name,
          ...(isSwitched && { isActive }),
          ...(isSwitched && isActive && hasEnded && { activeUntil: trialFrom(now) }),
        });
        if (isSwitched && !isActive) await insertDueEmail(db, { tenantId: id, kind: 'switched off', about: now, now });
        if (note !== before.note) await updateTenantNote(db, id, note);
        const owner = email === before.email || email === null ? undefined : await updateOwnerUsername(db, id, email, now);
        if (owner !== undefined) await endSessionsOfMember(db, { tenantId: id, memberId: owner, now });
        const after = await getTenant(db, id, { now, graceDays });
        const shown = ({ name, email, is_active: isActive, subscription_end, note }: Tenant) => ({
          name,
          email,
          isActive,
          subscription_end,
          note,
        });
        const audited = { action: 'update tenant', tenantId: id, before: shown(before), after: shown(after) };
        await insertProviderAudit(db, { superAdmin, now }, audited);
        const isOpenedOrClosed = before.is_active !== after.is_active;
        const isCharged = isOpenedOrClosed && !after.is_active && after.subscription_id !== null && !body.cancelSubscription;
        return { isOpenedOrClosed, isCharged, ownerId: owner, before, email };
      });
      // also when it is let in again: terminals that waited come back and listen
      if (isOpenedOrClosed) closeSockets({ tenant: id });
      if (ownerId !== undefined) {
        closeSockets({ member: ownerId });
        inBackground(async () => {
          const link = await insertLinkToConfirm(context, { tenantId: id, memberId: ownerId }, publicUrl);
          const emails = addressChangedEmails({ before: before.email, after: email ?? '' }, { supportEmail, link, days: LINK_DAYS });
          for (const email of emails) sendEmail(email);
        });
      }
      if (body.cancelSubscription) await endSubscription(billing, id, context);
      return { message: isCharged ? STILL_CHARGED : 'Tenant updated.' };
    }),
  ];
};

/** Deleting them, and taking that back. */
const endRoutes = ({ config: { graceDays, purgeAfterDays, supportEmail }, billing, wrongPasswords }: Confirming) => [
  handleProvider(deleteTenant, async ({ params: { id } }, context) => {
    const { asProvider, readAsProvider, superAdmin, now, closeSockets, inBackground, photos } = context;
    await readAsProvider((db) => getTenant(db, id, { now, graceDays }));
    await assertConfirmed(context, wrongPasswords);
    const held = await findPaidSubscription(billing, id, PROVIDER_AWAY, context);
    // First: once the restaurant is gone nobody knows what its owner would go on paying for.
    if (held) await endPayments(billing, held, PROVIDER_AWAY);
    const purgeAt = purgeAfterDays > 0 ? new Date(now.getTime() + purgeAfterDays * DAY) : null;
    await asProvider(async (db) => {
      const { name, subscription_id: subscriptionId } = await getTenant(db, id, { now, graceDays }, true);
      // paid at a page that was opened after all pages were closed: it has to be cancelled, too
      if (subscriptionId !== null && subscriptionId !== held?.subscription_id)
        throw new AppError('conflict', 'This restaurant was changed meanwhile. Please look again!');
      // the payment provider may have reported the end meanwhile: whoever restores it finds the time that was paid for
      if (held?.subscription_id && subscriptionId === null) await updateSubscription(db, id, valuesOf(held));
      const owner = await findOwnerToPart(db, id);
      const deletion = { purgeAt, wasSubscribed: Boolean(held?.subscription_id), supportEmail, now };
      if (owner) await insertPartingEmail(db, id, deletedEmail(owner, deletion));
      await markTenantDeleted(db, id, { now, purgeAt });
      await markAllMembersArchived(db, id, { now, isRestorable: purgeAt !== null });
      // after the members: whoever signs in at this moment is waited for, and put out again
      await endSessionsOfTenant(db, id, now);
      await insertProviderAudit(db, { superAdmin, now }, { action: 'delete tenant', tenantId: id, before: { name }, after: { purgeAt } });
    });
    closeSockets({ tenant: id });
    if (!purgeAt) inBackground(() => purgeTenants({ databases: context, photos, clock: () => now }));
    return { message: 'Tenant deleted.' };
  }),

  handleProvider(restoreTenant, async ({ params: { id } }, { asProvider, superAdmin, now }) => {
    const isUnsubscribed = await asProvider(async (db) => {
      const tenant = await lockTenantToRestore(db, id, now);
      if (!tenant) throw new AppError('not_found', 'There is no deleted restaurant to restore!');
      const { name, subscription_id, deleted_at } = tenant;
      await markTenantRestored(db, id);
      await markAllMembersRestored(db, id);
      // it was cancelled at the payment provider when the restaurant was deleted; the time that was paid for stays
      if (subscription_id !== null) {
        await insertCancelled(db, id, tenant, { now, end: deleted_at! });
        await insertDueEmail(db, { tenantId: id, kind: 'cancelled', about: deleted_at!, now });
      }
      await insertProviderAudit(db, { superAdmin, now }, { action: 'restore tenant', tenantId: id, after: { name } });
      return subscription_id !== null;
    });
    return { message: isUnsubscribed ? 'Tenant restored. Its subscription was cancelled when it was deleted.' : 'Tenant restored.' };
  }),
];

/** What a super administrator does with restaurants. */
export const tenantsRoutes = (dependencies: Dependencies) => {
  const confirming = { ...dependencies, wrongPasswords: dependencies.limits.open('platform-confirm') };
  return [...lookRoutes(confirming), ...changeRoutes(confirming), ...endRoutes(confirming)];
};

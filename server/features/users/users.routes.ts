import { DELETED_KEPT } from '#contract/deleted.ts';
import { AppError } from '#contract/errors.ts';
import { mayGrant, mayTouch, type Right, rightsOf, type Scope, scopes, usualRights } from '#contract/permissions.ts';
import {
  addUser,
  deleteUser,
  listScopes,
  listUsers,
  restoreUser,
  sendInvitation,
  updateUser,
  updateUserPassword,
} from '#contract/users.ts';
import { forgetBrowsers } from '#server/features/devices/known-browsers.queries.ts';
import { endSessionsOfMember } from '#server/features/devices/sessions.queries.ts';
import { countAudits, insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { keepTaken, type Limits } from '#server/platform/limits/limits.ts';
import { findHeldRights } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { hashPassword, hashToken, newToken } from '#server/platform/security/tokens.ts';
import { openAddressEmails } from './address-emails.queries.ts';
import { swapPhoto } from './member-photos.queries.ts';
import { getMemberToRestore, markMemberRestored } from './former-members.queries.ts';
import {
  assertRoomForMember,
  findKnownNames,
  findMembers,
  findRestaurantNames,
  getMemberToChange,
  insertMember,
  markMemberArchived,
  NO_PASSWORD,
  updateMember,
  updatePassword,
} from './members.queries.ts';
import { insertPasswordReset, LINK_DAYS, markLinksUsed, markPasswordResetsUsed } from './password-resets.queries.ts';

const entity = 'members';
const HOUR = 60 * 60 * 1000; // ms
const DAY = 24 * HOUR;
const STRONGER = 'This user holds scopes that you do not hold!';
const CHANGES_PER_HOUR = 5; // of one colleague's password

/** Up to what percent somebody gives discounts; undefined: not at all. */
const percentOf = ({ rights, discountLimit }: { rights: readonly Right[]; discountLimit: number | null }): number | undefined =>
  rights.includes('discount') ? (discountLimit ?? 100) : undefined;

/** Whoever holds a right that one does not hold is nobody's to change: setting their password would be a way to become them. */
const assertHoldsRightsOf = async (
  context: Pick<Context, 'db' | 'session'>,
  { rights, discount_limit: discountLimit }: { rights: readonly Right[]; discount_limit: number | null },
) => {
  const held = await findHeldRights(context);
  if (!rights.every((right) => held.rights.includes(right)))
    throw new AppError('not_allowed', 'This user holds rights that you do not hold!');
  if ((percentOf({ rights, discountLimit }) ?? 0) > (held.discountLimit ?? 100))
    throw new AppError('not_allowed', 'This user may give discounts that you may not give!');
};

const getTouchable = async ({ db, session }: Context, username: string) => {
  const member = await getMemberToChange(db, username);
  if (member.role === 'admin') throw new AppError('not_allowed', 'An admin cannot be changed here!');
  await assertHoldsRightsOf({ db, session }, member);
  if (!mayTouch(session, member)) throw new AppError('not_allowed', STRONGER);
  return member;
};

const assertGrant = ({ session }: Context, granted: readonly Scope[]) => {
  if (!mayGrant(session, granted)) throw new AppError('not_allowed', 'You can only grant scopes that you hold!');
};

interface Granted {
  rights: readonly Right[];
  discountLimit: number | null;
}

/**
 * Nobody grants a right, or a discount, that they do not hold (wire-2.md §1): neither by saying so, nor where the usual rights or no limit
 * are what comes of saying nothing.
 */
const assertGrantsHeld = async (context: Context, granted: Granted, before: Granted = { rights: [], discountLimit: null }) => {
  if (context.session.role === 'admin') return;
  const held = await findHeldRights(context);
  if (!granted.rights.every((right) => held.rights.includes(right)))
    throw new AppError('not_allowed', 'You can only grant rights that you hold!');
  // a limit alone gives nothing, unless a number is given that one does not have oneself
  const isGiven = (percentOf(granted) ?? 0) > (percentOf(before) ?? 0);
  const isSaid = granted.discountLimit !== null && granted.discountLimit !== before.discountLimit;
  if ((isGiven || isSaid) && (granted.discountLimit ?? 100) > (held.discountLimit ?? 100))
    throw new AppError('not_allowed', 'You can only grant discounts that you may give!');
};

/** Signs a colleague out everywhere, and takes the links to set a password that are still in the mail. */
const signOutEverywhere = async (
  { db, now, closeSockets, afterCommit, noteSecurity, session }: Context,
  member: { tenant_id: number; id: number },
  why: string,
) => {
  const whose = { tenantId: member.tenant_id, memberId: member.id, now };
  const sessions = await endSessionsOfMember(db, whose);
  await markPasswordResetsUsed(db, whose);
  await forgetBrowsers(db, whose);
  closeSockets({ member: member.id });
  const event = { kind: 'session ended', tenantId: member.tenant_id, memberId: member.id, sessionId: session.id } as const;
  if (sessions > 0) afterCommit(() => noteSecurity({ ...event, detail: { why, sessions, by: session.memberId } }));
};

/** Stores the link of an invitation; answers its token, which is to be mailed. */
const insertInvitation = async ({ db, now, random, session }: Context, memberId: number) => {
  const token = newToken(random);
  await insertPasswordReset(db, {
    tenantId: session.tenantId,
    memberId,
    purpose: 'invitation',
    tokenHash: hashToken(token),
    now,
    expiresAt: new Date(now.getTime() + LINK_DAYS * DAY),
  });
  return token;
};

interface Dependencies {
  databases: Pick<Databases, 'readAcrossTenants'>;
  config: { publicUrl: string };
  limits: Limits;
}

const routesWithoutEmails = [
  handle(listUsers, async (_, { db }) =>
    (await findMembers(db)).map(({ invited_at, discount_limit, ...member }) => ({
      ...member,
      scope: member.scopes.join(','),
      rights: rightsOf(member),
      discountLimit: discount_limit,
      ...(invited_at && { invited: true }),
    })),
  ),

  handle(listScopes, () => [...scopes]),

  handle(updateUser, async ({ params: { username }, body }, context) => {
    const { db, closeSockets } = context;
    const before = await getTouchable(context, username);
    const { name, designation, phone, email } = before;
    const held = scopes.filter((scope) => before.scopes.includes(scope));
    const present = { name, designation, phone, email, userScopes: held, rights: before.rights, discountLimit: before.discount_limit };
    const { userScopes, discountLimit, ...person } = await mergedOfRow(context, { given: body, present }, entity, before.id);
    assertGrant(context, userScopes);
    await assertGrantsHeld(
      context,
      { rights: person.rights, discountLimit },
      { rights: before.rights, discountLimit: before.discount_limit },
    );
    // only the owner could give it back
    if (before.id === context.session.memberId && !userScopes.includes('SETTINGS'))
      throw new AppError('conflict', 'You cannot take SETTINGS from yourself!');
    const after = { ...person, scopes: userScopes, discount_limit: discountLimit };
    await updateMember(db, before.id, after);
    await insertAudit(context, { action: 'update', entity, entityId: before.id, before, after });
    // The next call meets the new scopes; an open socket would not.
    if (userScopes.join() !== held.join()) closeSockets({ member: before.id });
    return { message: 'User updated.' };
  }),

  handle(deleteUser, async ({ params: { username } }, context) => {
    const { db, now, session, photos, afterCommit } = context;
    const before = await getTouchable(context, username);
    if (before.id === context.session.memberId) throw new AppError('conflict', 'You cannot delete yourself!');
    await markMemberArchived(db, before.id, now);
    const photo = await swapPhoto(db, before.id, null);
    if (photo !== null) afterCommit(() => photos.remove(session.tenantId, photo));
    await signOutEverywhere(context, before, 'user deleted');
    await insertAudit(context, { action: 'delete', entity, entityId: before.id, before });
    return { message: 'User deleted.' };
  }),

  // The second factor waits with the account: without it, deleting and taking back would be a way around it.
  handle(restoreUser, async ({ params: { username } }, context) => {
    const { db, now, session } = context;
    const member = await getMemberToRestore(db, username, new Date(now.getTime() - DELETED_KEPT));
    await assertHoldsRightsOf(context, member);
    if (!mayTouch(session, member)) throw new AppError('not_allowed', STRONGER);
    await assertRoomForMember(db, session.tenantId);
    await markMemberRestored(db, member.id);
    await insertAudit(context, { action: 'restore', entity, entityId: member.id });
    return { message: `${member.name} is back, and signs in again with the same password.` };
  }),
];

/** The calls after which somebody gets an e-mail. */
const routesWithEmails = (dependencies: Dependencies) => {
  const emails = openAddressEmails(dependencies);
  const emailsOfTenant = dependencies.limits.open('emails-tenant');
  const invitationsOfMember = dependencies.limits.open('invitation-member');
  const passwordsOfMember = dependencies.limits.open('secret-member');
  const hash = async (password: string, { session, random }: Pick<Context, 'session' | 'random'>) => {
    await passwordsOfMember.take(`${session.memberId}`);
    return hashPassword(password, random, session.tenantId);
  };

  return [
    // With or without a password, every address is treated alike, known elsewhere or not: that is looked up after the answer, for the e-mail.
    handle(
      addUser,
      async ({ body }, context, passwordHash: string) => {
        const { db, session, now, sendEmail, inBackground } = context;
        const { username, password, userScopes = [], email = null, ...person } = body;
        assertGrant(context, userScopes);
        const { rights = usualRights, discountLimit = null } = person;
        await assertGrantsHeld(context, { rights, discountLimit });
        if (password !== undefined) assertGoodPassword(password, [...(await findRestaurantNames(db)), username, person.name, email ?? '']);
        const values = { username, role: 'user' as const, scopes: userScopes, email, ...person };
        const add = async () => {
          await assertRoomForMember(db, session.tenantId);
          const { id } = await insertMember(db, { ...values, tenantId: session.tenantId, passwordHash, isInvited: true, now });
          await insertAudit(context, { action: password === undefined ? 'invite' : 'add', entity, entityId: id, after: values });
          const asked = { username, tenantId: session.tenantId, sendEmail };
          if (password !== undefined) return inBackground(() => emails.tellHolder(asked));
          const token = await insertInvitation(context, id);
          inBackground(() => emails.sendInvitation({ ...asked, token }));
        };
        await (password === undefined ? keepTaken([[emailsOfTenant, `${session.tenantId}`]], add) : add());
        return { message: password === undefined ? `Invitation sent to ${username}.` : 'User added.' };
      },
      async ({ body: { password } }, context) => (password === undefined ? NO_PASSWORD : hash(password, context)),
    ),

    handle(sendInvitation, async ({ params: { username } }, context) => {
      const { db, session, now, sendEmail, inBackground } = context;
      const member = await getTouchable(context, username);
      if (!member.invited_at) throw new AppError('conflict', 'This user has already signed in!');
      const limited = [[invitationsOfMember, `${member.id}`] as const, [emailsOfTenant, `${session.tenantId}`] as const];
      await keepTaken(limited, async () => {
        await markLinksUsed(db, { tenantId: session.tenantId, memberId: member.id, purpose: 'invitation', now });
        const token = await insertInvitation(context, member.id);
        await insertAudit(context, { action: 'invite', entity, entityId: member.id });
        inBackground(() => emails.sendInvitation({ username: member.username, tenantId: session.tenantId, token, sendEmail }));
      });
      return { message: 'Invitation sent.' };
    }),

    handle(
      updateUserPassword,
      async ({ params: { username }, body }, context, passwordHash: string) => {
        const { db, session, now, sendEmail, inBackground } = context;
        const member = await getTouchable(context, username);
        // whoever finds a session open does not know the present one
        if (member.id === session.memberId) throw new AppError('conflict', 'You change your own password on your profile!');
        assertGoodPassword(body.password, await findKnownNames(db, { tenantId: member.tenant_id, memberId: member.id }));
        // Each change writes an e-mail: nobody's mailbox is filled from a colleague's keyboard.
        const since = new Date(now.getTime() - HOUR);
        if ((await countAudits(db, { action: 'password', entity, entityId: member.id, since })) >= CHANGES_PER_HOUR)
          throw new AppError('too_many', 'This password was changed too often! Please try again in an hour.', {
            retryAfter: HOUR / 1000,
          });
        await keepTaken([[emailsOfTenant, `${session.tenantId}`]], async () => {
          await updatePassword(db, { tenantId: member.tenant_id, memberId: member.id, passwordHash });
          await signOutEverywhere(context, member, 'password set by a colleague');
          await insertAudit(context, { action: 'password', entity, entityId: member.id });
        });
        inBackground(() => emails.tellPasswordSet({ username: member.username, tenantId: member.tenant_id, member, sendEmail }));
        return { message: 'Password updated.' };
      },
      ({ body }, context) => hash(body.password, context),
    ),
  ];
};

export const usersRoutes = (dependencies: Dependencies) => [...routesWithoutEmails, ...routesWithEmails(dependencies)];

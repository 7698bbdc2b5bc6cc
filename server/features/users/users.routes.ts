import { AppError } from '#contract/errors.ts';
import { mayGrant, mayTouch, type Scope, scopes } from '#contract/permissions.ts';
import { addUser, deleteUser, listScopes, listUsers, updateUser, updateUserPassword } from '#contract/users.ts';
import { endSessionsOfMember } from '#server/features/devices/sessions.queries.ts';
import { deleteFactor } from '#server/features/second-factor/second-factors.queries.ts';
import { countAudits, insertAudit } from '#server/platform/audit.queries.ts';
import { handle, type Context } from '#server/platform/routes.ts';
import { assertGoodPassword } from '#server/platform/passwords.ts';
import { hashPassword } from '#server/platform/tokens.ts';
import {
  assertRoomForMember,
  findKnownNames,
  findMembers,
  findRestaurantNames,
  getMemberToChange,
  insertMember,
  markMemberArchived,
  updateMember,
  updatePassword,
} from './members.queries.ts';
import { markPasswordResetsUsed } from './password-resets.queries.ts';

const entity = 'members';
const HOUR = 60 * 60 * 1000; // ms
const CHANGES_PER_HOUR = 5; // of one colleague's password

const getTouchable = async ({ db, session }: Context, username: string) => {
  const member = await getMemberToChange(db, username);
  if (member.role === 'admin') throw new AppError('not_allowed', 'An admin cannot be changed here!');
  if (!mayTouch(session, member)) throw new AppError('not_allowed', 'This user holds scopes that you do not hold!');
  return member;
};

const assertGrant = ({ session }: Context, granted: readonly Scope[]) => {
  if (!mayGrant(session, granted)) throw new AppError('not_allowed', 'You can only grant scopes that you hold!');
};

/** Signs a colleague out everywhere, and takes the links to set a password that are still in the mail. */
const signOutEverywhere = async ({ db, now, closeSockets }: Context, member: { tenant_id: number; id: number }) => {
  const whose = { tenantId: member.tenant_id, memberId: member.id, now };
  await endSessionsOfMember(db, whose);
  await markPasswordResetsUsed(db, whose);
  closeSockets({ member: member.id });
};

export const usersRoutes = [
  handle(listUsers, async (_, { db }) => (await findMembers(db)).map((member) => ({ ...member, scope: member.scopes.join(',') }))),

  handle(listScopes, () => [...scopes]),

  handle(addUser, async ({ body }, context) => {
    const { db, session, now, random } = context;
    const { username, password, userScopes = [], email = null, ...person } = body;
    assertGrant(context, userScopes);
    assertGoodPassword(password, [...(await findRestaurantNames(db)), username, person.name, email ?? '']);
    const values = { username, role: 'user' as const, scopes: userScopes, email, ...person };
    const passwordHash = await hashPassword(password, random);
    await assertRoomForMember(db, session.tenantId);
    const { id } = await insertMember(db, { ...values, tenantId: session.tenantId, passwordHash, now });
    await insertAudit(context, { action: 'add', entity, entityId: id, after: values });
    return { message: 'User added.' };
  }),

  handle(updateUser, async ({ params: { username }, body }, context) => {
    const { db, closeSockets } = context;
    const before = await getTouchable(context, username);
    const { userScopes, ...person } = body;
    if (userScopes) assertGrant(context, userScopes);
    const after = { name: person.name, designation: person.designation, phone: person.phone, email: person.email, scopes: userScopes };
    await updateMember(db, before.id, after);
    await insertAudit(context, { action: 'update', entity, entityId: before.id, before, after });
    // The next call meets the new scopes; an open socket would not.
    if (userScopes && userScopes.join() !== scopes.filter((scope) => before.scopes.includes(scope)).join())
      closeSockets({ member: before.id });
    return { message: 'User updated.' };
  }),

  handle(updateUserPassword, async ({ params: { username }, body }, context) => {
    const { db, now, random, post } = context;
    const member = await getTouchable(context, username);
    assertGoodPassword(body.password, await findKnownNames(db, { tenantId: member.tenant_id, memberId: member.id }));
    // Each change writes a letter: nobody's mailbox is filled from a colleague's keyboard.
    const since = new Date(now.getTime() - HOUR);
    if ((await countAudits(db, { action: 'password', entity, entityId: member.id, since })) >= CHANGES_PER_HOUR)
      throw new AppError('too_many', 'This password was changed too often! Please try again in an hour.', {
        retryAfter: HOUR / 1000,
      });
    const passwordHash = await hashPassword(body.password, random);
    await updatePassword(db, { tenantId: member.tenant_id, memberId: member.id, passwordHash });
    await signOutEverywhere(context, member);
    await insertAudit(context, { action: 'password', entity, entityId: member.id });
    post({
      to: member.username,
      subject: 'Your password was changed',
      text: [
        `Hello ${member.name},`,
        'A colleague who looks after the users of your restaurant has set a new password for you, and all your devices were signed out.',
        'If you did not expect this, please speak to them.',
      ].join('\n\n'),
    });
    return { message: 'Password updated.' };
  }),

  handle(deleteUser, async ({ params: { username } }, context) => {
    const { db, now } = context;
    const before = await getTouchable(context, username);
    await markMemberArchived(db, before.id, now);
    await deleteFactor(db, before.id);
    await signOutEverywhere(context, before);
    await insertAudit(context, { action: 'delete', entity, entityId: before.id, before });
    return { message: 'User deleted.' };
  }),
];

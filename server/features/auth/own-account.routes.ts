import { getProfile } from '#contract/auth.ts';
import { updateOwnPassword, updateProfile } from '#contract/own-account.ts';
import { errorAt } from '#contract/errors.ts';
import { rightsOf } from '#contract/permissions.ts';
import { forgetBrowsers } from '#server/features/devices/known-browsers.queries.ts';
import { DEVICE_COOKIE, readDeviceTokens } from '#server/features/devices/known-browsers.rules.ts';
import { endOtherSessions } from '#server/features/devices/sessions.queries.ts';
import { openNotices } from '#server/features/emails/notices.queries.ts';
import {
  findKnownNames,
  findMembersToSignIn,
  getProfileOf,
  lockProfile,
  lockUnchanged,
  updateMember,
  updatePassword,
} from '#server/features/users/members.queries.ts';
import { markPasswordResetsUsed } from '#server/features/users/password-resets.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { handle, handleSignedIn } from '#server/platform/endpoints/routes.ts';
import { hashPassword, hashToken, verifyPassword } from '#server/platform/security/tokens.ts';
import { passwordChangedEmail } from './emails.rules.ts';

const entity = 'members';
const WRONG = 'The current password is wrong!';
const wrongPassword = () => errorAt('invalid_input', 'current', WRONG);

/** What members do with their own account; all of it also while the subscription is inactive. */
export const ownAccountRoutes = ({ config: { graceDays }, limits }: { config: { graceDays: number }; limits: Limits }) => {
  const wrongOnes = limits.open('password-member');
  const looks = limits.open('secret-member');
  const sendNotice = openNotices(limits);

  return [
    handle(getProfile, async (_, { db, session }) => {
      const {
        scopes,
        discount_limit,
        confirmed_at,
        created_at: _openedAt,
        store_name,
        timezone,
        day_start,
        lock_after_minutes: lockAfterMinutes,
        lock_after_send: lockAfterSend,
        cart_stays_with_till: cartStaysWithTill,
        ...member
      } = await getProfileOf(db, session.memberId);
      const shown = {
        ...member,
        scope: scopes.join(','),
        rights: rightsOf(member),
        discountLimit: discount_limit,
        tenant_id: session.tenantId,
        is_active: session.isSubscribed,
        store_name: store_name ?? undefined,
        timezone: timezone ?? undefined,
        day_start: day_start?.slice(0, 5),
        till: { lockAfterMinutes, lockAfterSend: lockAfterSend ?? false, cartStaysWithTill: cartStaysWithTill ?? false },
      };
      return confirmed_at ? shown : { ...shown, confirmed: false };
    }),

    handle(updateProfile, async ({ body }, context) => {
      const { db, session } = context;
      const { name, phone, designation } = await lockProfile(db, session.memberId);
      const before = { name, phone, designation };
      const after = await mergedOfRow(context, { given: body, present: before }, entity, session.memberId);
      await updateMember(db, session.memberId, { ...after, email: undefined, scopes: undefined });
      await insertAudit(context, {
        action: 'profile',
        entity,
        entityId: session.memberId,
        before,
        after,
      });
      return { message: 'Profile updated.' };
    }),

    handleSignedIn(updateOwnPassword, async ({ body: { current, password } }, context) => {
      const { asTenant, session, now, random, sendEmail, cookies, inBackground, closeSockets } = context;
      const whose = { tenantId: session.tenantId, memberId: session.memberId };
      const { member, names } = await asTenant(
        session.tenantId,
        async (db) => {
          const { username } = await getProfileOf(db, session.memberId);
          const namesakes = await findMembersToSignIn(db, username, { now, graceDays });
          return { member: namesakes.find(({ id }) => id === session.memberId), names: await findKnownNames(db, whose) };
        },
        'read only',
      );
      await looks.take(`${session.memberId}`);
      await countGuesses([[wrongOnes, `${session.memberId}`]], 'invalid_input', async () => {
        if (!(await verifyPassword(member?.password_hash, current, session.tenantId))) throw wrongPassword();
      });
      assertGoodPassword(password, names);
      const passwordHash = await hashPassword(password, random, session.tenantId);
      const ended = await asTenant(session.tenantId, async (db) => {
        // Somebody may have set another one in this very moment: then the present one is not what was typed.
        if (!member || !(await lockUnchanged(db, member))) throw wrongPassword();
        await updatePassword(db, { ...whose, passwordHash, keepsPin: true });
        await markPasswordResetsUsed(db, { ...whose, now });
        await forgetBrowsers(db, { ...whose, except: readDeviceTokens(cookies[DEVICE_COOKIE]).map(hashToken) });
        await insertAudit({ db, session, now }, { action: 'own password', entity, entityId: session.memberId });
        return endOtherSessions(db, { ...whose, exceptId: session.id, now });
      });
      for (const id of ended) closeSockets({ session: id });
      if (member) inBackground(() => sendNotice(member, passwordChangedEmail(member), sendEmail));
      return { message: 'Your password is changed. All your other devices are signed out.' };
    }),
  ];
};

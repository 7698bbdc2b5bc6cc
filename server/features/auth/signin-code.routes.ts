import { signInByCode } from '#contract/second-factor.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import { CHALLENGE_COOKIE, CHALLENGE_SECONDS, MEMBER_CHALLENGE_PATH } from '#server/features/second-factor/challenge-cookie.rules.ts';
import { codeNeeded, tooLate, wrongCode } from '#server/features/second-factor/refusals.rules.ts';
import {
  deleteChallenge,
  findChallenge,
  hasFactor,
  insertChallenge,
  markOf,
  useCode,
} from '#server/features/second-factor/second-factors.queries.ts';
import { findMembersToSignIn } from '#server/features/users/members.queries.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { findBrowser, type MemberToSignIn, openMemberSession } from './member-session.routes.ts';

/** For whoever showed the right password: goes on, or refuses with code_needed where a second factor is on. */
export const askForCode = async (context: OpenContext, member: MemberToSignIn): Promise<void> => {
  const { acrossTenants, readAcrossTenants, now, random, setCookie } = context;
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  if (!(await readAcrossTenants((db) => hasFactor(db, whose)))) return;
  const token = newToken(random);
  const expiresAt = after(now, CHALLENGE_SECONDS);
  await acrossTenants((db) => insertChallenge(db, { ...whose, token, passwordHash: member.password_hash, expiresAt }));
  setCookie(CHALLENGE_COOKIE, token, { path: MEMBER_CHALLENGE_PATH, maxAge: CHALLENGE_SECONDS });
  throw codeNeeded();
};

interface Dependencies {
  config: { graceDays: number };
  limits: Limits;
}

/** The second half of a sign-in. */
export const signInCodeRoutes = ({ config: { graceDays }, limits }: Dependencies) => {
  const wrongCodes = limits.open('code-member');
  const emails = limits.open('new-device-tenant');

  /** Who owes a code in this browser; undefined when nobody does, or not any more. */
  const findOwing = async ({ readAcrossTenants, cookies, now }: OpenContext) => {
    const token = cookies[CHALLENGE_COOKIE];
    const challenge = token ? await readAcrossTenants((db) => findChallenge(db, token, now)) : undefined;
    if (!token || !challenge) return undefined;
    const namesakes = await readAcrossTenants((db) => findMembersToSignIn(db, challenge.username, { now, graceDays }));
    const member = namesakes.find(({ id, has_lost }) => id === challenge.member_id && !has_lost);
    return member && markOf(member.password_hash) === challenge.password_mark ? { token, member } : undefined;
  };

  return [
    handleOpen(signInByCode, async ({ body }, context) => {
      const { acrossTenants, now, clearCookie, noteSecurity } = context;
      const over = () => {
        clearCookie(CHALLENGE_COOKIE, { path: MEMBER_CHALLENGE_PATH });
        return tooLate();
      };
      const owing = await findOwing(context);
      if (!owing) throw over();
      const { member, token } = owing;
      const whose = { tenantId: member.tenant_id, memberId: member.id };
      const used = await countGuesses([[wrongCodes, `${member.id}`]], 'invalid_input', async () => {
        const outcome = await acrossTenants(async (db) => {
          const code = await useCode(db, whose, body.code, now);
          if (code !== 'wrong') await deleteChallenge(db, member.tenant_id, token);
          return code;
        });
        if (outcome === 'off') throw over();
        if (outcome !== 'wrong') return outcome;
        noteSecurity({ kind: 'second factor failed', ...whose, detail: { at: 'sign-in' } });
        throw wrongCode();
      });
      const answer = await openMemberSession(context, { member, browser: await findBrowser(context, member.username), emails });
      clearCookie(CHALLENGE_COOKIE, { path: MEMBER_CHALLENGE_PATH });
      return used.isRecovery ? { ...answer, message: `${answer.message} Recovery codes left: ${used.left}.` } : answer;
    }),
  ];
};

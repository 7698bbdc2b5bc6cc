import { signInSuperAdminByCode } from '#contract/superadmin-auth.ts';
import { after } from '#server/features/devices/expiry.rules.ts';
import { CHALLENGE_COOKIE, CHALLENGE_SECONDS } from '#server/features/second-factor/challenge-cookie.rules.ts';
import { codeNeeded, tooLate, wrongCode } from '#server/features/second-factor/refusals.rules.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import { countGuesses, type Limits } from '#server/platform/limits/limits.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import { newToken } from '#server/platform/security/tokens.ts';
import { PLATFORM_PATH } from './super-admin-cookies.rules.ts';
import {
  deleteSuperAdminChallenge,
  findOwingSuperAdmin,
  findSuperAdminFactor,
  insertSuperAdminChallenge,
  useSuperAdminCode,
} from './super-admin-factors.queries.ts';
import { findBrowser, openSuperAdminSession, type SuperAdminToSignIn } from './super-admin-session.routes.ts';

/** For whoever showed the right password: goes on, or refuses with code_needed where a second factor is on. */
export const askSuperAdminForCode = async (context: OpenContext, found: SuperAdminToSignIn): Promise<void> => {
  const { asProvider, readAsProvider, now, random, setCookie } = context;
  if (!(await readAsProvider((db) => findSuperAdminFactor(db, found.id)))?.confirmed_at) return;
  const token = newToken(random);
  const challenge = { superAdminId: found.id, token, passwordHash: found.password_hash, expiresAt: after(now, CHALLENGE_SECONDS) };
  await asProvider((db) => insertSuperAdminChallenge(db, challenge));
  setCookie(CHALLENGE_COOKIE, token, { path: PLATFORM_PATH, maxAge: CHALLENGE_SECONDS });
  throw codeNeeded();
};

/** The second half of a super administrator's sign-in. */
export const superAdminCodeRoutes = ({ limits }: { limits: Limits }) => {
  const wrongCodes = limits.open('platform-code');

  return [
    handleOpen(signInSuperAdminByCode, async ({ body }, context) => {
      const { asProvider, readAsProvider, cookies, now, clearCookie, noteSecurity } = context;
      const over = () => {
        clearCookie(CHALLENGE_COOKIE, { path: PLATFORM_PATH });
        return tooLate();
      };
      const token = cookies[CHALLENGE_COOKIE];
      const found = token ? await readAsProvider((db) => findOwingSuperAdmin(db, token, now)) : undefined;
      if (!token || !found) throw over();
      const used = await countGuesses([[wrongCodes, `${found.id}`]], 'invalid_input', async () => {
        const outcome = await asProvider(async (db) => {
          const code = await useSuperAdminCode(db, found.id, body.code, now);
          if (code !== 'wrong') await deleteSuperAdminChallenge(db, token);
          return code;
        });
        if (outcome === 'off') throw over();
        if (outcome !== 'wrong') return outcome;
        noteSecurity({ kind: 'second factor failed', detail: { at: 'sign-in', superAdmin: found.id } });
        throw wrongCode();
      });
      const answer = await openSuperAdminSession(context, found, await findBrowser(context, found.username));
      clearCookie(CHALLENGE_COOKIE, { path: PLATFORM_PATH });
      return used.isRecovery ? { ...answer, message: `${answer.message} Recovery codes left: ${used.left}.` } : answer;
    }),
  ];
};

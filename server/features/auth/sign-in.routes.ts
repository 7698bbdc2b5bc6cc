import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '#contract/auth.ts';
import { findMemberToRemind, findMemberToSignIn } from '#server/features/users/members.queries.ts';
import type { Limits } from '#server/platform/limits.ts';
import { handleOpen, type OpenContext } from '#server/platform/routes.ts';
import type { SecurityEvent } from '#server/platform/security-events.ts';
import { openSignInLimits } from '#server/platform/sign-in-limits.ts';
import { verifyPassword } from '#server/platform/tokens.ts';
import { findBrowser, type MemberToSignIn, openMemberSession, wrongPassword } from './member-session.routes.ts';
import { askForCode } from './signin-code.routes.ts';

const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy

/** Notes it when the answer is away, which took the same time whoever was meant. */
const noteLater = (
  { inBackground, noteSecurity }: OpenContext,
  kind: SecurityEvent['kind'],
  find: () => Promise<{ tenant_id: number; id: number } | undefined>,
) =>
  inBackground(async () => {
    await pause(UNTIL_ANSWERED);
    const member = await find();
    noteSecurity({ kind, tenantId: member?.tenant_id, memberId: member?.id });
  });

/** Whose name and password these are; an unknown name takes as long as a wrong password, and gets the same answer. */
const checkPassword = async (context: OpenContext, name: string, password: string, graceDays: number): Promise<MemberToSignIn> => {
  const { readAcrossTenants, now } = context;
  const found = await readAcrossTenants((db) => findMemberToSignIn(db, name, { now, graceDays }));
  if ((await verifyPassword(found?.password_hash, password)) && found) return found;
  noteLater(context, 'sign-in failed', async () => found);
  throw wrongPassword();
};

export const signInRoutes = ({ config: { graceDays }, limits }: { config: { graceDays: number }; limits: Limits }) => {
  const tryToSignIn = openSignInLimits(limits, 'signin');

  return [
    handleOpen(signIn, async ({ body }, context) => {
      const name = body.username.toLowerCase();
      const browser = await findBrowser(context, name);
      const member = await tryToSignIn(
        { name, address: context.address, knownBrowser: browser.known?.id },
        {
          check: () => checkPassword(context, name, body.password, graceDays),
          onLocked: () => noteLater(context, 'sign-in locked', () => context.readAcrossTenants((db) => findMemberToRemind(db, name))),
        },
      );
      await askForCode(context, member);
      return openMemberSession(context, member, browser);
    }),
  ];
};

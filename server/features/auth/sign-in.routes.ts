import { signIn } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { findMembersToRemind, findMembersToSignIn } from '#server/features/users/members.queries.ts';
import { onceAnswered } from '#server/platform/work/background.ts';
import type { OpenContext } from '#server/platform/endpoints/contexts.ts';
import type { Limits } from '#server/platform/limits/limits.ts';
import { handleOpen } from '#server/platform/endpoints/routes.ts';
import type { SecurityEvent } from '#server/platform/security/security-events.ts';
import { openSignInLimits } from '#server/platform/limits/sign-in-limits.ts';
import { findWhosePassword } from '#server/platform/security/tokens.ts';
import { findBrowser, type MemberToSignIn, openMemberSession, wrongPassword } from './member-session.routes.ts';
import { askForCode } from './signin-code.routes.ts';

/** Notes it when the answer is away, which took the same time whoever was meant. */
const noteLater = (
  { inBackground, noteSecurity }: OpenContext,
  kind: SecurityEvent['kind'],
  find: () => Promise<{ tenant_id: number; id: number }[]>,
) =>
  onceAnswered(inBackground, async () => {
    const members = await find();
    // several restaurants may have the name: each owner sees who tries
    const ofTenants = new Map(members.toReversed().map((member) => [member.tenant_id, member]));
    if (ofTenants.size === 0) noteSecurity({ kind, tenantId: undefined, memberId: undefined });
    for (const { tenant_id: tenantId, id: memberId } of ofTenants.values()) noteSecurity({ kind, tenantId, memberId });
  });

/** An owner has nobody in the restaurant to ask. */
const lostAddress = ({ role }: MemberToSignIn, supportEmail: string) => {
  const way =
    role === 'admin'
      ? `Please write to ${supportEmail}, for your account to get another one.`
      : 'Ask who runs your restaurant for an account with another one.';
  return new AppError('not_signed_in', `Somebody else has confirmed this address! ${way}`);
};

interface Configured {
  graceDays: number;
  supportEmail: string;
}

/** Whose name and password these are; an unknown name takes as long as a wrong password, and gets the same answer. */
const checkPassword = async (context: OpenContext, name: string, password: string, config: Configured): Promise<MemberToSignIn> => {
  const { readAcrossTenants, now } = context;
  const { graceDays, supportEmail } = config;
  const namesakes = await readAcrossTenants((db) => findMembersToSignIn(db, name, { now, graceDays }));
  const found = await findWhosePassword(namesakes, password);
  if (found && !found.has_lost) return found;
  noteLater(context, 'sign-in failed', async () => (found ? [found] : namesakes.filter(({ has_lost: hasLost }) => !hasLost)));
  throw found ? lostAddress(found, supportEmail) : wrongPassword();
};

export const signInRoutes = ({ config, limits }: { config: Configured; limits: Limits }) => {
  const emails = limits.open('new-device-tenant');
  const tryToSignIn = openSignInLimits(limits, 'signin');

  return [
    handleOpen(signIn, async ({ body }, context) => {
      const name = body.username.toLowerCase();
      const browser = await findBrowser(context, name);
      const member = await tryToSignIn(
        { name, address: context.address, knownBrowser: browser.known?.id },
        {
          check: () => checkPassword(context, name, body.password, config),
          onLocked: () => noteLater(context, 'sign-in locked', () => context.readAcrossTenants((db) => findMembersToRemind(db, name))),
        },
      );
      await askForCode(context, member);
      return openMemberSession(context, { member, browser, emails });
    }),
  ];
};

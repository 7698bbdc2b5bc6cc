import * as z from 'zod';
import { newPassword } from '#contract/auth.ts';
import { endSessionsOfMember } from './features/devices/sessions.queries.ts';
import { addSuperAdmin, findSuperAdminToSignIn, updateSuperAdminPassword } from './features/superadmin-auth/super-admins.queries.ts';
import { findKnownNames, findMemberToRemind, updatePassword } from './features/users/members.queries.ts';
import { markPasswordResetsUsed } from './features/users/password-resets.queries.ts';
import { insertAuditOf } from './platform/audit.queries.ts';
import type { Databases, Db } from './platform/database.ts';
import type { Clock, Random } from './platform/seams.ts';
import { assertGoodPassword } from './platform/passwords.ts';
import { hashPassword } from './platform/tokens.ts';

/** Who may have an address: the same one may be both. */
export const kinds = ['member', 'superadmin'] as const;
export type Kind = (typeof kinds)[number];

interface Asked {
  databases: Databases;
  clock: Clock;
  random: Random;
  email: string;
}

const hashChosen = (password: string, own: readonly string[], random: Random): Promise<string> => {
  const result = newPassword('Please provide password!').safeParse(password);
  if (!result.success) throw new Error(result.error.issues[0]!.message);
  assertGoodPassword(password, own);
  return hashPassword(password, random);
};

/** Makes a super administrator. Throws a sentence for an address or a password that will not do, and for one who is there already. */
export const createSuperAdmin = async ({ databases, clock, random, email, password }: Asked & { password: string }): Promise<void> => {
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} is no e-mail address.`);
  const passwordHash = await hashChosen(password, [email], random);
  await databases.asPlatform((db) => addSuperAdmin(db, { username: email, passwordHash, now: clock() }));
};

const resetMember = async (db: Db, member: { tenant_id: number; id: number }, passwordHash: string, now: Date): Promise<number> => {
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  await updatePassword(db, { ...whose, passwordHash });
  await markPasswordResetsUsed(db, { ...whose, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'password by operator', entity: 'members', entityId: member.id });
  return endSessionsOfMember(db, { ...whose, now });
};

/** Gives an account a new password and ends its sessions; open sockets close within the server's next sweep. The password is asked for last. */
export const resetAccount = async ({
  databases,
  clock,
  random,
  email,
  kinds: wanted,
  askPassword,
}: Asked & { kinds: readonly Kind[]; askPassword: () => Promise<string> }): Promise<{ kind: Kind; sessions: number }> => {
  const member = wanted.includes('member') ? await databases.readAcrossTenants((db) => findMemberToRemind(db, email)) : undefined;
  const superAdmin = wanted.includes('superadmin') ? await databases.readAsPlatform((db) => findSuperAdminToSignIn(db, email)) : undefined;
  if (member && superAdmin) throw new Error(`${email} is a member and a super administrator: say --member or --superadmin.`);
  if (!member && !superAdmin) throw new Error(`There is no account ${email}.`);
  const own = member
    ? await databases.acrossTenants((db) => findKnownNames(db, { tenantId: member.tenant_id, memberId: member.id }), 'read only')
    : [email, superAdmin!.name];
  const passwordHash = await hashChosen(await askPassword(), own, random);
  const now = clock();
  if (member) return { kind: 'member', sessions: await databases.acrossTenants((db) => resetMember(db, member, passwordHash, now)) };
  const { id, username } = superAdmin!;
  return {
    kind: 'superadmin',
    sessions: await databases.asPlatform((db) => updateSuperAdminPassword(db, { id, username, passwordHash, now })),
  };
};

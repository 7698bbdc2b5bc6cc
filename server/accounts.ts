import * as z from 'zod';
import { newPassword } from '#contract/auth.ts';
import { endSessionsOfMember } from './features/devices/sessions.queries.ts';
import { addSuperAdmin, findSuperAdminToSignIn, updateSuperAdminPassword } from './features/superadmin-auth/super-admins.queries.ts';
import { findMembersToRemind, markAddressConfirmed, updatePassword } from './features/users/members.queries.ts';
import { markPasswordResetsUsed } from './features/users/password-resets.queries.ts';
import { insertAuditOf } from './platform/audit.queries.ts';
import type { Databases, Db } from './platform/database.ts';
import type { Clock, Random } from './platform/seams.ts';
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

const hashChosen = (password: string, random: Random): Promise<string> => {
  const result = newPassword('Please provide password!').safeParse(password);
  if (!result.success) throw new Error(result.error.issues[0]!.message);
  return hashPassword(password, random);
};

/** Makes a super administrator. Throws a sentence for an address or a password that will not do, and for one who is there already. */
export const createSuperAdmin = async ({ databases, clock, random, email, password }: Asked & { password: string }): Promise<void> => {
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} is no e-mail address.`);
  const passwordHash = await hashChosen(password, random);
  await databases.asPlatform((db) => addSuperAdmin(db, { username: email, passwordHash, now: clock() }));
};

const resetMember = async (db: Db, member: { tenant_id: number; id: number }, passwordHash: string, now: Date): Promise<number> => {
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  await updatePassword(db, { ...whose, passwordHash });
  await markPasswordResetsUsed(db, { ...whose, now });
  await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'password by operator', entity: 'members', entityId: member.id });
  return endSessionsOfMember(db, { ...whose, now });
};

/** The one member with this address; of several that nobody confirmed that of the restaurant `tenant`. */
const findMember = async (databases: Databases, email: string, tenant: number | undefined) => {
  const found = await databases.readAcrossTenants((db) => findMembersToRemind(db, email));
  const wanted = found.filter(({ tenant_id }) => tenant === undefined || tenant_id === tenant);
  if (wanted.length < 2) return wanted[0];
  const known = wanted.map(({ tenant_id, role }) => `${tenant_id} (${role === 'admin' ? 'owner' : 'staff'})`).join(', ');
  throw new Error(`Nobody confirmed ${email}, and several restaurants have it: say --tenant=NUMBER, one of ${known}.`);
};

/** Says for the holder that an address is theirs. Throws a sentence when there is no such member. */
export const confirmAccount = async ({ databases, clock, email, tenant }: Omit<Asked, 'random'> & { tenant?: number | undefined }) => {
  const member = await findMember(databases, email, tenant);
  if (!member) throw new Error(`There is no member ${email}.`);
  if (member.confirmed_at) return;
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  const now = clock();
  await databases.acrossTenants(async (db) => {
    await markAddressConfirmed(db, { ...whose, now });
    await insertAuditOf(db, { ...whose, sessionId: null, now }, { action: 'confirm by operator', entity: 'members', entityId: member.id });
  });
};

/** Gives an account a new password and ends its sessions; open sockets close within the server's next sweep. The password is asked for last. */
export const resetAccount = async ({
  databases,
  clock,
  random,
  email,
  kinds: wanted,
  tenant,
  askPassword,
}: Asked & { kinds: readonly Kind[]; tenant?: number | undefined; askPassword: () => Promise<string> }): Promise<{
  kind: Kind;
  sessions: number;
}> => {
  const member = wanted.includes('member') ? await findMember(databases, email, tenant) : undefined;
  const superAdmin = wanted.includes('superadmin') ? await databases.readAsPlatform((db) => findSuperAdminToSignIn(db, email)) : undefined;
  if (member && superAdmin) throw new Error(`${email} is a member and a super administrator: say --member or --superadmin.`);
  if (!member && !superAdmin) throw new Error(`There is no account ${email}.`);
  const passwordHash = await hashChosen(await askPassword(), random);
  const now = clock();
  if (member) return { kind: 'member', sessions: await databases.acrossTenants((db) => resetMember(db, member, passwordHash, now)) };
  const { id, username } = superAdmin!;
  return {
    kind: 'superadmin',
    sessions: await databases.asPlatform((db) => updateSuperAdminPassword(db, { id, username, passwordHash, now })),
  };
};

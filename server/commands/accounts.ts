import * as z from 'zod';
import { newPassword } from '#contract/own-account.ts';
import { forgetBrowsers } from '#server/features/devices/known-browsers.queries.ts';
import { endSessionsOfMember } from '#server/features/devices/sessions.queries.ts';
import { deleteFactor, hasFactor } from '#server/features/second-factor/second-factors.queries.ts';
import { deleteSuperAdminFactor, findSuperAdminFactor } from '#server/features/superadmin-auth/super-admin-factors.queries.ts';
import {
  addSuperAdmin,
  deleteSuperAdmin,
  findSuperAdminToSignIn,
  updateSuperAdminPassword,
} from '#server/features/superadmin-auth/super-admins.queries.ts';
import { findKnownNames, findMembersToRemind, markAddressConfirmed, updatePassword } from '#server/features/users/members.queries.ts';
import { markPasswordResetsUsed } from '#server/features/users/password-resets.queries.ts';
import { insertAuditOf } from '#server/platform/security/audit.queries.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import type { Clock, Random } from '#server/platform/clock-and-random.ts';
import { assertGoodPassword } from '#server/platform/security/passwords.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';

/** Who may have an address: the same one may be both. */
export const kinds = ['member', 'superadmin'] as const;
export type Kind = (typeof kinds)[number];

interface Command {
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
export const createSuperAdmin = async ({ databases, clock, random, email, password }: Command & { password: string }): Promise<void> => {
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} is not an e-mail address.`);
  const passwordHash = await hashChosen(password, [email], random);
  await databases.asProvider((db) => addSuperAdmin(db, { username: email, passwordHash, now: clock() }));
};

/** Takes a super administrator away and ends its sessions; answers how many those were, and how many super administrators are left. */
export const removeSuperAdmin = async ({
  databases,
  clock,
  email,
}: Omit<Command, 'random'>): Promise<{ sessions: number; left: number }> => {
  const removed = await databases.asProvider((db) => deleteSuperAdmin(db, email, clock()));
  if (!removed) throw new Error(`There is no super administrator ${email}.`);
  return removed;
};

const resetMember = async (db: Db, member: { tenant_id: number; id: number }, passwordHash: string, now: Date): Promise<number> => {
  const whose = { tenantId: member.tenant_id, memberId: member.id };
  await updatePassword(db, { ...whose, passwordHash });
  await markPasswordResetsUsed(db, { ...whose, now });
  await forgetBrowsers(db, whose);
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

interface Search {
  databases: Databases;
  email: string;
  kinds: readonly Kind[];
  /** of several accounts whose address nobody confirmed */
  tenant?: number | undefined;
}

/** Whose account an address is. Throws a sentence when it is nobody's, or two people's and not said which. */
const findAccount = async ({ databases, email, kinds: wanted, tenant }: Search) => {
  const member = wanted.includes('member') ? await findMember(databases, email, tenant) : undefined;
  const superAdmin = wanted.includes('superadmin') ? await databases.readAsProvider((db) => findSuperAdminToSignIn(db, email)) : undefined;
  if (member && superAdmin) throw new Error(`${email} is a member and a super administrator: say --member or --superadmin.`);
  if (member) return { kind: 'member' as const, member };
  if (superAdmin) return { kind: 'superadmin' as const, superAdmin };
  throw new Error(`There is no account ${email}.`);
};
type Account = Awaited<ReturnType<typeof findAccount>>;

/** The names by which an account is known: its password must be none of them. */
const namesOf = async (databases: Databases, account: Account, email: string): Promise<string[]> => {
  if (account.kind === 'superadmin') return [email, account.superAdmin.name];
  const { tenant_id: tenantId, id: memberId } = account.member;
  return databases.acrossTenants((db) => findKnownNames(db, { tenantId, memberId }), 'read only');
};

/** Whether its second factor is on. */
const isProtected = async (databases: Databases, account: Account): Promise<boolean> =>
  account.kind === 'member'
    ? databases.readAcrossTenants((db) => hasFactor(db, { tenantId: account.member.tenant_id, memberId: account.member.id }))
    : !!(await databases.readAsProvider((db) => findSuperAdminFactor(db, account.superAdmin.id)))?.confirmed_at;

interface ResetReport {
  kind: Kind;
  sessions: number;
  /** A second factor is on, and stays so: a new password alone does not let anybody in. */
  hasFactor: boolean;
}

/** Says for the holder that an address is theirs. Throws a sentence when there is no such member. */
export const confirmAccount = async ({ databases, clock, email, tenant }: Omit<Command, 'random'> & { tenant?: number | undefined }) => {
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
}: Command & { kinds: readonly Kind[]; tenant?: number | undefined; askPassword: () => Promise<string> }): Promise<ResetReport> => {
  const account = await findAccount({ databases, email, kinds: wanted, tenant });
  const passwordHash = await hashChosen(await askPassword(), await namesOf(databases, account, email), random);
  const now = clock();
  const report = { kind: account.kind, hasFactor: await isProtected(databases, account) };
  if (account.kind === 'member')
    return { ...report, sessions: await databases.acrossTenants((db) => resetMember(db, account.member, passwordHash, now)) };
  const { id, username } = account.superAdmin;
  return { ...report, sessions: await databases.asProvider((db) => updateSuperAdminPassword(db, { id, username, passwordHash, now })) };
};

/** Takes the second factor from an account whose person lost phone and recovery codes; its password and sessions stay. */
export const removeFactor = async ({
  databases,
  clock,
  email,
  kinds: wanted,
  tenant,
}: Omit<Command, 'random'> & { kinds: readonly Kind[]; tenant?: number | undefined }): Promise<Kind> => {
  const account = await findAccount({ databases, email, kinds: wanted, tenant });
  if (!(await isProtected(databases, account))) throw new Error(`${email} has no second factor.`);
  const now = clock();
  const action = 'second factor by operator';
  if (account.kind === 'member') {
    const { tenant_id: tenantId, id: memberId } = account.member;
    await databases.asTenant(tenantId, async (db) => {
      await deleteFactor(db, memberId);
      await insertAuditOf(db, { tenantId, memberId, sessionId: null, now }, { action, entity: 'second_factors', entityId: memberId });
    });
  } else {
    const { id, username } = account.superAdmin;
    await databases.asProvider(async (db) => {
      await deleteSuperAdminFactor(db, id);
      await insertProviderAudit(db, { superAdmin: null, now }, { action, after: { username } });
    });
  }
  return account.kind;
};

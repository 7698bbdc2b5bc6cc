import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#contract/own-account.ts';
import { FORMER_SUPER_ADMIN, OWNER, staff } from './people.ts';
import { seedDemonstration } from './seed.ts';
import { findSuperAdminToSignIn, updateSuperAdminPassword } from '#server/features/superadmin-auth/super-admins.queries.ts';
import { findDemonstrationMembers, replaceKnownPassword, type KnownMember } from '#server/features/users/known-passwords.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { Clock, Random } from '#server/platform/clock-and-random.ts';
import { hashPassword, verifyPassword } from '#server/platform/security/tokens.ts';

export interface Credentials {
  who: string;
  username: string;
  /** undefined: one that this server does not know */
  password: string | undefined;
}

interface Accounts {
  members: KnownMember[];
  /** made by releases that had one for everybody */
  superAdmin: { id: number; username: string; password_hash: string } | undefined;
}

const people = [OWNER, ...staff];

const findAccounts = async ({ readAcrossTenants, readAsProvider }: Databases): Promise<Accounts> => {
  const usernames = people.map(({ username }) => username);
  return {
    members: await readAcrossTenants((db) => findDemonstrationMembers(db, OWNER.username, usernames)),
    superAdmin: await readAsProvider((db) => findSuperAdminToSignIn(db, FORMER_SUPER_ADMIN)),
  };
};

// what is no hash is nobody's password
const fits = ({ password_hash }: { password_hash: string }, password: string) => verifyPassword(password_hash, password).catch(() => false);
const isKnown = (account: { password_hash: string }) => fits(account, DEMO_PASSWORD);

/** Throws while an account has the demonstration's password, and names the commands that mend it. For a server that is no demonstration. */
export const assertNoKnownPassword = async (databases: Databases): Promise<void> => {
  const { members, superAdmin } = await findAccounts(databases);
  const commands: string[] = [];
  if (superAdmin && (await isKnown(superAdmin))) commands.push(`remove-superadmin ${superAdmin.username}`);
  for (const member of members) if (await isKnown(member)) commands.push(`reset-password --member ${member.username}`);
  if (commands.length === 0) return;
  const accounts = commands.length === 1 ? 'an account has' : `${commands.length} accounts have`;
  const lines = commands.map((command) => `  npm run comanda -- ${command}`);
  throw new Error(
    [`${accounts} the demonstration’s password, which everybody can read in Comanda’s repository. Please end that first:`, ...lines].join(
      '\n',
    ),
  );
};

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'; // 32, without those that look like others

const FORM = /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/;

/** 80 random bits, to be read from a screen and typed on a tablet: four groups of four. */
const newPassword = (random: Random): string =>
  Array.from(random(16), (byte) => ALPHABET[byte & 31])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

const readKept = (file: string): string | undefined => {
  try {
    const kept = readFileSync(file, 'utf8').trim();
    return FORM.test(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
};

interface Opening {
  /** `asProvider` as the owner: the platform's own role may change no super administrator's password */
  databases: Databases;
  clock: Clock;
  random: Random;
  dataDir: string;
  /** Others than this computer can reach the server. */
  isOpenToOthers: boolean;
}

/**
 * Makes the demonstration restaurant unless it is there, and answers who may sign in by which password. Where others can reach the
 * server, accounts that have the password everybody knows get a random one and are signed out, once: it is kept in
 * `dataDir`/demo-password, so that the next start prints the same and no tablet has to sign in again.
 */
export const openDemonstration = async ({ databases, clock, random, dataDir, isOpenToOthers }: Opening): Promise<Credentials[]> => {
  const file = join(dataDir, 'demo-password');
  let kept = readKept(file);
  const choose = () => {
    if (kept !== undefined) return kept;
    kept = newPassword(random);
    mkdirSync(dataDir, { recursive: true });
    // kept before it is anybody's: a start that is cut short loses none
    writeFileSync(file, `${kept}\n`, { mode: 0o600, flush: true });
    return kept;
  };
  await seedDemonstration({ databases, clock, random, dataDir, password: () => (isOpenToOthers ? choose() : DEMO_PASSWORD) });

  if (isOpenToOthers) {
    const { members, superAdmin } = await findAccounts(databases);
    for (const member of members)
      if (await isKnown(member)) {
        const passwordHash = await hashPassword(choose(), random);
        await databases.acrossTenants((db) => replaceKnownPassword(db, member, passwordHash, clock()));
      }
    if (superAdmin && (await isKnown(superAdmin))) {
      const passwordHash = await hashPassword(choose(), random);
      await databases.asProvider((db) => updateSuperAdminPassword(db, { ...superAdmin, passwordHash, now: clock() }));
    }
  }

  const { members, superAdmin } = await findAccounts(databases);
  const passwordOf = async (account: { password_hash: string }) => {
    for (const password of [DEMO_PASSWORD, kept]) if (password !== undefined && (await fits(account, password))) return password;
    return undefined;
  };
  const credentials: Credentials[] = [];
  for (const { who, username } of people) {
    const member = members.find((one) => one.username.toLowerCase() === username);
    if (member) credentials.push({ who, username, password: await passwordOf(member) });
  }
  // whom an older release made; one with a password of its own is somebody's
  const password = superAdmin && (await passwordOf(superAdmin));
  if (superAdmin && password !== undefined) credentials.push({ who: 'Provider', username: superAdmin.username, password });
  return credentials;
};

/** What the start prints of them. */
export const linesOf = (credentials: readonly Credentials[]): string[] => {
  const lines = credentials.map(
    ({ who, username, password }) => `  ${who.padEnd(8)} ${username}  ${password ?? '(a password of its own)'}`,
  );
  const own = credentials.find(({ password }) => password === undefined);
  if (own) lines.push(`A new password is set by: npm run comanda -- reset-password ${own.username}`);
  const former = credentials.find(({ who }) => who === 'Provider');
  if (former)
    lines.push(`An older release made ${former.username}. It is removed by: npm run comanda -- remove-superadmin ${former.username}`);
  return lines;
};

import { createHmac, hash } from 'node:crypto';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import type { Random } from '#server/platform/clock-and-random.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';

const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // about 12 ms (cases.md §1)

/** A new secret of 256 random bits, base64url. */
export const newToken = (random: Random): string => Buffer.from(random(32)).toString('base64url');

/** A new refresh token: a family that its successors keep, and a secret that they do not. */
export const newRefreshToken = (random: Random): string => `${newToken(random)}.${newToken(random)}`;

/** What is stored of a refresh token's family: by it a token that was used long ago is still known (wire.md §2). */
export const hashFamily = (refreshToken: string): string => hashToken(refreshToken.split('.', 1)[0]!);

/** What is stored of a token: SHA-256, base64url. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/**
 * The pair that follows a refresh token. It is derived from the token and a stored nonce, so whoever shows the used token
 * again within the seconds of grace gets the same pair, although the database holds neither.
 */
export const successorsOf = (refreshToken: string, nonce: string): { access: string; refresh: string } => {
  const derive = (purpose: string) => createHmac('sha256', refreshToken).update(`${purpose}:${nonce}`).digest('base64url');
  return { access: derive('access'), refresh: `${refreshToken.split('.', 1)[0]}.${derive('refresh')}` };
};

/**
 * The token of a session's sockets. It is derived from the family alone, so that every renewal gives the same one again, and whoever
 * has it cannot tell the family.
 */
export const socketTokenOf = (refreshToken: string): string =>
  createHmac('sha256', refreshToken.split('.', 1)[0]!).update('socket').digest('base64url');

const NODE = 0;
const TIMEOUT = 10_000; // ms
// libuv has four threads: files, compression and look-ups of names need one of them. Who signs in keeps no till waiting.
const ofSignedOut = openSemaphores(2, TIMEOUT, 1000);
const ofTills = openSemaphores(1, TIMEOUT, 1000);
/** One at a time for each tenant, so that nobody else waits behind what its members send. */
const ofTenant = openSemaphores(1, TIMEOUT, 50);

/** Runs one hash in its turn; `tenantId` of whoever is signed in. Throws an outage (failures.ts) when too many wait. */
const inTurn = <T>(tenantId: number | undefined, hash: () => Promise<T>): Promise<T> =>
  tenantId === undefined ? ofSignedOut(NODE, hash) : ofTenant(tenantId, () => ofTills(NODE, hash));

/** Hashes a password with argon2id; the salt comes from `random`. `tenantId` of whoever is signed in. */
export const hashPassword = (password: string, random: Random, tenantId?: number): Promise<string> =>
  inTurn(tenantId, () => argonHash(password, { ...ARGON, salt: random(16) }));

// The hash of nothing anyone knows: an unknown username costs as much time as a wrong password.
const nobody = argonHash('nobody has this password', { ...ARGON, salt: new Uint8Array(16) });

/** Of the accounts that share a name so many count at a sign-in. */
export const NAMESAKES_AT_MOST = 3;

/** Of a few accounts with one name the first whose password this is. However many there are, it takes the same effort. */
export const findWhosePassword = async <T extends { password_hash: string }>(
  accounts: readonly T[],
  password: string,
): Promise<T | undefined> => {
  const places = Array.from({ length: NAMESAKES_AT_MOST }, (_, place) => accounts[place]);
  const fits = await Promise.all(places.map((account) => verifyPassword(account?.password_hash, password)));
  return accounts.find((_, place) => fits[place]);
};

/** True when the password fits the hash. Without a hash it takes the same time and says false. `tenantId` of whoever is signed in. */
export const verifyPassword = async (passwordHash: string | undefined, password: string, tenantId?: number): Promise<boolean> => {
  const against = passwordHash ?? (await nobody);
  const fits = await inTurn(tenantId, () => argonVerify(against, password));
  return passwordHash !== undefined && fits;
};

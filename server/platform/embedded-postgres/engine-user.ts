import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the supervisor's remarks; pino's logger fits. */
export type Log = Record<'info' | 'warn' | 'error', (text: string) => void>;
/** The user who runs the engine and to whom its files belong. */
export type Owner = { uid: number; gid: number };

/** Where root's embedded database lives when its user may not enter the data directory. */
export const SHELTER = '/var/lib/comanda';

const NAME = 'comanda-db';
/** Other programs run as nobody too, and network drives write as nobody: what belongs to it belongs to whoever comes. */
const NOBODY: Owner = { uid: 65534, gid: 65534 };
/** Where no user can be made: numbers that Debian gives to nobody by itself. */
const SPARE_UIDS = { first: 64_700, last: 64_799 };

/** Whether this process may become any user, as PostgreSQL demands of root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Options for a child that runs as `owner` and depends on nothing of our environment (its user may not enter our folder). */
export const asOwner = (owner: Owner) => ({
  ...(isRoot() ? owner : {}),
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
});

/** Asks the system itself: mode bits alone know nothing of ACLs, mounts and the folders above. */
export const mayEnter = (owner: Owner, dir: string): boolean =>
  existsSync(dir) && spawnSync('/bin/sh', ['-c', 'cd -- "$0"', dir], { ...asOwner(owner), stdio: 'ignore' }).status === 0;

/** Gives a folder and all in it to a user; the folder itself last, so that half the work is seen as not done. */
export const giveTo = (owner: Owner, path: string): void => {
  if (!isRoot()) return;
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(owner, join(path, name));
  lchownSync(path, owner.uid, owner.gid);
};

/** Makes a folder that only the engine's user (and root) may enter. */
export const makePrivate = (owner: Owner, dir: string): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  if (isRoot()) chownSync(dir, owner.uid, owner.gid);
};

const ask = (program: string, ...args: string[]): string | undefined => {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return status === 0 ? stdout.trim() : undefined;
};

const findUser = (name: string): Owner | undefined => {
  const [uid, gid] = [ask('id', '-u', name), ask('id', '-g', name)];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
};

const NOWHERE = ['/nonexistent', '/usr/sbin/nologin'] as const;
/** As Debian, Red Hat and Arch do it, as Debian does it without the first, and as Alpine does it. */
const MAKERS: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--home-dir', NOWHERE[0], '--shell', NOWHERE[1], NAME],
  ['adduser', '--system', '--group', '--no-create-home', '--home', NOWHERE[0], '--shell', NOWHERE[1], NAME],
  ['adduser', '-S', '-D', '-H', '-h', NOWHERE[0], '-s', NOWHERE[1], NAME],
];

const makeUser = (log: Log): Owner | undefined => {
  for (const [program, ...args] of MAKERS) {
    ask(program, ...args);
    // whatever it says: another start may have made it in this very moment
    const made = findUser(NAME);
    if (!made) continue;
    log.info(`The user ${NAME} was made: the database runs as it, and nothing else does.`);
    return made;
  }
  return undefined;
};

const spareUser = (log: Log): Owner => {
  for (let uid = SPARE_UIDS.first; uid <= SPARE_UIDS.last; uid++) {
    if (ask('id', '-un', String(uid)) !== undefined) continue;
    log.warn(`No user ${NAME} could be made here: the database runs as number ${uid}. Make that user, or leave it so.`);
    return { uid, gid: uid };
  }
  throw new Error(`The database needs a user of its own: make one named ${NAME}, or start the server as another user than root.`);
};

/** The user as whom root runs a new database: `comanda-db`, made at the first start, or a number that is nobody's. */
export const findEngineUser = (log: Log): Owner => findUser(NAME) ?? makeUser(log) ?? spareUser(log);

/** Whether a cluster is still nobody's, as former releases made it, or root's, as a copy is that root put back. */
export const isUnowned = ({ uid }: Owner): boolean => uid === 0 || uid === NOBODY.uid;

/** Who may make a cluster: initdb asks for the user's name, which a number alone does not have. */
export const makerFor = (owner: Owner): Owner => (isRoot() && ask('id', '-un', String(owner.uid)) === undefined ? NOBODY : owner);

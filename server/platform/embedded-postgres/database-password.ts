import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { verifierOf } from '#server/platform/database/roles.ts';
import { isRoot, type Owner } from './engine-user.ts';

type Place = { owner: Owner; cluster: string; password: string };

const SCRAM = '# Written by Comanda: whoever connects proves to know a password.\nlocal all all scram-sha-256\n';
/** For the moment in which a password that is lost is reset. */
const OPEN_TO_OWNER = `# Written by Comanda: for a moment only.\nlocal all comanda_owner trust\nlocal all all scram-sha-256\n`;

const fileOf = (dataDir: string) => join(dataDir, 'postgres.password');
const accessOf = (cluster: string) => join(cluster, 'pg_hba.conf');

/** Writes a file that nobody else may read beside `path`, safe on the disk; a stranger's link there is not followed. */
const writePrivate = (path: string, text: string, owner: Owner | undefined): string => {
  const unfinished = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const handle = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (owner && isRoot()) chownSync(unfinished, owner.uid, owner.gid);
  return unfinished;
};

/** Flushes a folder to the disk: a file that was put there, or renamed, stays through a crash. */
export const flush = (dir: string): void => {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
};

/** The password of the embedded database's owner, from DATA_DIR; undefined before the first start of a release that makes one. */
export const readPassword = (dataDir: string): string | undefined => {
  try {
    return readFileSync(fileOf(dataDir), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The same, made when there is none: of two starts at once both get the first one's. The file is the server's and not the engine's:
 * who takes over a process of the database does not find it.
 */
export const keepPassword = (dataDir: string, owner: Owner): string => {
  const known = readPassword(dataDir);
  if (known) return known;
  // a data directory whose owner runs the server: root, who works on it for once, must not keep the file from them
  const holder = statSync(dataDir).uid === owner.uid ? owner : undefined;
  const unfinished = writePrivate(fileOf(dataDir), `${randomBytes(32).toString('base64url')}\n`, holder);
  try {
    linkSync(unfinished, fileOf(dataDir));
    flush(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return readPassword(dataDir)!;
};

const admit = ({ cluster, owner }: Place, access: string): void => {
  renameSync(writePrivate(accessOf(cluster), access, owner), accessOf(cluster));
  flush(dirname(accessOf(cluster)));
};

/** Whether somebody may come in without a password, as former releases had it. */
const isOpen = (cluster: string): boolean => /^\s*[^#\s].*\strust\b/m.test(readFileSync(accessOf(cluster), 'utf8'));

/**
 * Sets the owner's password and closes the database to whoever does not know it. The password first, so that a crash between the steps
 * leaves a database that is open as before, and the next start does both again.
 */
export const demandPasswords = async (client: Pick<Client, 'query'>, place: Place): Promise<void> => {
  if (!isOpen(place.cluster)) return;
  await client.query(`alter role comanda_owner password '${verifierOf(place.password)}'`);
  admit(place, SCRAM);
  await client.query('select pg_reload_conf()');
};

/** Opens a database whose password is lost to its owner, until `demandPasswords`: whoever may write its files may do anything with it. */
export const openToOwner = (place: Place): void => admit(place, OPEN_TO_OWNER);

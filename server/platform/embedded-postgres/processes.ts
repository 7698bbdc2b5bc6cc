import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const ps = (pid: number, column: string): string | undefined => {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/**
 * Names one running process so that it cannot be mistaken for a later one with the same number, also after a reboot.
 * Undefined when no such process runs (a zombie counts as gone).
 */
export const processIdentity = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  const stat = read(`/proc/${pid}/stat`);
  // The program's name may hold spaces and brackets, so fields are counted from its closing bracket.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${read(BOOT_ID)?.trim()} ${fields[19]}`;
};

/** Whether the process is a postmaster working in `cluster` (a real path). A number that another program got by now answers no. */
export const isPostmasterOf = (pid: number, cluster: string): boolean => {
  if (process.platform !== 'linux') return Boolean(ps(pid, 'command')?.includes(cluster));
  try {
    // A postmaster lives in its data directory. One of another user is not readable, and then it is not ours either.
    return processIdentity(pid) !== undefined && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
};

/**
 * Whether a postmaster has the child that brings a database up again after a crash. Where processes cannot be listed it is
 * taken to be there.
 */
export const hasStartupProcess = (postmaster: number): boolean => {
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((pid) => {
    const stat = /^\d+$/.test(pid) ? read(`/proc/${pid}/stat`) : undefined;
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return parent === String(postmaster) && read(`/proc/${pid}/cmdline`)?.startsWith('postgres: startup');
  });
};

export type Postmaster = { pid: number; socketDir: string };

/** The postmaster that a cluster's file names, which may have died since. */
export const readPostmaster = (cluster: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
};

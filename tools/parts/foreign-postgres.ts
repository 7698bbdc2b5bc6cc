import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asOwner, giveTo, makePrivate } from '#server/platform/embedded-postgres/engine-user.ts';
import { findEngine } from '#server/platform/embedded-postgres/engine.ts';
import { childrenOf } from '#tools/proof/kills/kill-loop.ts';

const PORT = 5432; // names the socket's file; nobody listens there unless the settings say so
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const PASSWORD = 'the owner of a rented database';

/** The versions of PostgreSQL on this machine that came from Debian: the folder of their programs by their number. */
export const findPostgres = (): Map<number, string> => {
  const home = '/usr/lib/postgresql';
  const folders = existsSync(home) ? readdirSync(home) : [];
  const found = folders.map((name) => [Number(name), join(home, name, 'bin')] as const);
  return new Map(found.filter(([major, bin]) => major >= 15 && existsSync(join(bin, 'postgres'))).sort(([a], [b]) => a - b));
};

/** The folder of the programs that are shipped. */
export const embeddedPrograms = (): string => findEngine(owner, { info: () => {}, warn: () => {}, error: () => {} }).bin;

export interface ForeignPostgres {
  /** the address for a role that signs in by password; without one the superuser's, who needs none */
  url: (database: string, role?: string, password?: string) => string;
  /** runs statements as the superuser */
  ask: (...statements: string[]) => Promise<void>;
  /** what the database has written into its log */
  log: () => string;
  /** the folders of its files and of its socket */
  cluster: string;
  sockets: string;
  /** ends every process of it at one moment, as a machine does that stops */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Runs a program of PostgreSQL as its user; throws what it said when it fails. */
export const runProgram = (program: string, ...args: string[]): void => {
  const { status, stderr, error } = spawnSync(program, args, { ...asOwner(owner), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr || String(error)}`);
};

/** Makes the files of a new database. */
export const makeCluster = (bin: string, cluster: string): void => {
  makePrivate(owner, cluster);
  const settings = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
  runProgram(join(bin, 'initdb'), '-D', cluster, '-U', 'postgres', ...settings);
  writeFileSync(
    join(cluster, 'pg_hba.conf'),
    'local all,replication postgres trust\nlocal all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
  );
};

/** Makes files that are copies of those of a database that does not run, and empty ones beside them. */
export const cloneCluster =
  (template: string, ...empty: string[]) =>
  (_: string, cluster: string): void => {
    cpSync(template, cluster, { recursive: true });
    for (const name of empty) writeFileSync(join(cluster, name), '');
    giveTo(owner, cluster);
    makePrivate(owner, cluster);
  };

/**
 * Starts a PostgreSQL as somebody else would run it: passwords are asked for, and nothing is set but what is given. `fill` makes its
 * files, which are those of a new database unless it does.
 */
export const startForeignPostgres = async (
  bin: string,
  settings: Record<string, string> = {},
  port = PORT,
  fill: (bin: string, cluster: string) => void = makeCluster,
): Promise<ForeignPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-foreign-'));
  chmodSync(folder, 0o755);
  const cluster = join(folder, 'cluster');
  fill(bin, cluster);
  const sockets = join(folder, 'run');
  mkdirSync(sockets);
  makePrivate(owner, sockets);
  const set = { listen_addresses: '', unix_socket_directories: sockets, port: String(port), ...settings };
  const args = ['-D', cluster, ...Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(join(bin, 'postgres'), args, { ...asOwner(owner), detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const url = (database: string, role = 'postgres', password?: string) => {
    const address = new URL(`postgresql:///${database}?host=${encodeURIComponent(sockets)}&port=${port}`);
    address.searchParams.set('user', role);
    if (password) address.searchParams.set('password', password);
    return address.href;
  };
  const connect = async () => {
    const client = new pg.Client({ connectionString: url('postgres') });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const client = await connect().catch(() => undefined);
    if (client) {
      await client.end();
      break;
    }
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`PostgreSQL in ${bin} did not start: ${said}`);
    }
  }
  const kill = async () => {
    process.kill(child.pid!, 'SIGSTOP'); // else it would start others meanwhile
    for (const pid of [...childrenOf(child.pid!), child.pid!]) process.kill(pid, 'SIGKILL');
    await gone;
  };
  const ask = async (...statements: string[]) => {
    const client = await connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return { url, ask, log: () => said, cluster, sockets, kill, stop };
};

/** An owner such as a provider of databases gives, who is no superuser, with an empty database; answers the address. */
export const rentDatabase = async ({ ask, url }: Pick<ForeignPostgres, 'ask' | 'url'>, name = 'comanda'): Promise<string> => {
  await ask(`create role ${name}_shop login createrole bypassrls password '${PASSWORD}'`, `create database ${name} owner ${name}_shop`);
  return url(name, `${name}_shop`, PASSWORD);
};

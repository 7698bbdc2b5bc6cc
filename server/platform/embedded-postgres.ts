import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { asOwner, type Log, makePrivate, type Place, preparePlace } from './data-directory.ts';
import { hasStartupProcess, isPostmasterOf, processIdentity } from './processes.ts';

/** What the server holds while its embedded database runs. */
export type EmbeddedPostgres = {
  /** For migrations: the role that owns everything. */
  ownerUrl: string;
  /** The same database for another role. */
  urlFor: (role: string) => string;
  /** Shuts the database down and gives the data directory free. */
  stop: () => Promise<void>;
  /** Whether a database was found running, left by a server that was killed. */
  adopted: boolean;
};

const OWNER = 'comanda_owner';
const DATABASE = 'comanda';
const PORT = 5432; // names the socket's file; nothing listens on a network
const SERVER_LOCK = 7_265_626; // any number, the same in each release
const READY_WITHIN_MS = 60_000; // crash recovery of 2 GB of log included
const LOCK_WITHIN_MS = 3_000; // the database needs a moment to see that a killed server's connection is gone
const GUARD_WITHIN_MS = 500; // a server just killed needs a moment to be gone
const LOG_LIMIT = 10 * 1024 * 1024;
const CANNOT_CONNECT_NOW = '57P03'; // starting up, recovering or shutting down

const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: 100,
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  idle_in_transaction_session_timeout: '30s',
};

const socketUrl = (socketDir: string, role: string, database: string): string =>
  `postgresql:///${database}?host=${encodeURIComponent(socketDir)}&port=${PORT}&user=${encodeURIComponent(role)}`;

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type Postmaster = { pid: number; socketDir: string };

const readPostmaster = (cluster: string): Postmaster | undefined => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : undefined;
  } catch {
    return undefined;
  }
};

/** PostgreSQL itself clears away the file of a dead process, but not one whose number another program has by now. */
const clearStalePostmaster = (cluster: string, stale: Postmaster): void => {
  const file = join(cluster, 'postmaster.pid');
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    // A database that another server started in this very instant keeps its file.
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== stale.pid) renameSync(aside, file);
    else rmSync(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'comanda supervisor' });
  // Without a listener the death of the database would end the process; whoever holds the client watches 'end'.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

const showOne = async (client: Client, setting: string): Promise<string> => {
  const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
  return String(rows[0]?.[setting]);
};

const openLog = (dataDir: string): { handle: number; path: string; start: number } => {
  const path = join(dataDir, 'postgres.log');
  if (existsSync(path) && statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.1`);
  // Handed down open, so the engine's user needs no access to the folder it lies in.
  const handle = openSync(path, 'a', 0o600);
  return { handle, path, start: statSync(path).size };
};

const readSince = (path: string, start: number): string => {
  const handle = openSync(path, 'r');
  const text = Buffer.alloc(4_096);
  const length = readSync(handle, text, 0, text.length, start);
  closeSync(handle);
  return text.toString('utf8', 0, length).trim();
};

type Launch = { ended: boolean; said: () => string };

const launch = (place: Place, dataDir: string): Launch => {
  const { handle, path, start } = openLog(dataDir);
  // Gone when it lay in the temp directory and that was emptied under a running server.
  if (!existsSync(place.socketDir)) makePrivate(place.owner, place.socketDir);
  const settings = { ...SETTINGS, unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"` };
  const args = ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // A session of its own: Ctrl-C in a terminal goes to all of ours, and the database has to outlive the last request.
  const child = spawn(join(place.bin, 'postgres'), args, { ...asOwner(place.owner), detached: true, stdio: ['ignore', handle, handle] });
  closeSync(handle);
  child.unref();
  const launched: Launch = { ended: false, said: () => readSince(path, start) };
  child.on('exit', () => (launched.ended = true));
  child.on('error', () => (launched.ended = true));
  return launched;
};

const STUCK_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 500;

/**
 * Ends a postmaster that says it recovers while nothing of it does: PostgreSQL 18 waits for ever when a disk error stops the process
 * that recovers (npm run proof -- --only fsync). What it answers is told the postmaster of each such refusal.
 */
const watchRecovery = (log: Log) => {
  let stuck: { pid: number; since: number } | undefined;
  let lookedAt = 0;
  return (pid: number): void => {
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    if (hasStartupProcess(pid)) stuck = undefined;
    else if (stuck?.pid !== pid) stuck = { pid, since: Date.now() };
    else if (Date.now() - stuck.since > STUCK_AFTER_MS) {
      log.warn('The database says that it recovers, and nothing of it does: it is ended and started again.');
      stuck = undefined;
      try {
        process.kill(pid, 'SIGQUIT');
      } catch {
        // it has just ended by itself
      }
    }
  };
};

/** Connects to the cluster's postmaster, whoever started it, and starts one when there is none. */
const reach = async (place: Place, dataDir: string, log: Log): Promise<{ client: Client; socketDir: string; launched: boolean }> => {
  const deadline = Date.now() + READY_WITHIN_MS;
  let current: Launch | undefined;
  let failures = 0;
  let launched = false;
  let last = '';
  const look = watchRecovery(log);
  while (Date.now() < deadline) {
    const found = readPostmaster(place.cluster);
    if (found && isPostmasterOf(found.pid, place.cluster)) {
      try {
        const socketDir = found.socketDir || place.socketDir;
        const client = await connect(socketUrl(socketDir, OWNER, 'postgres'));
        if (realpathSync(await showOne(client, 'data_directory')) === place.cluster) return { client, socketDir, launched };
        await client.end();
      } catch (error) {
        last = sentenceOf(error);
        // No listener yet, or not ready: both pass. Anything else (a changed pg_hba.conf, a broken catalogue) does not.
        if (codeOf(error).length === 5 && ![CANNOT_CONNECT_NOW, 'EPIPE', '57P01', '57P02'].includes(codeOf(error))) throw error;
        // one that shuts down has nothing to recover, and ends by itself
        if (codeOf(error) === CANNOT_CONNECT_NOW && !last.includes('shutting down')) look(found.pid);
      }
    } else if (!current || current.ended) {
      if (current) {
        last = current.said();
        // Sessions of a killed postmaster may still be finishing; that alone is worth waiting for.
        failures += /still in use|already exists/.test(last) ? 0 : 1;
        if (failures >= 3) break;
        await pause(300);
      }
      if (found && processIdentity(found.pid)) {
        log.warn(`postmaster.pid in ${place.cluster} names process ${found.pid}, which is another program: it is cleared away.`);
        clearStalePostmaster(place.cluster, found);
      }
      current = launch(place, dataDir);
      launched = true;
    }
    await pause(20);
  }
  throw new Error(
    `The database in ${place.cluster} did not start: ${last || 'it did not answer within a minute'} (see ${join(dataDir, 'postgres.log')})`,
  );
};

/** The owner's address of an embedded database that is running, whoever started it: for a client beside the server. */
export const findRunningPostgres = (dataDir: string): string | undefined => {
  const link = join(resolve(dataDir), 'postgres');
  if (!existsSync(link)) return undefined;
  const cluster = realpathSync(link);
  const found = readPostmaster(cluster);
  if (!found?.socketDir || !isPostmasterOf(found.pid, cluster)) return undefined;
  return socketUrl(found.socketDir, OWNER, DATABASE);
};

/** Throws the embedded database away for an empty one. For whoever has just started it and holds it alone. */
export const emptyEmbeddedPostgres = async (ownerUrl: string): Promise<void> => {
  const url = new URL(ownerUrl);
  url.pathname = '/postgres';
  const client = await connect(url.href);
  try {
    await client.query(`drop database ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
};

const refusal = (dataDir: string) => new Error(`Another server is already using the data directory ${dataDir}.`);

const guardFile = (dataDir: string) => join(dataDir, 'server.pid');

/** Whether another process that lives holds the data directory. */
const isGuarded = (dataDir: string): boolean => {
  try {
    const { pid, identity } = JSON.parse(readFileSync(guardFile(dataDir), 'utf8')) as { pid: number; identity: string };
    return pid !== process.pid && processIdentity(pid) === identity;
  } catch {
    return false;
  }
};

/**
 * A second server is refused before it touches anything while the first lives, also in the moment when the first one's database is
 * being restarted and the lock is free. It is only the first look; the advisory lock decides.
 */
const refuseWhileGuarded = async (dataDir: string): Promise<void> => {
  const deadline = Date.now() + GUARD_WITHIN_MS;
  while (isGuarded(dataDir)) {
    if (Date.now() > deadline) throw refusal(dataDir);
    await pause(25);
  }
};

const writeGuard = (dataDir: string): void => {
  const unfinished = `${guardFile(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  renameSync(unfinished, guardFile(dataDir));
};

const tryLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [SERVER_LOCK]);
  return rows[0]?.locked === true;
};

/** The lock is the database's own, so it dies with the connection, and that dies with the process, SIGKILL included. */
const takeLock = async (client: Client, dataDir: string): Promise<void> => {
  const deadline = Date.now() + LOCK_WITHIN_MS;
  while (!(await tryLock(client))) {
    if (isGuarded(dataDir)) throw refusal(dataDir);
    if (Date.now() > deadline) throw refusal(dataDir);
    await pause(50);
  }
};

const ensureDatabase = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
};

const shutDown = async (place: Place, log: Log): Promise<void> => {
  const pid = readPostmaster(place.cluster)?.pid;
  const runs = () => pid !== undefined && isPostmasterOf(pid, place.cluster);
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
  ] as const) {
    if (!pid || !runs()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + seconds * 1_000;
    while (runs() && Date.now() < deadline) await pause(20);
  }
  if (runs()) log.error(`The database (process ${pid}) does not stop; the next start will adopt it.`);
};

/**
 * Throws a sentence unless the database keeps what it has acknowledged (reliability.md D2). To be asked as the role that will write,
 * since a setting can be changed for one role alone.
 */
export const assertDurable = async (client: Pick<Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'on'",
  );
  if (rows.length === 0) return;
  const found = rows.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  throw new Error(`The database could lose acknowledged orders: ${found}, and must be on.`);
};

/**
 * Runs PostgreSQL in `DATA_DIR/postgres` (made at the first start), adopts one that a killed server left behind, restarts it when it
 * dies, and holds the lock that keeps a second server away. Throws an error of one sentence when another server uses the directory,
 * when it cannot be used, or when the database does not answer within a minute.
 */
export const startEmbeddedPostgres = async ({ dataDir: given, log }: { dataDir: string; log: Log }): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(given);
  await refuseWhileGuarded(dataDir);
  const place = await preparePlace(dataDir, log);

  const { client: first, socketDir, launched } = await reach(place, dataDir, log);
  try {
    await takeLock(first, dataDir);
    await ensureDatabase(first);
    await assertDurable(first);
    writeGuard(dataDir);
  } catch (error) {
    // Its postmaster stays: it may be the other server's by now, and else the next start adopts it.
    await first.end().catch(() => undefined);
    throw error;
  }

  // Running pools know this address, so a database that is restarted has to come back at it.
  const settled: Place = { ...place, socketDir };
  let stopping = false;
  let lost: () => void = () => undefined;
  let client = first;

  const watch = async (): Promise<void> => {
    let wait = 100;
    while (!stopping) {
      await new Promise<void>((done) => {
        lost = done;
        client.once('end', done);
        // 'end' may have come between two rounds; a connection that is gone refuses this at once.
        client.query('select 1').catch(() => done());
      });
      while (!stopping) {
        try {
          log.warn('The database went away; it is being brought back.');
          const again = await reach(settled, dataDir, log);
          client = again.client;
          await takeLock(client, dataDir);
          log.info('The database is back.');
          wait = 100;
          break;
        } catch (error) {
          await client.end().catch(() => undefined);
          log.error(`The database is not back yet: ${sentenceOf(error)}`);
          await pause(wait);
          wait = Math.min(wait * 2, 5_000);
        }
      }
    }
  };
  const watching = watch();

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    lost();
    await watching;
    await shutDown(settled, log);
    await client.end().catch(() => undefined);
    rmSync(guardFile(dataDir), { force: true });
  };

  return {
    ownerUrl: socketUrl(socketDir, OWNER, DATABASE),
    urlFor: (role) => socketUrl(socketDir, role, DATABASE),
    stop,
    adopted: !launched,
  };
};

import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Place } from './data-directory.ts';
import { demandPasswords, openToOwner } from './database-password.ts';
import { asOwner, type Log, makePrivate } from './engine-user.ts';
import { hasStartupProcess, isPostmasterOf, type Postmaster, processIdentity, readPostmaster } from './processes.ts';

/** The one database of a cluster of ours, and the role that owns everything in it. */
export const DATABASE = 'comanda';
export const OWNER = 'comanda_owner';
const PORT = 5432; // names the socket's file; nothing listens on a network
/** How long a database may take to be ready. */
export const READY_WITHIN_MS = 60_000; // crash recovery of 2 GB of log included
const LOG_LIMIT = 10 * 1024 * 1024;
const CANNOT_CONNECT_NOW = '57P03'; // starting up, recovering or shutting down
const WRONG_PASSWORD = '28P01';

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
  // Passwords here are 256 random bits: many rounds guard what can be guessed, and would only make each connection slower.
  scram_iterations: 1,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A refused row is no news: it is an answer to somebody, and its values are a person's. Each would stay in the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  idle_in_transaction_session_timeout: '30s',
};

/** The address of a database behind a postmaster's socket, for its owner; without a password where it asks for none yet. */
export const socketUrl = (socketDir: string, database: string, password: string | undefined): string =>
  `postgresql:///${database}?host=${encodeURIComponent(socketDir)}&port=${PORT}&user=${OWNER}${password ? `&password=${encodeURIComponent(password)}` : ''}`;

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';
/** Whether a database answers that it starts up, recovers or shuts down. */
export const isBetween = (error: unknown): boolean => codeOf(error) === CANNOT_CONNECT_NOW;
/** What an error says. */
export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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

/** A connection of the supervisor's own; its end is not thrown but told by 'end'. */
export const connect = async (url: string): Promise<Client> => {
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

/** Has a postmaster read its files of access again, some moments later. */
const readAgain = (pid: number): void => {
  try {
    process.kill(pid, 'SIGHUP');
  } catch {
    // it has just ended, and reads them when it is started
  }
};

/** No listener yet, or not ready: both pass. Anything else (a changed pg_hba.conf, a broken catalogue) does not. */
const passes = (code: string): boolean => code.length !== 5 || [CANNOT_CONNECT_NOW, 'EPIPE', '57P01', '57P02'].includes(code);

/** Connects to a postmaster; undefined where it serves another cluster. */
const connectTo = async ({ socketDir: own }: Postmaster, place: Place): Promise<{ client: Client; socketDir: string } | undefined> => {
  const socketDir = own || place.socketDir;
  const client = await connect(socketUrl(socketDir, 'postgres', place.password));
  if (realpathSync(await showOne(client, 'data_directory')) !== place.cluster) {
    await client.end();
    return undefined;
  }
  await demandPasswords(client, place);
  return { client, socketDir };
};

/** Starts a postmaster, after what the file of one that has ended says is cleared away. */
const launchAfter = (found: Postmaster | undefined, place: Place, dataDir: string, log: Log): Launch => {
  if (found && processIdentity(found.pid)) {
    log.warn(`postmaster.pid in ${place.cluster} names process ${found.pid}, which is another program: it is cleared away.`);
    clearStalePostmaster(place.cluster, found);
  }
  return launch(place, dataDir);
};

/** Connects to the cluster's postmaster, whoever started it, and starts one when there is none. */
export const reach = async (place: Place, dataDir: string, log: Log): Promise<{ client: Client; socketDir: string; launched: boolean }> => {
  const deadline = Date.now() + READY_WITHIN_MS;
  let current: Launch | undefined;
  let failures = 0;
  let isReset = false;
  let last = '';
  const look = watchRecovery(log);
  while (Date.now() < deadline) {
    const found = readPostmaster(place.cluster);
    if (found && isPostmasterOf(found.pid, place.cluster)) {
      try {
        const connected = await connectTo(found, place);
        if (connected) return { ...connected, launched: current !== undefined };
      } catch (error) {
        last = sentenceOf(error);
        if (codeOf(error) === WRONG_PASSWORD) {
          if (!isReset) log.warn(`The database in ${place.cluster} has another password than the one in ${dataDir}: it is set again.`);
          isReset = true;
          openToOwner(place);
          readAgain(found.pid);
          await pause(100);
          continue;
        }
        if (!passes(codeOf(error))) throw error;
        // one that shuts down has nothing to recover, and ends by itself
        if (isBetween(error) && !last.includes('shutting down')) look(found.pid);
      }
    } else if (!current || current.ended) {
      if (current) {
        last = current.said();
        // Sessions of a killed postmaster may still be finishing; that alone is worth waiting for.
        failures += /still in use|already exists/.test(last) ? 0 : 1;
        if (failures >= 3) break;
        await pause(300);
      }
      current = launchAfter(found, place, dataDir, log);
    }
    await pause(20);
  }
  throw new Error(
    `The database in ${place.cluster} did not start: ${last || 'it did not answer within a minute'} (see ${join(dataDir, 'postgres.log')})`,
  );
};

/** Ends the cluster's postmaster: gently, then quickly; says so in the log when neither helps. */
export const shutDown = async (place: Pick<Place, 'cluster'>, log: Log): Promise<void> => {
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

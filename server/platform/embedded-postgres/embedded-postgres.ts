import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { isOutage } from '#server/platform/database/failures.ts';
import { type Place, preparePlace } from './data-directory.ts';
import { readPassword } from './database-password.ts';
import type { Log } from './engine-user.ts';
import { connect, DATABASE, isBetween, reach, READY_WITHIN_MS, sentenceOf, shutDown, socketUrl } from './postmaster.ts';
import { isPostmasterOf, processIdentity, readPostmaster } from './processes.ts';

/** What the server holds while its embedded database runs. */
export type EmbeddedPostgres = {
  /** For migrations: the role that owns everything. */
  ownerUrl: string;
  /** Shuts the database down and gives the data directory free. */
  stop: () => Promise<void>;
  /** Whether a database was found running, left by a server that was killed. */
  adopted: boolean;
};

const SERVER_LOCK = 7_265_626; // any number, the same in each release
const COMMANDS_LOCK = 7_265_627; // commands share it; a restore, and whoever stops the database behind them, has it alone
const LOCK_WITHIN_MS = 3_000; // the database needs a moment to see that a killed server's connection is gone
const REACHED_AT_MOST = 5; // times
const BETWEEN_REACHES_MS = 200;
const GUARD_WITHIN_MS = 500; // a server just killed needs a moment to be gone

type Running = Pick<Place, 'cluster' | 'socketDir'> & { password: string | undefined };

const findRunning = (dataDir: string): Running | undefined => {
  const link = join(dataDir, 'postgres');
  if (!existsSync(link)) return undefined;
  const cluster = realpathSync(link);
  const found = readPostmaster(cluster);
  if (!found?.socketDir || !isPostmasterOf(found.pid, cluster)) return undefined;
  return { cluster, socketDir: found.socketDir, password: readPassword(dataDir) };
};

/** The owner's address of an embedded database that is running, whoever started it. */
export const findRunningPostgres = (dataDir: string): string | undefined => {
  const running = findRunning(resolve(dataDir));
  return running && socketUrl(running.socketDir, DATABASE, running.password);
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

/** Who holds a database alone. */
export type Holder = 'server' | 'restore';

const guardFile = (dataDir: string) => join(dataDir, 'server.pid');

/** Which other process that lives holds the data directory. */
const guardOf = (dataDir: string): Holder | undefined => {
  try {
    type Guard = { pid: number; identity: string; holder?: Holder };
    const { pid, identity, holder = 'server' } = JSON.parse(readFileSync(guardFile(dataDir), 'utf8')) as Guard;
    return pid !== process.pid && processIdentity(pid) === identity ? holder : undefined;
  } catch {
    return undefined;
  }
};

const refusal = (dataDir: string) =>
  new Error(
    guardOf(dataDir) === 'restore'
      ? `A restore is filling the data directory ${dataDir}: try again when it has ended.`
      : `Another server is already using the data directory ${dataDir}.`,
  );

/**
 * A second server is refused before it touches anything while the first lives, also in the moment when the first one's database is
 * being restarted and the lock is free. It is only the first look; the advisory lock decides.
 */
const refuseWhileGuarded = async (dataDir: string): Promise<void> => {
  const deadline = Date.now() + GUARD_WITHIN_MS;
  while (guardOf(dataDir)) {
    if (Date.now() > deadline) throw refusal(dataDir);
    await pause(25);
  }
};

const writeGuard = (dataDir: string, holder: Holder): void => {
  const unfinished = `${guardFile(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid), holder }));
  renameSync(unfinished, guardFile(dataDir));
};

/** The lock is the database's own, so it dies with the connection, and that dies with the process, SIGKILL included. */
const tryLock = async (client: Client, lock: number, isShared = false): Promise<boolean> => {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  const { rows } = await client.query<{ locked: boolean }>(`select ${take}($1) as locked`, [lock]);
  return rows[0]?.locked === true;
};

const takeLock = async (client: Client, dataDir: string): Promise<void> => {
  const deadline = Date.now() + LOCK_WITHIN_MS;
  while (!(await tryLock(client, SERVER_LOCK))) {
    if (guardOf(dataDir) || Date.now() > deadline) throw refusal(dataDir);
    await pause(50);
  }
};

const takeCommandsLock = async (client: Client, sentence: string, isShared: boolean): Promise<void> => {
  const deadline = Date.now() + LOCK_WITHIN_MS;
  while (!(await tryLock(client, COMMANDS_LOCK, isShared))) {
    if (Date.now() > deadline) throw new Error(sentence);
    await pause(50);
  }
};

const endOf = (client: Client) => client.end().catch(() => undefined);

const ensureDatabase = async (client: Client): Promise<void> => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
};

/**
 * Throws a sentence unless the database keeps what it has acknowledged (cases.md D2). To be asked as the role that will write,
 * since a setting can be changed for one role alone.
 */
export const assertDurable = async (client: Pick<Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ name: string; setting: string }>(
    // remote_apply is stronger than on: a synchronous standby shows it, too
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting <> 'on'
     and (name, setting) <> ('synchronous_commit', 'remote_apply')`,
  );
  if (rows.length === 0) return;
  const found = rows.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  throw new Error(`The database could lose acknowledged orders: ${found}, and must be on.`);
};

/**
 * Runs work that the end of the database may interrupt, as a command stops it that ends in this moment: then it is begun again. One that
 * says that it shuts down or starts up is waited for.
 */
const again = async <T>(work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (let attempt = 1; ; ) {
    try {
      return await work();
    } catch (error) {
      const isWaitedFor = isBetween(error) ? Date.now() < deadline : isOutage(error) && attempt++ < REACHED_AT_MOST;
      if (!isWaitedFor) throw error;
      await pause(BETWEEN_REACHES_MS);
    }
  }
};

/** Reaches the database and holds it alone. */
const reachAlone = (place: Place, dataDir: string, holder: Holder, log: Log): ReturnType<typeof reach> =>
  again(async () => {
    const reached = await reach(place, dataDir, log);
    try {
      await takeLock(reached.client, dataDir);
      if (holder === 'restore')
        await takeCommandsLock(reached.client, `Another command is using the database of ${dataDir}: restore when it has ended.`, false);
      await ensureDatabase(reached.client);
      await assertDurable(reached.client);
      writeGuard(dataDir, holder);
      return reached;
    } catch (error) {
      // Its postmaster stays: it may be the other server's by now, and else the next start adopts it.
      await endOf(reached.client);
      throw error;
    }
  });

/** Reaches the database as one of the commands that use it, and starts it when it does not run. */
const reachShared = (dataDir: string, log: Log): Promise<Running & { client: Client }> =>
  again(async () => {
    const running = findRunning(dataDir);
    const place = running ?? (await preparePlace(dataDir, log));
    const { client, socketDir } = running
      ? { client: await connect(socketUrl(running.socketDir, 'postgres', running.password)), ...running }
      : await reach(place as Place, dataDir, log);
    try {
      await takeCommandsLock(client, `A restore is filling the data directory ${dataDir}: try again when it has ended.`, true);
      await ensureDatabase(client);
      return { ...place, socketDir, client };
    } catch (error) {
      await endOf(client);
      throw error;
    }
  });

/** The embedded database for a command. It is the last of the commands that stops it, unless a server has it. */
export const lendEmbeddedPostgres = async ({
  dataDir: given,
  log,
}: {
  dataDir: string;
  log: Log;
}): Promise<Omit<EmbeddedPostgres, 'adopted'>> => {
  const dataDir = resolve(given);
  const { client, cluster, socketDir, password } = await reachShared(dataDir, log);
  const stop = async (): Promise<void> => {
    await endOf(client);
    const last = await connect(socketUrl(socketDir, 'postgres', password)).catch(() => undefined);
    if (!last) return;
    // In this order: of two that end in the same moment, the one that is refused leaves the other alone.
    const isLast = async () => (await tryLock(last, COMMANDS_LOCK)) && (await tryLock(last, SERVER_LOCK));
    // a server whose database has just died brings it back, and has no lock meanwhile
    if (!guardOf(dataDir) && (await isLast().catch(() => false))) await shutDown({ cluster }, log);
    await endOf(last);
  };
  return { ownerUrl: socketUrl(socketDir, DATABASE, password), stop };
};

/**
 * Runs PostgreSQL in `DATA_DIR/postgres` (made at the first start), adopts one that a killed server left behind, restarts it when it
 * dies, and holds the lock that keeps a second server away. Throws an error of one sentence when another server uses the directory,
 * when it cannot be used, or when the database does not answer within a minute.
 */
export const startEmbeddedPostgres = async ({
  dataDir: given,
  holder = 'server',
  log,
}: {
  dataDir: string;
  holder?: Holder;
  log: Log;
}): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(given);
  await refuseWhileGuarded(dataDir);
  const place = await preparePlace(dataDir, log);

  const { client: first, socketDir, launched } = await reachAlone(place, dataDir, holder, log);

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
          client = (await reach(settled, dataDir, log)).client;
          await takeLock(client, dataDir);
          log.info('The database is back.');
          wait = 100;
          break;
        } catch (error) {
          await endOf(client);
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
    await endOf(client);
    rmSync(guardFile(dataDir), { force: true });
  };

  return {
    ownerUrl: socketUrl(socketDir, DATABASE, place.password),
    stop,
    adopted: !launched,
  };
};

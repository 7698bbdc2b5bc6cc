import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { isOutage } from '#server/platform/database/failures.ts';
import { type Place, preparePlace } from './data-directory.ts';
import { readPassword } from './database-password.ts';
import type { Log } from './engine-user.ts';
import { connect, DATABASE, reach, sentenceOf, shutDown, socketUrl } from './postmaster.ts';
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
const LOCK_WITHIN_MS = 3_000; // the database needs a moment to see that a killed server's connection is gone
const REACHED_AT_MOST = 5; // times
const GUARD_WITHIN_MS = 500; // a server just killed needs a moment to be gone

/** The owner's address of an embedded database that is running, whoever started it: for a client beside the server. */
export const findRunningPostgres = (dataDir: string): string | undefined => {
  const link = join(resolve(dataDir), 'postgres');
  if (!existsSync(link)) return undefined;
  const cluster = realpathSync(link);
  const found = readPostmaster(cluster);
  if (!found?.socketDir || !isPostmasterOf(found.pid, cluster)) return undefined;
  return socketUrl(found.socketDir, DATABASE, readPassword(resolve(dataDir)));
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

/** Reaches the database and holds it alone. A command that ends in this moment stops it: then it is started again. */
const reachAlone = async (place: Place, dataDir: string, log: Log): ReturnType<typeof reach> => {
  for (let attempt = 1; ; attempt++) {
    const reached = await reach(place, dataDir, log);
    try {
      await takeLock(reached.client, dataDir);
      await ensureDatabase(reached.client);
      await assertDurable(reached.client);
      writeGuard(dataDir);
      return reached;
    } catch (error) {
      // Its postmaster stays: it may be the other server's by now, and else the next start adopts it.
      await endOf(reached.client);
      if (attempt === REACHED_AT_MOST || !isOutage(error)) throw error;
    }
  }
};

/**
 * The embedded database for a command while no server runs. A server that starts meanwhile adopts it: then it goes on when the
 * command has ended.
 */
export const lendEmbeddedPostgres = async ({
  dataDir: given,
  log,
}: {
  dataDir: string;
  log: Log;
}): Promise<Omit<EmbeddedPostgres, 'adopted'>> => {
  const dataDir = resolve(given);
  const place = await preparePlace(dataDir, log);
  const { client, socketDir } = await reach(place, dataDir, log);
  await ensureDatabase(client).finally(() => endOf(client));
  const stop = async (): Promise<void> => {
    const last = await connect(socketUrl(socketDir, 'postgres', place.password)).catch(() => undefined);
    if (!last) return;
    if (await tryLock(last)) await shutDown({ ...place, socketDir }, log);
    await endOf(last);
  };
  return { ownerUrl: socketUrl(socketDir, DATABASE, place.password), stop };
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

  const { client: first, socketDir, launched } = await reachAlone(place, dataDir, log);

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

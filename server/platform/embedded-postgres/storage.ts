import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { placesOf } from '#server/platform/database/addresses.ts';
import type { Config } from '#server/platform/config.ts';
import { assertDurable, type Holder, lendEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Log } from './engine-user.ts';
import { DatabaseClient } from '#server/platform/database/hosts.ts';
import { assertNoPooler, assertNoPoolerBeforeStandby } from '#server/platform/database/pooler.ts';

export interface Storage {
  ownerUrl: string;
  /** Ends the hold on it: an embedded one stops behind its server, or behind the last command where there is none. */
  stop: () => Promise<void>;
}

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Runs work on one connection of the database's owner. When `signal` gives up, the connection ends, and whatever it was doing fails. */
export const asOwner = async <T>(ownerUrl: string, work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const client = new DatabaseClient({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000, application_name: 'comanda operator' });
  const end = () => client.end().catch(() => {});
  const giveUp = () => void end();
  await client.connect();
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', giveUp);
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await end();
  }
};

/** With several hosts one takes over from another; it has all that was acknowledged only if PostgreSQL waited for it. */
const warnOfLoss = async (client: Client, databaseUrl: string, log: Log): Promise<void> => {
  if (placesOf(databaseUrl).length === 0) return;
  const { rows } = await client.query("select current_setting('synchronous_standby_names') as names");
  if (!rows[0].names)
    log.warn(
      'DATABASE_URL names several hosts, and PostgreSQL waits for none of them (synchronous_standby_names is empty): whichever takes over may lack the last orders.',
    );
};

/** Names and notes of all scripts are stored and searched. A cluster that was made without a locale has SQL_ASCII. */
const assertUnicode = async (client: Client): Promise<void> => {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding");
  const { encoding } = rows[0];
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database is encoded in ${encoding}, and must be in UTF8: make one by create database … encoding 'UTF8' locale 'C.UTF-8' template template0.`,
  );
};

/** The database for whoever has to hold it alone: a server, or a restore. The embedded one refuses a second holder. */
export const openStorage = async (
  { databaseUrl, readUrl, dataDir }: Where & Partial<Pick<Config, 'readUrl'>>,
  log: Log,
  holder: Holder = 'server',
): Promise<Storage> => {
  if (readUrl) await assertNoPoolerBeforeStandby(readUrl);
  if (!databaseUrl) return startEmbeddedPostgres({ dataDir, holder, log });
  await assertNoPooler(databaseUrl);
  await asOwner(databaseUrl, async (client) => {
    await assertDurable(client);
    await assertUnicode(client);
    await warnOfLoss(client, databaseUrl, log);
  });
  return { ownerUrl: databaseUrl, stop: async () => {} };
};

/** The database for a command beside a server, or before one: the embedded one is started only when it does not run. */
export const reachStorage = async ({ databaseUrl, dataDir }: Where, log: Log): Promise<Storage> => {
  if (databaseUrl) {
    await assertNoPooler(databaseUrl);
    return { ownerUrl: databaseUrl, stop: async () => {} };
  }
  return lendEmbeddedPostgres({ dataDir, log });
};

/** Whether there is a database to speak of: an embedded one is made by the first start. */
export const hasStorage = ({ databaseUrl, dataDir }: Where): boolean => databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));

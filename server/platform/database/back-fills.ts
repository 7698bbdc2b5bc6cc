import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/platform/embedded-postgres/engine-user.ts';
import { isPassing } from './failures.ts';
import { DatabaseClient } from './hosts.ts';
import { readRelease, type Release } from './release.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';

const AT_ONCE = 1000; // rows of a batch, whose locks last as long as it does
const TELL_EVERY = 10_000; // ms

interface Options {
  log: Log;
  backFills?: Release['backFills'];
  /** rows of a batch */
  atOnce?: number;
  /** Ends it between two batches, and an index that is being built at once. */
  signal?: AbortSignal | undefined;
}

const connect = async (ownerUrl: string) => {
  const client = new DatabaseClient({ connectionString: ownerUrl, application_name: 'comanda back-fill' });
  await client.connect();
  return client;
};

/** The back-fills that are not done, of those that this database knows of. */
const findUnfinished = async (client: pg.Client, backFills: Release['backFills']) => {
  const { rows } = await client.query<{ name: string }>('select name from migrations.back_fills where finished_at is not null');
  return backFills.filter(({ name }) => !rows.some((done) => done.name === name));
};

/**
 * One batch in one transaction, which also notes where it ended: whoever comes next, this node, another one or a later start, goes on
 * there. Answers how many rows were filled in all, and whether it was the last.
 */
const fillSome = async (client: pg.Client, { name, text }: Release['backFills'][number], atOnce: number) => {
  await client.query("begin; set local lock_timeout = '2s'");
  try {
    await client.query('insert into migrations.back_fills (name) values ($1) on conflict do nothing', [name]);
    const { rows: known } = await client.query<{ position: string | null; rows: number; isDone: boolean }>(
      'select position::text, rows::int, finished_at is not null as "isDone" from migrations.back_fills where name = $1 for update',
      [name],
    );
    const { position, rows: before, isDone } = known[0]!;
    let rows = 0;
    if (!isDone) {
      const { rows: filled } = await client.query<{ position: unknown; rows: number | string }>(text, [position, atOnce]);
      rows = Number(filled[0]?.rows ?? 0);
      await client.query(
        `update migrations.back_fills set position = coalesce($2, position), rows = rows + $3, finished_at = case when $3 = 0 then now() end where name = $1`,
        [name, rows > 0 ? JSON.stringify(filled[0]!.position) : null, rows],
      );
    }
    await client.query('commit');
    return { rows: before + rows, isDone: isDone || rows === 0 };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

const IN_TURN = 726_229; // nobody's number but this; two nodes that build one index would wait for each other

/**
 * Waits until it is this node's turn; answers undefined where the node stops meanwhile. The turn is a transaction's and not the session's,
 * on a connection of its own: it goes with it, and has no snapshot, for which the build would wait.
 */
const takeTurn = async (ownerUrl: string, signal: Options['signal']): Promise<pg.Client | undefined> => {
  const turn = await connect(ownerUrl);
  try {
    while (!signal?.aborted) {
      await turn.query('begin isolation level read committed; set local idle_in_transaction_session_timeout = 0');
      const { rows } = await turn.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${IN_TURN}) as mine`);
      if (rows[0]!.mine) return turn;
      await turn.query('rollback');
      await pause(1000);
    }
  } catch (error) {
    await turn.end().catch(() => {});
    throw error;
  }
  await turn.end();
  return undefined;
};

/**
 * Runs a file that begins with `-- concurrently`, which builds indexes or validates constraints, statement by statement outside a
 * transaction, so that nobody who writes waits. What an earlier build left unfinished is dropped first. One node does so at a time.
 */
const build = async (client: pg.Client, { name, text }: Release['backFills'][number], { log, signal }: Options, ownerUrl: string) => {
  const turn = await takeTurn(ownerUrl, signal);
  if (!turn) return;
  // the database may go on with it, or leave an index that the next start drops and builds again
  const leave = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', leave);
  try {
    await client.query('set statement_timeout = 0');
    const { rows: unfinished } = await client.query<{ index: string }>(
      `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
       where not i.indisvalid and $1 like '% ' || c.relname || ' %'`,
      [text],
    );
    for (const { index } of unfinished) await client.query(`drop index concurrently ${index}`);
    for (const statement of text.split(';')) if (statement.trim() !== '') await client.query(statement);
    await client.query(
      'insert into migrations.back_fills (name, finished_at) values ($1, now()) on conflict (name) do update set finished_at = now()',
      [name],
    );
    log.info(`Back-fill ${name}: done.`);
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
    await turn.end().catch(() => {});
  }
};

const fill = async (client: pg.Client, backFill: Release['backFills'][number], { log, atOnce = AT_ONCE, signal }: Options) => {
  let toldAt = performance.now();
  for (let wait = 500; !signal?.aborted; ) {
    const began = performance.now();
    try {
      const { rows, isDone } = await fillSome(client, backFill, atOnce);
      const isLong = performance.now() - toldAt > TELL_EVERY;
      if (isDone ? rows > 0 : isLong) log.info(`Back-fill ${backFill.name}: ${rows} rows${isDone ? ', done' : ' so far'}.`);
      if (isLong) toldAt = performance.now();
      if (isDone) return;
      wait = 500;
      // whoever sells has the database for at least half of the time
      await pause(performance.now() - began);
    } catch (error) {
      if (!isPassing(error)) throw error;
      log.warn(`Back-fill ${backFill.name} waits for rows that others hold: tried again in ${wait / 1000} s.`);
      await pause(wait);
      wait = Math.min(wait * 2, 30_000);
    }
  }
};

/**
 * Fills what migrations have left for afterwards (db/back-fills), in short batches outside their locks, each where the last one ended.
 * A file is one statement of $1, where to go on (null at first), and $2, how many rows at most; it answers one row of `position` and
 * `rows`, and is done when that is 0. It may run twice over the same rows. One that begins with `-- concurrently` builds
 * indexes or validates constraints.
 */
export const fillAll = async (ownerUrl: string, options: Options): Promise<void> => {
  const backFills = options.backFills ?? readRelease().backFills;
  if (backFills.length === 0) return;
  const client = await connect(ownerUrl);
  try {
    for (const backFill of await findUnfinished(client, backFills)) {
      if (options.signal?.aborted) return;
      await (backFill.text.startsWith('-- concurrently') ? build(client, backFill, options, ownerUrl) : fill(client, backFill, options));
    }
  } finally {
    await client.end().catch(() => {});
  }
};

/** Fills in the background of a server; tries again half a minute later where that fails, until all is done. */
export const startBackFills = (ownerUrl: string, log: Log) => {
  let isDone = readRelease().backFills.length === 0;
  const stopping = new AbortController();
  const { stop } = startRepeating({
    every: 30_000,
    work: async () => {
      if (!isDone) await fillAll(ownerUrl, { log, signal: stopping.signal });
      isDone ||= !stopping.signal.aborted;
      return false;
    },
    onError: (error) => log.error(`A back-fill failed: ${String(error)}`),
  });
  return {
    stop: (): Promise<void> => {
      stopping.abort();
      return stop();
    },
  };
};

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { DB as Database } from '#db/schema.ts';
import { isReadOnly } from './failures.ts';
import { DatabaseClient } from './hosts.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';
import { orElse, watchStandby } from './standby.ts';

// Ids and minor units stay below 2^53 (contract/pricing.ts refuses more), so a number holds them exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day is a text: as a Date it would belong to a time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

interface States {
  used: number;
  idle: number;
  waiting: number;
}

declare const bound: unique symbol;
/** A transaction already bound to one tenant, or to none for the worker: the only handle on the database a feature ever sees. */
export type Db = Kysely<Database> & { readonly [bound]: true };

type Work<T> = (db: Db) => Promise<T>;
type InTurn = (all: () => Promise<void>) => Promise<void>;
type AccessMode = 'read only' | 'read write';

/** Where reports, exports and the provider's figures are read, which may be a moment old: reads only, behind the same walls. */
export interface Figures {
  /** everything of before is in them; undefined: they are of now */
  asOf: Date | undefined;
  asTenant: <T>(tenantId: number, work: Work<T>) => Promise<T>;
  asProvider: <T>(work: Work<T>) => Promise<T>;
}

/** A standby that may be read from. */
export interface ReadFrom {
  appUrl: string;
  platformUrl: string;
  /** how old figures may be, in ms */
  atMost?: number;
}

export interface Databases {
  /** Runs work as one tenant in one transaction. Row-level security reads the tenant set here. */
  asTenant: <T>(tenantId: number, work: Work<T>, mode?: AccessMode) => Promise<T>;
  /**
   * The same for what goes through all tenants, in short transactions. It has a place of its own in each, so that a busy tenant has its turn
   * too; while other such work has it, or a lock is held, it is refused soon, and comes again with the next round: no other tenant waits.
   */
  asTenantInBackground: Databases['asTenant'];
  /** Runs work as the worker role, which sees all tenants but only few tables: sign-in, sessions, dispatcher, QR look-up. */
  acrossTenants: <T>(work: Work<T>, mode?: AccessMode) => Promise<T>;
  /** One statement of the worker outside a transaction: what is read on every request must not cost three round trips. */
  readAcrossTenants: <T>(work: Work<T>) => Promise<T>;
  /** Runs work as the platform's role: the super administrator's own tables, the list of tenants, and sums; no tenant's orders or customers. */
  asProvider: <T>(work: Work<T>, mode?: AccessMode) => Promise<T>;
  /** One statement of the platform's role outside a transaction. */
  readAsProvider: <T>(work: Work<T>) => Promise<T>;
  /** Calls a function of db/functions that sets its tenant itself and is a transaction of its own: one round trip for a hot write. */
  callAsTenant: <T>(name: 'place_order' | 'place_qr_order', tenantId: number, payload: unknown) => Promise<T>;
  /** Chooses where figures are read: on the standby, where there is one that is not too old, else where all is. */
  openFigures: () => Promise<Figures>;
  /**
   * Opens as many connections as one tenant may use: a node that is ready opens none at the moment when another one stops and all tills come
   * to it, when the machine has least time for it.
   */
  openAhead: () => Promise<void>;
  /** How many connections are used, idle, and waited for, by pool. */
  connections: () => Record<'app' | 'worker' | 'platform', States> & { standby?: States };
  /** Ends all connections once their work is done. */
  close: () => Promise<void>;
}

// A read of several statements sees one moment of the database, so a report agrees with itself.
const beginAs = { 'read only': 'begin isolation level repeatable read read only', 'read write': 'begin read write' } as const;

const CONNECTIONS = 8;
const TENANT_CONNECTIONS = 5; // connections that one tenant may have at once: the others are not to wait for a busy one
const CONNECT_WITHIN = 2000; // ms
/**
 * ms. Who waits for a place of their own restaurant is served late rather than refused: when one node restarts, all tills are at the other.
 * Together with a statement that is never answered it stays below the 12 s within which a database that hangs is told (proof: outages).
 */
const TENANT_TIMEOUT = 4000;
const BACKGROUND_CONNECTIONS = 1;
const BACKGROUND_TIMEOUT = 100; // ms; about as long as such a transaction takes
const BACKGROUND_LOCK = 500; // ms
/**
 * A hot statement begins with its name: PostgreSQL then parses it once for each connection, and plans it for all tenants alike (cases.md §6). It
 * lists its columns: one that answers `*` fails on every connection that knew it once a migration has added a column.
 */
const NAME = /^\s*(?:select )?\/\* (\w+) \*\//;

type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

const textOf = (statement: unknown) => (typeof statement === 'string' ? statement : (statement as { text?: unknown }).text);
const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** Names the statements that say so, and ends where a connection is of no use any more. */
class PoolClient extends DatabaseClient {
  /** The statements of this connection alone. Kysely's own `connection()` would send none before the one ahead of it is answered. */
  readonly db: Db;
  /** of the transaction, a statement failed; what PostgreSQL says of its state comes a moment after the error itself */
  hasFailed = false;

  constructor(options?: pg.ClientConfig) {
    super(options);
    const ask = super.query.bind(this) as Query;
    const send: Query = (...asked) => {
      const answer = ask(...asked);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        this.hasFailed = true;
        // What is still open, or still owes an answer, is not for the next one: the pool throws away a client that has ended.
        const isOfNoUse = isUnanswered(error) || isReadOnly(error);
        if (isOfNoUse) this.lookAgain();
        if (isOfNoUse || textOf(asked[0]) === 'rollback') void this.end().catch(() => {});
        throw error;
      });
    };
    const prepare: Query = (statement, values, callback) => {
      if (typeof statement !== 'string' || !Array.isArray(values)) return send(statement, values, callback);
      // what is asked for together leaves in one write
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      // begin and the tenant are sent as one text of two statements, which only the simple protocol takes; it costs least for an end, too
      if (/^(begin|commit$|rollback$)/.test(statement)) return send(statement, callback);
      const [, name] = NAME.exec(statement) ?? [];
      return send({ name, text: statement, values }, callback);
    };
    // pg declares query as six overloads; the arguments pass through as they came
    this.query = prepare as typeof this.query;
    // what belongs to the pool gives the connection back, and not each statement
    const alone = { query: prepare, release: () => {} } as PostgresPoolClient;
    this.db = new Kysely({
      dialect: new PostgresDialect({ pool: { options: {}, connect: async () => alone, end: async () => {} } }),
    }) as Db;
  }
}

/** The address with a setting of each connection: one that a connection asks for needs no right, as a role's would. */
const withoutJit = (address: string): string => {
  const url = new URL(address);
  // a statement of a till is over before it would be compiled; what the address itself says comes after, and holds
  url.searchParams.set('options', `-c jit=off ${url.searchParams.get('options') ?? ''}`.trim());
  return url.href;
};

const openPool = (address: string, max: number, timeouts: Partial<pg.PoolConfig> = {}) => {
  const pool = new pg.Pool({
    connectionString: withoutJit(address),
    max,
    Client: PoolClient,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_WITHIN,
    idleTimeoutMillis: 60_000,
    statement_timeout: 5000,
    query_timeout: 7_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'comanda',
    ...timeouts,
  });
  pool.on('error', () => {}); // of a connection that nobody was using
  return pool;
};

// What is done in the background is done again later; it queues for no lock, before which others would queue in turn.
const background = { lock_timeout: 2000 }; // ms

const unhurried = { statement_timeout: 15_000, query_timeout: 20_000, idle_in_transaction_session_timeout: 120_000 };

/** A read is answered as soon as it was read: its connection, and its turn, are given back once its end was answered as well. */
const transact = <T>(on: pg.Pool, mode: AccessMode, work: Work<T>, settings = '', inTurn: InTurn = (all) => all()): Promise<T> =>
  new Promise((resolve, reject) => {
    inTurn(async () => {
      const client = (await on.connect()) as pg.PoolClient & PoolClient;
      try {
        client.hasFailed = false;
        const begun = client.query(beginAs[mode] + settings, []);
        // A read asks its first question together with the beginning. A write does not: where that failed, it would be stored all the same.
        if (mode === 'read only') begun.catch(() => {});
        else await begun;
        const result = await work(client.db);
        await begun;
        if (mode === 'read only' && !client.hasFailed) resolve(result);
        const { command } = await client.query('commit', []);
        // PostgreSQL answers the commit of a transaction that has failed with a rollback, and with no error
        if (command === 'ROLLBACK') throw new Error('The transaction was rolled back.');
        resolve(result);
      } catch (error) {
        // after a lost connection there is nothing to roll back; the first error is the one to tell
        await client.query('rollback', []).catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    }).catch(reject);
  });

const openStandby = ({ appUrl, platformUrl, atMost }: ReadFrom, primary: Parameters<typeof watchStandby>[0]['primary']) => {
  const pool = openPool(appUrl, 4, { connectionTimeoutMillis: 1000 });
  const platformPool = openPool(platformUrl, 2, { connectionTimeoutMillis: 1000, ...unhurried });
  return {
    pool,
    platformPool,
    asOf: watchStandby({ primary, standby: async (text, values) => (await pool.query(text, values)).rows, atMost }),
  };
};

/** Opens the pools of the application, of the worker and of the platform. Eight connections at most in each: more make a busy tenant slower (cases.md §6). */
export const openDatabases = (appUrl: string, workerUrl: string, platformUrl: string, readFrom?: ReadFrom): Databases => {
  const pool = openPool(appUrl, CONNECTIONS, { min: TENANT_CONNECTIONS });
  const limited = openSemaphores(TENANT_CONNECTIONS, TENANT_TIMEOUT);
  const limitedInBackground = openSemaphores(BACKGROUND_CONNECTIONS, BACKGROUND_TIMEOUT);
  const workerPool = openPool(workerUrl, 4, background);
  const worker = new Kysely<Database>({ dialect: new PostgresDialect({ pool: workerPool }) });
  // Connections of its own: a report over all tenants takes none away from those who sell. The roll-up measures tenants in between.
  const platformPool = openPool(platformUrl, 3, {
    ...background,
    ...unhurried,
  });
  const platform = new Kysely<Database>({ dialect: new PostgresDialect({ pool: platformPool }) });
  const statesOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): States => ({
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  });

  const asTenantOn =
    (on: pg.Pool, inTurn = limited, settings = ''): Databases['asTenant'] =>
    (tenantId, work, mode = 'read write') => {
      if (!Number.isSafeInteger(tenantId)) throw new TypeError('A tenant is a whole number.');
      return transact(on, mode, work, `; set local app.tenant_id = '${tenantId}'${settings}`, (all) => inTurn(tenantId, all));
    };
  const asTenant = asTenantOn(pool);
  const asProvider: Databases['asProvider'] = (work, mode = 'read write') => transact(platformPool, mode, work);
  const ofNow: Figures = {
    asOf: undefined,
    asTenant: (tenantId, work) => asTenant(tenantId, work, 'read only'),
    asProvider: (work) => asProvider(work, 'read only'),
  };
  const standby = readFrom && openStandby(readFrom, async (text) => (await workerPool.query(text)).rows);
  const openFigures = async (): Promise<Figures> => {
    const asOf = await standby?.asOf();
    if (!standby || !asOf) return ofNow;
    const onStandby = asTenantOn(standby.pool);
    return {
      asOf,
      asTenant: (id, work) =>
        orElse(
          () => onStandby(id, work, 'read only'),
          () => ofNow.asTenant(id, work),
        ),
      asProvider: (work) =>
        orElse(
          () => transact(standby.platformPool, 'read only', work),
          () => ofNow.asProvider(work),
        ),
    };
  };

  return {
    asTenant,
    asTenantInBackground: asTenantOn(pool, limitedInBackground, `; set local lock_timeout = ${BACKGROUND_LOCK}`),
    openFigures,
    acrossTenants: (work, mode = 'read write') => transact(workerPool, mode, work),
    readAcrossTenants: (work) => work(worker as Db),
    asProvider,
    readAsProvider: (work) => work(platform as Db),
    callAsTenant: (name, tenantId, payload) =>
      limited(tenantId, async () => {
        const { rows } = await pool.query(`/* ${name} */ select ${name}($1, $2) as result`, [tenantId, JSON.stringify(payload)]);
        return rows[0].result;
      }),
    openAhead: async () => {
      const opened = await Promise.allSettled(Array.from({ length: TENANT_CONNECTIONS }, () => pool.connect()));
      for (const one of opened) if (one.status === 'fulfilled') one.value.release();
    },
    connections: () => ({
      app: statesOf(pool),
      worker: statesOf(workerPool),
      platform: statesOf(platformPool),
      ...(standby && { standby: statesOf(standby.pool) }),
    }),
    close: async () => {
      await Promise.all([pool, workerPool, platformPool, standby?.pool, standby?.platformPool].map((one) => one?.end()));
    },
  };
};

/** Turns a violated constraint into the error the person should read; any other error passes. */
export const explainConstraint =
  (explanations: Record<string, Error>) =>
  (error: unknown): never => {
    const name = (error as { constraint?: string }).constraint;
    throw (name !== undefined && explanations[name]) || error;
  };

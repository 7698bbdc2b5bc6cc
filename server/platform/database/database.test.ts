import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabases } from './database.ts';
import { urlFor } from './roles.ts';

const ownerUrl = inject('ownerUrl');
const open = () => {
  const databases = openDatabases(
    urlFor(ownerUrl, 'comanda_app'),
    urlFor(ownerUrl, 'comanda_worker'),
    urlFor(ownerUrl, 'comanda_platform'),
  );
  onTestFinished(databases.close);
  return databases;
};
afterEach(() => vi.restoreAllMocks());

/** Every statement from now on is answered by this; `ask` sends it to the database. */
const answerBy = (answer: (text: string, ask: () => Promise<unknown>) => Promise<unknown>) => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const real = pg.Client.prototype.query as (...asked: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text: string }).text;
    return answer(text, () => real.apply(this, asked) as Promise<unknown>);
  });
};

/** Every connection from now on fails at this statement, as one does whose database has gone silent. */
const failAt = (part: string, error: Error) => answerBy((text, ask) => (text.includes(part) ? Promise.reject(error) : ask()));

test('a transaction that failed gives its connection back', async () => {
  const databases = open();
  await expect(databases.asTenant(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(databases.connections().app).toMatchObject({ used: 0, idle: 1 });
});

test('a node that starts opens what one restaurant may use; where the database is away, it starts all the same', async () => {
  const databases = open();
  await databases.openAhead();
  expect(databases.connections()).toMatchObject({ app: { used: 0, idle: 5 }, worker: { used: 0, idle: 0 } });
  // a restaurant that is busy opens none: five at once have one each
  const sizes = await Promise.all(Array.from({ length: 7 }, () => databases.asTenant(1, async () => databases.connections().app)));
  expect(Math.max(...sizes.map(({ used, idle }) => used + idle))).toBe(5);

  const nowhere = openDatabases('postgres://x:x@127.0.0.1:1/x', 'postgres://x:x@127.0.0.1:1/x', 'postgres://x:x@127.0.0.1:1/x');
  onTestFinished(nowhere.close);
  await nowhere.openAhead();
  expect(nowhere.connections().app).toMatchObject({ used: 0, idle: 0 });
});

test('a connection whose rollback failed is nobody else\u2019s: it may still be inside the transaction of its restaurant', async () => {
  const databases = open();
  failAt('rollback', new Error('no answer'));
  await expect(databases.asTenant(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(databases.connections().app).toMatchObject({ used: 0, idle: 0 });
});

test('a connection that still owes an answer is nobody else\u2019s, inside a transaction and outside', async () => {
  const databases = open();
  failAt('select 7', new Error('Query read timeout'));
  await expect(databases.asTenant(1, (db) => sql`select 7`.execute(db))).rejects.toThrow('timeout');
  await expect(databases.readAcrossTenants((db) => sql`select 7`.execute(db))).rejects.toThrow('timeout');
  expect(databases.connections()).toMatchObject({ app: { used: 0, idle: 0 }, worker: { used: 0, idle: 0 } });
});

/** Every statement from now on passes by here, with its answer. */
const watchStatements = (watch: (text: string, answer: Promise<unknown>) => void) =>
  answerBy((text, ask) => {
    const answer = ask();
    watch(text, answer);
    return answer;
  });

test('a read asks its first questions with its beginning, and a write none before it has begun', async () => {
  const databases = open();
  const said: string[] = [];
  watchStatements((text, answer) => {
    said.push(text);
    void answer.then(() => said.push(`${text}: answered`));
  });
  const ask = (mode: 'read only' | 'read write') =>
    databases.asTenant(1, (db) => Promise.all([sql`select 7`.execute(db), sql`select 8`.execute(db)]), mode);
  await ask('read only');
  const read = said.splice(0).map((line) => line.replace(/;.*'1'/, ''));
  expect(read.slice(0, 3)).toEqual(['begin isolation level repeatable read read only', 'select 7', 'select 8']);
  await ask('read write');
  expect(said.filter((line) => !line.startsWith('commit')).slice(1, 4)).toEqual([
    expect.stringMatching(/^begin.*answered$/),
    'select 7',
    'select 8',
  ]);
});

test('a read whose beginning failed is refused, whatever its questions were answered', async () => {
  const databases = open();
  failAt('begin', new Error('not begun'));
  await expect(databases.acrossTenants((db) => sql`select 7`.execute(db), 'read only')).rejects.toThrow('not begun');
  const unread = vi.fn<() => Promise<void>>();
  await expect(databases.asTenant(1, unread)).rejects.toThrow('not begun');
  expect(unread).not.toHaveBeenCalled();
});

test('a read that hides the failure of one of its questions is refused all the same', async () => {
  const databases = open();
  const hiding = databases.asTenant(1, async (db) => void (await sql`select 1 / 0`.execute(db).catch(() => {})), 'read only');
  await expect(hiding).rejects.toThrow('rolled back');
  expect(databases.connections().app).toMatchObject({ used: 0, idle: 1 });
});

test('a read is answered before its end, and until then its connection is nobody else\u2019s', async () => {
  const databases = open();
  const ends: Promise<unknown>[] = [];
  watchStatements((text, answer) => text === 'commit' && ends.push(answer));
  await databases.asTenant(1, (db) => sql`select 7`.execute(db), 'read only');
  expect(databases.connections().app).toMatchObject({ used: 1, idle: 0 });
  await ends[0];
  await vi.waitFor(() => expect(databases.connections().app).toMatchObject({ used: 0, idle: 1 }));
});

test('a connection that is lost while a request holds it fails that request, and not the process', async () => {
  const databases = open();
  // the role itself: an owner who is no superuser may end nobody else's connection
  const other = new pg.Client({ connectionString: urlFor(ownerUrl, 'comanda_app') });
  await other.connect();
  onTestFinished(() => other.end());

  const lost = databases.asTenant(1, async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    await other.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
    // an event without a listener would by now be an uncaught exception, which no test run survives
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 7`.execute(db);
  });

  await expect(lost).rejects.toThrow(/terminat|closed|connection/i);
  expect(databases.connections().app).toMatchObject({ used: 0, idle: 0 });
  await databases.asTenant(1, (db) => sql`select 7`.execute(db));
});

test('a connection to a database that takes no writes any more is not kept', async () => {
  const databases = open();
  const refused = databases.asTenant(1, async (db) => {
    await sql`set transaction read only`.execute(db);
    await sql`update tenant_counters set version = 1`.execute(db);
  });
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(databases.connections().app).toMatchObject({ used: 0, idle: 0 });
  await databases.asTenant(1, (db) => sql`select 7`.execute(db));
});

test('a statement that names itself is prepared, once for each connection; any other is planned for its own values', async () => {
  const databases = open();
  const prepared = await databases.readAcrossTenants(async (db) => {
    for (const n of [1, 2]) await sql`/* named */ select ${n}::int`.execute(db);
    await sql`select ${3}::int`.execute(db);
    return sql<{ name: string }>`select name from pg_prepared_statements`.execute(db);
  });
  expect(prepared.rows).toEqual([{ name: 'named' }]);
});

test('what goes through all tenants waits for no busy one, and for no lock: it has a place of its own, or is refused soon', async () => {
  const databases = open();
  let leave = () => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  onTestFinished(() => leave());
  const began = performance.now();
  // as many as a tenant may have, and one that waits
  const busy = Array.from({ length: 6 }, () => databases.asTenant(1, () => left));

  expect(await databases.asTenantInBackground(1, async () => 'had its turn')).toBe('had its turn');
  const other = databases.asTenantInBackground(1, () => left);
  const refused = databases.asTenantInBackground(1, async () => 'never');
  await expect(refused).rejects.toThrow('too much under way');
  leave();
  await Promise.all([...busy, other]);

  const held = databases.asTenant(1, async (db) => {
    await sql`select pg_advisory_xact_lock(2036)`.execute(db);
    const waiting = databases.asTenantInBackground(1, (late) => sql`select pg_advisory_xact_lock(2036)`.execute(late));
    await expect(waiting).rejects.toMatchObject({ code: '55P03' });
  });
  await held;
  expect(performance.now() - began).toBeLessThan(3500);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { demandPasswords } from './database-password.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { roles, urlFor } from '#server/platform/database/roles.ts';

// Each start is a real one, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** One with a database, where it is not the point that it is new. */
const newMade = (): string => {
  const dataDir = newDataDirectory('password');
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
};

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const running = await startEmbeddedPostgres({ dataDir, log });
  undo.push(running.stop);
  return running;
};

/** What a database answers whoever connects so. */
const ask = async (url: string, statement = 'select current_user::text as answer'): Promise<unknown> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ answer: unknown }>(statement);
    return rows[0]?.answer;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Where no wall is built around it. */
const keep = async (url: string) => {
  await ask(url, 'create schema elsewhere');
  await ask(url, 'create table elsewhere.kept as select 7 as answer');
};

const withPassword = (url: string, password: string | undefined): string => {
  const changed = new URL(url);
  if (password === undefined) changed.searchParams.delete('password');
  else changed.searchParams.set('password', password);
  return changed.href;
};

const places = (dataDir: string) => ({
  cluster: realpathSync(join(dataDir, 'postgres')),
  access: join(dataDir, 'postgres', 'pg_hba.conf'),
  password: join(dataDir, 'postgres.password'),
});

const giveTo = (uid: number, path: string): void => {
  lchownSync(path, uid, uid);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(uid, join(path, name));
};

/** Makes of a stopped database what former releases left: open to whoever is the engine's user, who as root was nobody. */
const makeFormer = (dataDir: string): void => {
  const { cluster, access, password } = places(dataDir);
  writeFileSync(access, '# TYPE  DATABASE  USER  METHOD\nlocal   all   all   trust\n');
  rmSync(password);
  if (isRoot) giveTo(NOBODY, cluster);
};

/** That whoever knows the password comes in, in each of our roles, and nobody else, whichever way they try. */
const expectClosed = async (dataDir: string, ownerUrl: string): Promise<void> => {
  expect(await ask(ownerUrl)).toBe('comanda_owner');
  for (const wrong of [undefined, 'comanda', '']) await expect(ask(withPassword(ownerUrl, wrong))).rejects.toThrow(/password/);
  await migrate(ownerUrl);
  for (const role of roles) {
    expect(await ask(urlFor(ownerUrl, role))).toBe(role);
    await expect(ask(withPassword(urlFor(ownerUrl, role), undefined))).rejects.toThrow(/password/);
  }
  const { cluster, access, password } = places(dataDir);
  expect(readFileSync(access, 'utf8')).not.toMatch(/^[^#]*\strust\b/m);
  expect({ file: statSync(password).mode & 0o777, holder: statSync(password).uid }).toEqual({ file: 0o600, holder: process.getuid?.() });
  const socketDir = realpathSync(join(dataDir, 'run'));
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  expect(statSync(socketDir).uid).toBe(statSync(cluster).uid);
};

describe('a new database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-test-'));
  chmodSync(dataDir, 0o755);
  let running: EmbeddedPostgres;
  beforeAll(async () => {
    running = await startEmbeddedPostgres({ dataDir, log });
  });
  afterAll(async () => {
    await running?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('has a user of its own, and asks everybody for a password', async () => {
    await expectClosed(dataDir, running.ownerUrl);
    // a command beside the server finds it
    expect(await ask(findRunningPostgres(dataDir)!)).toBe('comanda_owner');
    // and what initdb was told lies nowhere else
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('shows its password neither to nobody nor to the engine’s own user, and its socket not to nobody', () => {
    const { cluster, password } = places(dataDir);
    const engine = statSync(cluster).uid;
    // without root there is one user only, whose files are all its own
    const strangers = isRoot ? [NOBODY, engine] : [];
    const as = (uid: number, command: string, path: string) =>
      spawnSync('/bin/sh', ['-c', command, path], { uid, gid: uid, stdio: 'ignore' }).status === 0;

    expect(strangers.map((uid) => as(uid, 'cat -- "$0"', password))).toEqual(strangers.map(() => false));
    expect(strangers.map((uid) => as(uid, 'cd -- "$0"', join(dataDir, 'run')))).toEqual(strangers.map((uid) => uid === engine));
    expect(isRoot ? [0, NOBODY] : []).not.toContain(engine);
  });
});

test('a database of a former release is closed, and changes hands, at the next start', async () => {
  const dataDir = newMade();
  const before = await start(dataDir);
  await migrate(before.ownerUrl);
  await keep(before.ownerUrl);
  for (const role of roles) await ask(before.ownerUrl, `alter role ${role} password null`);
  await ask(before.ownerUrl, 'alter role comanda_owner password null');
  await before.stop();
  makeFormer(dataDir);

  const { ownerUrl, stop } = await start(dataDir);

  expect(await ask(ownerUrl, 'select answer from elsewhere.kept')).toBe(7);
  await expectClosed(dataDir, ownerUrl);
  expect(isRoot ? [0, NOBODY] : []).not.toContain(statSync(places(dataDir).cluster).uid);
  await stop();
  const again = await start(dataDir);
  expect(again.ownerUrl).toBe(ownerUrl);
  expect(await ask(again.ownerUrl, 'select answer from elsewhere.kept')).toBe(7);
});

test('the database is told no password, which it might write into its log, but what it would store of one', async () => {
  const cluster = newMade();
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n');
  const query = vi.fn(async (_: string) => ({}));
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  await demandPasswords({ query } as never, { owner, cluster, password: 'a secret one' });
  expect(query).toHaveBeenCalledWith(expect.stringMatching(/^alter role comanda_owner password 'SCRAM-SHA-256\$4096:/));
  expect(JSON.stringify(query.mock.calls)).not.toContain('a secret one');
});

test('a row that is refused leaves nothing of it in the log', async () => {
  const dataDir = newMade();
  const { ownerUrl } = await start(dataDir);
  await ask(ownerUrl, 'create table phones (phone text unique)');
  for (const _ of [1, 2]) await ask(ownerUrl, "insert into phones values ('+14155550123')").catch(() => undefined);
  await expect(ask(ownerUrl, "insert into phones values ('+14155550123')")).rejects.toMatchObject({ code: '23505' });
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('+14155550123');
});

test('a crash between the steps leaves nothing that the next start does not mend', async () => {
  const dataDir = newMade();
  const first = await start(dataDir);
  await keep(first.ownerUrl);
  await first.stop();
  const { access, password, cluster } = places(dataDir);
  const states = {
    'the password is written down, and nothing else was done': () => {
      makeFormer(dataDir);
      writeFileSync(password, 'written down before\n', { mode: 0o600 });
    },
    'half of the files have changed hands': () => {
      makeFormer(dataDir);
      if (isRoot) giveTo(12_345, join(cluster, 'base'));
    },
    'the password is set, and the door still open': () => writeFileSync(access, 'local all all trust\n'),
    'the file with the password is lost': () => rmSync(password),
    'the file with the password is another one': () => writeFileSync(password, 'another\n'),
  };
  for (const [state, leave] of Object.entries(states)) {
    leave();
    const { ownerUrl, stop } = await start(dataDir);
    expect({ state, kept: await ask(ownerUrl, 'select answer from elsewhere.kept') }).toEqual({ state, kept: 7 });
    await expectClosed(dataDir, ownerUrl);
    await stop();
  }
});

test('a database that a killed server of a former release left running is closed when it is adopted', async () => {
  const dataDir = newMade();
  const { ownerUrl, stop } = await start(dataDir);
  // as it would be found: open, without a password, and without a server
  const { access, password } = places(dataDir);
  writeFileSync(access, 'local all all trust\n');
  await ask(ownerUrl, 'select pg_reload_conf() as answer');
  await ask(ownerUrl, 'alter role comanda_owner password null');
  rmSync(password);
  for (const end = Date.now() + 10_000; Date.now() < end; ) if (await ask(withPassword(ownerUrl, undefined)).catch(() => false)) break;
  expect(findRunningPostgres(dataDir)).toBe(withPassword(ownerUrl, undefined));
  const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
  await stop();

  const again = await start(dataDir);

  await expectClosed(dataDir, again.ownerUrl);
});

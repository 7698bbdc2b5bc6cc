import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { assertDurable, type EmbeddedPostgres, type Holder, startEmbeddedPostgres } from './embedded-postgres.ts';
import { reachStorage } from './storage.ts';

// Each start is a real one, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const newFolder = (mode: number, name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-test-'));
  chmodSync(folder, mode);
  const dataDir = join(folder, name);
  undo.push(() => {
    // What was moved to where the database's user may go, or to a shorter path, is this test's own and goes too.
    for (const [name, part] of [
      ['run', '.'],
      ['postgres', '..'],
    ] as const) {
      const link = join(dataDir, name);
      if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
        rmSync(join(realpathSync(link), part), { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return dataDir;
};

/** One with a database, where it is not the point that there is none yet. */
const newMade = (): string => {
  const dataDir = newDataDirectory('embedded');
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
};

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const running = await startEmbeddedPostgres({ dataDir, log });
  undo.push(running.stop);
  return running;
};

const ask = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return rows.flat();
};

const postmasterPid = (dataDir: string): number => Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

/** A server, or a restore, in a process of its own: prints `started` or the refusal, then lives until it is killed. */
const startElsewhere = async (dataDir: string, holder: Holder = 'server'): Promise<{ server: ChildProcess; said: string }> => {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)});
    const log = { info() {}, warn() {}, error() {} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, holder: '${holder}', log }).then(() => process.stdout.write('started'), (error) => {
      process.exitCode = 1;
      process.stdout.write(error.message, () => process.exit());
    });
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => server.kill('SIGKILL'));
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  return { server, said: said.toString().trim() };
};

test('the first start makes a durable database, and the name of its folder does not matter', async () => {
  const dataDir = newFolder(0o755, 'a café # 100%25 \'quoted\', "so"');

  const { ownerUrl, adopted, stop } = await start(dataDir);

  expect(adopted).toBe(false);
  expect(await ask(ownerUrl, 'select current_user, current_database()')).toEqual(['comanda_owner', 'comanda']);
  const settings = ['data_checksums', 'server_encoding', 'listen_addresses', 'TimeZone', 'jit'];
  expect(
    await ask(
      ownerUrl,
      `select current_setting(name) from unnest('{${settings.join(',')}}'::text[]) with ordinality as asked(name, place) order by place`,
    ),
  ).toEqual(['on', 'UTF8', '', 'UTC', 'off']);
  expect(await ask(ownerUrl, "select lower('ÀÇÑ')")).toEqual(['àçñ']);
  await stop();
  expect(() => postmasterPid(dataDir)).toThrow('ENOENT');
});

test('a database that may lose what it acknowledged is refused', async () => {
  const { ownerUrl } = await start(newMade());
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  for (const kept of ['on', 'remote_apply']) {
    await client.query(`set synchronous_commit = ${kept}`);
    await assertDurable(client);
  }
  for (const weaker of ['off', 'local', 'remote_write']) {
    await client.query(`set synchronous_commit = ${weaker}`);
    await expect(assertDurable(client)).rejects.toThrow(
      `The database could lose acknowledged orders: synchronous_commit is ${weaker}, and must be on.`,
    );
  }
  await client.end();
});

test('a server killed with SIGKILL leaves a database that the next one adopts, with all that was written', async () => {
  const dataDir = newMade();
  const { server, said } = await startElsewhere(dataDir);
  expect(said).toBe('started');
  const before = postmasterPid(dataDir);
  server.kill('SIGKILL');

  const { ownerUrl, adopted, stop } = await start(dataDir);

  expect(adopted).toBe(true);
  expect(postmasterPid(dataDir)).toBe(before);
  await ask(ownerUrl, 'create table kept as select 7 as row');
  await stop();
  const again = await start(dataDir);
  expect(again.adopted).toBe(false);
  expect(await ask(again.ownerUrl, 'select row from kept')).toEqual([7]);
});

test('a database that dies under the server comes back at the same address, and stays locked', async () => {
  const dataDir = newMade();
  const { ownerUrl } = await start(dataDir);
  await ask(ownerUrl, 'create table kept as select 7 as row');

  for (const round of [1, 2]) {
    const killed = postmasterPid(dataDir);
    process.kill(killed, 'SIGKILL');
    const deadline = Date.now() + 8_000;
    let rows: unknown[] = [];
    while (rows.length === 0 && Date.now() < deadline) {
      await pause(50);
      rows = await ask(ownerUrl, 'select row from kept').catch(() => []);
    }
    expect({ round, rows }).toEqual({ round, rows: [7] });
    expect(postmasterPid(dataDir)).not.toBe(killed);
  }

  expect((await startElsewhere(dataDir)).said).toBe(`Another server is already using the data directory ${dataDir}.`);
});

test('a server that starts while a command has the database goes on with it, whichever of them ends first', async () => {
  const dataDir = newMade();
  const command = await reachStorage({ databaseUrl: undefined, dataDir }, log);
  await ask(command.ownerUrl, 'create table kept as select 7 as row');
  const before = postmasterPid(dataDir);

  const { server, said } = await startElsewhere(dataDir);
  expect(said).toBe('started');
  await command.stop();

  expect(await ask(command.ownerUrl, 'select row from kept')).toEqual([7]);
  expect(postmasterPid(dataDir)).toBe(before);
  server.kill('SIGKILL');
  await once(server, 'exit');

  const alone = await reachStorage({ databaseUrl: undefined, dataDir }, log);
  expect(postmasterPid(dataDir)).toBe(before);
  await alone.stop(); // nobody is left who would stop it
  expect(() => postmasterPid(dataDir)).toThrow('ENOENT');
});

test('of commands that have the database at the same time, the last one to end stops it', async () => {
  const dataDir = newMade();
  const open = () => reachStorage({ databaseUrl: undefined, dataDir }, log);
  const first = await open();
  const [second, third] = await Promise.all([open(), open()]);
  await first.stop();
  expect(await ask(second.ownerUrl, 'select 1')).toEqual([1]);

  await Promise.all([second.stop(), third.stop()]);
  expect(() => postmasterPid(dataDir)).toThrow('ENOENT');
});

test('a command that starts in the moment in which another one stops the database starts it again', async () => {
  const dataDir = newMade();
  const open = () => reachStorage({ databaseUrl: undefined, dataDir }, log);
  const ending = await open();
  const [next] = await Promise.all([pause(1).then(open), ending.stop()]);
  expect(await ask(next.ownerUrl, 'select 1')).toEqual([1]);
  await next.stop();
});

test('a command waits for a database that takes long to shut down, and starts it again', async () => {
  const dataDir = newMade();
  const open = () => reachStorage({ databaseUrl: undefined, dataDir }, log);
  const { ownerUrl } = await open();
  const before = postmasterPid(dataDir);
  // at this signal it lets nobody in any more, and ends when those who are in have left: this one, and the command's own
  process.kill(before, 'SIGTERM');
  const waiting = open();
  waiting.catch(() => undefined);
  const refusals = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('the database system is shutting down').length - 1;
  await vi.waitUntil(() => refusals() > 6, { timeout: 20_000, interval: 50 });
  process.kill(before, 'SIGINT');

  const { stop } = await waiting;
  expect(await ask(ownerUrl, 'select 1')).toEqual([1]);
  expect(postmasterPid(dataDir)).not.toBe(before);
  await stop();
});

test('a restore has the database alone, and says so to servers and commands', async () => {
  const dataDir = newMade();
  const command = await reachStorage({ databaseUrl: undefined, dataDir }, log);
  expect((await startElsewhere(dataDir, 'restore')).said).toBe(
    `Another command is using the database of ${dataDir}: restore when it has ended.`,
  );
  await command.stop();

  const { server, said } = await startElsewhere(dataDir, 'restore');
  expect(said).toBe('started');
  const refusal = `A restore is filling the data directory ${dataDir}: try again when it has ended.`;
  expect((await startElsewhere(dataDir)).said).toBe(refusal);
  await expect(reachStorage({ databaseUrl: undefined, dataDir }, log)).rejects.toThrow(refusal);
  server.kill('SIGKILL');
  await start(dataDir);
});

test('a server that starts in the moment in which a command ends, and stops its database, starts it again', async () => {
  const dataDir = newMade();
  const { ownerUrl } = await reachStorage({ databaseUrl: undefined, dataDir }, log);
  const url = new URL(ownerUrl);
  url.pathname = '/postgres';
  const ending = new Client({ connectionString: url.href });
  ending.on('error', () => undefined);
  await ending.connect();
  await ending.query('select pg_advisory_lock(7265626)');
  const before = postmasterPid(dataDir);

  const starting = startElsewhere(dataDir);
  await vi.waitUntil(async () => {
    const { rowCount } = await ending.query("select from pg_stat_activity where application_name = 'comanda supervisor'");
    return rowCount === 1;
  });
  process.kill(before, 'SIGINT');

  expect((await starting).said).toBe('started');
  expect(await ask(ownerUrl, 'select 1')).toEqual([1]);
  expect(postmasterPid(dataDir)).not.toBe(before);
});

test('a postmaster.pid left by a dead database does not stop the start, even when another program has its number', async () => {
  const dataDir = newMade();
  const { stop } = await start(dataDir);
  await stop();
  const socketDir = realpathSync(join(dataDir, 'run'));
  for (const pid of [process.pid, 4_194_303]) {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${pid}\n${dataDir}/postgres\n1700000000\n5432\n${socketDir}\n\n       0         0\nready   \n`,
    );
    const { ownerUrl, adopted, stop: stopAgain } = await start(dataDir);
    expect(adopted).toBe(false);
    expect(await ask(ownerUrl, 'select 1')).toEqual([1]);
    await stopAgain();
  }
});

test('of two servers that start at the same instant on an empty folder one survives', async () => {
  const dataDir = newFolder(0o755, 'data');

  const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);

  expect(both.map(({ said }) => said).toSorted()).toEqual([`Another server is already using the data directory ${dataDir}.`, 'started']);
  for (const { server } of both) server.kill('SIGKILL');
  await start(dataDir);
});

test('a folder that the database user may not enter, with a path too long for a socket, works as well', async () => {
  const dataDir = newFolder(0o700, join('x'.repeat(100), 'data'));
  mkdirSync(dataDir, { recursive: true });

  const { ownerUrl, stop } = await start(dataDir);
  await ask(ownerUrl, 'create table kept as select 7 as row');
  await stop();
  const again = await start(dataDir);

  expect(await ask(again.ownerUrl, 'select row from kept')).toEqual([7]);
  // As root the database moves to where its unprivileged user may go; an ordinary user keeps everything at home.
  const moved = process.getuid?.() === 0;
  expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(moved);
  expect(realpathSync(join(dataDir, 'postgres')).startsWith(realpathSync(dataDir))).toBe(!moved);
});

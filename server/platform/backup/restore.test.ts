import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseClient } from '#server/platform/database/hosts.ts';
import { asOwner } from '#server/platform/embedded-postgres/storage.ts';
import { hashPhotos, newDataDir, removeDataDirs } from '#server/testing/backups.ts';
import { openOwnDatabase } from '#server/testing/restaurant.ts';
import { backUp } from './backup.ts';
import { checkBackup, restore } from './restore.ts';

const source = newDataDir();
const file = join(source, 'night.tar');

const openOwn = async () => {
  const own = await openOwnDatabase();
  onTestFinished(own.close);
  return own;
};

beforeAll(async () => {
  const { ownerUrl, database, close } = await openOwnDatabase();
  await database.query("insert into tenants (name, created_at) values ('Old', now())");
  mkdirSync(join(source, 'media', '1'), { recursive: true });
  writeFileSync(join(source, 'media', '1', 'soup.webp'), 'a soup');
  await asOwner(ownerUrl, (client) => backUp({ client, dataDir: source, file, now: new Date() }));
  await close();
});
afterAll(removeDataDirs);

/** Restores while `commit` takes the place of the restore's own; answers what is there then. */
const restoreWith = async (commit: (client: DatabaseClient, query: () => Promise<unknown>) => Promise<unknown>) => {
  const { ownerUrl, database } = await openOwn();
  const dataDir = newDataDir();
  const restores = new WeakSet<DatabaseClient>();
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(DatabaseClient.prototype, 'query').mockImplementation(function (this: DatabaseClient, ...given: unknown[]) {
    if (given[0] === 'begin') restores.add(this);
    const ask = () => Reflect.apply(query, this, given) as Promise<unknown>;
    return given[0] === 'commit' && restores.has(this) ? commit(this, ask) : ask();
  } as typeof query);
  onTestFinished(() => spy.mockRestore());
  const failure = await restore({ ownerUrl, dataDir, file, checked: await checkBackup(file) }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  spy.mockRestore();
  const { rows } = await database.query('select name from tenants');
  return { failure, tenants: rows.map(({ name }) => name), photos: Object.keys(hashPhotos(dataDir)) };
};

const lose = (client: DatabaseClient): never => {
  client.cut();
  throw new Error('Connection terminated unexpectedly');
};

test('a commit whose answer is lost is done: the pictures stay', async () => {
  const found = await restoreWith(async (client, ask) => {
    await ask();
    lose(client);
  });
  expect(found).toEqual({ failure: undefined, tenants: ['Old'], photos: ['1/soup.webp'] });
});

test('a commit that never arrived leaves neither rows nor pictures', async () => {
  const found = await restoreWith(async (client) => lose(client));
  expect(found).toEqual({ failure: 'Connection terminated unexpectedly', tenants: [], photos: [] });
});

test('while nobody can say whether it is done, the pictures stay', async () => {
  const connect = vi.spyOn(DatabaseClient.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  const found = await restoreWith(async (client, ask) => {
    await ask();
    connect.mockRejectedValue(new Error('connect ECONNREFUSED') as never);
    lose(client);
  });
  expect(found.failure).toContain('did not say whether the restore is done (Connection terminated unexpectedly): the pictures stay');
  expect(found.photos).toEqual(['1/soup.webp']);
});

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  countTenants,
  hashPhotos,
  hashTables,
  log,
  newDataDir,
  newMade,
  onDatabaseOf,
  removeDataDirs,
  run,
} from '#server/testing/backups.ts';
import { type RealServer, startRealServer } from '#tools/parts/real-server.ts';
import { holdAgainst, insist, openShop, type Refusals, sell, type Answer, unexpectedOf } from '#tools/parts/shop.ts';
import { backUp } from './platform/backup/backup.ts';
import { type BackupHead, checkBackupFile, readBackupFile, writeBackupFile } from './platform/backup/backup-file.ts';
import { findMigrations } from './platform/backup/catalogue.ts';
import { emptyEmbeddedPostgres, findRunningPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { knownMigrations, migrate } from './platform/database/migrations.ts';
import { urlFor } from './platform/database/roles.ts';
import { openPhotoFiles } from './platform/files/photos.ts';
import { publicId, systemRandom } from './platform/clock-and-random.ts';
import { asOwner, openStorage, reachStorage } from './platform/embedded-postgres/storage.ts';

// Servers and databases are real ones, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const source = newMade();
const good = join(source, 'good.tar');
const told = new Map<string, Answer>();
let server: RealServer;
let shop: Awaited<ReturnType<typeof openShop>>;
let hashes: Record<string, string>;
let photosOfRows: string[];

/** Sells with four tills, and changes a picture again and again, until it is told to stop. */
const keepBusy = () => {
  let isOver = false;
  const photos = openPhotoFiles(source, systemRandom);
  const refusals: Refusals = new Map();
  const till = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      // while the picture changes there is a moment without prices
      told.set(key, await insist(shop, refusals, () => sell(server.origin, shop, { key, isPaid: count % 2 === 1 })));
    }
  };
  const painter = () =>
    asOwner(findRunningPostgres(source)!, async (client) => {
      await client.query(`set app.tenant_id = ${shop.tenantId}`);
      let former: string | undefined;
      while (!isOver) {
        const address = await photos.put(shop.tenantId, Buffer.from(`picture ${publicId(systemRandom)}`));
        await client.query('update menu_items set image = $1 where tenant_id = $2', [address, shop.tenantId]);
        if (former) await photos.remove(shop.tenantId, former);
        former = address;
        await pause(200);
      }
    });
  const work = Promise.all([...[1, 2, 3, 4].map(till), painter()]);
  return async () => {
    isOver = true;
    await work;
    expect(unexpectedOf(refusals)).toBe(0);
  };
};

beforeAll(async () => {
  server = await startRealServer(source);
  shop = await openShop(server.origin);
  // tabs, line ends, quotes, backslashes, other scripts and an empty text come back as they were
  for (const [place, title] of ['a\tb', 'a\nb', '\\N', '\\.', '"\';--', 'Ärger 食 🍜', "'"].entries())
    await onDatabaseOf(source, (client) =>
      client.query('insert into customers (tenant_id, name, phone, created_at) values ($1, $2, $3, now())', [
        shop.tenantId,
        title,
        `${place}`,
      ]),
    );
  // without them whoever has a second factor could not sign in again
  await onDatabaseOf(source, async (client) => {
    const values = "secret, created_at, confirmed_at, recovery_hashes) select id, 'JBSWY3DPEHPK3PXP', now(), now(), '{a,b}' from";
    await client.query(`insert into second_factors (tenant_id, member_id, ${values.replace('select id', 'select tenant_id, id')} members`);
    await client.query(
      "insert into platform.super_admins (username, name, password_hash, created_at) values ('sam@x.example', 'Sam', '', now())",
    );
    await client.query(`insert into platform.second_factors (super_admin_id, ${values} platform.super_admins`);
  });
  const stop = keepBusy();
  await vi.waitUntil(() => told.size > 5, { timeout: 60_000 });
  await asOwner(findRunningPostgres(source)!, (client) =>
    backUp({
      client,
      dataDir: source,
      file: good,
      now: new Date(),
      inSnapshot: async () => {
        hashes = await hashTables(client);
        photosOfRows = (await client.query('select image from menu_items where image is not null')).rows.map(({ image }) => image);
        const before = told.size;
        for (const end = Date.now() + 10_000; told.size < before + 20 && Date.now() < end; ) await pause(20); // the others go on selling
      },
    }),
  );
  await stop();
});
afterAll(async () => {
  await server.stop();
  removeDataDirs();
});

test('a backup of a restaurant that sells is restored as it was at one moment, to the last row and picture, and sells on', async () => {
  const target = newDataDir();
  expect(await run(target, ['restore', good])).toMatch(/^\d+ rows of \d+ tables, \d+ pictures are back as they were at 2/);

  const now = await onDatabaseOf(target, hashTables);
  expect(now).toEqual(hashes);
  expect(Object.keys(now).length).toBeGreaterThan(20);
  const factors = Object.entries(now).filter(([table]) => table.includes('second_factors'));
  expect(factors.map(([, hash]) => hash.split(' ')[0])).toEqual(['1', '1']);
  const restored = hashPhotos(target);
  expect(photosOfRows).toHaveLength(1);
  for (const address of photosOfRows) expect(Object.keys(restored)).toContain(address.replace('/media/', ''));
  const still = hashPhotos(source);
  const wrong = Object.entries(restored).filter(([name, hash]) => still[name] !== undefined && still[name] !== hash);
  expect(wrong).toEqual([]);
  expect(readdirSync(target).filter((name) => name.startsWith('restore-'))).toEqual([]);

  const again = await startRealServer(target);
  const before = await onDatabaseOf(target, async (client) => (await client.query('select max(id) as id, count(*) from orders')).rows[0]);
  // the tills' sessions are in the backup as well
  const sold = new Map<string, Answer>();
  for (let count = 0; count < 6; count++)
    sold.set(`after-${count}`, await sell(again.origin, shop, { key: `after-${count}`, isPaid: count % 2 === 0 }));
  const ledger = await onDatabaseOf(target, (client) => holdAgainst(client, shop.tenantId, sold));
  expect(ledger).toMatchObject({ lost: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0, doubled: Number(before.count) });
  expect(Number(before.count)).toBeGreaterThan(5);
  // a till that never learned of an order before the backup sends it again, and gets what it would have got
  const [key, answer] = [...told].find(([, { orderId }]) => orderId <= Number(before.id))!;
  expect(await sell(again.origin, shop, { key, isPaid: answer.invoiceId !== undefined })).toEqual(answer);
  expect((await fetch(`${again.origin}${photosOfRows[0]}`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
});

test('a backup is for its owner alone, and replaces no file', async () => {
  expect(statSync(good).mode & 0o777).toBe(0o600);
  expect(readdirSync(source).filter((name) => /backup-held|unfinished/.test(name))).toEqual([]);
  const before = readFileSync(good);
  await expect(run(source, ['backup', good])).rejects.toThrow(`${good} is there already: choose another name, or take it away first.`);
  expect(readFileSync(good).equals(before)).toBe(true);
});

test('it is made while no server runs too, from the folder where the person stands, and the database stops again', async () => {
  const target = newMade();
  await run(target, ['restore', good]);
  const said = await run(target, ['backup', 'night.tar'], { env: { DATA_DIR: target, INIT_CWD: target } });
  expect(said).toMatch(new RegExp(`^${join(target, 'night.tar')} holds \\d+ rows of \\d+ tables`));
  expect(findRunningPostgres(target)).toBeUndefined();

  const second = newMade();
  await run(second, ['restore', join(target, 'night.tar')]);
  expect(await onDatabaseOf(second, hashTables)).toEqual(hashes);
  expect(hashPhotos(second)).toEqual(hashPhotos(target));
});

test('a file that is cut, damaged or no backup is refused before anything is made', async () => {
  const folder = newDataDir();
  const target = join(folder, 'nothing');
  const file = join(folder, 'damaged.tar');
  const whole = readFileSync(good);
  const refuses = async (reason: RegExp) => {
    await expect(run(target, ['restore', file])).rejects.toThrow(reason);
    expect(existsSync(target)).toBe(false);
  };
  for (const length of [0, 100, 512, 1024, 5000, Math.floor(whole.length / 1024) * 512, whole.length - 1536]) {
    cpSync(good, file);
    truncateSync(file, length);
    await refuses(/is not a whole backup and is not restored: /);
  }
  for (const place of [700, whole.indexOf('Shop'), whole.lastIndexOf('picture ') + 3, whole.lastIndexOf('sha256') + 12]) {
    const changed = Buffer.from(whole);
    changed[place]! ^= 1;
    writeFileSync(file, changed);
    await refuses(/is not a whole backup and is not restored: /);
  }
  writeFileSync(file, 'Dear diary, '.repeat(1000));
  await refuses(/is not a whole backup and is not restored: /);
  rmSync(file);
  await refuses(/There is no file .*damaged\.tar\./);
});

/** The backup with other notes or rows, and the sums that belong to them. */
const rewrite = async (
  file: string,
  change: { head?: (head: BackupHead) => BackupHead; entry?: (name: string, content: Buffer) => Buffer },
) => {
  const { head, end } = await checkBackupFile(good);
  const writer = await writeBackupFile(file, change.head?.(head) ?? head);
  await readBackupFile(good, {
    entry: async (name, content) => {
      const chunks: Buffer[] = [];
      for await (const chunk of content) chunks.push(chunk);
      await writer.add(name, change.entry?.(name, Buffer.concat(chunks)) ?? Buffer.concat(chunks));
    },
  });
  await writer.finish(end);
};

test('a restore that fails in the middle leaves neither rows nor pictures, and the next one succeeds', async () => {
  const target = newDataDir();
  const file = join(target, 'broken.tar');
  const lastRow = (content: Buffer) => content.subarray(0, content.lastIndexOf(10, -2) + 1);
  const broken: [string, Parameters<typeof rewrite>[1], RegExp][] = [
    [
      'a row is missing',
      { entry: (name, content) => (/payments/.test(name) ? lastRow(content) : content) },
      /Of \d+ rows of "public"."payments" \d+ were restored/,
    ],
    [
      'a reference leads nowhere',
      { entry: (name, content) => (/menu_items/.test(name) ? lastRow(content) : content) },
      /foreign key|rows of/,
    ],
    ['a row is no row', { entry: (name, content) => (/orders/.test(name) ? Buffer.from('nonsense\n') : content) }, /orders|bigint/],
    [
      'another table',
      { head: (head) => ({ ...head, tables: head.tables.map((table, place) => (place ? table : { ...table, name: 'strange' })) }) },
      /The tables of this database are not those of the backup: /,
    ],
  ];
  for (const [, change, sentence] of broken) {
    await rewrite(file, change);
    await expect(run(target, ['restore', file])).rejects.toThrow(sentence);
    expect(findRunningPostgres(target)).toBeUndefined();
    expect(await countTenants(target)).toBe(0);
    expect(hashPhotos(target)).toEqual({});
    rmSync(file);
  }
  expect(readdirSync(target).filter((name) => name.startsWith('restore-'))).toEqual([]);

  await run(target, ['restore', good]);
  expect(await onDatabaseOf(target, hashTables)).toEqual(hashes);
});

test('a file of the backup is put nowhere but among the pictures', async () => {
  const target = newMade();
  const file = join(target, 'evil.tar');
  for (const name of ['media/1/../../evil.webp', 'media/1/evil.html']) {
    const { head } = await checkBackupFile(good);
    const writer = await writeBackupFile(file, head);
    await writer.add(name, Buffer.from('evil'));
    await writer.finish({ rows: head.tables.map(() => 0), photos: 1 });
    await expect(run(target, ['restore', file])).rejects.toThrow("which is neither a table's nor a picture");
    rmSync(file);
  }
});

test('it is refused where a server or a command runs, where there are tenants, and where there are pictures', async () => {
  await expect(run(source, ['restore', good])).rejects.toThrow(`Another server is already using the data directory ${source}.`);

  const target = newMade();
  mkdirSync(join(target, 'media', '7'), { recursive: true });
  writeFileSync(join(target, 'media', '7', 'x.webp'), 'x');
  await expect(run(target, ['restore', good])).rejects.toThrow(
    `${join(target, 'media')} holds pictures already: take them away, and restore again.`,
  );
  rmSync(join(target, 'media', '7', 'x.webp'));
  await run(target, ['restore', good]);

  const command = await reachStorage({ databaseUrl: undefined, dataDir: target }, log);
  await expect(run(target, ['restore', good])).rejects.toThrow(
    `Another command is using the database of ${target}: restore when it has ended.`,
  );
  await command.stop();
  const before = await onDatabaseOf(target, hashTables);
  await expect(run(target, ['restore', good])).rejects.toThrow(
    'This installation has tenants, and a backup is restored only where there are none',
  );
  expect(await onDatabaseOf(target, hashTables)).toEqual(before);
});

test('a backup of a newer release is refused, one of an older release is brought to the newest form', async () => {
  const target = newDataDir();
  const file = join(target, 'other.tar');
  await rewrite(file, { head: (head) => ({ ...head, migrations: [...head.migrations, '9999_flying_tables'] }) });
  await expect(run(target, ['restore', file])).rejects.toThrow(
    'This backup is of a newer release, which has the migration 9999_flying_tables: restore it with that release.',
  );
  expect(existsSync(join(target, 'postgres'))).toBe(false);
  rmSync(file);

  // An installation of long ago, prepared by hand, and a server of today that was started once in the meantime.
  const old = newMade();
  const storage = await openStorage({ databaseUrl: undefined, dataDir: old }, log);
  await emptyEmbeddedPostgres(storage.ownerUrl);
  await migrate(storage.ownerUrl, { last: '0005_accounts' });
  await asOwner(storage.ownerUrl, async (client) => {
    await client.query("insert into tenants (name, created_at) values ('Old', now())");
    await client.query("insert into customers (tenant_id, name, phone, created_at) values (1, 'Ada', '0170 12', now())");
    await backUp({ client, dataDir: old, file, now: new Date() });
  });
  await storage.stop();
  await expect(run(old, ['archive', '2020'])).rejects.toThrow('The database does not match this release');
  const today = newMade();
  await run(today, ['migrate']);

  await run(today, ['restore', file]);

  await onDatabaseOf(today, async (client) => {
    expect(await findMigrations(client)).toEqual(knownMigrations());
    // counted by a later migration
    expect((await client.query('select * from customer_counts')).rows).toEqual([{ tenant_id: 1, customers: 1 }]);
    expect(
      (await client.query("insert into customers (tenant_id, name, phone, created_at) values (1, 'Ben', '1', now()) returning id")).rows,
    ).toEqual([{ id: 2 }]);
  });
});

test('a database of one’s own: a user behind the walls is refused, and so is a server that uses it', async () => {
  const target = newMade();
  const storage = await openStorage({ databaseUrl: undefined, dataDir: target }, log);
  try {
    const password = new URL(storage.ownerUrl).searchParams.get('password')!;
    await asOwner(storage.ownerUrl, async (client) => {
      await client.query(`create role landlord login createrole password ${client.escapeLiteral(password)}`);
      await client.query('create database house owner landlord');
    });
    const url = new URL(storage.ownerUrl);
    url.pathname = '/house';
    const owner = url.href;
    url.searchParams.set('user', 'landlord');
    const env = { DATA_DIR: target, DATABASE_URL: url.href };
    const walled = /The database's user landlord does not see all tenants: it needs "alter role/;
    await expect(run(target, ['backup', join(target, 'x.tar')], { env })).rejects.toThrow(walled);
    await expect(run(target, ['restore', good], { env })).rejects.toThrow(walled);

    await asOwner(storage.ownerUrl, (client) => client.query('alter role landlord bypassrls'));
    await expect(run(target, ['backup', join(target, 'x.tar')], { env })).rejects.toThrow('This database holds nothing of Comanda.');
    expect(existsSync(join(target, 'x.tar'))).toBe(false);
    const asServer = { DATA_DIR: target, DATABASE_URL: owner };
    await run(target, ['migrate'], { env: asServer });
    await asOwner(urlFor(owner, 'comanda_app'), async () => {
      await expect(run(target, ['restore', good], { env: asServer })).rejects.toThrow(
        'A server is using this database: stop it, and restore again.',
      );
    });
    await run(target, ['restore', good], { env: asServer });
    expect(await asOwner(owner, hashTables)).toEqual(hashes);
  } finally {
    await storage.stop();
  }
});

test('every table lies where a backup finds it', async () => {
  const { rows } = await onDatabaseOf(source, (client) =>
    client.query(
      `select n.nspname, c.relname, c.relkind, c.relpersistence from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migrations')
         and (c.relkind in ('m', 'p', 'f') or (c.relkind in ('r', 'S') and (n.nspname not in ('public', 'platform') or c.relpersistence <> 'p')))`,
    ),
  );
  expect(rows).toEqual([]);
});

test('what is asked wrongly is answered with a sentence', async () => {
  const nowhere = join(newDataDir(), 'nothing');
  await expect(run(nowhere, ['backup', 'x.tar'])).rejects.toThrow(
    `There is no database in ${nowhere}: is DATA_DIR the one that the server has?`,
  );
  expect(existsSync(nowhere)).toBe(false);
  await expect(run(nowhere, ['backup'])).rejects.toThrow('Please name one file: npm run comanda -- backup <file.tar>');
  await expect(run(nowhere, ['restore', 'a', 'b'])).rejects.toThrow('Please name one file');
  await expect(run(nowhere, ['dance'])).rejects.toThrow('There is no command dance: npm run comanda -- help lists them.');
  await expect(run(nowhere, ['config'], { env: { PORT: 'x' } })).rejects.toThrow('The configuration is wrong: PORT is not a whole number.');
  expect(await run(nowhere, [])).toContain('create-superadmin <email>');
});

import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RealServer, startRealServer } from '#tools/real-server.ts';
import { holdAgainst, openShop, sell, type Answer } from '#tools/shop.ts';
import { type Surroundings, runCommand } from './commands.ts';
import { backUp } from './platform/backup.ts';
import { findTables, quoted } from './platform/catalogue.ts';
import { findRunningPostgres } from './platform/embedded-postgres.ts';
import { openPhotoFiles } from './platform/photos.ts';
import { publicId, systemRandom } from './platform/seams.ts';
import { asOwner, openStorage } from './platform/storage.ts';

// Servers and databases are real ones, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const log = { info: () => {}, warn: () => {}, error: () => {} };
const opened: string[] = [];
const newDataDir = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-backup-'));
  // mkdtemp makes it 0700: as root the database, which runs as another user, would have to move elsewhere
  chmodSync(dataDir, 0o755);
  opened.push(dataDir);
  return dataDir;
};

/** Runs a command as the command line does, on this data directory; answers what it said. */
const run = async (dataDir: string, args: string[], more: Partial<Surroundings> = {}): Promise<string> => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await runCommand(args, { env: { DATA_DIR: dataDir }, say, warn: say, askPassword: async () => 'battery staple', ...more });
  return said.join('\n');
};

/** Each table's rows as one hash, whatever their order. */
const hashTables = async (client: Client): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {};
  for (const table of await findTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\n' order by t::text), '')) as hash from ${quoted(table)} t`,
    );
    hashes[quoted(table)] = rows[0].hash;
  }
  return hashes;
};

const hashPhotos = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(join(dataDir, 'media')) ? (readdirSync(join(dataDir, 'media'), { recursive: true }) as string[]) : [])
      .filter((name) => name.endsWith('.webp'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dataDir, 'media', name)))
          .digest('hex'),
      ]),
  );

const onDatabaseOf = async <T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const running = findRunningPostgres(dataDir);
  if (running) return asOwner(running, work);
  const storage = await openStorage({ databaseUrl: undefined, dataDir }, log);
  try {
    return await asOwner(storage.ownerUrl, work);
  } finally {
    await storage.stop();
  }
};
const countTenants = (dataDir: string) =>
  onDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query("select to_regclass('tenants') is not null as is");
    if (!rows[0].is) return 0;
    return Number((await client.query('select count(*) from tenants')).rows[0].count);
  });

const source = newDataDir();
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
  const till = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      told.set(key, await sell(server.origin, shop, { key, isPaid: count % 2 === 1 }));
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
  const stop = keepBusy();
  await pause(500);
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
  for (const dataDir of opened) rmSync(dataDir, { recursive: true, force: true });
});

test('a backup of a restaurant that sells is restored as it was at one moment, to the last row and picture, and sells on', async () => {
  const target = newDataDir();
  expect(await run(target, ['restore', good])).toMatch(/^\d+ rows of \d+ tables, \d+ pictures are back as they were at 2/);

  const now = await onDatabaseOf(target, hashTables);
  expect(now).toEqual(hashes);
  expect(Object.keys(now).length).toBeGreaterThan(20);
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
  // a till that never heard of an order before the backup sends it again, and gets what it would have got
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
  const target = newDataDir();
  await run(target, ['restore', good]);
  const said = await run(target, ['backup', 'night.tar'], { env: { DATA_DIR: target, INIT_CWD: target } });
  expect(said).toMatch(new RegExp(`^${join(target, 'night.tar')} holds \\d+ rows of \\d+ tables`));
  expect(findRunningPostgres(target)).toBeUndefined();

  const second = newDataDir();
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { embeddedPrograms, type ForeignPostgres, rentDatabase, startForeignPostgres } from '#tools/parts/foreign-postgres.ts';
import { type RealServer, startRealServer } from '#tools/parts/real-server.ts';
import { type Answer, holdAgainst, openShop, sell } from '#tools/parts/shop.ts';
import { runCommand } from './commands/commands.ts';
import { asOwner } from './platform/embedded-postgres/storage.ts';

// Servers and databases are real ones, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The address of a database whose owner is no superuser, or one. */
const owners = {
  'no superuser': rentDatabase,
  'a superuser': async ({ ask, url }: ForeignPostgres) => {
    await ask("alter role postgres password 'the one of everything'", 'create database comanda');
    return url('comanda', 'postgres', 'the one of everything');
  },
};

/** A whole life on a PostgreSQL that somebody else runs. Also run on other versions (vitest.databases.config.ts). */
describe.each(['no superuser', 'a superuser'] as const)('on a database whose owner is %s', (kind) => {
  let postgres: ForeignPostgres;
  let owner: string;
  const folder = mkdtempSync(join(tmpdir(), 'comanda-databases-'));
  const running: RealServer[] = [];
  beforeAll(async () => {
    postgres = await startForeignPostgres(process.env['COMANDA_TEST_POSTGRES'] || embeddedPrograms());
    owner = await owners[kind](postgres);
  });
  afterAll(async () => {
    await stopNodes();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startNode = async (databaseUrl = owner) => {
    const node = await startRealServer(join(folder, 'data'), { DATABASE_URL: databaseUrl });
    running.push(node);
    return node;
  };
  const stopNodes = () => Promise.all(running.splice(0).map((node) => node.stop()));
  const command = async (args: string[], databaseUrl = owner) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    await runCommand(args, {
      env: { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl },
      say,
      warn: say,
      askPassword: async () => '',
    });
    return said.join('\n');
  };

  const told = new Map<string, Answer>();
  let shop: Awaited<ReturnType<typeof openShop>>;
  const sellAt = async ({ origin }: RealServer, keys: string[]) => {
    await Promise.all(keys.map(async (key, place) => told.set(key, await sell(origin, shop, { key, isPaid: place % 2 === 0 }))));
  };

  test('two nodes start at once on an empty database, sell side by side, stop and start again', async () => {
    const [first, second] = await Promise.all([startNode(), startNode()]);
    shop = await openShop(first.origin);
    await Promise.all([sellAt(first, ['a', 'b', 'c', 'd']), sellAt(second, ['e', 'f', 'g', 'h'])]);
    expect(await stopNodes()).toEqual([0, 0]);
    expect(await command(['migrate'])).toContain('The database has the form of this release.');

    await sellAt(await startNode(), ['i', 'j']);
    const ledger = await asOwner(owner, (client) => holdAgainst(client, shop.tenantId, told));
    expect(ledger).toEqual({ acknowledged: 10, lost: 0, doubled: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0 });
  });

  test('a backup is restored into another database, and a server sells on there', async () => {
    const file = join(folder, 'all.tar');
    expect(await command(['backup', file])).toContain('pictures');
    await stopNodes();
    await postgres.ask('create database restored', `alter database restored owner to ${new URL(owner).searchParams.get('user')}`);
    const restored = new URL(owner);
    restored.pathname = '/restored';
    expect(await command(['restore', file], restored.href)).toContain('are back as they were');

    await sellAt(await startNode(restored.href), ['k']);
    const { lost, tokenGaps } = await asOwner(restored.href, (client) => holdAgainst(client, shop.tenantId, told));
    expect([lost, tokenGaps]).toEqual([0, 0]);
    await stopNodes();
  });

  test('a tenant that was deleted is gone to the last row', async () => {
    const node = await startNode();
    const other = await openShop(node.origin);
    await asOwner(owner, async (client) => {
      await client.query("insert into customers (tenant_id, name, phone, created_at) values ($1, 'Ada', '1', now())", [other.tenantId]);
      await client.query('update tenants set deleted_at = now(), is_active = false where id = $1', [other.tenantId]);
      const left = async () => (await client.query('select id::int from tenants order by id')).rows.map(({ id }) => id);
      await expect.poll(left, { timeout: 60_000 }).toEqual([shop.tenantId]);
      expect((await client.query('select from customer_texts')).rowCount).toBe(0);
    });
    await stopNodes();
  });
});

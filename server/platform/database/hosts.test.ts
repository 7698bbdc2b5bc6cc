import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openLine } from '#tools/parts/line.ts';
import { openDatabases } from './database.ts';
import { isOutage } from './failures.ts';
import { pingDatabase } from '#server/platform/http/health.ts';
import { DatabaseClient } from './hosts.ts';
import { urlFor } from './roles.ts';

const ownerUrl = inject('ownerUrl');

const openHost = async () => {
  const { searchParams } = new URL(ownerUrl);
  const line = await openLine(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`);
  onTestFinished(line.close);
  return line;
};

const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const LET_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));

/** Says the same to everybody who comes, in one packet. */
const openThatSays = async (...messages: Buffer[]) => {
  const server = createServer((near) => {
    near.on('error', () => {});
    near.once('data', () => near.write(Buffer.concat(messages)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port };
};

/** Takes everybody in and says that it is a standby. */
const openStandby = () => openThatSays(LET_IN, message('S', Buffer.from('in_hot_standby\0on\0')), READY);

const addressOf = (...hosts: { port: number }[]) => {
  const url = new URL(ownerUrl);
  url.searchParams.set('host', hosts.map(() => '127.0.0.1').join(','));
  url.searchParams.set('port', hosts.map(({ port }) => port).join(','));
  return url.href;
};

const connect = async (connectionString: string) => {
  const client = new DatabaseClient({ connectionString });
  onTestFinished(() => client.end().catch(() => {}));
  await client.connect();
  return client;
};

test('of several hosts the one is taken that takes writes: not one that is away, and no standby', async () => {
  const [away, standby, primary] = [await openHost(), await openStandby(), await openHost()];
  away.cut();
  const client = await connect(addressOf(away, standby, primary));
  expect(client.place).toEqual({ host: '127.0.0.1', port: primary.port });
  expect((await client.query('select 7 as answer')).rows).toEqual([{ answer: 7 }]);
});

test('where none takes writes a sentence names each, without the password, and it is an outage', async () => {
  const [away, standby] = [await openHost(), await openStandby()];
  away.cut();
  const error = await connect(addressOf(away, standby)).then(
    () => undefined,
    (refusal: Error) => refusal,
  );
  expect(error?.message).toMatch(
    new RegExp(`^No host of the database takes writes: 127.0.0.1:${away.port} \\(.+\\), 127.0.0.1:${standby.port} \\(is a standby`),
  );
  expect(error?.message).not.toContain(new URL(ownerUrl).searchParams.get('password'));
  expect(isOutage(error)).toBe(true);
});

test('a database that dies in the moment in which a connection is ready is an outage, not the end of the process', async () => {
  const death = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));
  const dying = await openThatSays(LET_IN, READY, death);
  const url = new URL(ownerUrl);
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String(dying.port));
  const databases = openDatabases(url.href, url.href, url.href);
  onTestFinished(databases.close);
  // an error that nobody listens to makes this run of Vitest fail, whatever the test says
  const refusal = await databases.readAcrossTenants(pingDatabase).catch((error: unknown) => error);
  expect(isOutage(refusal)).toBe(true);
});

test('a wrong password is said as it is', async () => {
  const [one, two] = [await openHost(), await openHost()];
  const url = new URL(addressOf(one, two));
  url.searchParams.set('password', 'wrong');
  await expect(connect(url.href)).rejects.toMatchObject({ code: '28P01' });
});

test('when the host goes away, pools go on at the one that has taken over', async () => {
  const [former, next] = [await openHost(), await openHost()];
  next.cut();
  const url = addressOf(former, next);
  const databases = openDatabases(urlFor(url, 'comanda_app'), urlFor(url, 'comanda_worker'), urlFor(url, 'comanda_platform'));
  onTestFinished(databases.close);
  await databases.readAcrossTenants(pingDatabase);
  await databases.readAsProvider(pingDatabase);
  former.cut();
  next.mend();
  const refusals: unknown[] = [];
  const ask = (work: () => Promise<unknown>) =>
    vi.waitFor(
      () =>
        work().catch((error: unknown) => {
          refusals.push(error);
          throw error;
        }),
      { timeout: 10_000 },
    );
  await ask(() => databases.readAcrossTenants(pingDatabase));
  await ask(() => databases.readAsProvider(pingDatabase));
  expect(refusals.filter((refusal) => !isOutage(refusal))).toEqual([]);
});

test('connections to a host that is silent are cut as soon as another one takes writes', async () => {
  const [former, next] = [await openHost(), await openHost()];
  next.cut();
  const url = addressOf(former, next);
  const [one, other] = [await connect(url), await connect(url)];
  former.silence();
  next.mend();
  const unanswered = other.query('select 1').catch(String);
  one.lookAgain();
  expect(await unanswered).toBe('Error: Connection terminated unexpectedly');
  expect((await connect(url)).place?.port).toBe(next.port);
});

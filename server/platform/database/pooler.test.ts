import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openStorage, reachStorage } from '#server/platform/embedded-postgres/storage.ts';
import { assertNoPooler, assertNoPoolerBeforeStandby } from './pooler.ts';

const ownerUrl = inject('ownerUrl');
const info = () => {};
const SENTENCE = /^Between Comanda and PostgreSQL stands a pooler/;

/** The first message of a connection: length, protocol, then names and values that end with a zero each. */
const without = (name: string, first: Buffer): Buffer => {
  const words = first.subarray(8).toString().split('\0').slice(0, -2);
  const kept = words.filter((_, place) => words[place - (place % 2)] !== name);
  const body = Buffer.concat([first.subarray(4, 8), Buffer.from(`${kept.join('\0')}\0\0`)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
};

/** Between client and database: hands the first message on as `change` makes it, and everything else as it is. */
const openBetween = async (change: (first: Buffer) => Buffer | { answer: Buffer }) => {
  const url = new URL(ownerUrl);
  const socket = join(url.searchParams.get('host')!, `.s.PGSQL.${url.searchParams.get('port')}`);
  const server = createServer((near) => {
    near.on('error', () => {});
    near.once('data', (first: Buffer) => {
      const changed = change(first);
      if (!Buffer.isBuffer(changed)) return void near.end(changed.answer);
      const far = connect(socket);
      far.on('error', () => near.destroy());
      far.write(changed);
      near.pipe(far);
      far.pipe(near);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  url.searchParams.set('host', '127.0.0.1');
  url.searchParams.set('port', String((server.address() as AddressInfo).port));
  return url.href;
};

test('PostgreSQL itself, and a line to it, are taken', async () => {
  await expect(assertNoPooler(ownerUrl)).resolves.toBeUndefined();
  await expect(assertNoPooler(await openBetween((first) => first))).resolves.toBeUndefined();
});

test('a pooler that ignores the limits of time is refused by a sentence', async () => {
  await expect(assertNoPooler(await openBetween((first) => without('statement_timeout', first)))).rejects.toThrow(SENTENCE);
});

test.each([
  ['127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['localhost:1', 'connect ECONNREFUSED ::1:1|connect ECONNREFUSED 127.0.0.1:1'],
  ['/x?host=/nowhere&user=nobody', 'connect ENOENT /nowhere/.s.PGSQL.5432'],
])('a database at %s, where none is, is told by a sentence', async (place, reason) => {
  await expect(openStorage({ databaseUrl: `postgres://${place}`, dataDir: '/nowhere' }, { info, warn: info, error: info })).rejects.toThrow(
    new RegExp(`^The database does not answer \\((${reason})\\): is it running, and is DATABASE_URL its address\\?$`),
  );
});

test('a pooler that refuses the limits of time is refused by a sentence, too', async () => {
  const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E');
  answer.writeUInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  await expect(assertNoPooler(await openBetween(() => ({ answer })))).rejects.toThrow(SENTENCE);
});

test('a command beside the server is refused by it as a start is, and so is a start whose standby stands behind one', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const behind = await openBetween((first) => without('statement_timeout', first));
  const reached = { databaseUrl: ownerUrl, dataDir: 'none' };

  await expect(reachStorage({ ...reached, databaseUrl: behind }, log)).rejects.toThrow(SENTENCE);
  await expect(reachStorage(reached, log)).resolves.toMatchObject({ ownerUrl });
  await expect(openStorage({ ...reached, readUrl: behind }, log)).rejects.toThrow(/let DATABASE_READ_URL name PostgreSQL itself/);
  // one that is away comes back
  for (const readUrl of [ownerUrl, 'postgres://nobody@127.0.0.1:1/x'])
    await expect(assertNoPoolerBeforeStandby(readUrl)).resolves.toBeUndefined();
});

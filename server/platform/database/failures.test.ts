import fastify from 'fastify';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { explainFailures } from '#server/platform/http/errors.ts';
import { isOutage } from './failures.ts';

/** An error as Node and pg give it. */
const failure = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each([
  ['the database refuses', 'ECONNREFUSED'],
  ['the database cuts the line', 'ECONNRESET'],
  ['its socket is gone', 'ENOENT'],
  ['its name is not known', 'ENOTFOUND'],
  ['the name service is away', 'EAI_AGAIN'],
  ['its machine is not reached', 'EHOSTUNREACH'],
  ['its network is not reached', 'ENETUNREACH'],
  ['it takes too long', 'ETIMEDOUT'],
  ['it shuts down', '57P01'],
  ['it has no connection left', '53300'],
  ['its disk is full', '53100'],
  ['its disk fails', '58030'],
  ['it ended a transaction that was idle', '25P03'],
  ['it has become a standby', '25006'],
  ['the disk for photos is full', 'ENOSPC'],
  ['the quota is used up', 'EDQUOT'],
  ['the disk fails', 'EIO'],
  ['the disk is read-only', 'EROFS'],
  ['the process has too many files open', 'EMFILE'],
  ['the machine has too many files open', 'ENFILE'],
])('%s (%s): 503, and when to try again', async (_, code) => {
  const app = fastify();
  explainFailures(app);
  app.get('/', () => Promise.reject(failure(code)));

  const response = await app.inject('/');

  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('2');
  expect(response.json()).toEqual({ success: false, code: 'unavailable', message: 'The server is busy. Please try again!' });
});

test('a file that fails before its first piece is a refusal like any other, and no file', async () => {
  const app = fastify();
  explainFailures(app);
  app.get('/', (_, reply) =>
    reply.headers({ 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"', 'content-encoding': 'gzip' }).send(
      new Readable({
        read: (): never => {
          throw failure('53300');
        },
      }),
    ),
  );

  const { statusCode, headers, json } = await app.inject('/');

  expect([statusCode, json().code]).toEqual([503, 'unavailable']);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect([headers['content-disposition'], headers['content-encoding']]).toEqual([undefined, undefined]);
});

test.each(['22P02', '23505', '42601', 'EACCES', 'ERR_ASSERTION'])('%s is no outage', (code) => {
  expect(isOutage(failure(code))).toBe(false);
});

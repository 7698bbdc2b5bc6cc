import fastify from 'fastify';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressJson } from './compression.ts';

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, title: 'Soup' })));

const open = () => {
  const app = fastify();
  compressJson(app);
  app.get('/api/v1/orders', (_, reply) => reply.type('application/json').header('vary', 'Origin').send(LONG));
  app.get('/api/v1/taxes', () => [{ id: 1 }]);
  app.get('/api/v1/devices', (_, reply) => reply.type('application/json').send(LONG));
  app.get('/api/v1/invoices/export', (_, reply) => reply.type('text/csv').send(LONG));
  app.get('/kept', (_, reply) => reply.type('application/json').header('content-encoding', 'br').send(LONG));
  return (url: string, coding?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: coding === undefined ? {} : { 'accept-encoding': coding } });
};

test('long JSON is compressed for whoever takes it, with its length, and caches are told', async () => {
  const ask = open();

  const { headers, rawPayload } = await ask('/api/v1/orders', 'br, gzip;q=0.8');

  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-length': String(rawPayload.length),
    vary: 'Origin, Accept-Encoding',
  });
  expect(rawPayload.length).toBeLessThan(LONG.length / 4);
  expect(gunzipSync(rawPayload).toString()).toBe(LONG);
});

test.each<[string, string | undefined, string]>([
  ['/api/v1/orders', undefined, 'who does not take it'],
  ['/api/v1/orders', 'gzip;q=0', 'who refuses it'],
  ['/api/v1/taxes', 'gzip', 'a short answer'],
  ['/api/v1/devices?a=1', 'gzip', 'what is said of a session'],
  ['/api/v1/invoices/export', 'gzip', 'a file'],
])('%s with %s goes as it is: %s', async (url, coding, _) => {
  const { headers, body } = await open()(url, coding);

  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
});

test('what is compressed already is not compressed twice, and HEAD has no body to compress', async () => {
  const ask = open();

  expect((await ask('/kept', 'gzip')).headers['content-encoding']).toBe('br');
  expect((await ask('/api/v1/orders', 'gzip', 'HEAD')).headers['content-encoding']).toBeUndefined();
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFailures } from '#server/platform/http/errors.ts';
import { serveWeb } from './web.ts';

const root = `${mkdtempSync(join(tmpdir(), 'comanda-web-'))}/`;
const PAGE =
  '<head><meta name="comanda-support" content="x" /><meta name="comanda-signup" content="on" /><meta name="comanda-url" content="" /><meta name="comanda-price" content="" /></head>';
const SCRIPT = 'console.log("a script");\n'.repeat(50);

let app: FastifyInstance;
const open = async (signUp: boolean, isCharged = true) => {
  const opened = fastify();
  explainFailures(opened);
  await serveWeb(opened, {
    supportEmail: 'help@<here>.example',
    signUp,
    markerCookie: 'comanda_signed_in',
    sendsMail: true,
    publicUrl: 'https://till.example',
    trialDays: 14,
    plan: isCharged ? { minorPrice: 200_000, currency: 'INR' } : undefined,
    root,
  });
  return opened;
};

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'assets', 'main-1.js'), SCRIPT);
  writeFileSync(join(root, 'assets', 'main-1.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets', 'main-1.js.gz'), gzipSync(SCRIPT));
  app = await open(true);
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const NOTHING_COMPRESSED = [undefined, 'identity', '*', 'gzip;q=0', 'gzip;q=0, br;q=0.0', 'compress', ''];
const asking = (accepted: string | undefined) => (accepted === undefined ? {} : { 'accept-encoding': accepted });

test.each([...NOTHING_COMPRESSED, 'gzip', 'br, gzip'])('the page answers whoever accepts %j', async (accepted) => {
  for (const url of ['/', '/login', '/dashboard/pos', '/register?from=here']) {
    const { statusCode, headers, payload } = await app.inject({ url, headers: asking(accepted) });
    expect({ url, statusCode, type: headers['content-type'] }).toEqual({ url, statusCode: 200, type: 'text/html; charset=utf-8' });
    expect(payload).toContain('content="help@&#60;here&#62;.example"');
    expect(payload).toContain('name="comanda-url" content="https://till.example"');
    expect(payload).toContain('name="comanda-price" content="₹2,000.00"');
  }
});

test.each(NOTHING_COMPRESSED)('a script comes as it is to whoever accepts %j', async (accepted) => {
  const { statusCode, headers, rawPayload } = await app.inject({ url: '/assets/main-1.js', headers: asking(accepted) });
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: expect.stringContaining('javascript') });
  // `*` takes any coding
  const text = headers['content-encoding'] === 'gzip' && accepted === '*' ? gunzipSync(rawPayload) : rawPayload;
  expect(text.toString()).toBe(SCRIPT);
});

test('a script comes compressed to a browser', async () => {
  const { headers, rawPayload } = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(headers['content-encoding']).toBe('br');
  expect(headers['cache-control']).toContain('immutable');
  expect(brotliDecompressSync(rawPayload).toString()).toBe(SCRIPT);
});

test.each(NOTHING_COMPRESSED)('a folder is nothing for whoever accepts %j', async (accepted) => {
  const { statusCode } = await app.inject({ url: '/assets/', headers: asking(accepted) });
  expect(statusCode).toBe(404);
});

test('a server that charges nobody names no price', async () => {
  const free = await open(true, false);
  expect((await free.inject('/')).payload).toContain('name="comanda-price" content=""');
  await free.close();
});

test('the page learns whether registration is open', async () => {
  const closed = await open(false);
  expect((await app.inject('/')).payload).toContain('<meta name="comanda-signup" content="on"');
  for (const url of ['/', '/dashboard/pos'])
    expect((await closed.inject({ url, headers: { 'accept-encoding': 'gzip' } })).payload).toContain(
      '<meta name="comanda-signup" content="off"',
    );
  await closed.close();
});

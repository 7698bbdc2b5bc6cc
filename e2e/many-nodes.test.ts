import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { runManyNodes, startNginx } from '#tools/proof/many-nodes.ts';
import { freePort } from '#tools/parts/real-server.ts';

test('two nodes behind nginx: restarts in turn fail no request, and neither a killed node nor Redis nor nginx costs an order', async () => {
  const told: string[] = [];
  onTestFailed(() => console.error(told.join('\n')));
  const report = await runManyNodes((line) => void told.push(line));

  expect(report).toMatchObject({ lost: 0, doubled: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0, missed: 0 });
  expect(report).toMatchObject({ failedInRollingRestart: 0, failedWithoutRedis: 0 });
  expect(report.unexpected).toBe(0);
  expect(Math.min(...Object.values(report.others))).toBeGreaterThan(3);
  expect(report.acknowledged).toBeGreaterThan(50);
}, 300_000);

test('with both nodes gone nginx itself says so in JSON, and when to try again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-nginx-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const nginx = await startNginx(folder, port, [await freePort(), await freePort()]);
  onTestFinished(() => void nginx.kill('SIGTERM'));
  const ask = async (method: string, headers: Record<string, string>, body?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/pos/init`, { method, headers, ...(body && { body }) });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      reply: JSON.parse(await response.text()) as unknown,
    };
  };

  const away = {
    status: 503,
    retryAfter: '2',
    reply: { success: false, code: 'unavailable', message: 'The server is busy. Please try again!' },
  };
  expect(await ask('GET', {})).toEqual(away);
  expect(await ask('POST', { 'idempotency-key': 'k' }, '{}')).toEqual(away);
  const tooLarge = { success: false, code: 'too_large', message: 'This request is too large!' };
  expect(await ask('POST', { 'idempotency-key': 'k' }, 'x'.repeat(7_000_000))).toMatchObject({ status: 413, reply: tooLarge });
  expect(await ask('POST', {}, 'x'.repeat(7_000_000))).toMatchObject({ status: 413, reply: tooLarge });
});

test('nginx refuses a flood from one line in JSON, and says when to try again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-nginx-'));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  // as shipped, but less of it: how fast this machine can ask is not known
  const nginx = await startNginx(folder, port, [await freePort(), await freePort()], (shipped) =>
    shipped.replace('rate=500r/s', 'rate=1r/m').replaceAll('burst=1000', 'burst=5'),
  );
  onTestFinished(() => void nginx.kill('SIGTERM'));
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() };
  };
  for (let count = 0; count < 8; count++) await ask('/api/v1/pos/init');

  const refused = {
    status: 429,
    retryAfter: '2',
    body: '{"success":false,"code":"too_many","message":"Too many requests! Please try again later!"}',
  };
  expect(await ask('/api/v1/pos/init')).toEqual(refused);
  expect(await ask('/api/v1/pos/create-order', { 'idempotency-key': 'k' })).toEqual(refused);
  expect(await ask('/socket.io/?EIO=4&transport=polling')).toEqual(refused);
  expect(await ask('/')).toEqual(refused);
});

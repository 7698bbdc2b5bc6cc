import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgotPassword } from '#contract/own-account.ts';
import { openMail } from './platform/mail.ts';
import { systemClock, systemRandom } from './platform/clock-and-random.ts';
import { listCustomers } from '#contract/customers.ts';
import { callAs, openApp, openRestaurant } from './testing/restaurant.ts';

type Options = NonNullable<Parameters<typeof openApp>[0]>;

/** A server whose log the test reads. */
const openLogged = async (options: Options = {}) => {
  const lines: string[] = [];
  const app = await openApp({
    ...options,
    logTo: { write: (line) => void lines.push(line) },
    config: { logLevel: 'debug', ...options.config },
  });
  return { app, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

test('the log names no address: neither of an e-mail that is a file, nor of one that a mail server refuses', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-log-'));
  const way = { dataDir, from: 'no-reply@pos.example', clock: systemClock, random: systemRandom };

  // a mail server that names whom it refuses
  const refusing = createServer((socket) => {
    socket.write('220 mail.example\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const line = String(data);
      if (line.startsWith('RCPT')) socket.write(`550 5.1.1 ${line.slice(8).trim()}: user unknown\r\n`);
      else socket.write('250 mail.example\r\n');
    });
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const smtpUrl = `smtp://127.0.0.1:${(refusing.address() as AddressInfo).port}`;

  for (const to of [undefined, smtpUrl]) {
    const said: string[] = [];
    const { app, lines } = await openLogged({ mail: openMail({ ...way, smtpUrl: to, say: (line) => void said.push(line) }) });
    const { username } = await openRestaurant({ app });
    await callAs(app, {})(forgotPassword, { body: { username } });
    const told = () => [...said, ...lines].join('\n');
    await expect.poll(told, { timeout: 5000 }).toMatch(to ? /given up/ : /\.eml/);
    expect(told()).not.toContain(username.split('@')[0]);
    expect(told()).toContain('Set a new password');
  }
  expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(1);
  refusing.close();
  rmSync(dataDir, { recursive: true });
});

test('each answer is a line with its route, status, time and id, and with nothing of whom it was about', async () => {
  const { app, entries, lines } = await openLogged({ config: { logLevel: 'info' } });
  const { admin, username } = await openRestaurant({ app });
  const found = await admin(listCustomers, { query: { filter: 'Lovelace' } });
  const absent = await app.inject('/api/v1/nothing/of-ada?phone=123456');
  const requests = () => entries().filter(({ msg }) => msg === 'answered');
  await expect.poll(() => requests().length).toBe(2);

  expect([found.status, absent.statusCode]).toEqual([200, 404]);
  expect(requests()).toMatchObject([
    { level: 30, method: 'GET', route: '/api/v1/customers', status: 200, ms: expect.any(Number), reqId: expect.any(String) },
    { level: 30, method: 'GET', status: 404, reqId: absent.headers['x-request-id'] },
  ]);
  expect(lines.join('')).not.toMatch(new RegExp(`Lovelace|123456|of-ada|127\\.0\\.0\\.1|${username}`));
});

test('no two requests share an id, on another node or after another start either', async () => {
  const ids = [];
  for (const { app } of [await openLogged(), await openLogged()])
    for (let n = 0; n < 2; n++) ids.push((await app.inject('/api/v1/nothing')).headers['x-request-id']);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[\w-]{16}$/);
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgotPassword } from '#contract/auth.ts';
import { openMail } from './platform/mail.ts';
import { systemClock, systemRandom } from './platform/seams.ts';
import { callAs, openApp, openRestaurant } from './testing.ts';

type Parts = NonNullable<Parameters<typeof openApp>[0]>;

/** A server whose log the test reads. */
const openLogged = async (parts: Parts = {}) => {
  const lines: string[] = [];
  const app = await openApp({
    ...parts,
    logTo: { write: (line) => void lines.push(line) },
    config: { logLevel: 'debug', ...parts.config },
  });
  return { app, lines };
};

test('the log names no address: neither of a letter that is a file, nor of one that a mail server refuses', async () => {
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

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { openMail, startMailer, type Email, type Mail } from './mail.ts';
import { systemClock, systemRandom } from './clock-and-random.ts';

const link = `http://localhost:3000/reset-password?token=${'x'.repeat(43)}`;
const email: Email = { to: 'ada@example.com', subject: 'Set a new password – Zoë', text: `Hello Zoë,\n\n${link}\n\n.\nFrom here on` };

/** What stands in a mail once its quoted-printable wrapping is undone. */
const readable = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll('\r\n', '\n'),
    'latin1',
  ).toString('utf8');

const servers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(() => done()));
});

interface Received {
  from: string;
  to: string[];
  message: string;
}
const openSmtp = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), message: Buffer.concat(chunks).toString('latin1') });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
};

const open = (smtpUrl: string | undefined, dataDir = '/nowhere', say: (line: string) => void = () => {}) =>
  openMail({ smtpUrl, dataDir, from: 'Comanda <no-reply@pos.example>', clock: systemClock, random: systemRandom, say });

test('an e-mail reaches a real SMTP server whole', async () => {
  const { received, url } = await openSmtp();

  await open(url).send(email);

  expect(received).toMatchObject([{ from: 'no-reply@pos.example', to: ['ada@example.com'] }]);
  const message = readable(received[0]!.message);
  expect(message).toContain('From: Comanda <no-reply@pos.example>');
  expect(message).toContain('To: ada@example.com');
  expect(message).toContain('Hello Zoë');
  expect(message).toContain(link);
  expect(message).toContain('From here on');
});

test('the server’s name and password stand in the address', async () => {
  const seen: unknown[] = [];
  const { received, url } = await openSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) => {
      seen.push([username, password]);
      if (password === 'se:cret') done(null, { user: username });
      else done(new Error('no'));
    },
  });

  await open(url.replace('smtp://', 'smtp://ada:se%3Acret@')).send(email);
  await expect(open(url.replace('smtp://', 'smtp://ada:wrong@')).send(email)).rejects.toMatchObject({ responseCode: 535 });

  expect(seen).toContainEqual(['ada', 'se:cret']);
  expect(received).toHaveLength(1);
});

test('an address cannot smuggle in a second recipient or a header', async () => {
  const { received, url } = await openSmtp();
  await open(url)
    .send({ to: 'ada@example.com\r\nBcc: eve@example.com', subject: 'Hi\r\nBcc: eve@example.com', text: 'x' })
    .catch(() => {});
  expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  expect(received.map(({ message }) => message).join()).not.toMatch(/^Bcc:/m);
});

test('without an SMTP server an e-mail becomes a file that only we may read, named in the log', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-mail-'));
  const lines: string[] = [];

  await open(undefined, dataDir, (line) => lines.push(line)).send(email);
  await open(undefined, dataDir, (line) => lines.push(line)).send(email);

  const files = readdirSync(join(dataDir, 'outbox'));
  expect(files).toHaveLength(2);
  const path = join(dataDir, 'outbox', files[0]!);
  expect(lines.join('\n')).toContain(path);
  expect(lines.join('\n')).not.toContain('token');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(readable(readFileSync(path, 'latin1'))).toContain(link);
  expect(path).toMatch(/\.eml$/);
  rmSync(dataDir, { recursive: true });
});

const failing = (times: number, error: object = new Error('away')) => {
  let tries = 0;
  const sent: Email[] = [];
  const mail: Mail = {
    send: async (given) => {
      tries++;
      if (tries <= times) throw error;
      sent.push(given);
    },
  };
  return { mail, sent, tries: () => tries };
};
const openLog = () => {
  const lines: { level: string; details: object; sentence: string }[] = [];
  const note = (level: string) => (details: object, sentence: string) => void lines.push({ level, details, sentence });
  return { lines, warn: note('warn'), error: note('error') };
};
const settled = (ms = 50) => new Promise((resolve) => setTimeout(resolve, ms));

test('a delivery that fails is tried again a few times, and the log never holds the e-mail', async () => {
  const { mail, sent, tries } = failing(2);
  const log = openLog();
  const mailer = startMailer({ mail, log, pauses: [1, 1, 1] });

  mailer.send(email);
  await settled();
  await mailer.stop();

  expect([tries(), sent]).toEqual([3, [email]]);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
  expect(JSON.stringify(log.lines)).not.toContain('token');
});

test('an e-mail is given up after its last try, or when the server says that no try will help', async () => {
  const log = openLog();
  const [away, refused] = [failing(99), failing(99, Object.assign(new Error('no such mailbox'), { responseCode: 550 }))];
  for (const { mail } of [away, refused]) startMailer({ mail, log, pauses: [1, 1] }).send(email);
  await settled();
  expect([away.tries(), refused.tries()]).toEqual([3, 1]);
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(2);
});

test('stopping does not wait for the pauses, and tries once more', async () => {
  const { mail, sent } = failing(1);
  const mailer = startMailer({ mail, log: openLog(), pauses: [60_000] });
  mailer.send(email);
  await settled(10);
  await mailer.stop();
  expect(sent).toEqual([email]);
});

test('stopping does not wait for a mail server that is silent, and says how many e-mails that cost', async () => {
  const log = openLog();
  const mailer = startMailer({ mail: { send: () => new Promise(() => {}) }, log, endsWithin: 50 });
  mailer.send(email);
  await mailer.stop();
  expect(log.lines).toMatchObject([{ level: 'error', details: { emails: 1 } }]);
  expect(JSON.stringify(log.lines)).not.toContain('token');
});

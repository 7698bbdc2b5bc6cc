import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { publicId, type Clock, type Random } from './clock-and-random.ts';
import { atMost } from './work/at-most.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Where e-mails go. A rejected promise means: not delivered, try again. */
export interface Mail {
  send: (email: Email) => Promise<void>;
}

interface Options {
  /** undefined: e-mails are written to `dataDir`/outbox */
  smtpUrl: string | undefined;
  dataDir: string;
  /** the sender, an address or 'Name <address>' */
  from: string;
  clock: Clock;
  random: Random;
  /** Takes a line for each e-mail that was written to a file. */
  say: (line: string) => void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }; // ms

// As a text an address would be read as a list of them.
const addressed = ({ to, subject, text }: Email) => ({ to: { name: '', address: to }, subject, text });

/** Opens the mail: the SMTP server of `smtpUrl`, or `.eml` files, which any mail program opens, for a house without one. */
export const openMail = ({ smtpUrl, dataDir, from, clock, random, say }: Options): Mail => {
  if (smtpUrl) {
    const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
    return { send: async (email) => void (await transport.sendMail({ from, date: clock(), ...addressed(email) })) };
  }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (email) => {
      const now = clock();
      const { message } = await composer.sendMail({ from, date: now, ...addressed(email) });
      const folder = join(dataDir, 'outbox');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${publicId(random).slice(0, 6)}.eml`);
      // An e-mail may hold a link that signs somebody in: nobody else on this machine may read it.
      await writeFile(file, message, { mode: 0o600 });
      say(`An e-mail, '${email.subject}', is in ${file}`);
    },
  };
};

/** Deletes e-mails of the data directory that were written before then: they hold addresses, and links that have long run out. */
export const removeOldEmails = async (dataDir: string, before: Date): Promise<void> => {
  const folder = join(dataDir, 'outbox');
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const file of files.filter((name) => name.endsWith('.eml'))) {
    const { mtime } = await stat(join(folder, file));
    if (mtime < before) await rm(join(folder, file), { force: true });
  }
};

const ENDS_WITHIN = 8000; // ms; the server has 15 to end, and an SMTP server that is silent would take longer
const PAUSES = [1000, 5000, 30_000, 120_000]; // ms before each further try

interface Log {
  warn: (details: object, sentence: string) => void;
  error: (details: object, sentence: string) => void;
}

/** An answer of the SMTP server that more tries will not change. */
const isFinal = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode;
  return typeof code === 'number' && code >= 500;
};

interface MailerOptions {
  mail: Mail;
  log: Log;
  pauses?: readonly number[];
  endsWithin?: number;
}

/**
 * Delivers e-mails beside the requests that wrote them: nobody waits for an SMTP server. A failure is logged, without the
 * e-mail's text and without its address, and tried again a few times; `stop` makes the last try of what still waits, and gives up what
 * takes longer than `endsWithin` ms.
 */
export const startMailer = ({ mail, log, pauses = PAUSES, endsWithin = ENDS_WITHIN }: MailerOptions) => {
  const underway = new Set<Promise<void>>();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()));

  const wait = async (ms: number) => {
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([passed, stopped]);
    clearTimeout(timer);
  };

  const deliver = async (email: Email) => {
    for (let tries = 1; ; tries++) {
      // asked before the try, so that what fails while we stop has its last one
      const isLast = stopping.signal.aborted || tries > pauses.length;
      try {
        await mail.send(email);
        return;
      } catch (error) {
        const details = { err: error, subject: email.subject, tries };
        if (isLast || isFinal(error)) {
          log.error(details, 'an e-mail was given up');
          return;
        }
        log.warn(details, 'an e-mail was not delivered yet');
      }
      await wait(pauses[tries - 1]!);
    }
  };

  return {
    /** Takes an e-mail; returns at once. */
    send: (email: Email): void => {
      const delivery = deliver(email).finally(() => underway.delete(delivery));
      underway.add(delivery);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      if (!(await atMost(endsWithin, Promise.all(underway))))
        log.error({ emails: underway.size }, 'the server ends, and the mail server has not answered: e-mails were given up');
    },
  };
};

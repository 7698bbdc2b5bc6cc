import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { assertNoKnownPassword, linesOf, openDemonstration, type Credentials } from './demo/demonstration.ts';
import { startBackFills } from './platform/database/back-fills.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabases } from './platform/database/database.ts';
import { listenAt } from './platform/http/listen.ts';
import { isLoopback } from './platform/http/loopback.ts';
import { migrate } from './platform/database/migrations.ts';
import { urlFor } from './platform/database/roles.ts';
import { openSharedClock } from './platform/database/shared-clock.ts';
import { systemClock, systemRandom } from './platform/clock-and-random.ts';
import { openStorage } from './platform/embedded-postgres/storage.ts';
import { VERSION } from './platform/version.ts';
import { openProvider } from './commands/provider.ts';
import { sentenceOf } from './commands/sentence.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What watches over the database says it to the log as soon as there is one. */
const log = { info: say, warn: say, error: say };

/** Who may sign in to the demonstration, where there is one; a server that is none starts only when nobody has its password. */
const openAccounts = async (config: Omit<Config, 'databaseUrl' | 'readUrl'>, ownerUrl: string): Promise<Credentials[]> => {
  // As the owner: the platform's own role, which requests run as, may change no super administrator's password.
  const databases = openDatabases(urlFor(ownerUrl, 'comanda_app'), urlFor(ownerUrl, 'comanda_worker'), ownerUrl);
  const { dataDir, demo, production, host } = config;
  try {
    if (production || !demo) await assertNoKnownPassword(databases);
    if (!demo) return [];
    const isOpenToOthers = production || !isLoopback(host);
    return await openDemonstration({ databases, clock: systemClock, random: systemRandom, dataDir, isOpenToOthers });
  } finally {
    await databases.close();
  }
};

const CLOSED_WITHIN = 15_000; // ms
let isLeaving = false;

const start = async () => {
  const { databaseUrl, readUrl, ...config } = readConfig(process.env);
  const opening = openStorage(
    { databaseUrl, readUrl, dataDir: config.dataDir },
    {
      info: (line) => log.info(line),
      warn: (line) => log.warn(line),
      error: (line) => log.error(line),
    },
  );
  // Until it listens: the embedded database has a session of its own, and would run on alone.
  const starting = closeWithGrace({ delay: CLOSED_WITHIN, logger: false, skip: ['beforeExit'] }, async ({ err }) => {
    isLeaving = true;
    if (err) log.error(String(err));
    await (await opening).stop();
  });
  const storage = await opening;
  // From here on a start that fails leaves no database behind.
  try {
    await migrate(storage.ownerUrl, { log });
    const credentials = await openAccounts(config, storage.ownerUrl);
    const databases = openDatabases(
      urlFor(storage.ownerUrl, 'comanda_app'),
      urlFor(storage.ownerUrl, 'comanda_worker'),
      urlFor(storage.ownerUrl, 'comanda_platform'),
      readUrl ? { appUrl: urlFor(readUrl, 'comanda_app'), platformUrl: urlFor(readUrl, 'comanda_platform') } : undefined,
    );
    // Requests have the roles' addresses; the owner's, which is past every wall, is not left lying about.
    delete process.env['DATABASE_URL'];
    delete process.env['DATABASE_READ_URL'];
    const provider = await openProvider({ databases, clock: systemClock, random: systemRandom, config });
    const { clock, stop: stopClock } = await openSharedClock({ databases, system: systemClock, warn: (line) => log.warn(line) });
    const app = await buildApp({ databases, clock, random: systemRandom, config });
    Object.assign(log, {
      info: (line: string) => app.log.info(line),
      warn: (line: string) => app.log.warn(line),
      error: (line: string) => app.log.error(line),
    });
    if (provider.warning) app.log.warn(provider.warning);
    await databases.openAhead();
    await listenAt(app, config);
    const backFills = startBackFills(storage.ownerUrl, log);

    starting.uninstall();
    closeWithGrace({ delay: CLOSED_WITHIN, logger: false }, async ({ err }) => {
      if (err) app.log.fatal(err);
      await Promise.all([app.close(), backFills.stop()]);
      await stopClock();
      await databases.close();
      await storage.stop();
    });
    return { config, credentials, provider };
  } catch (error) {
    await storage.stop();
    throw error;
  }
};

start().then(
  ({ config, credentials, provider }) => {
    say('');
    say(`Comanda ${VERSION} serves at ${config.publicUrl}`);
    for (const line of linesOf(credentials)) say(line);
    if (provider.warning) say(`Warning: ${provider.warning}`);
    say(provider.sentence);
    say('Stop with Ctrl-C.');
  },
  (error: unknown) => {
    if (isLeaving) return; // its database was stopped under it, and whoever stops it ends the process
    process.stderr.write(`Comanda cannot start: ${sentenceOf(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
    process.exit(1);
  },
);

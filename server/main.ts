import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { openFirstSuperAdmin } from './features/superadmin-auth/super-admins.queries.ts';
import { readConfig } from './platform/config.ts';
import { openDatabases } from './platform/database.ts';
import { migrate, urlFor } from './platform/migrations.ts';
import { systemClock, systemRandom } from './platform/seams.ts';
import { openStorage } from './platform/storage.ts';
import { SUPER_ADMIN } from '#db/demo/people.ts';
import { seedDemonstration } from '#db/seed.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** What watches over the database says it to the log as soon as there is one. */
const log = { info: say, warn: say, error: say };

const start = async () => {
  const { databaseUrl, ...config } = readConfig(process.env);
  const storage = await openStorage(
    { databaseUrl, dataDir: config.dataDir },
    {
      info: (line) => log.info(line),
      warn: (line) => log.warn(line),
      error: (line) => log.error(line),
    },
  );
  // From here on a start that fails leaves no database behind.
  try {
    await migrate(storage.ownerUrl);
    const databases = openDatabases(
      urlFor(storage.ownerUrl, 'comanda_app'),
      urlFor(storage.ownerUrl, 'comanda_worker'),
      urlFor(storage.ownerUrl, 'comanda_platform'),
    );
    // Requests have the roles' addresses; the owner's, which is past every wall, is not left lying about.
    delete process.env['DATABASE_URL'];
    const credentials = config.demo
      ? await seedDemonstration({ databases, clock: systemClock, random: systemRandom, dataDir: config.dataDir })
      : [];
    const imagined = config.demo && !config.production ? SUPER_ADMIN : undefined;
    const superAdmin = config.superAdmin ?? imagined;
    const isThere = superAdmin && (await openFirstSuperAdmin({ databases, clock: systemClock, random: systemRandom, ...superAdmin }));
    // a password that was configured is not printed
    if (isThere && superAdmin === imagined) credentials.push({ who: 'Provider', ...superAdmin });
    const app = await buildApp({ databases, clock: systemClock, random: systemRandom, config });
    Object.assign(log, {
      info: (line: string) => app.log.info(line),
      warn: (line: string) => app.log.warn(line),
      error: (line: string) => app.log.error(line),
    });
    await app.listen({ port: config.port, host: config.host });

    closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
      if (err) app.log.fatal(err);
      await app.close();
      await databases.close();
      await storage.stop();
    });
    return { config, credentials };
  } catch (error) {
    await storage.stop();
    throw error;
  }
};

start().then(
  ({ config, credentials }) => {
    say('');
    say(`Comanda serves at ${config.publicUrl}`);
    for (const { who, username, password } of credentials) say(`  ${who.padEnd(8)} ${username}  ${password}`);
    if (credentials.some(({ who }) => who === 'Provider')) say(`The provider signs in at ${config.publicUrl}/superadmin`);
    say('Stop with Ctrl-C.');
  },
  (error: unknown) => {
    const sentence = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Comanda cannot start: ${sentence}\n`);
    if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
    process.exit(1);
  },
);

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { confirmAccount, createSuperAdmin, type Kind, kinds, removeFactor, removeSuperAdmin, resetAccount } from './accounts.ts';
import { verifyChains } from './chains.ts';
import { findSuperAdmins } from '#server/features/superadmin-auth/super-admins.queries.ts';
import { fillAll } from '#server/platform/database/back-fills.ts';
import { checkBackup, restore } from '#server/platform/backup/restore.ts';
import { archiveYear } from '#server/platform/backup/archive.ts';
import { checkArchiveFile, readArchiveFile } from '#server/platform/backup/archive-file.ts';
import { backUp } from '#server/platform/backup/backup.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { assertSeesAll } from '#server/platform/database/owner-policies.ts';
import { openDatabases, type Databases } from '#server/platform/database/database.ts';
import { emptyEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { findMigrations } from '#server/platform/backup/catalogue.ts';
import { isUpToDate, migrate } from '#server/platform/database/migrations.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { showConfig } from '#server/platform/shown-config.ts';
import { asOwner, hasStorage, openStorage, reachStorage, type Storage } from '#server/platform/embedded-postgres/storage.ts';

const HELP = `npm run comanda -- <command>

  create-superadmin <email>  lets somebody in at /superadmin; asks for the password, or reads it from standard input
  list-superadmins           says who may sign in at /superadmin
  remove-superadmin <email>  takes that right away from somebody and ends all sessions of that account
  reset-password <email>     gives a member or a super administrator a new password and ends all sessions of that account;
                             --member or --superadmin where both have this address; a second factor stays on
  remove-second-factor <email>
                             for whoever lost phone and recovery codes: the password alone signs in again; --member or
                             --superadmin as above, --tenant=NUMBER as below
  confirm <email>            says for a member that the address is theirs, without an e-mail; --tenant=NUMBER where several
                             restaurants have an address that nobody confirmed
  backup <file.tar>          writes everything into one file, also while the server runs
  restore <file.tar>         fills an installation that has no tenants, while no server runs
  archive <year> [file]      writes a year into a file (comanda-<year>.jsonl.gz) and takes its audit entries and the keys of its
                             requests out of the database, also while the server runs; from 400 days after its end on
  archive --read <file>      checks such a file and writes its rows, one in a line, as JSON
  verify                     reads the chains of all restaurants, invoices and closings, and what they add up, and says what does not fit
  migrate                    brings the database to the form of this release, as each start does, and fills what is left to fill
  config                     shows the configuration that is in force, without secrets
  help                       shows this

The configuration is the server's: the same variables, above all DATA_DIR and DATABASE_URL.`;

export interface CommandContext {
  env: Record<string, string | undefined>;
  say: (line: string) => void;
  warn: (line: string) => void;
  askPassword: () => Promise<string>;
  signal?: AbortSignal;
}

/** What each command is given: its arguments after the name, and where it runs. */
interface Run extends CommandContext {
  args: string[];
  config: Config;
}

const log = ({ warn }: CommandContext) => ({ info: () => {}, warn, error: warn });

/** Files are named from where the person stands; npm goes to the repository. */
const fileOf = ({ args, env }: Run, command: string): string => {
  const [file, ...others] = args;
  if (!file || others.length > 0) throw new Error(`Please name one file: npm run comanda -- ${command} <file.tar>`);
  return resolve(env['INIT_CWD'] ?? '.', file);
};

const using = async <T>(storage: Storage, work: (ownerUrl: string) => Promise<T>): Promise<T> => {
  try {
    return await work(storage.ownerUrl);
  } finally {
    await storage.stop();
  }
};

const assertStorage = ({ config }: Run) => {
  if (!hasStorage(config)) throw new Error(`There is no database in ${config.dataDir}: is DATA_DIR the one that the server has?`);
};

const counted = ({ rows, tables, photos }: { rows: number; tables: number; photos: number }) =>
  `${rows} rows of ${tables} tables, ${photos} pictures`;

const ended = (sessions: number) => (sessions === 1 ? '1 session was ended' : `${sessions} sessions were ended`);
const NOBODY = 'There is no super administrator now. One is made by: npm run comanda -- create-superadmin <email>';
/** The option that takes a value: which restaurant is meant. */
const TENANT = 'tenant';

const tenantOf = (value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(String(value))) throw new Error('Please say --tenant=NUMBER!');
  return Number(value);
};

/** The one e-mail address that a command names, and its options. */
const argumentsOf = ({ args }: Run, command: string, options: readonly string[] = []) => {
  const named = Object.fromEntries(
    options.map((option) => [option, { type: option === TENANT ? ('string' as const) : ('boolean' as const) }]),
  );
  try {
    const { positionals, values } = parseArgs({ args, options: named, allowPositionals: true });
    const [email, ...others] = positionals;
    if (email && others.length === 0) return { email, values };
  } catch {
    // an option that there is not
  }
  throw new Error(`Please name one address: npm run comanda -- ${command} <email>`);
};

const kindTitles: Record<Kind, string> = { member: 'member', superadmin: 'super administrator' };
/** Whose account is meant; without an option whichever there is. */
const kindsOf = (values: Record<string, unknown>): readonly Kind[] => {
  const wanted = kinds.filter((kind) => values[kind]);
  return wanted.length > 0 ? wanted : kinds;
};

const assertUpToDate = async (client: Client) => {
  if (await isUpToDate(client)) return;
  throw new Error('The database does not match this release: start the server once, or run the command migrate.');
};

/** Works on the accounts of a database that has the form of this release. An empty one is given it when `mayMake`. */
const withAccounts = async <T>(run: Run, mayMake: boolean, work: (databases: Databases) => Promise<T>): Promise<T> =>
  using(await reachStorage(run.config, log(run)), async (ownerUrl) => {
    const executed = await asOwner(ownerUrl, findMigrations);
    if (executed.length === 0 && mayMake) await migrate(ownerUrl);
    else await asOwner(ownerUrl, assertUpToDate);
    // As the owner: the platform's own role, which requests run as, may change no super administrator's password.
    const databases = openDatabases(urlFor(ownerUrl, 'comanda_app'), urlFor(ownerUrl, 'comanda_worker'), ownerUrl);
    try {
      return await work(databases);
    } finally {
      await databases.close();
    }
  });

const commands: Record<string, (run: Run) => Promise<void>> = {
  'create-superadmin': async (run) => {
    const { email } = argumentsOf(run, 'create-superadmin');
    const password = await run.askPassword();
    await withAccounts(run, true, (databases) =>
      createSuperAdmin({ databases, clock: systemClock, random: systemRandom, email, password }),
    );
    run.say(`${email} may sign in at ${run.config.publicUrl}/superadmin.`);
  },

  'list-superadmins': async (run) => {
    if (run.args.length > 0) throw new Error('Please write nothing behind it: npm run comanda -- list-superadmins');
    assertStorage(run);
    const found = await withAccounts(run, false, ({ readAsProvider }) => readAsProvider(findSuperAdmins));
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const width = Math.max(0, ...found.map(({ username }) => username.length));
    for (const { username, created_at, last_sign_in } of found)
      run.say(
        `${username.padEnd(width)}  made on ${day(created_at)}, ${last_sign_in ? `last signed in on ${day(last_sign_in)}` : 'has never signed in'}`,
      );
    if (found.length === 0) run.say(NOBODY);
  },

  'remove-superadmin': async (run) => {
    const { email } = argumentsOf(run, 'remove-superadmin');
    assertStorage(run);
    const { sessions, left } = await withAccounts(run, false, (databases) => removeSuperAdmin({ databases, clock: systemClock, email }));
    run.say(`${email} is no super administrator any more, and ${ended(sessions)}.`);
    if (left === 0) run.say(NOBODY);
    if (left === 0 && run.config.superAdmin) run.say('The next start of the server makes the one that SUPERADMIN_EMAIL names.');
  },

  'reset-password': async (run) => {
    const { email, values } = argumentsOf(run, 'reset-password', [...kinds, TENANT]);
    assertStorage(run);
    const clockAndRandom = { clock: systemClock, random: systemRandom };
    const { kind, sessions, hasFactor } = await withAccounts(run, false, (databases) =>
      resetAccount({
        databases,
        ...clockAndRandom,
        email,
        kinds: kindsOf(values),
        tenant: tenantOf(values[TENANT]),
        askPassword: run.askPassword,
      }),
    );
    run.say(`The ${kindTitles[kind]} ${email} has a new password, and ${ended(sessions)}.`);
    if (hasFactor) run.say('The second factor stays on: remove-second-factor takes it off.');
  },

  'remove-second-factor': async (run) => {
    const { email, values } = argumentsOf(run, 'remove-second-factor', [...kinds, TENANT]);
    assertStorage(run);
    const kind = await withAccounts(run, false, (databases) =>
      removeFactor({ databases, clock: systemClock, email, kinds: kindsOf(values), tenant: tenantOf(values[TENANT]) }),
    );
    run.say(`The ${kindTitles[kind]} ${email} has no second factor any more: the password alone signs in.`);
  },

  confirm: async (run) => {
    const { email, values } = argumentsOf(run, 'confirm', [TENANT]);
    assertStorage(run);
    await withAccounts(run, false, (databases) =>
      confirmAccount({ databases, clock: systemClock, email, tenant: tenantOf(values[TENANT]) }),
    );
    run.say(`${email} is confirmed.`);
  },

  backup: async (run) => {
    const file = fileOf(run, 'backup');
    assertStorage(run);
    const { dataDir } = run.config;
    const report = await using(await reachStorage(run.config, log(run)), (ownerUrl) =>
      asOwner(ownerUrl, (client) => backUp({ client, dataDir, file, now: systemClock() }), run.signal),
    );
    run.say(`${file} holds ${counted(report)}. It holds secrets too: keep it as you keep the server.`);
  },

  restore: async (run) => {
    const file = fileOf(run, 'restore');
    const checked = await checkBackup(file);
    const { dataDir, databaseUrl } = run.config;
    const report = await using(await openStorage(run.config, log(run), 'restore'), (ownerUrl) => {
      const emptyDatabase = databaseUrl ? undefined : () => emptyEmbeddedPostgres(ownerUrl);
      return restore({ ownerUrl, dataDir, file, checked, emptyDatabase, signal: run.signal });
    });
    run.say(`${counted(report)} are back as they were at ${checked.head.madeAt}.`);
  },

  archive: async (run) => {
    const [what = '', file, ...others] = run.args;
    const at = (name: string) => resolve(run.env['INIT_CWD'] ?? '.', name);
    if (what === '--read' && file && others.length === 0) {
      await checkArchiveFile(at(file));
      return readArchiveFile(at(file), (_, __, line) => run.say(line));
    }
    if (!/^[12]\d{3}$/.test(what) || others.length > 0)
      throw new Error('Please name a year, or a file to read: npm run comanda -- archive <year> [file]');
    assertStorage(run);
    const path = at(file ?? `comanda-${what}.jsonl.gz`);
    const { rows, taken } = await using(await reachStorage(run.config, log(run)), (ownerUrl) =>
      asOwner(
        ownerUrl,
        async (client) => {
          await assertUpToDate(client);
          return archiveYear({ client, file: path, year: Number(what), now: systemClock(), signal: run.signal });
        },
        run.signal,
      ),
    );
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    run.say(`${path} holds ${all} rows of ${what}; ${taken} of them are not in the database any more. Keep it: backups do not hold it.`);
  },

  verify: async (run) => {
    if (run.args.length > 0) throw new Error('Please write nothing behind it: npm run comanda -- verify');
    assertStorage(run);
    const { invoices, closings, drawers, wrong, otherGuests } = await using(await reachStorage(run.config, log(run)), (ownerUrl) =>
      asOwner(
        ownerUrl,
        async (client) => {
          // of one moment: a day that is closed meanwhile would not be among those that its invoices are held against
          await client.query('begin isolation level repeatable read read only');
          await assertSeesAll(client);
          return verifyChains(client, run.say);
        },
        run.signal,
      ),
    );
    if (otherGuests > 0)
      run.say(
        `Closings whose number of guests cannot be compared, for those of a bill that was still open may have been set again since: ${otherGuests}.`,
      );
    const all = `${invoices} invoices, ${closings} closings and ${drawers} counted drawers`;
    if (wrong > 0) throw new Error(`${wrong} of ${all} do not fit.`);
    run.say(`All ${all} fit.`);
  },

  migrate: async (run) => {
    const said = { info: run.say, warn: run.warn, error: run.warn };
    await using(await reachStorage(run.config, log(run)), async (ownerUrl) => {
      await migrate(ownerUrl, { log: said });
      await fillAll(ownerUrl, { log: said, signal: run.signal });
      run.signal?.throwIfAborted();
    });
    run.say('The database has the form of this release.');
  },

  config: async ({ env, say }) => {
    const settings = showConfig(env);
    const width = Math.max(...settings.map(({ name }) => name.length));
    for (const { name, value, isGiven } of settings)
      say(`${name.padEnd(width)}  ${value ?? '(not set)'}${isGiven || value === undefined ? '' : '  (default)'}`);
  },
};

/** Runs one command of the command line. Throws an error whose message is one sentence for a person. */
export const runCommand = async ([name = 'help', ...args]: string[], context: CommandContext): Promise<void> => {
  if (['help', '--help', '-h'].includes(name)) return context.say(HELP);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`There is no command ${name}: npm run comanda -- help lists them.`);
  await command({ ...context, args, config: readConfig(context.env) });
};

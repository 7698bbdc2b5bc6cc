import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test, vi } from 'vitest';
import { database, newAddress } from '#server/testing/restaurant.ts';

// A process loads everything again, and the machine may be busy with the other tests.
vi.setConfig({ testTimeout: 60_000 });

/** Below a file nobody makes a folder. */
const NO_FOLDER = resolve('package.json', 'data');

/** The command line itself, in a process of its own. */
const comanda = async (args: string[], env: Record<string, string> = {}, typed = '') => {
  // the cache as scripts/comanda.mjs has it
  const variables = { NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'node'), DATABASE_URL: inject('ownerUrl'), ...env };
  const child = spawn(process.execPath, ['server/cli.ts', ...args], { env: { ...process.env, ...variables } });
  child.stdin.end(typed);
  const gone = new Promise<number | null>((done) => child.once('close', done));
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await gone, said, complained };
};

test('what goes wrong is one sentence and exit code 1, without a stack', async () => {
  for (const [args, env, sentence] of [
    [['dance'], {}, 'There is no command dance: npm run comanda -- help lists them.\n'],
    [['config'], { PORT: 'x' }, 'The configuration is wrong: PORT is not a whole number.\n'],
    [
      ['migrate'],
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
      'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): is it running, and is DATABASE_URL its address?\n',
    ],
    [
      ['migrate'],
      { DATABASE_URL: '', DATA_DIR: NO_FOLDER },
      `This user may not use ${NO_FOLDER} (ENOTDIR: not a directory, mkdir '${NO_FOLDER}'): is it the right folder, and may the user that runs this write there?\n`,
    ],
  ] as const)
    expect(await comanda([...args], env)).toEqual({ code: 1, said: '', complained: sentence });
});

test('a password is read from standard input when that is no terminal', async () => {
  const email = newAddress();
  expect(await comanda(['create-superadmin', email], { PUBLIC_URL: 'https://pos.example' }, 'battery staple\n')).toEqual({
    code: 0,
    said: `${email} may sign in at https://pos.example/superadmin.\n`,
    complained: '',
  });
  const { rowCount } = await database.query('select from platform.super_admins where username = $1', [email]);
  expect(rowCount).toBe(1);
});

test('the configuration is shown, and its secrets are not', async () => {
  const { code, said } = await comanda(['config'], { METRICS_TOKEN: 'a-long-secret', DATABASE_URL: 'postgres://a:b3cret@db/x' });
  expect(code).toBe(0);
  expect(said).toMatch(/^PORT +3000 {2}\(default\)$/m);
  expect(said).toMatch(/^PRINTER_NETWORK +on {2}\(default\)$/m);
  expect(said).toMatch(/^ALLOWED_ORIGINS +\(not set\)$/m);
  expect(said).toMatch(/^METRICS_TOKEN +\(hidden\)$/m);
  expect(said).toMatch(/^DATABASE_URL +postgres:\/\/a:hidden@db\/x$/m);
  expect(said).not.toMatch(/a-long-secret|b3cret/);
});

test('super administrators are listed and removed', async () => {
  const email = newAddress();
  await comanda(['create-superadmin', email], {}, 'battery staple\n');
  expect((await comanda(['list-superadmins'])).said).toMatch(new RegExp(`^${email} +made on .*, has never signed in$`, 'm'));
  expect((await comanda(['remove-superadmin', email])).said).toContain(`${email} is no super administrator any more`);
  expect(await comanda(['remove-superadmin', email])).toEqual({
    code: 1,
    said: '',
    complained: `There is no super administrator ${email}.\n`,
  });
});

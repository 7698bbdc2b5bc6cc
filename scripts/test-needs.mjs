// What some tests need of the machine beside the packages. Plain JavaScript for any Node from 20 on, as prepare.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './prepare.mjs';

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));

/** The programs, each with its package of Debian, a lighter one that will do, and with what a test that needs it imports. */
export const programs = {
  chromium: {
    debian: 'chromium',
    // the shell is enough, and quicker (tools/parts/chromium.ts); not every Debian has it
    lighter: 'chromium-headless-shell',
    isThere: () =>
      Boolean(process.env.CHROMIUM) || ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].some(onPath),
    imported: /from '(\.\/browser|#tools\/parts\/chromium)\.ts'/,
  },
  redis: {
    debian: 'redis-server',
    isThere: () => onPath('redis-server'),
    imported: /from '#(server\/testing\/redis|tools\/proof\/many-nodes)\.ts'/,
  },
  nginx: {
    debian: 'nginx-light',
    isThere: () => onPath('nginx') || existsSync('/usr/sbin/nginx'),
    imported: /from '#tools\/proof\/many-nodes\.ts'/,
  },
  // the oldest version that is promised, or what this Debian has (vitest.databases.config.ts)
  postgresql: {
    debian: 'postgresql',
    isThere: () => existsSync('/usr/lib/postgresql'),
    imported: /from '#tools\/parts\/foreign-postgres\.ts'/,
  },
};

/** The files of tests below these folders. */
export const testsOf = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .filter((name) => name.endsWith('.test.ts')),
  );

/** The files of tests below these folders that cannot run without these programs. */
export const filesThatNeed = (names, folders) =>
  testsOf(folders)
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return names.some((name) => programs[name].imported.test(text));
    })
    .sort();

/** The programs that `npm test` found missing and went on without; none, when tests are run in another way. */
export const leftOut = () => (process.env.COMANDA_TEST_WITHOUT ?? '').split(' ').filter(Boolean);

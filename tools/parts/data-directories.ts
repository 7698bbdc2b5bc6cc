import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/database/migrations.ts';

/** Names the directory that copies are made of, for all processes of a run of tests. */
const TEMPLATE = 'COMANDA_TEST_TEMPLATE';

const newFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `comanda-${name}-`));
  // mkdtemp makes it 0700: as root the database, which runs as another user, would have to move elsewhere
  chmodSync(folder, 0o755);
  return folder;
};

/** A data directory of its own in a temporary folder: with an empty database of this release where a run has a template, else with none. */
export const newDataDirectory = (name: string): string => {
  const folder = newFolder(name);
  const template = process.env[TEMPLATE];
  if (template) {
    // as Node copies, the files would change hands
    const { status, stderr } = spawnSync('cp', ['-a', `${template}/.`, folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The template could not be copied: ${stderr}`);
  }
  return folder;
};

/** Starts the database of a data directory, brought to this release, and says nothing of it. */
export const startScratch = async (dataDir: string) => {
  const quiet = () => {};
  const database = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: quiet, error: (text) => void process.stderr.write(`${text}\n`) },
  });
  await migrate(database.ownerUrl);
  return database;
};

/**
 * To make a database takes seconds of processor, to copy one a moment: made once for a run of tests, of the one of the run around it where
 * there is one. Answers how to remove it.
 */
export const makeTemplate = async (): Promise<() => void> => {
  const folder = newDataDirectory('template');
  await (await startScratch(folder)).stop();
  // where its sockets were; a copy has a place of its own
  rmSync(join(folder, 'run'), { recursive: true, force: true });
  // a link leads to the one database, which copies would share
  if (!lstatSync(join(folder, 'postgres')).isSymbolicLink()) process.env[TEMPLATE] = folder;
  return () => {
    delete process.env[TEMPLATE];
    rmSync(folder, { recursive: true, force: true });
  };
};

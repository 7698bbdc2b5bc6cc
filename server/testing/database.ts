import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplate } from '#tools/parts/data-directories.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/**
 * What the tests write need not outlive a power failure; what must is proved by kills, on databases that wait for the disk. Of the
 * settings with which the embedded database is started, this is the one that a database may have otherwise.
 */
const keepInMemory = async (ownerUrl: string) => {
  const owner = new Client(ownerUrl);
  await owner.connect();
  await owner.query(`do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
  await owner.end();
};

/** One PostgreSQL for all test files of a run; each test has a restaurant of its own in it. */
export const setup = async (project: TestProject) => {
  // another PostgreSQL is rented, not made
  const removeTemplate = process.env['COMANDA_TEST_POSTGRES'] ? () => {} : await makeTemplate();
  const database = await openScratchDatabase({ fsync: 'off' });
  // whoever rents one may not set it
  if (!process.env['COMANDA_TEST_POSTGRES']) await keepInMemory(database.ownerUrl);
  project.provide('ownerUrl', database.ownerUrl);
  return async () => {
    await database.stop();
    removeTemplate();
  };
};

import type { TestProject } from 'vitest/node';
import { makeTemplate } from '#tools/data-directories.ts';
import { openScratchDatabase } from '#tools/scratch-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/** One PostgreSQL for all test files of a run; each test has a restaurant of its own in it. */
export const setup = async (project: TestProject) => {
  // another PostgreSQL is rented, not made
  const removeTemplate = process.env['COMANDA_TEST_POSTGRES'] ? () => {} : await makeTemplate();
  const database = await openScratchDatabase();
  project.provide('ownerUrl', database.ownerUrl);
  return async () => {
    await database.stop();
    removeTemplate();
  };
};

import type { TestProject } from 'vitest/node';
import { openScratchDatabase } from '#tools/scratch-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    ownerUrl: string;
  }
}

/** One PostgreSQL for all test files of a run; each test has a restaurant of its own in it. */
export const setup = async (project: TestProject) => {
  const database = await openScratchDatabase();
  project.provide('ownerUrl', database.ownerUrl);
  return database.stop;
};

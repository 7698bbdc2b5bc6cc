import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { makeTemplate, newDataDirectory } from '#tools/parts/data-directories.ts';
import { buildWeb } from '#scripts/prepare.mjs';
import { startRealServer } from '#tools/parts/real-server.ts';
import { PROVIDER } from './provider.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** a server for each worker */
    origins: string[];
  }
}

const startOne = async () => {
  const dataDir = newDataDirectory('e2e');
  const server = await startRealServer(dataDir, {
    DEMO: 'on',
    SUPERADMIN_EMAIL: PROVIDER.username,
    SUPERADMIN_PASSWORD: PROVIDER.password,
  });
  return {
    origin: server.origin,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** The application as a restaurant runs it, with the demonstration restaurant: one for the journeys of each worker, which meet nobody else's. */
export const setup = async (project: TestProject) => {
  await buildWeb();
  const removeTemplate = await makeTemplate();
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, startOne));
  project.provide(
    'origins',
    servers.map(({ origin }) => origin),
  );
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    removeTemplate();
  };
};

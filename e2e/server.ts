import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '#tools/prepare.mjs';
import { startRealServer } from '#tools/real-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
  }
}

/** The application as a restaurant runs it, with the demonstration restaurant, for all journeys of a run. */
export const setup = async (project: TestProject) => {
  await buildWeb();
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-e2e-'));
  chmodSync(dataDir, 0o755);
  const server = await startRealServer(dataDir, { DEMO: 'on' });
  project.provide('origin', server.origin);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
};

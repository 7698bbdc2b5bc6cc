import { defineConfig } from 'vitest/config';
import { filesThatNeed, leftOut } from './scripts/test-needs.mjs';

const report = process.env['COMANDA_TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    include: ['e2e/**/*.test.ts'],
    exclude: filesThatNeed(leftOut(), ['e2e']),
    globalSetup: ['e2e/server.ts'],
    // a journey mostly waits for its browser; each worker has a browser, a server and a database of its own
    maxWorkers: 2,
    testTimeout: 180_000,
    // what a journey waits for comes from a server, over a socket, into a page that is drawn
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});

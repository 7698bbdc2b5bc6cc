import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { filesThatNeed, leftOut } from './scripts/test-needs.mjs';
import { testTimes } from './tools/parts/test-times.ts';

const report = process.env['COMANDA_TEST_REPORT'];

const webTests = ['web/**/*.test.ts', 'web/**/*.test.tsx'];
/** Files that put something else in the place of a module, which others would then meet, or have met already. */
const replacingIn = (tests: string[]) => globSync(tests).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
const serverTests = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tools/**/*.test.ts'];
const replacing = { server: replacingIn(serverTests), web: replacingIn(webTests) };
/** Files of a worker share what they import, which takes as long as the tests; each leaves nothing behind but a restaurant of its own. */
const shared = { isolate: false };
const server = {
  globalSetup: ['server/testing/database.ts'],
  setupFiles: ['tools/parts/wait-for-timeout.ts', 'server/testing/setup.ts'],
  ...testTimes,
};
const web = { environment: 'jsdom', setupFiles: ['tools/parts/wait-for-timeout.ts', 'web/platform/testing-setup.ts'], ...testTimes };

export default defineConfig({
  test: {
    // every core works; by itself Vitest leaves one free
    maxWorkers: '100%',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      {
        test: {
          name: 'server',
          include: serverTests,
          exclude: [...filesThatNeed(leftOut(), ['contract', 'server', 'tools']), ...replacing.server],
          ...server,
          ...shared,
        },
      },
      { test: { name: 'server alone', include: replacing.server, isolate: true, ...server } },
      { test: { name: 'web', include: webTests, exclude: replacing.web, ...shared, ...web } },
      { test: { name: 'web alone', include: replacing.web, isolate: true, ...web } },
    ],
  },
});

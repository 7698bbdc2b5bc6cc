import { defineConfig } from 'vitest/config';

const report = process.env['COMANDA_TEST_REPORT'];

export default defineConfig({
  test: {
    // every core works; by itself Vitest leaves one free
    maxWorkers: '100%',
    // files of a worker share what they import, which takes as long as the tests; each leaves nothing behind that is not a restaurant of its own
    isolate: false,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      {
        test: {
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['server/testing-database.ts'],
          setupFiles: ['server/testing-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/platform/testing-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});

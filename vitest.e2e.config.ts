import { defineConfig } from 'vitest/config';

const report = process.env['COMANDA_TEST_REPORT'];

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/server.ts'],
    // journeys share two cores with a browser and a database each
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});

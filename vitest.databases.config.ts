import { defineConfig } from 'vitest/config';
import { findPostgres } from './tools/parts/foreign-postgres.ts';
import { testTimes } from './tools/parts/test-times.ts';

const report = process.env['COMANDA_TEST_REPORT'];

// What stands near the database, on the oldest PostgreSQL that is promised, or on the one whose programs are named.
const [oldest] = findPostgres().values();
const programs = (process.env['COMANDA_TEST_POSTGRES'] ||= oldest);
if (!programs)
  throw new Error(
    'There is no PostgreSQL in /usr/lib/postgresql: install Debian’s postgresql, or name its programs by COMANDA_TEST_POSTGRES.',
  );

export default defineConfig({
  test: {
    name: programs.split('/').find((part) => /^\d+$/.test(part)) ?? 'other',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    include: [
      'server/{databases,archive}.test.ts',
      'server/platform/{database,housekeeping}/{roles,migrations,pooler,database,folding,housekeeping,hosts,standby}.test.ts',
      'server/platform/{events/outbox,work/semaphores}.test.ts',
      // functions, sums, search and deletion; the others' statements are plain ones
      'server/features/{pos,orders,reports,tenants,customers,provider-reports}/*.test.ts',
    ],
    // random histories are tried at length by the tests themselves; here it is the statements that count
    env: { COMANDA_BILLS: '30', COMANDA_CARTS: '3' },
    maxWorkers: '100%',
    globalSetup: ['server/testing/database.ts'],
    setupFiles: ['tools/parts/wait-for-timeout.ts', 'server/testing/setup.ts'],
    ...testTimes,
    isolate: false,
  },
});

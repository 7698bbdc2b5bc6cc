import { rmSync } from 'node:fs';
import { migrate } from '#server/platform/database/migrations.ts';
import { newDataDirectory, startScratch } from './data-directories.ts';
import { rentDatabase, startForeignPostgres } from './foreign-postgres.ts';

/** The folder of another PostgreSQL's programs, on which tests run instead of on the one that is shipped. */
const OTHER = process.env['COMANDA_TEST_POSTGRES'];

const openRented = async (bin: string, settings: Record<string, string>) => {
  const postgres = await startForeignPostgres(bin, settings);
  const ownerUrl = await rentDatabase(postgres);
  await migrate(ownerUrl);
  return { ownerUrl, stop: postgres.stop };
};

/** A migrated PostgreSQL of its own in a temporary folder; `stop` removes it without a trace. A rented one starts with these settings. */
export const openScratchDatabase = async (
  rented: Record<string, string> = {},
): Promise<{ ownerUrl: string; stop: () => Promise<void> }> => {
  if (OTHER) return openRented(OTHER, rented);
  const dataDir = newDataDirectory('scratch');
  const database = await startScratch(dataDir);
  return {
    ownerUrl: database.ownerUrl,
    stop: async () => {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

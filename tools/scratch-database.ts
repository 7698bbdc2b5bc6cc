import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';
import { rentDatabase, startForeignPostgres } from './foreign-postgres.ts';

/** The folder of another PostgreSQL's programs, on which tests run instead of on the one that is shipped. */
const OTHER = process.env['COMANDA_TEST_POSTGRES'];

const openRented = async (bin: string) => {
  const postgres = await startForeignPostgres(bin);
  const ownerUrl = await rentDatabase(postgres);
  await migrate(ownerUrl);
  return { ownerUrl, stop: postgres.stop };
};

/** A migrated PostgreSQL of its own in a temporary folder; `stop` removes it without a trace. */
export const openScratchDatabase = async (): Promise<{ ownerUrl: string; stop: () => Promise<void> }> => {
  if (OTHER) return openRented(OTHER);
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-scratch-'));
  // mkdtemp makes it 0700: as root the database, which runs as another user, would have to move elsewhere
  chmodSync(dataDir, 0o755);
  const quiet = () => {};
  const database = await startEmbeddedPostgres({
    dataDir,
    log: { info: quiet, warn: quiet, error: (text) => void process.stderr.write(`${text}\n`) },
  });
  await migrate(database.ownerUrl);
  return {
    ownerUrl: database.ownerUrl,
    stop: async () => {
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

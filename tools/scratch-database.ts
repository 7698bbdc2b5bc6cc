import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { migrate } from '#server/platform/migrations.ts';

/** A migrated PostgreSQL of its own in a temporary folder; `stop` removes it without a trace. */
export const openScratchDatabase = async (): Promise<{ ownerUrl: string; stop: () => Promise<void> }> => {
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

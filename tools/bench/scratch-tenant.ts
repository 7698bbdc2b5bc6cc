import pg from 'pg';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { openHistoryTenant } from './history.ts';
import { openPools } from './measured-app.ts';

/** A restaurant alone on a database of its own; the owner's connection works as that tenant. */
export const openScratchTenant = async (name: string) => {
  const database = await openScratchDatabase();
  const databases = openPools(database.ownerUrl);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { tenantId } = await openHistoryTenant(databases, owner, name, '-', `${name.toLowerCase()}@example.com`);
  await owner.query(`set app.tenant_id = '${tenantId}'`);
  const close = async (): Promise<void> => {
    await owner.end();
    await databases.close();
    await database.stop();
  };
  return { databases, owner, tenantId, close };
};

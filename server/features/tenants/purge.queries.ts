import { forgetTenant } from '#server/features/provider-reports/roll-up.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { Photos } from '#server/platform/files/photos.ts';
import { clearProviderAudit, insertProviderAudit } from '#server/platform/security/provider-audit.queries.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { beginPurge, deleteTenantRow, findTenantsToPurge, purgeSome } from './tenant-changes.queries.ts';

interface Options {
  databases: Pick<Databases, 'asProvider' | 'readAsProvider'>;
  photos: Pick<Photos, 'removeAll'>;
  clock: Clock;
  /** Called for a tenant that could not be purged now; without it the first one ends the round. */
  onError?: (error: unknown) => void;
  /** Asked between the steps: a server that ends leaves the rest to its next start. */
  isStopping?: () => boolean;
}

/**
 * Deletes what is stored of the deleted tenants that nobody can restore any more: rows in short transactions, then the photos, then the sums and
 * the tenant itself. A server that stops in between goes on at its next start, and leaves a tenant that another node is at.
 */
export const purgeTenants = async ({ databases, photos, clock, onError, isStopping = () => false }: Options): Promise<void> => {
  // files that cannot be removed hold up no other tenant
  for (const id of await databases.readAsProvider((db) => findTenantsToPurge(db, clock())))
    try {
      // another node's clock may be late, and somebody restore it there
      if (!(await databases.asProvider((db) => beginPurge(db, id, clock())))) continue;
      let deleted: number | undefined = 1;
      while (deleted && !isStopping()) deleted = await databases.asProvider((db) => purgeSome(db, id));
      if (isStopping()) return;
      if (deleted === undefined) continue;
      await photos.removeAll(id);
      await databases.asProvider(async (db) => {
        await forgetTenant(db, id);
        const now = clock();
        const isGone = await deleteTenantRow(db, id);
        await clearProviderAudit(db, id);
        if (isGone) await insertProviderAudit(db, { superAdmin: null, now }, { action: 'tenant purged', tenantId: id });
      });
    } catch (error) {
      if (!onError) throw error;
      onError(error);
    }
};

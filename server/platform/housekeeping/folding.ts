import type { Databases } from '#server/platform/database/database.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';
import { findTenantsToFold, foldDeltas } from './folding.queries.ts';

const PAUSE = 5000; // ms; what waits meanwhile is read one by one and is only a matter of speed
const AT_ONCE = 5000; // notes; far from the limit of a statement's time

/** Adds notes of changes up into sums, every few seconds; reports say the same before and after. `fold` does it at once. */
export const startFolding = ({ databases, onError }: { databases: Databases; onError: (error: unknown) => void }) => {
  /** A batch of each tenant; true when one of them has more. */
  const foldSome = async (isStopping = () => false) => {
    let isMore = false;
    // one tenant that is too busy, or whose notes cannot be added up, keeps no other one waiting
    for (const tenantId of await databases.readAcrossTenants(findTenantsToFold))
      try {
        if (isStopping()) break;
        if ((await databases.asTenantInBackground(tenantId, (db) => foldDeltas(db, AT_ONCE))) === AT_ONCE) isMore = true;
      } catch (error) {
        onError(error);
      }
    return isMore;
  };
  const fold = async () => {
    while (await foldSome());
  };
  const { stop } = startRepeating({ every: PAUSE, work: foldSome, onError });
  return { fold, stop };
};

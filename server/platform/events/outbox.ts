import type { Databases } from '#server/platform/database/database.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';
import { type Announcement, findBehind, findCursors, takeUnannounced } from './outbox.queries.ts';

interface Options {
  databases: Databases;
  emit: (announcement: Announcement) => void;
  onError: (error: unknown) => void;
  /** ms between looks for what no nudge told of: a server that died between commit and announcement */
  sweepEvery?: number;
}

const COALESCE = 15; // ms between looks; the first nudge after a pause is looked at at once, those that come soon after are one look
const LOOK_AGAIN = 10; // ms; another node holds the tenant's cursor and may have read before our commit

/** Announces what the outbox holds, after the commit, in order, one node at a time for each tenant. */
export const startDispatcher = ({ databases, emit, onError, sweepEvery = 1000 }: Options) => {
  const nudged = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let lookedAt = 0;

  const announce = async (tenantIds: number[]) => {
    const heldElsewhere = await databases.acrossTenants(async (db) => {
      const taken = await takeUnannounced(db, tenantIds);
      // Announced before the cursor is committed: a crash in between repeats an announcement, which its number makes harmless.
      for (const one of taken) if (one.seq !== null) emit(one);
      const had = new Set(taken.map(({ tenantId }) => tenantId));
      const leftover = tenantIds.filter((tenantId) => !had.has(tenantId));
      return leftover.length === 0 ? [] : findCursors(db, leftover);
    });
    if (heldElsewhere.length > 0) schedule(heldElsewhere, LOOK_AGAIN);
  };

  const look = async () => {
    const tenantIds = [...nudged];
    nudged.clear();
    lookedAt = performance.now();
    await announce(tenantIds).catch(onError); // what was missed the next sweep finds
  };

  const schedule = (tenantIds: number[], delay: number) => {
    if (isStopped) return;
    for (const tenantId of tenantIds) nudged.add(tenantId);
    timer ??= setTimeout(() => {
      timer = undefined;
      if (nudged.size === 0) return;
      running ??= look().finally(() => {
        running = undefined;
        if (nudged.size > 0) schedule([], COALESCE);
      });
    }, delay);
  };

  const sweeping = startRepeating({
    every: sweepEvery,
    work: async () => {
      const tenantIds = await databases.readAcrossTenants(findBehind);
      if (tenantIds.length > 0) schedule(tenantIds, 0);
      return false;
    },
    onError,
  });

  return {
    nudge: (tenantId: number) => schedule([tenantId], Math.max(0, lookedAt + COALESCE - performance.now())),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([sweeping.stop(), running]);
    },
  };
};

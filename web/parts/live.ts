import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { IDS_AT_ONCE } from '#contract/orders.ts';
import { useCoalesced } from '#web/platform/coalesce.ts';

/**
 * What is known of a list after some of its rows were asked for again: what was asked for and is not in the answer has left it. An
 * answer with others is all of it, from a server that knows no such question yet.
 */
export const mergeRows = <T>(known: readonly T[], answer: readonly T[], ids: readonly number[], idOf: (row: T) => number): T[] => {
  const asked = new Set(ids);
  if (answer.some((row) => !asked.has(idOf(row)))) return [...answer];
  return [...known.filter((row) => !asked.has(idOf(row))), ...answer].sort((a, b) => idOf(a) - idOf(b));
};

export interface Board<A> {
  /** Where all of it is kept. */
  kept: QueryKey;
  /** Reloads everything. */
  loadAll: () => Promise<unknown>;
  /** Asks what is so now of a few rows. */
  ask: (ids: number[]) => Promise<A>;
  apply: (answer: A, ids: number[]) => unknown;
}

/** False: nothing was loaded yet, all is loading or could not be loaded, or nobody looks at it. */
const isLoaded = (cache: QueryClient, queryKey: QueryKey): boolean => {
  const query = cache.getQueryCache().find({ queryKey, exact: true });
  return query !== undefined && query.isActive() && query.state.status === 'success' && query.state.fetchStatus === 'idle';
};

export interface Live {
  /** These have changed. */
  changed: (ids: readonly number[]) => void;
  /** Too much has changed to say what. */
  reload: () => void;
  /** Call it when a change of one's own was answered: answers under way may have left the server before it, and are asked for again. */
  overtake: () => Promise<void>;
}

/**
 * Keeps a board as it is announced: whoever receives an announcement says which rows have changed, or that too much was missed. One question
 * at a time, so that no older answer comes after a newer one; what is announced meanwhile is asked for afterwards.
 */
export const useLive = <A>(board: Board<A>): Live => {
  const cache = useQueryClient();
  const latest = useRef(board);
  useEffect(() => {
    latest.current = board;
  });
  const waiting = useRef({ ids: new Set<number>(), isAll: false, changes: 0 });

  const go = useCoalesced(async () => {
    const wanted = waiting.current;
    while (wanted.isAll || wanted.ids.size > 0) {
      // meanwhile the screen may show another board: that of the station that was chosen
      const { kept, loadAll, ask, apply } = latest.current;
      const some = [...wanted.ids].slice(0, IDS_AT_ONCE);
      for (const id of some) wanted.ids.delete(id);
      const { changes } = wanted;
      const answer = wanted.isAll || !isLoaded(cache, kept) ? undefined : await ask(some).catch(() => undefined);
      if (wanted.changes !== changes) for (const id of some) wanted.ids.add(id);
      else if (answer !== undefined) apply(answer, some);
      else {
        // also when there was no answer: it says so on the screen, and is tried again by itself
        wanted.ids.clear();
        wanted.isAll = false;
        await loadAll();
      }
    }
  });
  const changed = useCallback(
    (ids: readonly number[]) => {
      for (const id of ids) waiting.current.ids.add(id);
      if (ids.length > 0) go();
    },
    [go],
  );
  const reload = useCallback(() => {
    waiting.current.isAll = true;
    go();
  }, [go]);
  const overtake = useCallback(async () => {
    waiting.current.changes += 1;
    const { kept } = latest.current;
    if (isLoaded(cache, kept)) return;
    waiting.current.isAll = true;
    await cache.cancelQueries({ queryKey: kept, exact: true });
    go();
  }, [go, cache]);

  return useMemo(() => ({ changed, reload, overtake }), [changed, reload, overtake]);
};

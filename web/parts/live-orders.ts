import { useCallback, useEffect, useMemo, useRef } from 'react';
import { IDS_AT_ONCE } from '#contract/orders.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useGathered } from '#web/platform/sound.ts';

/**
 * What is known of a board after some of its orders were asked for again: what was asked for and is not in the answer has left it. An
 * answer with others is all of it, from a server that knows no such question yet.
 */
export const mergeOrders = <T extends { id: number }>(known: readonly T[], answer: readonly T[], ids: readonly number[]): T[] => {
  const asked = new Set(ids);
  if (answer.some(({ id }) => !asked.has(id))) return [...answer];
  return [...known.filter(({ id }) => !asked.has(id)), ...answer].sort((a, b) => a.id - b.id);
};

interface Board<A> {
  /** Loads everything anew. */
  loadAll: () => Promise<unknown>;
  /** Asks what is so now of a few orders. */
  ask: (ids: number[]) => Promise<A>;
  apply: (answer: A, ids: number[]) => unknown;
  /** Nothing was loaded yet, all is loading, or could not be loaded. */
  isIncomplete: () => boolean;
  /** Drops a load that is under way. */
  cancel: () => Promise<unknown>;
}

export interface LiveOrders {
  /** These have changed. */
  changed: (ids: readonly number[]) => void;
  /** Too much has changed to say what. */
  reload: () => void;
  /** Call it when a change of one's own was answered: answers under way may have left the server before it, and are asked for again. */
  overtake: () => Promise<void>;
}

/**
 * Keeps a board as it is announced: an announcement makes it ask for the orders that it names, and for everything when too much was missed.
 * One question at a time, so that no older answer comes after a newer one; what is announced meanwhile is asked for afterwards.
 */
export const useLiveOrders = <A>(board: Board<A>): LiveOrders => {
  const latest = useRef(board);
  useEffect(() => {
    latest.current = board;
  });
  const waiting = useRef({ ids: new Set<number>(), isAll: false, changes: 0 });

  const go = useGathered(async () => {
    const wanted = waiting.current;
    while (wanted.isAll || wanted.ids.size > 0) {
      // meanwhile the screen may show another board: that of the station that was chosen
      const { loadAll, ask, apply, isIncomplete } = latest.current;
      const some = [...wanted.ids].slice(0, IDS_AT_ONCE);
      for (const id of some) wanted.ids.delete(id);
      const { changes } = wanted;
      const answer = wanted.isAll || isIncomplete() ? undefined : await ask(some).catch(() => undefined);
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
    const { isIncomplete, cancel } = latest.current;
    if (!isIncomplete()) return;
    waiting.current.isAll = true;
    await cancel();
    go();
  }, [go]);

  useAnnouncements(({ type, payload, late }) => {
    if (type === 'reload' || (late && (type === 'new_order' || type === 'order_update'))) reload();
    else if (type === 'new_order') changed([payload.orderId]);
    else if (type === 'order_update') changed(payload.orderIds);
  });
  return useMemo(() => ({ changed, reload, overtake }), [changed, reload, overtake]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { arrangeRows, type GroupOf, moveRow, type OrderedRow, siblingsOf } from './row-order.ts';

/** Several steps with the keyboard are one change for the server. */
const PAUSE_MS = 700;

/** Moves rows of a list at once and saves their group's order a moment later, also when the screen is left before. */
export const useRowOrder = <Row extends OrderedRow>(
  { path }: Endpoint,
  groupOf: GroupOf<Row>,
  run: (input: { body: { ids: number[] } }) => unknown,
): ((id: number, place: number) => void) => {
  const cache = useQueryClient();
  /** The ids of each group as they were put; what comes from the server meanwhile does not know of it. */
  const unsaved = useRef(new Map<unknown, number[]>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const orders = [...unsaved.current.values()];
    unsaved.current.clear();
    for (const ids of orders) void run({ body: { ids } });
  }, [run]);
  useEffect(() => save, [save]);

  useEffect(
    () =>
      cache.getQueryCache().subscribe(({ type, query, ...event }) => {
        const isNews = type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual;
        if (!isNews || query.queryKey[0] !== path || unsaved.current.size === 0) return;
        cache.setQueryData<readonly Row[]>([path, {}], (rows = []) => {
          const present = new Set(rows.map(({ id }) => id));
          let arranged = rows;
          for (const [group, ids] of unsaved.current) {
            const left = ids.filter((id) => present.has(id));
            unsaved.current.set(group, left);
            arranged = arrangeRows(arranged, left, groupOf);
          }
          return arranged;
        });
      }),
    [cache, path, groupOf],
  );

  return useCallback(
    (id, place) => {
      const key = [path, {}];
      const rows = cache.getQueryData<Row[]>(key);
      const moved = rows && moveRow(rows, id, place, groupOf);
      if (!moved || moved === rows) return;
      // An answer that left the server before this would bring the old order back.
      void cache.cancelQueries({ queryKey: key });
      cache.setQueryData(key, moved);
      const siblings = siblingsOf(moved, id, groupOf);
      unsaved.current.set(
        groupOf(siblings[0]!),
        siblings.map((row) => row.id),
      );
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    },
    [cache, path, groupOf, save],
  );
};

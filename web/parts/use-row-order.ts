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
  run: (input: { body: { ids: number[] } }, options: { scope: string }) => Promise<unknown>,
): ((id: number, place: number) => void) => {
  const cache = useQueryClient();
  /** The ids of each group as they were put, until they are stored; what comes from the server meanwhile does not know of it. */
  const unsaved = useRef(new Map<unknown, { ids: number[]; isSent: boolean }>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    for (const [group, order] of unsaved.current) {
      if (order.isSent) continue;
      order.isSent = true;
      // in one scope: the last order that was put is the last that is stored
      void run({ body: { ids: order.ids } }, { scope: `order ${path}` }).then(() => {
        if (unsaved.current.get(group) === order) unsaved.current.delete(group);
      });
    }
  }, [run, path]);
  useEffect(() => save, [save]);

  useEffect(
    () =>
      cache.getQueryCache().subscribe(({ type, query, ...event }) => {
        const isNews = type === 'updated' && 'action' in event && event.action.type === 'success' && !event.action.manual;
        if (!isNews || query.queryKey[0] !== path || unsaved.current.size === 0) return;
        cache.setQueryData<readonly Row[]>([path, {}], (rows = []) => {
          const present = new Set(rows.map(({ id }) => id));
          let arranged = rows;
          for (const order of unsaved.current.values()) {
            order.ids = order.ids.filter((id) => present.has(id));
            arranged = arrangeRows(arranged, order.ids, groupOf);
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
      unsaved.current.set(groupOf(siblings[0]!), { ids: siblings.map((row) => row.id), isSent: false });
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    },
    [cache, path, groupOf, save],
  );
};

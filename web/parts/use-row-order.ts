import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type GroupOf, moveRow, type OrderedRow, siblingsOf } from './row-order.ts';

/** Several steps with the keyboard are one change for the server. */
const PAUSE_MS = 700;

/** Moves rows of a list at once and saves their group's order a moment later, also when the screen is left before. */
export const useRowOrder = <Row extends OrderedRow>(
  { path }: Endpoint,
  groupOf: GroupOf<Row>,
  run: (input: { body: { ids: number[] } }) => unknown,
): ((id: number, place: number) => void) => {
  const cache = useQueryClient();
  const unsaved = useRef(new Map<unknown, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const rows = cache.getQueryData<Row[]>([path, {}]) ?? [];
    for (const id of unsaved.current.values()) void run({ body: { ids: siblingsOf(rows, id, groupOf).map((row) => row.id) } });
    unsaved.current.clear();
  }, [cache, path, groupOf, run]);
  useEffect(() => save, [save]);

  return useCallback(
    (id, place) => {
      const key = [path, {}];
      const rows = cache.getQueryData<Row[]>(key);
      const moved = rows && moveRow(rows, id, place, groupOf);
      if (!moved || moved === rows) return;
      // An answer that left the server before this would bring the old order back.
      void cache.cancelQueries({ queryKey: key });
      cache.setQueryData(key, moved);
      unsaved.current.set(groupOf(moved.find((row) => row.id === id)!), id);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    },
    [cache, path, groupOf, save],
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { listMenuItems, type MenuItem, saveItemOrder } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { moveItem, siblingsOf } from './item-order.ts';

/** Several steps with the keyboard are one change for the server. */
const PAUSE_MS = 700;
const KEY = [listMenuItems.path, {}];

/** Moves items at once and saves their category's order a moment later; a refusal brings back what is stored. */
export const useItemOrder = (): ((id: number, place: number) => void) => {
  const cache = useQueryClient();
  const { run } = useAction(saveItemOrder, { quiet: true, refreshes: [listMenuItems], failure: 'Something went wrong!' });
  const unsaved = useRef(new Map<number | null, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const items = cache.getQueryData<MenuItem[]>(KEY) ?? [];
    for (const id of unsaved.current.values()) void run({ body: { ids: siblingsOf(items, id).map((item) => item.id) } });
    unsaved.current.clear();
  }, [cache, run]);
  useEffect(() => save, [save]);

  return useCallback(
    (id, place) => {
      const items = cache.getQueryData<MenuItem[]>(KEY);
      const moved = items && moveItem(items, id, place);
      if (!moved || moved === items) return;
      // An answer that left the server before this would bring the old order back.
      void cache.cancelQueries({ queryKey: KEY });
      cache.setQueryData(KEY, moved);
      unsaved.current.set(moved.find((item) => item.id === id)!.category_id, id);
      clearTimeout(timer.current);
      timer.current = setTimeout(save, PAUSE_MS);
    },
    [cache, save],
  );
};

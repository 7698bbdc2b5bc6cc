import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getMenuItem, listMenuItems, type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';

/** Marks an item at once; a refusal brings back what is stored. */
export const useSoldOut = (): ((item: Pick<MenuItem, 'id'>, isSoldOut: boolean) => void) => {
  const cache = useQueryClient();
  const { run } = useAction(toggleSoldOut, { quiet: true, refreshes: [listMenuItems, getMenuItem] });
  return useCallback(
    ({ id }, isSoldOut) => {
      void cache.cancelQueries({ queryKey: [listMenuItems.path] });
      cache.setQueryData<MenuItem[]>([listMenuItems.path, {}], (known) =>
        known?.map((item) => (item.id === id ? { ...item, sold_out: isSoldOut } : item)),
      );
      cache.setQueryData<MenuItem>(
        [getMenuItem.path, { params: { id: String(id) } }],
        (known) => known && { ...known, sold_out: isSoldOut },
      );
      void run({ params: { id: String(id) }, body: { isSoldOut } });
    },
    [cache, run],
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getMenuItem, listMenuItems, type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { useTouched } from '#web/platform/in-turn.ts';

type Marked = Pick<MenuItem, 'id' | 'sold_out'>;

interface SoldOut {
  /** Marks an item, or takes the mark away, at once; a refusal brings back what is stored. */
  mark: (item: Pick<MenuItem, 'id'>, isSoldOut: boolean) => void;
  /** The item as it was touched, over what the server knows of it so far. */
  touched: <Item extends Marked>(item: Item) => Item;
}

export const useSoldOut = (): SoldOut => {
  const cache = useQueryClient();
  const { run } = useAction(toggleSoldOut, { quiet: true });
  /** By the item's id, what was touched and is not stored yet. */
  const { touched: all, touch } = useTouched<boolean>();

  const mark = useCallback<SoldOut['mark']>(
    ({ id }, isSoldOut) =>
      touch({
        ids: [id],
        value: isSoldOut,
        turn: id,
        store: async () => {
          if (!(await run({ params: { id: String(id) }, body: { isSoldOut } }))) return;
          // An answer that left the server before this change would bring the old state back.
          await Promise.all([listMenuItems, getMenuItem].map(({ path }) => cache.cancelQueries({ queryKey: [path] })));
          const stored = <Item extends Marked>(item: Item) => (item.id === id ? { ...item, sold_out: isSoldOut } : item);
          cache.setQueryData<MenuItem[]>([listMenuItems.path, {}], (known) => known?.map(stored));
          cache.setQueryData<MenuItem>([getMenuItem.path, { params: { id: String(id) } }], (known) => known && stored(known));
        },
        onSettled: (isLast) => {
          if (isLast) for (const { path } of [listMenuItems, getMenuItem]) void cache.invalidateQueries({ queryKey: [path] });
        },
      }),
    [cache, run, touch],
  );

  const touched = useCallback<SoldOut['touched']>(
    (item) => {
      const isSoldOut = all[item.id]?.value;
      return isSoldOut === undefined || isSoldOut === item.sold_out ? item : { ...item, sold_out: isSoldOut };
    },
    [all],
  );
  return { mark, touched };
};

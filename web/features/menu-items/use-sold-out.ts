import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { getMenuItem, listMenuItems, type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { useInTurn } from '#web/platform/in-turn.ts';

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
  const inTurn = useInTurn();
  /** By the item's id, what was touched and is not stored yet. */
  const [all, setAll] = useState<Readonly<Record<number, boolean>>>({});
  /** Of each of them the touch that is shown. */
  const latest = useRef(new Map<number, symbol>());

  const mark = useCallback<SoldOut['mark']>(
    ({ id }, isSoldOut) => {
      const mine = Symbol(`item ${id}`);
      latest.current.set(id, mine);
      setAll((known) => ({ ...known, [id]: isSoldOut }));
      void inTurn(id, async () => {
        if (await run({ params: { id: String(id) }, body: { isSoldOut } })) {
          // An answer that left the server before this change would bring the old state back.
          await Promise.all([listMenuItems, getMenuItem].map(({ path }) => cache.cancelQueries({ queryKey: [path] })));
          const stored = <Item extends Marked>(item: Item) => (item.id === id ? { ...item, sold_out: isSoldOut } : item);
          cache.setQueryData<MenuItem[]>([listMenuItems.path, {}], (known) => known?.map(stored));
          cache.setQueryData<MenuItem>([getMenuItem.path, { params: { id: String(id) } }], (known) => known && stored(known));
        }
        // the next one is under way, and shown
        if (latest.current.get(id) !== mine) return;
        latest.current.delete(id);
        setAll(({ [id]: _, ...others }) => others);
        if (latest.current.size > 0) return;
        for (const { path } of [listMenuItems, getMenuItem]) void cache.invalidateQueries({ queryKey: [path] });
      });
    },
    [cache, run, inTurn],
  );

  const touched = useCallback<SoldOut['touched']>(
    (item) => {
      const isSoldOut = all[item.id];
      return isSoldOut === undefined || isSoldOut === item.sold_out ? item : { ...item, sold_out: isSoldOut };
    },
    [all],
  );
  return { mark, touched };
};

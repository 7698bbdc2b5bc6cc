import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { getMenuItem, listMenuItems, type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';

/** By the item's id, what was touched and is not stored yet. */
type Touched = Readonly<Record<number, boolean>>;

interface SoldOut {
  /** Marks an item, or takes the mark away, at once; a refusal brings back what is stored. */
  mark: (item: Pick<MenuItem, 'id'>, isSoldOut: boolean) => void;
  /** The item as it was touched, over what the server knows of it so far. */
  touched: <Item extends Pick<MenuItem, 'id' | 'sold_out'>>(item: Item) => Item;
}

export const useSoldOut = (): SoldOut => {
  const cache = useQueryClient();
  const { run } = useAction(toggleSoldOut, { quiet: true });
  const [all, setAll] = useState<Touched>({});
  /** the same, as it is now: a call that is answered asks whether the item was touched again */
  const latest = useRef(new Map<number, boolean>());

  const store = useCallback(
    async (id: number) => {
      // one call at a time for each item: of two on their way the first might arrive last
      for (let sent: boolean | undefined; sent !== latest.current.get(id); ) {
        const isSoldOut = latest.current.get(id) === true;
        sent = isSoldOut;
        if (!(await run({ params: { id: String(id) }, body: { isSoldOut } }))) break;
        // An answer that left the server before this change would bring the old state back.
        await Promise.all([listMenuItems, getMenuItem].map(({ path }) => cache.cancelQueries({ queryKey: [path] })));
        const stored = <Item extends Pick<MenuItem, 'id' | 'sold_out'>>(item: Item) =>
          item.id === id ? { ...item, sold_out: isSoldOut } : item;
        cache.setQueryData<MenuItem[]>([listMenuItems.path, {}], (known) => known?.map(stored));
        cache.setQueryData<MenuItem>([getMenuItem.path, { params: { id: String(id) } }], (known) => known && stored(known));
      }
      latest.current.delete(id);
      setAll(({ [id]: _, ...others }) => others);
      if (latest.current.size > 0) return;
      for (const { path } of [listMenuItems, getMenuItem]) void cache.invalidateQueries({ queryKey: [path] });
    },
    [cache, run],
  );

  const mark = useCallback<SoldOut['mark']>(
    ({ id }, isSoldOut) => {
      const isBusy = latest.current.has(id);
      latest.current.set(id, isSoldOut);
      setAll((known) => ({ ...known, [id]: isSoldOut }));
      if (!isBusy) void store(id);
    },
    [store],
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

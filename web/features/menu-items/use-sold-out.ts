import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { getMenuItem, listMenuItems, type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { useAction } from '#web/platform/api.ts';
import { useOptimistic } from '#web/platform/mutations.ts';

interface SoldOut {
  /** Marks an item, or takes the mark away, at once; a refusal brings back what is stored. */
  mark: (item: Pick<MenuItem, 'id'>, isSoldOut: boolean) => void;
  /** The item as it was touched, over what the server knows of it so far. */
  touched: (item: MenuItem) => MenuItem;
}

const asked = [toggleSoldOut];
const apply = (item: MenuItem, { params, body }: CallInput<typeof toggleSoldOut>): MenuItem => {
  const isSoldOut = Boolean(body.isSoldOut);
  return String(item.id) === params.id && item.sold_out !== isSoldOut ? { ...item, sold_out: isSoldOut } : item;
};

export const useSoldOut = (): SoldOut => {
  const cache = useQueryClient();
  const { run } = useAction(toggleSoldOut, {
    quiet: true,
    onDoneAnywhere: async (_, input) => {
      // An answer that left the server before this change would bring the old state back.
      await Promise.all([listMenuItems, getMenuItem].map(({ path }) => cache.cancelQueries({ queryKey: [path] })));
      cache.setQueryData<MenuItem[]>([listMenuItems.path, {}], (known) => known?.map((item) => apply(item, input)));
      cache.setQueryData<MenuItem>([getMenuItem.path, { params: input.params }], (known) => known && apply(known, input));
    },
  });

  const mark = useCallback<SoldOut['mark']>(
    ({ id }, isSoldOut) =>
      void run({ params: { id: String(id) }, body: { isSoldOut } }, { scope: `sold-out ${id}` }).then(() => {
        // the next touch asks again when it is stored
        if (cache.isMutating({ mutationKey: [toggleSoldOut.path] }) > 0) return;
        for (const { path } of [listMenuItems, getMenuItem]) void cache.invalidateQueries({ queryKey: [path] });
      }),
    [cache, run],
  );
  return { mark, touched: useOptimistic(asked, apply) };
};

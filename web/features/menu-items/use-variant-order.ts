import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { getMenuItem, listMenuItems, type MenuItem, saveVariantOrder } from '#contract/menu-items.ts';
import { arrangeRows, moveRow } from '#web/parts/row-order.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useOptimistic } from '#web/platform/mutations.ts';
import type { Option } from './OptionDialog.tsx';

const asked = [saveVariantOrder];
/** All variants of an item move among each other. */
export const together = (_: Option) => true;

/** The variants of an item in the order into which they were put, at once; a refusal brings back what is stored. */
export const useVariantOrder = (itemId: number, given: readonly Option[]) => {
  const cache = useQueryClient();
  const item = String(itemId);
  // what is given comes a moment later, and would show the old order once more
  const stored = useReply(getMenuItem, { params: { id: item } }).data?.variants ?? given;
  const { run } = useAction(saveVariantOrder, {
    quiet: true,
    refreshes: [getMenuItem, listMenuItems],
    onDoneAnywhere: (_, { params, body: { ids } }) =>
      void cache.setQueryData<MenuItem>(
        [getMenuItem.path, { params: { id: params.itemId } }],
        (known) => known && { ...known, variants: [...arrangeRows(known.variants, ids, together)] },
      ),
  });
  const apply = useCallback(
    (rows: readonly Option[], { params, body: { ids } }: CallInput<typeof saveVariantOrder>) =>
      params.itemId === item ? arrangeRows(rows, ids, together) : rows,
    [item],
  );
  const rows = useOptimistic(asked, apply)(stored);
  const onMove = (id: number, place: number) => {
    const moved = moveRow(rows, id, place, together);
    if (moved === rows) return;
    void run({ params: { itemId: item }, body: { ids: moved.map((row) => row.id) } }, { scope: `variants ${item}` });
  };
  return { rows, onMove };
};

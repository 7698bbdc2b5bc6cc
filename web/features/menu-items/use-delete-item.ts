import { useCallback } from 'react';
import { deleteMenuItem, listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { useUndo } from '#web/parts/undo.ts';
import { useAction } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';

/** Deletes an item once somebody said so, and offers to bring it back. */
export const useDeleteItem = (items: readonly MenuItem[] | undefined) => {
  const undo = useUndo('menu_items', [listMenuItems]);
  const { run } = useAction(deleteMenuItem, {
    refreshes: [listMenuItems],
    undo: ({ params }) => undo(params.id),
    confirm: ({ params }) => {
      const item = rowOf(items, params.id);
      return deleting(`item ${item?.title ?? ''}`, item?.image ? 'Undo will bring it back without its picture.' : undefined);
    },
  });
  return useCallback(({ id }: MenuItem) => void run({ params: { id: String(id) } }), [run]);
};

import { listMenuItems, saveItemOrder } from '#contract/menu-items.ts';
import { useRowOrder } from '#web/parts/use-row-order.ts';
import { useAction } from '#web/platform/api.ts';
import { categoryOf } from './item-order.ts';

/** Moves items within their category; a refusal brings back what is stored. */
export const useItemOrder = (): ((id: number, place: number) => void) => {
  const { run } = useAction(saveItemOrder, { quiet: true, refreshes: [listMenuItems], failure: 'Something went wrong!' });
  return useRowOrder(listMenuItems, categoryOf, run);
};

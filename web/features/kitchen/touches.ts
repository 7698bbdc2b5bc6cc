import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { acknowledgeCancelled, getKitchenBoard, type KitchenBoard, updateKitchenItems, updateKitchenStatus } from '#contract/kitchen.ts';
import type { ItemStatus, KitchenOrder } from '#contract/orders.ts';
import type { Live } from '#web/parts/live.ts';
import { useAction } from '#web/platform/api.ts';
import { useOptimistic } from '#web/platform/mutations.ts';

/** Wet fingers touch twice: the second touch must not complete what the first one started. */
export const DOUBLE_TOUCH_MS = 500;
const FAILED = 'Error processing your request, Please try later!';

/** What a cook does with an item: moves it on, or has seen that it is cancelled. */
export type Touch = 'preparing' | 'completed' | 'seen';
/** Items of one ticket. */
export type OnTouch = (items: readonly { id: number; order_id: number; status: ItemStatus }[], touch: Touch) => void;

/** What a touch may ask for. */
const asked = [updateKitchenStatus, updateKitchenItems, acknowledgeCancelled];
type Input = CallInput<typeof updateKitchenStatus> | CallInput<typeof updateKitchenItems> | CallInput<typeof acknowledgeCancelled>;

/** The orders after a touch; the others stay the same objects, so that only touched tickets are rendered again. */
const apply = (orders: KitchenOrder[], input: Input): KitchenOrder[] => {
  const ids = new Set('params' in input ? [Number(input.params.id)] : input.body.itemIds.map(Number));
  const status = 'status' in input.body ? input.body.status : undefined;
  return orders
    .map((order) => {
      if (!order.items.some(({ id }) => ids.has(id))) return order;
      const items = order.items.flatMap((item) => (ids.has(item.id) ? (status ? [{ ...item, status }] : []) : [item]));
      return { ...order, items };
    })
    .filter(({ items }) => items.length > 0);
};

/** So long a cook waits without a word for what was touched. */
const SLOW_MS = 5000;

/** Does at once what is touched, and takes it back when the server refuses. */
export const useTouches = (
  orders: KitchenOrder[] | undefined,
  { changed, overtake }: Pick<Live, 'changed' | 'overtake'>,
): { shown: KitchenOrder[] | undefined; touch: OnTouch; isSlow: boolean } => {
  const cache = useQueryClient();
  const [slow, setSlow] = useState(0);
  const justTouched = useRef(new Set<number>());
  const options = {
    quiet: true,
    failure: FAILED,
    onDoneAnywhere: async (_: unknown, input: Input) => {
      // An answer that left the server before this change would bring the old status back.
      await overtake();
      cache.setQueriesData<KitchenBoard>(
        { queryKey: [getKitchenBoard.path] },
        (known) => known && { ...known, orders: apply(known.orders, input) },
      );
    },
  };
  const { run: move } = useAction(updateKitchenStatus, options);
  const { run: moveAll } = useAction(updateKitchenItems, options);
  const { run: acknowledge } = useAction(acknowledgeCancelled, options);

  /** Tells who waits when no answer comes. */
  const watched = useCallback(async <T>(reply: Promise<T>): Promise<T> => {
    let isTold = false;
    const timer = setTimeout(() => {
      isTold = true;
      setSlow((count) => count + 1);
    }, SLOW_MS);
    try {
      return await reply;
    } finally {
      clearTimeout(timer);
      if (isTold) setSlow((count) => count - 1);
    }
  }, []);

  const touch = useCallback<OnTouch>(
    (items, how) => {
      const meant = items.filter(({ id }) => !justTouched.current.has(id));
      const [first] = meant;
      if (!first) return;
      const ids = meant.map(({ id }) => id);
      for (const id of ids) justTouched.current.add(id);
      setTimeout(() => ids.forEach((id) => justTouched.current.delete(id)), DOUBLE_TOUCH_MS);
      const scope = { scope: `kitchen ${first.order_id}` };
      const isOneStep = ids.length === 1 && !(how === 'completed' && first.status === 'created');
      const ask = () => {
        if (how === 'seen') return acknowledge({ body: { itemIds: ids } }, scope);
        if (isOneStep) return move({ params: { id: String(first.id) }, body: { status: how } }, scope);
        return moveAll({ body: { itemIds: ids, status: how } }, scope);
      };
      void watched(ask()).then(() => changed([first.order_id]));
    },
    [move, moveAll, acknowledge, changed, watched],
  );

  const touched = useOptimistic(asked, apply);
  const shown = useMemo(() => orders && touched(orders), [orders, touched]);
  return { shown, touch, isSlow: slow > 0 };
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { acknowledgeCancelled, type KitchenBoard, updateKitchenItems, updateKitchenStatus } from '#contract/kitchen.ts';
import type { ItemStatus, KitchenOrder } from '#contract/orders.ts';
import type { LiveOrders } from '#web/parts/live-orders.ts';
import { useAction } from '#web/platform/api.ts';
import { type Touched, useTouched } from '#web/platform/in-turn.ts';

/** Wet fingers touch twice: the second touch must not complete what the first one started. */
export const DOUBLE_TOUCH_MS = 500;
const FAILED = 'Error processing your request, Please try later!';

/** What a cook does with an item: moves it on, or has seen that it is cancelled. */
export type Touch = 'preparing' | 'completed' | 'seen';
/** Items of one ticket. */
export type OnTouch = (items: readonly { id: number; order_id: number; status: ItemStatus }[], touch: Touch) => void;

/** The orders after some touches; the others stay the same objects, so that only touched tickets are drawn again. */
const apply = (orders: KitchenOrder[], touched: Touched<Touch>): KitchenOrder[] =>
  orders
    .map((order) => {
      if (!order.items.some(({ id }) => touched[id])) return order;
      const items = order.items.flatMap((item) => {
        const touch = touched[item.id]?.value;
        return touch === 'seen' ? [] : [touch ? { ...item, status: touch } : item];
      });
      return { ...order, items };
    })
    .filter(({ items }) => items.length > 0);

/** So long a cook waits without a word for what was touched. */
const SLOW_MS = 5000;

/** Does at once what is touched, and takes it back when the server refuses. */
export const useTouches = (
  orders: KitchenOrder[] | undefined,
  { changed, overtake }: Pick<LiveOrders, 'changed' | 'overtake'>,
  /** The cache's key of the board. */
  kept: readonly unknown[],
): { shown: KitchenOrder[] | undefined; touch: OnTouch; isSlow: boolean } => {
  const cache = useQueryClient();
  const where = useRef(kept);
  useEffect(() => {
    where.current = kept;
  });
  const { touched, touch: show } = useTouched<Touch>();
  const [slow, setSlow] = useState(0);
  const justTouched = useRef(new Set<number>());
  const { run: move } = useAction(updateKitchenStatus, { quiet: true, failure: FAILED });
  const { run: moveAll } = useAction(updateKitchenItems, { quiet: true, failure: FAILED });
  const { run: acknowledge } = useAction(acknowledgeCancelled, { quiet: true, failure: FAILED });

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
      const now = Object.fromEntries(ids.map((id) => [id, { value: how }]));
      const isOneStep = ids.length === 1 && !(how === 'completed' && first.status === 'created');
      const ask = () => {
        if (how === 'seen') return acknowledge({ body: { itemIds: ids } });
        if (isOneStep) return move({ params: { id: String(first.id) }, body: { status: how } });
        return moveAll({ body: { itemIds: ids, status: how } });
      };
      show({
        ids,
        value: how,
        turn: first.order_id,
        store: async () => {
          if (!(await watched(ask()))) return;
          // An answer that left the server before this change would bring the old status back.
          await overtake();
          cache.setQueryData<KitchenBoard>(where.current, (known) => known && { ...known, orders: apply(known.orders, now) });
        },
        onSettled: () => changed([first.order_id]),
      });
    },
    [cache, move, moveAll, acknowledge, changed, overtake, show, watched],
  );

  const shown = useMemo(() => orders && apply(orders, touched), [orders, touched]);
  return { shown, touch, isSlow: slow > 0 };
};

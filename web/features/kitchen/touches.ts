import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { acknowledgeCancelled, getKitchenBoard, type KitchenBoard, updateKitchenStatus } from '#contract/kitchen.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import type { LiveOrders } from '#web/parts/live-orders.ts';
import { useAction } from '#web/platform/api.ts';
import { useInTurn } from '#web/platform/in-turn.ts';

/** Wet fingers touch twice: the second touch must not complete what the first one started. */
export const DOUBLE_TOUCH_MS = 500;
const FAILED = 'Error processing your request, Please try later!';

/** What a cook does with an item: moves it on, or has seen that it is cancelled. */
export type Touch = 'preparing' | 'completed' | 'seen';
export type OnTouch = (item: { id: number; order_id: number }, touch: Touch) => void;
type Touched = Readonly<Record<number, Touch>>;

/** The orders after some touches; the others stay the same objects, so that only touched tickets are drawn again. */
const apply = (orders: KitchenOrder[], touched: Touched): KitchenOrder[] =>
  orders
    .map((order) => {
      if (!order.items.some(({ id }) => touched[id])) return order;
      const items = order.items.flatMap((item) => {
        const touch = touched[item.id];
        return touch === 'seen' ? [] : [touch ? { ...item, status: touch } : item];
      });
      return { ...order, items };
    })
    .filter(({ items }) => items.length > 0);

/** Does at once what is touched, and takes it back when the server refuses. */
export const useTouches = (
  orders: KitchenOrder[] | undefined,
  { changed, overtake }: Pick<LiveOrders, 'changed' | 'overtake'>,
): { shown: KitchenOrder[] | undefined; touch: OnTouch } => {
  const cache = useQueryClient();
  const [touched, setTouched] = useState<Touched>({});
  const inTurn = useInTurn();
  const justTouched = useRef(new Set<number>());
  /** Of each item the touch that is shown. */
  const latest = useRef(new Map<number, symbol>());
  const { run: move } = useAction(updateKitchenStatus, { quiet: true, failure: FAILED });
  const { run: acknowledge } = useAction(acknowledgeCancelled, { quiet: true, failure: FAILED });

  const touch = useCallback<OnTouch>(
    ({ id, order_id: orderId }, how) => {
      if (justTouched.current.has(id)) return;
      justTouched.current.add(id);
      setTimeout(() => justTouched.current.delete(id), DOUBLE_TOUCH_MS);
      const mine = Symbol(how);
      latest.current.set(id, mine);
      setTouched((known) => ({ ...known, [id]: how }));
      void inTurn(id, async () => {
        const reply = await (how === 'seen'
          ? acknowledge({ body: { itemIds: [id] } })
          : move({ params: { id: String(id) }, body: { status: how } }));
        if (reply) {
          // An answer that left the server before this change would bring the old status back.
          await overtake();
          cache.setQueryData<KitchenBoard>(
            [getKitchenBoard.path, { query: {} }],
            (known) => known && { ...known, orders: apply(known.orders, { [id]: how }) },
          );
        }
        // the next one is under way, and shown
        if (latest.current.get(id) !== mine) return;
        latest.current.delete(id);
        setTouched(({ [id]: _, ...others }) => others);
        changed([orderId]);
      });
    },
    [cache, move, acknowledge, changed, overtake, inTurn],
  );

  const shown = useMemo(() => orders && apply(orders, touched), [orders, touched]);
  return { shown, touch };
};

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { listKitchenOrders, updateKitchenStatus } from '#contract/kitchen.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import { useAction } from '#web/platform/api.ts';
import type { NextStatus, OnTouch } from './Ticket.tsx';

/** Wet fingers touch twice: the second touch must not complete what the first one started. */
const DOUBLE_TOUCH_MS = 500;

type Touched = Readonly<Record<number, NextStatus>>;

/** The orders with some items' status replaced; the others stay the same objects, so that only touched tickets are drawn again. */
const apply = (orders: KitchenOrder[], touched: Touched): KitchenOrder[] =>
  orders.map((order) =>
    order.items.some(({ id }) => touched[id])
      ? { ...order, items: order.items.map((item) => ({ ...item, status: touched[item.id] ?? item.status })) }
      : order,
  );

/** Moves items on at once and back again when the server refuses. */
export const useTouches = (
  orders: KitchenOrder[] | undefined,
  reload: () => void,
): { shown: KitchenOrder[] | undefined; touch: OnTouch } => {
  const cache = useQueryClient();
  const [touched, setTouched] = useState<Touched>({});
  const busy = useRef(new Set<number>());
  const { run } = useAction(updateKitchenStatus, { quiet: true, failure: 'Error processing your request, Please try later!' });

  const touch = useCallback<OnTouch>(
    ({ id }, status) => {
      const send = async () => {
        setTouched((known) => ({ ...known, [id]: status }));
        if (await run({ params: { id: String(id) }, body: { status } })) {
          // An answer that left the server before this change would bring the old status back.
          await cache.cancelQueries({ queryKey: [listKitchenOrders.path] });
          cache.setQueryData<KitchenOrder[]>([listKitchenOrders.path, {}], (known) => known && apply(known, { [id]: status }));
        }
        setTouched(({ [id]: _, ...others }) => others);
        reload();
      };
      if (busy.current.has(id)) return;
      busy.current.add(id);
      const pause = new Promise((resolve) => setTimeout(resolve, DOUBLE_TOUCH_MS));
      void Promise.all([send(), pause]).then(() => busy.current.delete(id));
    },
    [cache, run, reload],
  );

  const shown = useMemo(() => orders && apply(orders, touched), [orders, touched]);
  return { shown, touch };
};

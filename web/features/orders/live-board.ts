import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallFailed } from '#web/platform/api.ts';
import type { Reply } from '#contract/endpoint.ts';
import { IDS_AT_ONCE, listOrderShelf, listOrders, type OrderGroup, summarisePayment } from '#contract/orders.ts';
import { mergeOrders, useLiveOrders } from '#web/parts/live-orders.ts';
import { call } from '#web/platform/api.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { toCards } from '#web/parts/bill.ts';

/** Where the open orders are kept. */
const OPEN = [listOrders.path, { query: {} }] as const;

/** What becomes of the orders of a call is asked for when it was answered, also when it was refused: what is shown was then out of date. */
export interface Following {
  onDoneAnywhere: (reply: unknown, input: { body: { orderIds: unknown[] } }) => void;
  onFailed: (failure: CallFailed, input: { body: { orderIds: unknown[] } }) => void;
}

/** Keeps the open orders, and what else is shown of orders, as it is announced. */
export const useLiveBoard = () => {
  const cache = useQueryClient();
  /** Bills and pages of shelves, as far as they are on the screen; none of them is long. */
  const refreshOthers = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: [summarisePayment.path] }),
      cache.invalidateQueries({ queryKey: [listOrderShelf.path] }),
      cache.invalidateQueries({
        queryKey: [listOrders.path],
        predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(OPEN),
      }),
    ]);
  const { changed, reload } = useLiveOrders({
    kept: OPEN,
    loadAll: () => Promise.all([cache.invalidateQueries({ queryKey: OPEN, exact: true }), refreshOthers()]),
    ask: (ids) => call(listOrders, { query: { ids: ids.join(',') } }),
    apply: (answer, ids) => {
      const ordersOf = (groups: readonly OrderGroup[]) => groups.flatMap(({ orders }) => orders);
      cache.setQueryData<Reply<typeof listOrders>>(OPEN, (known) => known && toCards(mergeOrders(ordersOf(known), ordersOf(answer), ids)));
      void refreshOthers();
    },
  });

  // cards name their customers
  useAnnouncements(({ type }) => {
    if (type !== 'customer_update') return;
    const cards = cache.getQueryData<Reply<typeof listOrders>>(OPEN) ?? [];
    const named = cards.flatMap(({ orders }) => orders.filter(({ customer_type: kind }) => kind === 'CUSTOMER').map(({ id }) => id));
    if (named.length > IDS_AT_ONCE) reload();
    else changed(named);
  });

  const following = useMemo<Following>(
    () => ({
      onDoneAnywhere: (_, { body }) => changed(body.orderIds.map(Number)),
      onFailed: (failure, { body }) => {
        if (!failure.isPassing) changed(body.orderIds.map(Number));
      },
    }),
    [changed],
  );
  return { changed, following };
};

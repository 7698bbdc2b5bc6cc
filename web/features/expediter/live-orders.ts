import { useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#contract/endpoint.ts';
import { IDS_AT_ONCE, listOrders, type OrderGroup } from '#contract/orders.ts';
import { toCards } from '#web/parts/bill.ts';
import { mergeOrders, useLiveOrders } from '#web/parts/live-orders.ts';
import { call, useReply } from '#web/platform/api.ts';

/** Where the open orders are kept. */
const OPEN = [listOrders.path, { query: {} }] as const;
const ordersOf = (groups: readonly OrderGroup[]) => groups.flatMap(({ orders }) => orders);

/** The open orders as they are announced: an announcement asks for those that it names. */
export const useOpenOrders = () => {
  const cache = useQueryClient();
  const orders = useReply(listOrders, { query: {} }, { refetchOnMount: 'always' });
  const ask = (ids: readonly number[]) => call(listOrders, { query: { ids: ids.join(',') } });
  const apply = (answer: Reply<typeof listOrders>, ids: readonly number[]) =>
    cache.setQueryData<Reply<typeof listOrders>>(OPEN, (known) => known && toCards(mergeOrders(ordersOf(known), ordersOf(answer), ids)));
  const live = useLiveOrders({
    kept: OPEN,
    loadAll: () => cache.invalidateQueries({ queryKey: OPEN, exact: true }),
    ask,
    apply,
  });
  /** Asks what became of what was touched, and waits for it. */
  const settle = async (touched: readonly number[]): Promise<void> => {
    const ids = [...new Set(touched)].slice(0, IDS_AT_ONCE);
    const answer = await ask(ids).catch(() => undefined);
    await live.overtake();
    if (answer) apply(answer, ids);
    else live.changed(ids);
  };
  return { orders, settle };
};

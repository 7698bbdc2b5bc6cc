import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getKitchenBoard, type KitchenBoard } from '#contract/kitchen.ts';
import type { Ticket } from '#contract/tickets.ts';
import { mergeOrders, useLiveOrders } from '#web/parts/live-orders.ts';
import { call, CallFailed, useReply } from '#web/platform/api.ts';
import { useConnection } from '#web/platform/realtime.tsx';
import type { useStation } from './station.ts';
import { useTouches } from './touches.ts';

/** While nothing is announced. */
const OFFLINE_MS = 5000;

/**
 * The tickets of a board after some of its orders were asked for again. The answer has those of all orders, also of one that the board does
 * not have yet: a page that counted them as shown would say that a cook has what no screen has. They come with their own order.
 */
const mergeTickets = (known: KitchenBoard, answer: KitchenBoard, ids: readonly number[]): Ticket[] | undefined => {
  const had = new Set([...known.orders, ...answer.orders].map(({ id }) => id));
  const hadTickets = new Set(known.tickets?.map(({ ticket_id }) => ticket_id));
  return answer.tickets?.filter(({ ticket_id, order_id }) => ids.includes(order_id) || had.has(order_id) || hadTickets.has(ticket_id));
};

/** The board of a station, or of all of them, as it is announced and with what was touched. A deleted station that is empty is forgotten. */
export const useBoard = ({ id, isGone, forget }: Pick<ReturnType<typeof useStation>, 'id' | 'isGone' | 'forget'>) => {
  const cache = useQueryClient();
  const query = id === undefined ? {} : { station: String(id) };
  /** Where the board is kept. */
  const kept = [getKitchenBoard.path, { query }] as const;
  const update = (change: (known: KitchenBoard) => KitchenBoard) =>
    cache.setQueryData<KitchenBoard>(kept, (known) => known && change(known));
  const isOffline = useConnection() === 'offline';
  // what was announced while another screen was open reached nobody here
  const board = useReply(getKitchenBoard, { query }, { refetchOnMount: 'always', ...(isOffline && { refetchInterval: OFFLINE_MS }) });
  const live = useLiveOrders({
    kept,
    loadAll: () => cache.invalidateQueries({ queryKey: [getKitchenBoard.path] }),
    ask: (ids) => call(getKitchenBoard, { query: { ...query, ids: ids.join(',') } }),
    apply: (answer, ids) =>
      update((known) => ({ ...answer, orders: mergeOrders(known.orders, answer.orders, ids), tickets: mergeTickets(known, answer, ids) })),
  });
  const { data, error } = board;
  const isEmpty = data ? data.orders.length === 0 && !data.tickets?.length : error instanceof CallFailed && error.status === 404;
  const isOver = isGone && isEmpty;
  useEffect(() => {
    if (isOver) forget();
  }, [isOver, forget]);
  return {
    board,
    query,
    isOffline,
    ...useTouches(data?.orders, live),
    /** Takes tickets out that were seen. */
    takeSeen: async (ids: readonly number[]): Promise<void> => {
      // an answer that left the server before would bring them back, and ring for them again
      await live.overtake();
      update((known) => ({ ...known, tickets: (known.tickets ?? []).filter(({ ticket_id }) => !ids.includes(ticket_id)) }));
    },
  };
};

import { useAnnouncements } from '#web/platform/realtime.tsx';
import { type Board, type Live, mergeRows, useLive } from './live.ts';

/** The same of orders. */
export const mergeOrders = <T extends { id: number }>(known: readonly T[], answer: readonly T[], ids: readonly number[]): T[] =>
  mergeRows(known, answer, ids, ({ id }) => id);

/** Keeps a board of orders as it is announced. */
export const useLiveOrders = <A>(board: Board<A>): Live => {
  const live = useLive(board);
  const { changed, reload } = live;
  useAnnouncements(({ type, payload, late }) => {
    if (type === 'reload' || (late && (type === 'new_order' || type === 'order_update'))) reload();
    else if (type === 'new_order') changed([payload.orderId]);
    else if (type === 'order_update') changed(payload.orderIds);
  });
  return live;
};

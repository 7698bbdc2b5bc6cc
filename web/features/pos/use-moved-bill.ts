import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { PosInit } from '#contract/pos.ts';
import { useConnection } from '#web/platform/realtime.tsx';
import { notify } from '#web/platform/toast.ts';
import { orderIn } from './cart.ts';
import type { useSale } from './use-sale.ts';
import type { useTableBill } from './use-table-bill.ts';

/** Whether an order was begun, or its table chosen, without network: it may be for guests of whom this till has not learned. */
const useIsBegunOffline = ({ sale, dispatch }: Pick<ReturnType<typeof useSale>, 'sale' | 'dispatch'>): boolean => {
  const isOffline = useConnection() === 'offline';
  const order = orderIn(sale);
  const seen = useRef(order);
  useEffect(() => {
    if (seen.current !== order && isOffline) dispatch({ type: 'offline', of: order });
    seen.current = order;
  }, [order, isOffline, dispatch]);
  return sale.begunOffline === order;
};

/** A colleague moves, merges or closes a bill while its next round stands in the cart: the round goes where its guests sit. */
export const useMovedBill = (
  { sale, guest, dispatch }: Pick<ReturnType<typeof useSale>, 'sale' | 'guest' | 'dispatch'>,
  /** Where the bill is by now. */
  { elsewhere: bill, isClosed }: Pick<ReturnType<typeof useTableBill>, 'elsewhere' | 'isClosed'>,
  tables: PosInit['storeTables'],
): void => {
  const isBegunOffline = useIsBegunOffline({ sale, dispatch });
  const latest = useRef(guest);
  useLayoutEffect(() => {
    latest.current = guest;
  });
  const to = bill && ((!bill.isClosed && bill.table_id) || 0);
  const { tableId: from } = sale;
  const former = tables.find(({ id }) => id === from)?.table_title ?? 'The table';
  const follow = useEffectEvent((): void => {
    const { id: tableId, table_title: title } = tables.find(({ id }) => id === to) ?? {};
    if (isBegunOffline || tableId === undefined) {
      dispatch({ type: 'table', tableId: null, of: orderIn(sale) });
      const state = bill?.isClosed ? 'closed' : 'elsewhere';
      return notify.error(`The bill of ${former} is ${state} by now. Please choose a table for this order!`);
    }
    dispatch({ type: 'moved', of: orderIn(sale), tableId });
    notify.undoable(`${former} moved to ${title}: this order goes there, too.`, () => {
      // the next guest's cart may stand there by then
      if (latest.current === guest) dispatch({ type: 'table', tableId: from });
    });
  });
  useEffect(() => {
    if (to !== undefined) follow();
  }, [to]);
  const sayClosed = useEffectEvent(() => notify.error(`The bill of ${former} is closed by now: this order begins a new one.`));
  useEffect(() => {
    if (isClosed) sayClosed();
  }, [isClosed]);
};

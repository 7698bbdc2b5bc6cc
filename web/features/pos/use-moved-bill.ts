import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CheckRow } from '#contract/checks.ts';
import type { PosInit } from '#contract/pos.ts';
import { useConnection } from '#web/platform/realtime.tsx';
import { notify } from '#web/platform/toast.ts';
import type { useSale } from './use-sale.ts';

/** Whether an order was begun, or its table chosen, without network: it may be for guests of whom this till has not heard. */
const useIsBegunOffline = (begun: string): boolean => {
  const isOffline = useConnection() === 'offline';
  const [first, setFirst] = useState({ begun, isOffline });
  if (first.begun !== begun) setFirst({ begun, isOffline });
  return first.begun === begun ? first.isOffline : isOffline;
};

/** A colleague moves a bill, or merges it with another one, while its next round stands in the cart: the round goes where its guests sit. */
export const useMovedBill = (
  { sale, guest, dispatch }: Pick<ReturnType<typeof useSale>, 'sale' | 'guest' | 'dispatch'>,
  /** Where the bill is by now. */
  bill: Pick<CheckRow, 'table_id'> | undefined,
  tables: PosInit['storeTables'],
): void => {
  const isBegunOffline = useIsBegunOffline(`${sale.key} ${sale.tableId}`);
  const latest = useRef(guest);
  useLayoutEffect(() => {
    latest.current = guest;
  });
  const to = bill && (bill.table_id ?? 0);
  const follow = useEffectEvent((): void => {
    const { tableId: from } = sale;
    const former = tables.find(({ id }) => id === from)?.table_title ?? 'The table';
    const { id: tableId, table_title: title } = tables.find(({ id }) => id === to) ?? {};
    if (isBegunOffline || tableId === undefined) {
      dispatch({ type: 'table', tableId: null });
      return notify.error(`The bill of ${former} is elsewhere by now. Please choose a table for this order!`);
    }
    // chosen for this order or not, as it was
    dispatch({ type: 'replace', sale: { ...sale, tableId } });
    notify.undoable(`${former} moved to ${title}: this order goes there, too.`, () => {
      // the next guest's cart may stand there by then
      if (latest.current === guest) dispatch({ type: 'table', tableId: from });
    });
  });
  useEffect(() => {
    if (to !== undefined) follow();
  }, [to]);
};

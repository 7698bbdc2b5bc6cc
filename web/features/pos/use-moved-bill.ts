import { useEffect, useEffectEvent } from 'react';
import { type CheckRow, getCheck } from '#contract/checks.ts';
import type { PosInit } from '#contract/pos.ts';
import { useReply } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import type { useSale } from './use-sale.ts';

/** A colleague moves a bill, or merges it with another one, while its next round stands in the cart: the round goes where its guests sit. */
export const useMovedBill = (
  { sale, dispatch }: Pick<ReturnType<typeof useSale>, 'sale' | 'dispatch'>,
  { goneId, bills }: { goneId: number | undefined; bills: readonly CheckRow[] | undefined },
  tables: PosInit['storeTables'],
): void => {
  const moved = bills?.find(({ check_id: id }) => id === goneId);
  const params = { id: String(goneId ?? 0) };
  const { data: merged } = useReply(getCheck, { params }, { enabled: goneId !== undefined && !moved, staleTime: 0 });
  const bill = moved ?? bills?.find(({ check_id: id }) => id === merged?.merged_into);
  const { id: to, table_title: title } = tables.find(({ id }) => id === bill?.table_id && id !== sale.tableId) ?? {};
  const follow = useEffectEvent((tableId: number): void => {
    const { tableId: from } = sale;
    const former = tables.find(({ id }) => id === from)?.table_title ?? 'The table';
    // chosen for this order or not, as it was
    dispatch({ type: 'replace', sale: { ...sale, tableId } });
    notify.undoable(`${former} moved to ${title}: this order goes there, too.`, () => dispatch({ type: 'table', tableId: from }));
  });
  useEffect(() => {
    if (to !== undefined) follow(to);
  }, [to]);
};

import { listOrders, type OrderGroup } from '#contract/orders.ts';
import { roundsOf, withWholeCheck } from '#web/parts/bill.ts';
import { useReply } from '#web/platform/api.ts';

/** What a table has had and not paid, all rounds of it; undefined where nothing is open, and until it is known. */
export const useTableBill = (tableId: number | null, isOpen: boolean): OrderGroup | undefined => {
  const enabled = tableId !== null && isOpen;
  const options = { enabled, staleTime: 0 };
  const open = useReply(listOrders, { query: { table: String(tableId ?? 0) } }, options);
  const completed = useReply(listOrders, roundsOf(tableId ?? 0), options);
  const [card = completed.data?.[0]] = open.data ?? [];
  return enabled && card ? withWholeCheck(card, completed.data ?? []) : undefined;
};

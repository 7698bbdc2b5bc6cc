import { useEffect, useState } from 'react';
import { listOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import { roundsOf, withWholeCheck } from '#web/parts/bill.ts';
import { type CheckRow, listChecks } from '#contract/checks.ts';
import { billOf, billsApart, useBills } from '#web/parts/bills.ts';
import { useReply } from '#web/platform/api.ts';
import type { Sale } from './cart.ts';

/** What a table has had and not paid, all rounds of it; undefined where nothing was ordered, null until it is known. */
const useTableCard = (tableId: number | null, isOpen: boolean): OrderGroup | undefined | null => {
  const enabled = tableId !== null && isOpen;
  const options = { enabled, staleTime: 0 };
  const open = useReply(listOrders, { query: { table: String(tableId ?? 0) } }, options);
  const completed = useReply(listOrders, roundsOf(tableId ?? 0), options);
  const [card = completed.data?.[0]] = open.data ?? [];
  if (enabled && card) return withWholeCheck(card, completed.data ?? []);
  return enabled && open.data && completed.data ? undefined : null;
};

/** A part of another table's bill may lie where nobody has ordered. */
const toEmptyCard = (check: OpenCheck | undefined): OrderGroup | undefined =>
  check && { table_id: check.table_id, table_title: check.table_title, floor: check.floor, orders: [], order_ids: [] };

/** The only bill by which a card is paid that is not its bill. */
const onlyIdOf = (bills: readonly CheckRow[] | undefined, card: OrderGroup | undefined): number | undefined => {
  const [first, ...others] = card ? billsApart(bills, card) : [];
  return others.length === 0 ? first?.check_id : undefined;
};

interface Seen {
  tableId: number | null;
  checkId: number;
}
/** Of the screen before: who sells may have moved the bill on its own page. */
let before: Seen | undefined;

/** Whether a bill is at another table by now; others may sit at this one. */
const isMoved = (tableId: number | null, lastId: number | undefined, bills: ReturnType<typeof useBills>): boolean =>
  bills?.some(({ check_id: id, table_id }) => id === lastId && table_id !== tableId) ?? false;

/** The bill that the sale joined when it was seen last at this table, and what notes the one that it joins. */
const useLastBill = (tableId: number | null) => {
  const [seen, setSeen] = useState(before);
  useEffect(() => {
    before = seen;
  }, [seen]);
  const lastId = seen?.tableId === tableId ? seen.checkId : undefined;
  const see = (mainId: number | undefined, bills: ReturnType<typeof useBills>): void => {
    if (seen && lastId === undefined) setSeen(undefined);
    else if (mainId !== undefined && mainId !== lastId && !isMoved(tableId, lastId, bills)) setSeen({ tableId, checkId: mainId });
  };
  return [lastId, see] as const;
};

/** Says whether the bill that the sale joined is at a table by now: its cart goes along. As far as the open bills are known here. */
export const useMovedTo = ({ tableId }: Sale) => {
  const bills = useReply(listChecks, { query: {} }, { enabled: false }).data;
  return (to: number): boolean =>
    before?.tableId === tableId && bills?.some(({ check_id: id, table_id }) => id === before?.checkId && table_id === to) === true;
};

/** The bill that was here, and is here no more; with the open bills, among which it may be. */
const goneFrom = (tableId: number | null, lastId: number | undefined, bills: ReturnType<typeof useBills>) => {
  const isThere = bills?.some(({ table_id, bill_no }) => table_id === tableId && bill_no === 1) ?? true;
  return { goneId: isThere && !isMoved(tableId, lastId, bills) ? undefined : lastId, bills };
};

/** The table of a sale, as far as its bills are known. */
export const useTableBill = ({ tableId, covers }: Sale, checks: readonly OpenCheck[]) => {
  const check = checks.find(({ table_id }) => table_id === tableId);
  const card = useTableCard(tableId, check !== undefined);
  const [lastId, see] = useLastBill(tableId);
  const bills = useBills(check !== undefined || lastId !== undefined);
  const here = check && bills?.filter(({ table_id }) => table_id === tableId);
  const main = here?.find(({ bill_no: number }) => number === 1);
  // where only a part is left, what is sold now begins a bill of its own
  const joined = here === undefined || main ? check : undefined;
  const mainId = main?.check_id;
  see(mainId, bills);
  const whole = card ?? toEmptyCard(card === undefined && here?.length ? check : undefined);
  return {
    check,
    joined,
    /** Of the bill that it joins. */
    checkId: mainId,
    /** What was ordered here. */
    card: card ?? undefined,
    bills,
    billId: check && billOf(bills, tableId)?.check_id,
    covers: (joined ? main?.covers : covers) ?? null,
    /** What is paid here; undefined where nothing is owed. */
    payable: check && check.due > 0 ? whole : undefined,
    onlyId: onlyIdOf(bills, whole),
    gone: goneFrom(tableId, lastId, bills),
  };
};

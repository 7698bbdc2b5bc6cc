import { useEffect, useState } from 'react';
import { listOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import { roundsOf, withWholeCheck } from '#web/parts/bill.ts';
import { type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { billOf, billsApart, useBills } from '#web/parts/bills.ts';
import { call, useReply } from '#web/platform/api.ts';
import { useTillKey } from '#web/platform/till.ts';
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
  /** Whose cart it is. */
  place: string;
  tableId: number | null;
  checkId: number;
}
/** Of the screen before: who sells may have moved the bill on its own page. */
let before: Seen | undefined;

type Bills = ReturnType<typeof useBills>;

/** The bill that the sale joined when it was seen last at this table; `see` notes the one that it joins. */
const useLastBill = (tableId: number | null) => {
  const place = useTillKey('sale');
  const [seen, setSeen] = useState(before);
  useEffect(() => {
    before = seen;
  }, [seen]);
  const lastId = seen?.place === place && seen.tableId === tableId ? seen.checkId : undefined;
  // where the till’s cart is another one’s, nobody knows which guests it is for
  if (seen && lastId === undefined) setSeen(undefined);
  const see = (mainId: number | undefined): void => {
    if (!(seen && lastId === undefined) && mainId !== undefined && mainId !== lastId) setSeen({ place, tableId, checkId: mainId });
  };
  return [lastId, see] as const;
};

type Place = Pick<CheckRow, 'table_id'>;

/** Where the last bill is that is not at this table any more; undefined where it is, or was closed, and null until that is known. */
const useElsewhere = (tableId: number | null, lastId: number | undefined, bills: Bills): Place | undefined | null => {
  const find = (wanted: number | null | undefined) => bills?.find(({ check_id: id }) => id === wanted);
  const last = find(lastId);
  const isGone = lastId !== undefined && bills !== undefined && !last;
  const { data, fetchStatus, isError } = useReply(getCheck, { params: { id: String(lastId ?? 0) } }, { enabled: isGone, staleTime: 0 });
  // what was known of it before it was gone says nothing
  if (isGone && !(data && fetchStatus === 'idle' && !isError)) return null;
  const onto = isGone ? data?.merged_into : undefined;
  // what it was put onto may have been put onto another one itself: no table is known then
  const by = last ?? find(onto) ?? (onto == null ? undefined : { table_id: null });
  return by?.table_id === tableId ? undefined : by;
};

/** Says whether the bill that the sale joined is at a table by now: its cart goes along. As far as the open bills are known here. */
export const useMovedTo = ({ tableId }: Sale) => {
  const place = useTillKey('sale');
  const bills = useReply(listChecks, { query: {} }, { enabled: false }).data;
  return async (to: number): Promise<boolean> => {
    const isAt = (checkId: number | null | undefined) =>
      bills?.some(({ check_id: id, table_id }) => id === checkId && table_id === to) === true;
    if (before?.place !== place || before.tableId !== tableId) return false;
    if (bills?.some(({ check_id: id }) => id === before?.checkId)) return isAt(before.checkId);
    const merged = bills && (await call(getCheck, { params: { id: String(before.checkId) } }).catch(() => undefined));
    return isAt(merged?.merged_into);
  };
};

/** The bills of the table of a sale, and where the one that it joined is by now, if not here. */
const useBillsHere = (tableId: number | null, check: OpenCheck | undefined) => {
  const [lastId, see] = useLastBill(tableId);
  const bills = useBills(check !== undefined || lastId !== undefined);
  const here = check && bills?.filter(({ table_id }) => table_id === tableId);
  const main = here?.find(({ bill_no: number }) => number === 1);
  const elsewhere = useElsewhere(tableId, lastId, bills);
  // others may have one here by now
  if (elsewhere === undefined) see(main?.check_id);
  return { bills, here, main, elsewhere: elsewhere ?? undefined };
};

/** The table of a sale, as far as its bills are known. */
export const useTableBill = ({ tableId, covers }: Sale, checks: readonly OpenCheck[]) => {
  const check = checks.find(({ table_id }) => table_id === tableId);
  const card = useTableCard(tableId, check !== undefined);
  const { bills, here, main, elsewhere } = useBillsHere(tableId, check);
  // where only a part is left, what is sold now begins a bill of its own
  const joined = here === undefined || main ? check : undefined;
  const whole = card ?? toEmptyCard(card === undefined && here?.length ? check : undefined);
  return {
    check,
    joined,
    /** Of the bill that it joins. */
    checkId: main?.check_id,
    /** What was ordered here. */
    card: card ?? undefined,
    bills,
    billId: check && billOf(bills, tableId)?.check_id,
    covers: (joined ? main?.covers : covers) ?? null,
    /** What is paid here; undefined where nothing is owed. */
    payable: check && check.due > 0 ? whole : undefined,
    onlyId: onlyIdOf(bills, whole),
    elsewhere,
  };
};

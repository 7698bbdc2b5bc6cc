import { listOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import { roundsOf, withWholeCheck } from '#web/parts/bill.ts';
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
const onlyIdOf = (bills: ReturnType<typeof useBills>, card: OrderGroup | undefined): number | undefined => {
  const [first, ...others] = card ? billsApart(bills, card) : [];
  return others.length === 0 ? first?.check_id : undefined;
};

/** The table of a sale, as far as its bills are known. */
export const useTableBill = ({ tableId, covers }: Sale, checks: readonly OpenCheck[]) => {
  const check = checks.find(({ table_id }) => table_id === tableId);
  const card = useTableCard(tableId, check !== undefined);
  const bills = useBills(check !== undefined);
  const here = check && bills?.filter(({ table_id }) => table_id === tableId);
  const main = here?.find(({ bill_no: number }) => number === 1);
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
    billId: check && billOf(bills, tableId)?.check_id,
    covers: (joined ? main?.covers : covers) ?? null,
    /** What is paid here; undefined where nothing is owed. */
    payable: check && check.due > 0 ? whole : undefined,
    onlyId: onlyIdOf(bills, whole),
  };
};

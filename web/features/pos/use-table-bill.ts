import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listOrders, type OpenCheck, type OrderGroup } from '#contract/orders.ts';
import { roundsOf, withWholeCheck } from '#web/parts/bill.ts';
import { type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import { billOf, billsApart, useBills } from '#web/parts/bills.ts';
import { call, useReply } from '#web/platform/api.ts';
import { orderIn, type Sale, type SaleAction } from './cart.ts';

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

type Place = Pick<CheckRow, 'check_id' | 'table_id' | 'bill_no'> & { isClosed?: boolean };

/** Where a bill is that is not among the open ones as they are known here: it was closed, or put onto another one, and that perhaps, too. */
const findPlace = async (checkId: number): Promise<Place> => {
  const { merged_into: onto, status, table_id, bill_no } = await call(getCheck, { params: { id: String(checkId) } });
  return onto === null ? { check_id: checkId, table_id, bill_no, isClosed: status === 'closed' } : findPlace(onto);
};

const isAmong = (bills: readonly CheckRow[], checkId: number): Place | undefined => bills.find(({ check_id: id }) => id === checkId);

/** Where the bill is that a sale follows; undefined until that is known. */
const usePlace = (checkId: number | undefined, bills: readonly CheckRow[] | undefined): Place | undefined => {
  const isAsked = checkId !== undefined && bills !== undefined;
  const known = isAsked ? isAmong(bills, checkId) : undefined;
  const { data, fetchStatus, isError } = useQuery({
    queryKey: [getCheck.path, 'place', checkId],
    queryFn: () => findPlace(checkId!),
    enabled: isAsked && !known,
    staleTime: 0,
  });
  // what was known of it before it was gone says nothing
  return known ?? (isAsked && fetchStatus === 'idle' && !isError ? data : undefined);
};

/** Says whether the bill that the sale follows is at a table by now: its cart goes along. As far as the open bills are known here. */
export const useMovedTo = ({ checkId }: Sale) => {
  const bills = useReply(listChecks, { query: {} }, { enabled: false }).data;
  return async (to: number): Promise<boolean> => {
    if (checkId === undefined || !bills) return false;
    const place = isAmong(bills, checkId) ?? (await findPlace(checkId).catch(() => undefined));
    return place?.table_id === to && !place.isClosed;
  };
};

type Followed = Pick<Sale, 'checkId' | 'tableId' | 'lines'>;

/** Which bill a sale follows from now on, where this one is the main bill of its table. */
const nextOf = ({ checkId, tableId, lines }: Followed, place: Place | undefined, mainId: number | undefined): number | undefined => {
  // an empty cart is for whoever sits there now
  if (checkId === undefined || (place?.isClosed && lines.length === 0)) return mainId;
  // a round of who pays apart is of their table
  const isPart = place !== undefined && place.table_id === tableId && place.bill_no !== 1;
  return isPart ? (mainId ?? checkId) : checkId;
};

/** The bills of the table of a sale, the main one where the sale follows it, and where the one that it follows is by now, if not here. */
const useBillsHere = (sale: Sale, check: OpenCheck | undefined, dispatch: (action: SaleAction) => void) => {
  const { tableId, checkId } = sale;
  const bills = useBills(check !== undefined || checkId !== undefined);
  const here = check && bills?.filter(({ table_id }) => table_id === tableId);
  const main = here?.find(({ bill_no: number }) => number === 1);
  const place = usePlace(checkId, bills);
  const next = nextOf(sale, place, main?.check_id);
  const order = orderIn(sale);
  useEffect(() => {
    if (next !== checkId) dispatch({ type: 'bill', of: order, checkId: next });
  }, [dispatch, order, checkId, next]);
  // a table where nobody sits any more begins another bill
  const isElsewhere = place !== undefined && (place.table_id !== tableId || (place.isClosed && main !== undefined));
  return {
    bills,
    here,
    // while it is looked for where the one that is followed is, others may sit here; it may have been put onto this one
    main: main && [next, place?.check_id].includes(main.check_id) ? main : undefined,
    elsewhere: isElsewhere && next === checkId ? place : undefined,
    /** Its guests have paid while their next round stood in the cart, and nobody else sits there. */
    isClosed: place?.isClosed === true && !isElsewhere && sale.lines.length > 0,
  };
};

/** The table of a sale, as far as its bills are known. */
export const useTableBill = ({ sale, dispatch }: { sale: Sale; dispatch: (action: SaleAction) => void }, checks: readonly OpenCheck[]) => {
  const { tableId, covers } = sale;
  const check = checks.find(({ table_id }) => table_id === tableId);
  const card = useTableCard(tableId, check !== undefined);
  const { bills, here, main, elsewhere, isClosed } = useBillsHere(sale, check, dispatch);
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
    isClosed,
  };
};

import { type CheckRow, listChecks } from '#contract/checks.ts';
import type { Order, OrderGroup, OrderItem } from '#contract/orders.ts';
import { currencyOf } from '#contract/money-text.ts';
import { useReply } from '#web/platform/api.ts';
import type { Card } from './bill.ts';
import { useLiveChecks } from './live-checks.ts';
import { addSums } from './money-text.ts';

/** The open bills, as they are announced; undefined until they are known. */
export const useBills = (enabled: boolean): CheckRow[] | undefined => {
  useLiveChecks();
  return useReply(listChecks, { query: {} }, { enabled, refetchOnMount: 'always' }).data;
};

/** The main bill of a table, else the first that was split off it; without a table the one with this number. */
export const billOf = (bills: readonly CheckRow[] | undefined, tableId: number | null, checkId?: number): CheckRow | undefined =>
  tableId === null
    ? bills?.find(({ check_id: id }) => id === checkId)
    : bills?.filter(({ table_id: id }) => id === tableId).sort((a, b) => (a.bill_no ?? 0) - (b.bill_no ?? 0))[0];

/** The open bills that what is unpaid on a card is on, and those of its table. */
export const billsOf = (bills: readonly CheckRow[] | undefined, { table_id: tableId, orders, check_id: own }: Card): CheckRow[] => {
  const unpaid = orders.filter(({ payment_status: state }) => state === 'pending');
  // nobody owes anything here, and another party may have sat down since
  if (unpaid.length === 0 && orders.length > 0) return [];
  const on = new Set(unpaid.flatMap(({ items, check_id: home }) => linesOnBill(items).map((item) => item.check_id ?? home)));
  return bills?.filter(({ check_id: id, table_id: at }) => id === own || on.has(id) || (tableId !== null && at === tableId)) ?? [];
};

const linesOnBill = (items: Order['items']) => items.filter(({ status }) => status !== 'cancelled');

/** The lines of unpaid orders that were split off onto other bills, paid or not. */
export const movedLines = ({ orders }: OrderGroup): OrderItem[] =>
  orders
    .filter(({ payment_status: state }) => state === 'pending')
    .flatMap(({ items, check_id: home }) =>
      linesOnBill(items).filter(({ check_id: id }) => id !== undefined && home !== undefined && id !== home),
    );

/**
 * The bills of a card by which alone it can be paid: several, or one that something was moved to. None where the card is its
 * bill. A card without orders is a part of another one's bill.
 */
export const billsApart = (bills: readonly CheckRow[] | undefined, card: Card): CheckRow[] => {
  const mine = billsOf(bills, card);
  const moved = movedLines(card).some((line) => mine.some(({ check_id: id }) => id === line.check_id));
  return mine.length > 1 || moved || card.orders.length === 0 ? mine : [];
};

/** Whether a bill comes to more than these rounds of it, which may be rounded by themselves: by more than a minor unit. */
export const isAbove = (bill: number, rounds: number, code: string): boolean =>
  addSums([bill, -rounds, -1 / 10 ** currencyOf(code).decimals], code) > 0;

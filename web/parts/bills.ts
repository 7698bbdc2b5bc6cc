import { type CheckRow, listChecks } from '#contract/checks.ts';
import type { OrderGroup } from '#contract/orders.ts';
import { useReply } from '#web/platform/api.ts';
import { useLiveChecks } from './live-checks.ts';

/** The open bills, as they are announced; undefined until they are known. */
export const useBills = (enabled: boolean): CheckRow[] | undefined => {
  useLiveChecks();
  return useReply(listChecks, {}, { enabled, refetchOnMount: 'always' }).data;
};

/** The main bill of a table, else the first that was split off it; without a table the one with this number. */
export const billOf = (bills: readonly CheckRow[] | undefined, tableId: number | null, checkId?: number): CheckRow | undefined =>
  tableId === null
    ? bills?.find(({ check_id: id }) => id === checkId)
    : bills?.filter(({ table_id: id }) => id === tableId).sort((a, b) => (a.bill_no ?? 0) - (b.bill_no ?? 0))[0];

/** The bill that a card is, unless what stands on the card is on several. */
export const onlyBillOf = (bills: readonly CheckRow[] | undefined, { table_id: tableId, orders }: OrderGroup): number | undefined => {
  const [bill, ...others] =
    bills?.filter(({ check_id: id, table_id: at }) => (tableId === null ? id === orders[0]?.check_id : at === tableId)) ?? [];
  return others.length === 0 ? bill?.check_id : undefined;
};

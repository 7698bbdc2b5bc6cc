import { type CheckRow, listChecks } from '#contract/checks.ts';
import { useReply } from '#web/platform/api.ts';
import { useLiveChecks } from './live-checks.ts';

/** The open bills, as they are announced; undefined until they are known. */
export const useBills = (enabled: boolean): CheckRow[] | undefined => {
  useLiveChecks();
  return useReply(listChecks, {}, { enabled, refetchOnMount: 'always' }).data;
};

/** The main bill of a table, else the first that was split off it. */
export const billOf = (bills: readonly CheckRow[] | undefined, tableId: number | null): CheckRow | undefined =>
  tableId === null ? undefined : bills?.filter(({ table_id: id }) => id === tableId).sort((a, b) => (a.bill_no ?? 0) - (b.bill_no ?? 0))[0];

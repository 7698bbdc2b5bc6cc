import type { Db } from '#server/platform/database/database.ts';
import { type CheckChangeRow, findLatestChanges, type MergeDetail, type MoveDetail } from './check-changes.queries.ts';
import { findCheckPayments } from './check-payments.queries.ts';
import { type CheckRow, findOpenBill, findTableToSitAt } from './checks.queries.ts';
import { heldPayments } from './checks.rules.ts';

/** Where undoing a change would put a bill; undefined where it puts none. */
const seatBefore = ({ kind, detail, check_ids }: CheckChangeRow, checks: readonly CheckRow[]) => {
  if (kind === 'move') return { ...(detail as MoveDetail), id: check_ids[0]! };
  return kind === 'merge' ? checks.find(({ id }) => id === (detail as MergeDetail).from) : undefined;
};

/** Why a change of these bills cannot be taken back any more, as a sentence; undefined when it can (wire-2.md §2). */
export const whyNotUndo = async (db: Db, change: CheckChangeRow, checks: readonly CheckRow[]): Promise<string | undefined> => {
  if (change.detail === null || change.undone_at !== null) return 'This cannot be undone!';
  const ids = checks.map(({ id }) => id);
  if ((await findLatestChanges(db, ids)).some((latest) => latest !== change.id)) return 'Undo what was changed after it first!';
  // the bill that was merged away is closed by that alone
  const isGone = ({ id, merged_into }: CheckRow) =>
    change.kind === 'merge' && id === (change.detail as MergeDetail).from && merged_into !== null && ids.includes(merged_into);
  if (checks.some((check) => check.closed_at !== null && !isGone(check))) return 'One of the bills is closed!';
  if (heldPayments(await findCheckPayments(db, ids)).length > 0) return 'Take back the payments of the bill first!';
  const seat = seatBefore(change, checks);
  if (seat?.table_id == null) return undefined;
  if (!(await findTableToSitAt(db, seat.table_id))) return 'This table does not exist any more!';
  const sitting = await findOpenBill(db, seat.table_id, seat.bill_no);
  // what was the main bill was merged onto a part of it, which has its number
  return sitting && sitting.id !== seat.id && !ids.includes(sitting.id) ? 'Somebody else sits at the table now!' : undefined;
};

import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findOpenCharges } from './bill-charges.queries.ts';
import { type BillLine, findBillLines } from './bill-lines.queries.ts';
import { sumCaptured } from './check-payments.queries.ts';
import { type CheckRow, findCheckRows } from './checks.queries.ts';
import { type Sums, sumsOf } from './checks.rules.ts';

/** What an open bill comes to now. Throws conflict where more than that is paid (wire-2.md §2). */
export const getCoveredSums = async (db: Db, check: CheckRow, lines: readonly BillLine[], now: Date): Promise<Sums> => {
  const { id } = check;
  const { charges } = (await findOpenCharges(db, [check], lines, now)).get(id)!;
  const sums = sumsOf(check, lines, { captured: (await sumCaptured(db, [id])).get(id), charges });
  if (sums.due < 0n) throw new AppError('conflict', 'Take back a payment first!');
  return sums;
};

/** Refuses a change that leaves less on one of these bills than is paid; a closed one is paid for. Call it before settled ones are closed. */
export const assertStillCovered = async (db: Db, checkIds: number[], now: Date): Promise<void> => {
  const captured = await sumCaptured(db, checkIds);
  if (captured.size === 0) return;
  const paid = (await findCheckRows(db, [...captured.keys()])).filter(({ closed_at }) => closed_at === null);
  for (const check of paid) await getCoveredSums(db, check, await findBillLines(db, [check.id]), now);
};

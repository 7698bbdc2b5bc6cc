import type { Db } from '#server/platform/database/database.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { findOpenCharges } from './bill-charges.queries.ts';
import { findOwedLines, findOwedLinesAtTables } from './bill-lines.queries.ts';
import { sumCaptured } from './check-payments.queries.ts';
import { findChecksAtTables, findOpenChecks } from './checks.queries.ts';
import { dueOf } from './order-board.rules.ts';
import { idsOf } from '#server/platform/database/batches.ts';

/** What is left to be paid of the open bills, or of those of tables, each rounded once, and what was paid of it. */
export const findOwed = async (db: Db, now: Date, isAtTable: boolean) => {
  const opened = await (isAtTable ? findChecksAtTables(db) : findOpenChecks(db));
  const lines = await (isAtTable ? findOwedLinesAtTables(db) : findOwedLines(db, idsOf(opened)));
  const linesOf = Map.groupBy(lines, (line) => line.on_check);
  const checks = opened.filter(({ id }) => linesOf.has(id));
  const captured = await sumCaptured(db, idsOf(checks));
  const open = await findOpenCharges(db, checks, lines, now);
  return mapInSlices(checks, (check) => {
    const onBill = linesOf.get(check.id)!;
    const paid = captured.get(check.id) ?? 0n;
    return { check, lines: onBill, paid, due: dueOf(onBill, open.get(check.id)!.charges, paid) };
  });
};

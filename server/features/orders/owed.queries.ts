import type { Db } from '#server/platform/database/database.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { findOpenCharges } from './bill-charges.queries.ts';
import { findOwedLines } from './bill-lines.queries.ts';
import { sumCaptured } from './check-payments.queries.ts';
import { findChecksOwing } from './checks.queries.ts';
import { dueOf } from './order-board.rules.ts';

/** What is left to be paid of the open bills, or of those of tables, each rounded once, and what was paid of it. */
export const findOwed = async (db: Db, now: Date, isAtTable: boolean) => {
  const linesOf = Map.groupBy(await findOwedLines(db, isAtTable), (line) => line.on_check);
  const checks = (await findChecksOwing(db, isAtTable)).filter(({ id }) => linesOf.has(id));
  const captured = await sumCaptured(
    db,
    checks.map(({ id }) => id),
  );
  const open = await findOpenCharges(db, checks, [...linesOf.values()].flat(), now);
  return mapInSlices(checks, (check) => {
    const lines = linesOf.get(check.id)!;
    const paid = captured.get(check.id) ?? 0n;
    return { check, lines, paid, due: dueOf(lines, open.get(check.id)!.charges, paid) };
  });
};

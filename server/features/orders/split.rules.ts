import { AppError } from '#contract/errors.ts';
import { type BillLine, isOwed } from './bill-lines.queries.ts';

interface Part {
  items: { itemId: number; quantity: number }[];
}

interface Plan {
  /** Lines that go to a part as they are: its place among the parts. */
  whole: { id: number; part: number }[];
  /** Pieces of a line that go to a part, as a line of their own. */
  halves: { of: number; quantity: number; part: number }[];
}

/**
 * Which lines of a bill go where (wire-2.md §2). What stays of a line keeps it; where nothing stays, the last part that takes of it does.
 * Throws what speaks against it.
 */
export const planSplit = (lines: readonly BillLine[], parts: readonly Part[]): Plan => {
  const left = new Map(lines.map((line) => [line.id, line.quantity]));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const plan: Plan = { whole: [], halves: [] };
  for (const [part, { items }] of parts.entries())
    for (const [itemId, quantity] of addedUp(items)) {
      const line = byId.get(itemId);
      if (!line) throw new AppError('not_found', 'This order item does not exist!');
      if (line.status === 'cancelled') throw new AppError('conflict', `${line.item_title} is cancelled!`);
      if (!isOwed(line)) throw new AppError('conflict', `${line.item_title} is paid already!`);
      const rest = left.get(itemId)! - quantity;
      if (rest < 0) throw new AppError('conflict', `There is not that much of ${line.item_title} on this bill!`);
      left.set(itemId, rest);
      if (rest === 0) plan.whole.push({ id: itemId, part });
      else plan.halves.push({ of: itemId, quantity, part });
    }
  if (!lines.some((line) => isOwed(line) && left.get(line.id)! > 0)) throw new AppError('conflict', 'Something must stay on this bill!');
  return plan;
};

/** The same line twice in one part is one. */
const addedUp = (items: Part['items']): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const { itemId, quantity } of items) sums.set(itemId, (sums.get(itemId) ?? 0) + quantity);
  return sums;
};

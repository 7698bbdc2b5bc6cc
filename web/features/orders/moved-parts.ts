import type { CheckRow } from '#contract/checks.ts';
import type { OrderGroup } from '#contract/orders.ts';
import { movedLines } from '#web/parts/bills.ts';

/**
 * The cards of a shelf, and after each those tables, as cards without orders, to which a part of its bill was moved where nobody has
 * ordered: the orders are those of their own table.
 */
export const withMovedParts = (cards: readonly OrderGroup[] = [], bills?: readonly CheckRow[]): OrderGroup[] => {
  const seated = new Set(cards.map((card) => card.table_id));
  return cards.flatMap((card) => {
    const moved = movedLines(card).map((line) => line.check_id);
    const parts = (moved.length > 0 ? bills : undefined)?.filter(({ check_id: id }) => moved.includes(id)) ?? [];
    const made: OrderGroup[] = [];
    for (const { table_id, table_title, floor } of parts) {
      if (table_id === null || seated.has(table_id)) continue;
      seated.add(table_id);
      made.push({ table_id, table_title, floor, orders: [], order_ids: [] });
    }
    return [card, ...made];
  });
};

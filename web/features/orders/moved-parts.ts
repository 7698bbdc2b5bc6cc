import type { CheckRow } from '#contract/checks.ts';
import type { OrderGroup } from '#contract/orders.ts';
import type { Card } from '#web/parts/bill.ts';
import { billName } from '#web/parts/bill-text.ts';
import { movedLines } from '#web/parts/bills.ts';

/**
 * The cards of a shelf, and after each, as cards without orders, the parts of its bill that nobody would find there: a table to which one
 * was moved where nobody has ordered, and a part without a table. The orders are those of their own card.
 */
export const withMovedParts = (cards: readonly OrderGroup[] = [], bills?: readonly CheckRow[]): Card[] => {
  const seated = new Set(cards.map((card) => card.table_id));
  const shown = new Set<number>();
  return cards.flatMap((card) => {
    const moved = movedLines(card).map((line) => line.check_id);
    const parts = (moved.length > 0 ? bills : undefined)?.filter(({ check_id: id }) => moved.includes(id)) ?? [];
    // where its own bill is paid, an order without a table stands for the parts of it
    const isStandIn = card.table_id === null && !bills?.some(({ check_id: id }) => card.orders.some((order) => order.check_id === id));
    const made: Card[] = [];
    for (const part of parts) {
      const { check_id, table_id, table_title, floor } = part;
      const nobody = { orders: [], order_ids: [] };
      if (table_id !== null) {
        if (seated.has(table_id)) continue;
        seated.add(table_id);
        made.push({ table_id, table_title, floor, ...nobody });
      } else if (!isStandIn && !shown.has(check_id)) {
        shown.add(check_id);
        made.push({ table_id, table_title: billName(part), floor: null, ...nobody, check_id });
      }
    }
    return [card, ...made];
  });
};

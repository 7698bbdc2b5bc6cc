import type { OrderGroup } from '#contract/orders.ts';

/** A card's own name among the others, whatever is paid or completed on it. */
export const cardKey = ({ table_id, orders }: OrderGroup): string => `${table_id ?? `order ${orders[0]!.id}`}`;

/**
 * A card with all rounds of its table: those that are open stand on one shelf, those that are completed and not paid on the
 * other, and a guest who asks for the bill means both.
 */
export const withWholeCheck = (card: OrderGroup, otherShelf: readonly OrderGroup[]): OrderGroup => {
  if (card.table_id === null) return card;
  const rounds = otherShelf.filter(({ table_id }) => table_id === card.table_id).flatMap(({ orders }) => orders);
  const byId = new Map([...rounds, ...card.orders].map((order) => [order.id, order]));
  return { ...card, orders: [...byId.values()].sort((a, b) => a.id - b.id) };
};

import { groupBy } from '#contract/group-by.ts';
import { type ItemStatus, ORDERS_AT_ONCE, type Order, type OrderGroup } from '#contract/orders.ts';

/** What stands on a board; `check_id`: the bill of a card that has neither orders nor a table. */
export type Card = OrderGroup & { check_id?: number };

const WITHOUT_TABLE = 'Dine Out / Delivery';

/** What a card is called: its table, or what stands in its place. */
export const cardTitle = ({ table_title }: OrderGroup): string => table_title ?? WITHOUT_TABLE;

/** The same, told apart from the other cards without a table. */
export const cardName = (group: OrderGroup): string =>
  group.table_title ?? `${WITHOUT_TABLE}, token ${group.orders.map(({ token_no }) => token_no).join(', ')}`;

/** The orders of a card that can still be paid or cancelled. */
export const unpaidIds = ({ orders }: OrderGroup): number[] =>
  orders.filter(({ payment_status }) => payment_status === 'pending').map(({ id }) => id);

/** The cards of a board from its orders: one a table, and one for each order without a table. */
export const toCards = (orders: readonly Order[]): OrderGroup[] =>
  [...groupBy(orders, ({ id, table_id }) => `${table_id ?? `order ${id}`}`).values()].map((group) => {
    const { table_id, table_title, floor } = group[0]!;
    const unpaid = group.filter(({ payment_status }) => payment_status === 'pending');
    return { table_id, table_title, floor, orders: group, order_ids: (unpaid.length > 0 ? unpaid : group).map(({ id }) => id) };
  });

/** As many of them, the oldest first, as one call takes. */
export const atOnce = (ids: number[]): number[] => ids.slice(0, ORDERS_AT_ONCE);

/** A card's own name among the others, whatever is paid or completed on it. */
export const cardKey = ({ table_id, orders, check_id }: Card): string =>
  `${table_id ?? (check_id === undefined ? `order ${orders[0]!.id}` : `bill ${check_id}`)}`;

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

/** Says that the kitchen loses what it still makes of these orders, when they are completed now. */
export const lossToKitchen = (
  orders: readonly { status: Order['status']; items: readonly { status: ItemStatus; quantity: number }[] }[],
): string | undefined => {
  const made = orders
    .filter(({ status }) => status === 'created')
    .flatMap(({ items }) => items.filter(({ status }) => status === 'created' || status === 'preparing'));
  const pieces = made.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces === 0) return undefined;
  return pieces === 1
    ? '1 item is still being made; the kitchen will no longer see it.'
    : `${pieces} items are still being made; the kitchen will no longer see them.`;
};

/** A card as it is now, if it is still of the guests of whom it was opened: at their table others may sit by now. */
export const ofSameGuests = (opened: OrderGroup, now: OrderGroup | undefined): OrderGroup | undefined => {
  const isKnown = ({ id, check_id: bill }: Order) =>
    opened.orders.some((order) => order.id === id || (bill !== undefined && order.check_id === bill));
  return opened.orders.length === 0 || now?.orders.some(isKnown) ? now : undefined;
};

/** Says which rounds a card has that it did not have when a dialog about it was opened. */
export const addedSince = (opened: OrderGroup, now: OrderGroup): string | undefined => {
  const known = new Set(opened.orders.map(({ id }) => id));
  const tokens = now.orders.filter(({ id }) => !known.has(id)).map(({ token_no }) => token_no);
  if (tokens.length === 0) return undefined;
  return tokens.length === 1 ? `Token ${tokens[0]} was added meanwhile.` : `Tokens ${tokens.join(', ')} were added meanwhile.`;
};

/** The unpaid rounds of a table that are completed: they wait on another shelf, and belong to the same bill. */
export const roundsOf = (table: number) => ({ query: { unpaid: '1', table: String(table) } }) as const;

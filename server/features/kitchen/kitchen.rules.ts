import type { FinishedOrder } from '#contract/kitchen.ts';
import type { KitchenOrder } from '#contract/orders.ts';
import type { OrderRow } from '#server/features/orders/order-board.queries.ts';
import { toKitchenOrder } from '#server/features/orders/order-board.rules.ts';

const MINUTE = 60_000;
/** For how long a cook may take back what was completed (docs/decisions/0016-kitchen-display.md). */
const RECALL_MINUTES = 30;
/** A display that nobody looked at for this long does not fill up with what was cancelled. */
const UNSEEN_MINUTES = 120;

export const recallableSince = (now: Date): Date => new Date(now.getTime() - RECALL_MINUTES * MINUTE);
export const unseenSince = (now: Date): Date => new Date(now.getTime() - UNSEEN_MINUTES * MINUTE);

interface Cooked {
  status: string;
  cooked_at: Date | null;
}

/** Why a line cannot be recalled; undefined when it can. */
export const refusalToRecall = (line: Cooked, orderStatus: string, now: Date): string | undefined => {
  if (orderStatus !== 'created') return 'This order is already closed!';
  if (line.status !== 'completed') return `This item is already ${line.status}!`;
  if (line.cooked_at === null || line.cooked_at <= recallableSince(now))
    return `Only what the kitchen completed in the last ${RECALL_MINUTES} minutes can be recalled!`;
  return undefined;
};

/** The bills that lines of these were split off to. */
export const splitBillsOf = (orders: readonly OrderRow[]): number[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap(({ check_id }) => check_id ?? []))),
];

/** A ticket of the display: of what was cancelled, only what no cook has seen yet; with the table of each line that goes to another one. */
export const toTicket = (order: OrderRow, tables: ReadonlyMap<number, string>): KitchenOrder => {
  const shown = { ...order, lines: order.lines.filter((line) => line.status !== 'cancelled' || line.cancelled_unseen_at !== null) };
  const ticket = toKitchenOrder(shown);
  const tableOf = (checkId: number | undefined) => (checkId === undefined ? undefined : tables.get(checkId));
  return {
    ...ticket,
    items: ticket.items.map((item) => {
      const title = tableOf(item.check_id);
      return title === undefined || title === order.table_title ? item : { ...item, table_title: title };
    }),
  };
};

const isToShow = ({ status, cancelled_unseen_at }: OrderRow['lines'][number]): boolean =>
  status === 'created' || status === 'preparing' || (status === 'cancelled' && cancelled_unseen_at !== null);

/**
 * Of these orders what one station makes; what was ordered before there were stations is the fallback's. Where its lines are made an
 * order is gone.
 */
export const madeAt = (orders: OrderRow[], stationId: number, fallbackId: number): OrderRow[] =>
  orders
    .map((order) => ({ ...order, lines: order.lines.filter((line) => (line.station_id ?? fallbackId) === stationId) }))
    .filter(({ lines }) => lines.some(isToShow));

/** Of an order what was not cancelled, with what may be recalled; of these stations’ lines, where some are named. */
export const toFinishedOrder = (order: OrderRow, finishedAt: Date, now: Date, stationIds?: readonly (number | null)[]): FinishedOrder => {
  const lines = order.lines.filter(
    (line) => line.status !== 'cancelled' && (stationIds === undefined || stationIds.includes(line.station_id)),
  );
  const { items, ...heading } = toKitchenOrder({ ...order, lines });
  return {
    ...heading,
    finished_at: finishedAt.toISOString(),
    items: items.map((item, at) => ({ ...item, is_recallable: refusalToRecall(lines[at]!, order.status, now) === undefined })),
  };
};

import type { Currency } from '#contract/currencies.ts';
import type { KitchenOrder, OpenCheck, Order, OrderGroup, OrderSummary } from '#contract/orders.ts';
import { splitTax, toDecimal, toPercent } from '#contract/pricing.ts';
import { totalOf, toPriced } from '#server/features/pos/cart.rules.ts';
import type { LineRow, OpenCheckLine, OrderRow } from './order-board.queries.ts';

interface Addon {
  id: number;
  title: string;
  price: number;
}

const heading = ({ lines, check_id, business_date, created_at, customer_phone, ...order }: OrderRow) => ({
  ...order,
  date: created_at.toISOString(),
  // the wire's customer id is the phone (cases.md N10)
  customer_id: customer_phone,
});

const addonsOf = (line: LineRow) => (line.addons as Addon[] | null)?.map(({ id, title }) => ({ id, item_id: line.item_id, title })) ?? null;

/** `date`: of its order, written once for all of its lines. */
const kitchenItem = (line: LineRow, date: string) => ({
  id: line.id,
  order_id: line.order_id,
  item_id: line.item_id,
  item_title: line.item_title,
  variant_id: line.variant_id,
  variant_title: line.variant_title,
  quantity: line.quantity,
  status: line.status,
  date,
  addons: addonsOf(line),
  notes: line.notes,
});

/** An order for the kitchen: no prices. */
export const toKitchenOrder = (order: OrderRow): KitchenOrder => {
  const head = heading(order);
  return { ...head, items: order.lines.map((line) => kitchenItem(line, head.date)) };
};

/** What is to be paid for: cancelled lines cost nothing. */
const billedLines = (orders: OrderRow[]): LineRow[] => orders.flatMap(({ lines }) => lines.filter((line) => line.status !== 'cancelled'));

/** Totals of a bill from its stored lines, rounded once over all of them. */
export const billOf = (orders: OrderRow[]) => totalOf(billedLines(orders));

/** What of their tax is of which rate, adding up to that of the bill. */
export const taxesOf = (orders: OrderRow[]) => splitTax(billedLines(orders).map(toPriced));

const toOrder = (order: OrderRow, { decimals }: Currency): Order => {
  const head = heading(order);
  return {
    ...head,
    items: order.lines.map((line) => ({ ...kitchenItem(line, head.date), price: toDecimal(BigInt(line.unit_price), decimals) })),
    due: order.payment_status === 'paid' ? 0 : toDecimal(billOf([order]).total, decimals),
  };
};

/**
 * What a card's actions are about: the orders not yet paid, or all of them once all are. With a paid order among them a
 * client that pays the card as a whole could never pay the rest of it.
 */
const payableIds = (group: OrderRow[]): number[] => {
  const unpaid = group.filter((order) => order.payment_status === 'pending');
  return (unpaid.length > 0 ? unpaid : group).map((order) => order.id);
};

/** A card of the board. */
export const toGroup = (group: OrderRow[], currency: Currency): OrderGroup => ({
  table_id: group[0]!.table_id,
  table_title: group[0]!.table_title,
  floor: group[0]!.floor,
  orders: group.map((order) => toOrder(order, currency)),
  order_ids: payableIds(group),
});

/** One group a table, and a group of its own for each order without one: strangers never share a bill (wire.md §3). */
export const cardsOf = (orders: OrderRow[]): OrderRow[][] => [
  ...Map.groupBy(orders, (order) => (order.table_id === null ? `order ${order.id}` : `table ${order.table_id}`)).values(),
];

/** The bill as the payment summary and the receipt read it; cancelled items left out. */
export const toSummary = (orders: OrderRow[], { decimals }: Currency): OrderSummary => {
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), decimals);
  const totals = billOf(orders);
  return {
    subtotal: amount(totals.net),
    taxTotal: amount(totals.tax),
    total: amount(totals.total),
    orders: orders.map((order) => ({
      ...heading(order),
      items: billedLines([order]).map((line) => ({
        ...kitchenItem(line, order.created_at.toISOString()),
        price: amount(line.unit_price),
        variant_price: line.variant_id === null ? null : amount(line.base_price),
        tax_id: line.tax_id,
        tax_title: line.tax_title,
        tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
        tax_type: line.tax_type,
        itemTotal: amount(BigInt(line.unit_price) * BigInt(line.quantity)),
        addons:
          (line.addons as Addon[] | null)?.map((addon) => ({
            id: addon.id,
            item_id: line.item_id,
            title: addon.title,
            price: amount(addon.price),
          })) ?? null,
      })),
    })),
  };
};

/** The tables at which a bill is open, the oldest first; what is owed is rounded once for each, as its bill will be. */
export const toOpenChecks = (rows: OpenCheckLine[], { decimals }: Currency): OpenCheck[] =>
  [...Map.groupBy(rows, (row) => row.check_id).values()].map((lines) => {
    const [{ table_id, table_title, floor, opened_at }] = lines as [OpenCheckLine];
    const owed = lines.flatMap(({ payment_status, unit_price, quantity, ...tax }) =>
      payment_status === 'paid' || unit_price === null || quantity === null ? [] : [{ ...tax, unit_price, quantity }],
    );
    return {
      table_id: table_id!,
      table_title: table_title!,
      floor,
      orders: new Set(lines.map(({ order_id }) => order_id)).size,
      due: toDecimal(totalOf(owed).total, decimals),
      since: opened_at.toISOString(),
    };
  });

import { chargeLine, type ChargeRule, type Cost } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import type { KitchenOrder, OpenCheck, Order, OrderGroup, OrderSummary } from '#contract/orders.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { costOfLines, totalOf } from '#server/features/prices/cart.rules.ts';
import { toBillCharges, toTaxShares } from '#server/features/prices/charges.rules.ts';
import type { CheckRow } from './checks.queries.ts';
import type { OwedLine } from './bill-lines.queries.ts';
import type { LineRow, OrderRow } from './order-board.queries.ts';

type OpenBill = Pick<CheckRow, 'table_id' | 'table_title' | 'floor' | 'opened_at'>;

interface Addon {
  id: number;
  title: string;
  price: number;
}

// field by field: to copy what is left of a row costs several times as much, and the wire needs less of it
const heading = (order: OrderRow) => ({
  id: order.id,
  date: order.created_at.toISOString(),
  delivery_type: order.delivery_type,
  customer_type: order.customer_type,
  // the wire's customer id is the phone (cases.md N10)
  customer_id: order.customer_phone,
  customer_name: order.customer_name,
  member_name: order.member_name,
  table_id: order.table_id,
  table_title: order.table_title,
  floor: order.floor,
  status: order.status,
  payment_status: order.payment_status,
  token_no: order.token_no,
  ...(order.guest_name !== null && { guest_name: order.guest_name }),
  ...(order.delivery_address !== null && { delivery_address: order.delivery_address }),
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
  ...(line.station_id !== null && { station_id: line.station_id }),
  ...(line.check_id !== null && { check_id: line.check_id }),
});

/** An order for the kitchen: no prices. */
export const toKitchenOrder = (order: OrderRow): KitchenOrder => {
  const head = heading(order);
  return { ...head, items: order.lines.map((line) => kitchenItem(line, head.date)) };
};

const isOwed = ({ payment_status }: OrderRow, line: LineRow): boolean =>
  payment_status === 'pending' && line.invoice_id === null && line.status !== 'cancelled';

/** What is to be paid for: cancelled lines cost nothing, and where something is unpaid it is that; of paid orders it is what was. */
export const billedLines = (orders: OrderRow[]): LineRow[] => {
  const owed = orders.flatMap((order) => order.lines.filter((line) => isOwed(order, line)));
  return owed.length > 0 ? owed : orders.flatMap(({ lines }) => lines.filter((line) => line.status !== 'cancelled'));
};

/** What a bill comes to from its stored lines and these charges, rounded once over all of them. */
export const costOfOrders = (orders: OrderRow[], charges: readonly ChargeRule[] = []): Cost => costOfLines(billedLines(orders), charges);

/** Totals of lines. A till asks for thousands at once: without charges nothing is split by taxes. */
const totalsOf = (lines: Parameters<typeof totalOf>[0], charges: readonly ChargeRule[]) =>
  charges.length === 0 ? totalOf(lines) : costOfLines(lines, charges).totals;

export const billOf = (orders: OrderRow[], charges: readonly ChargeRule[] = []) => totalsOf(billedLines(orders), charges);

const toOrder = (order: OrderRow, { decimals }: Currency, charges: readonly ChargeRule[]): Order => {
  const head = heading(order);
  return {
    ...head,
    check_id: order.check_id,
    items: order.lines.map((line) => ({ ...kitchenItem(line, head.date), price: toDecimal(BigInt(line.unit_price), decimals) })),
    due: order.payment_status === 'paid' ? 0 : toDecimal(billOf([order], charges).total, decimals),
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
export const toGroup = (
  group: OrderRow[],
  currency: Currency,
  chargesOf: (order: OrderRow) => readonly ChargeRule[] = () => [],
): OrderGroup => ({
  table_id: group[0]!.table_id,
  table_title: group[0]!.table_title,
  floor: group[0]!.floor,
  orders: group.map((order) => toOrder(order, currency, chargesOf(order))),
  order_ids: payableIds(group),
});

/** One group a table, and a group of its own for each order without one: strangers never share a bill (wire.md §3). */
export const cardsOf = (orders: OrderRow[]): OrderRow[][] => [
  ...Map.groupBy(orders, (order) => (order.table_id === null ? `order ${order.id}` : `table ${order.table_id}`)).values(),
];

/** A line as a bill writes it. */
export const summaryItemOf = (line: LineRow, date: string, decimals: number): OrderSummary['orders'][number]['items'][number] => {
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), decimals);
  return {
    ...kitchenItem(line, date),
    price: amount(line.unit_price),
    variant_price: line.variant_id === null ? null : amount(line.base_price),
    tax_id: line.tax_id,
    tax_title: line.tax_title,
    tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
    tax_type: line.tax_type,
    itemTotal: amount(BigInt(line.unit_price) * BigInt(line.quantity)),
    ...(line.discount !== 0 && { discount: amount(line.discount) }),
    addons:
      (line.addons as Addon[] | null)?.map(({ id, title, price }) => ({ id, item_id: line.item_id, title, price: amount(price) })) ?? null,
  };
};

/** The bill as the payment summary and the receipt read it; cancelled items left out, and what is paid where something is not. */
export const toSummary = (orders: OrderRow[], currency: Currency, charges: readonly ChargeRule[] = []): OrderSummary => {
  const { decimals } = currency;
  const amount = (minor: bigint) => toDecimal(minor, decimals);
  const cost = costOfOrders(orders, charges);
  const { totals } = cost;
  const billed = new Set(billedLines(orders));
  return {
    subtotal: amount(totals.net),
    taxTotal: amount(totals.tax),
    total: amount(totals.total),
    ...(cost.discount !== 0n && { discount: amount(cost.discount) }),
    ...(cost.charges.length > 0 && { charges: toBillCharges(cost.charges, currency) }),
    ...(cost.taxes.length > 0 && { taxes: toTaxShares([...cost.lines, ...cost.charges.map(chargeLine)], currency) }),
    orders: orders.map((order) => ({
      ...heading(order),
      items: order.lines.filter((line) => billed.has(line)).map((line) => summaryItemOf(line, order.created_at.toISOString(), decimals)),
    })),
  };
};

/** What is still to be paid of the open bill of a table. */
export const dueOf = (lines: readonly OwedLine[], charges: readonly ChargeRule[], paid: bigint): bigint =>
  totalsOf(lines, charges).total - paid;

/** The tables at which a bill is open, the oldest first; what is owed is rounded once for each of its bills. */
export const toOpenChecks = (bills: { check: OpenBill; lines: OwedLine[]; due: bigint }[], { decimals }: Currency): OpenCheck[] =>
  [...Map.groupBy(bills, ({ check }) => check.table_id).values()].map((ofTable) => {
    const [{ check }] = ofTable as [(typeof ofTable)[number]];
    return {
      table_id: check.table_id!,
      table_title: check.table_title!,
      floor: check.floor,
      orders: new Set(ofTable.flatMap(({ lines }) => lines.map(({ order_id }) => order_id))).size,
      ...(ofTable.length > 1 && { bills: ofTable.length }),
      due: toDecimal(
        ofTable.reduce((sum, { due }) => sum + due, 0n),
        decimals,
      ),
      since: check.opened_at.toISOString(),
    };
  });

/** How many rows a card stands for: an order has up to 200 lines, and a loop that counts orders alone is blocked by them. */
export const rowsOfCard = (orders: readonly Pick<OrderRow, 'lines'>[]): number =>
  orders.reduce((sum, { lines }) => sum + 1 + lines.length, 0);

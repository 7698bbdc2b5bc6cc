import { type Closing, closeDay, getClosing, getDay } from '#contract/day.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { database, openApp, openMailbox, openRestaurant, type Restaurant } from './restaurant.ts';
import { withMenu } from './menu.ts';

/** A restaurant whose time the test holds. */
export const openAt = async (opening: string, timezone = 'UTC') => {
  let held = new Date(opening);
  const mail = openMailbox();
  const app = await openApp({ clock: () => held, mail });
  const restaurant = await withMenu(await openRestaurant({ app, now: held, timezone }));
  const { admin, menu } = restaurant;
  const { paymentTypeId: card } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  return {
    ...restaurant,
    mail,
    cash,
    card,
    at: (instant: string | number) => void (held = new Date(instant)),
    sell: async (quantity: number, paymentTypeId = cash) =>
      (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity }], paymentTypeId } })).reply.invoiceId,
    close: (businessDate: string, counts: { paymentTypeId: number; amount: number }[] = []) =>
      admin(closeDay, { body: { businessDate, counts } }),
    closing: async (no: number) => (await admin(getClosing, { params: { no: String(no) } })).reply,
    x: async () => (await admin(getDay, { query: {} })).reply,
  };
};

export const cents = (amount: number): number => Math.round(amount * 100);

// A closing once more from raw rows, by plain loops: nothing here is shared with the server, and the business dates that are stored are not believed.

const QUARTER = 15 * 60_000; // ms
const BACK = 36 * 4; // quarters of an hour

const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The business date of instants by the wall clock alone: the latest that any moment until then had, so a clock that goes back repeats none. */
export const daysOf = (timezone: string, dayStart: string) => {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  const shown = new Map<number, string>();
  const ofMoment = (time: number): string => {
    const known = shown.get(time);
    if (known) return known;
    const [date, clock] = wall.format(time).split(' ') as [string, string];
    const day = clock < dayStart ? dayBefore(date) : date;
    shown.set(time, day);
    return day;
  };
  return (time: number): string => {
    let day = ofMoment(time);
    const last = Math.floor(time / QUARTER);
    for (let quarter = last - BACK; quarter <= last; quarter++) {
      const then = ofMoment(quarter * QUARTER);
      if (then > day) day = then;
    }
    return day;
  };
};

type Row = { id: number; business_date: string; created_at: Date };
interface Invoice extends Row {
  sub_total: number;
  tax_total: number;
  total: number;
  rounding: number;
  discount: number;
}
interface Payment extends Row {
  invoice_id: number;
  payment_type: string;
  amount: number;
  tip: number;
  kind: string;
  drawer_id: number | null;
  reverses: number | null;
}
interface Order extends Row {
  invoice_id: number | null;
  check_id: number;
  status: string;
}
interface Line {
  id: number;
  order_id: number;
  /** Where it is on another bill than its order. */
  check_id: number | null;
  invoice_id: number | null;
  unit_price: number;
  quantity: number;
  status: string;
}
interface Voided extends Row {
  line_id: number;
  quantity: number;
  amount: number;
  is_made: boolean;
  reason: string | null;
}
type Tax = Record<'title' | 'type', string> & Record<'rate' | 'net' | 'tax', number>;

const rowsOf = async <T extends object>(table: string, { tenantId }: Pick<Restaurant, 'tenantId'>): Promise<T[]> =>
  (await database.query<T>(`select * from ${table} where tenant_id = $1 order by 2`, [tenantId])).rows;

/** All that a day is made of, as it is stored. */
export const readRows = async (shop: Restaurant) => ({
  invoices: await rowsOf<Invoice>('invoices', shop),
  payments: await rowsOf<Payment>('payments', shop),
  orders: await rowsOf<Order>('orders', shop),
  lines: await rowsOf<Line>('order_lines', shop),
  voids: await rowsOf<Voided>('voids', shop),
  charges: await rowsOf<{ invoice_id: number; amount: number }>('invoice_charges', shop),
  adjustments: await rowsOf<{ id: number; reason: string | null }>('adjustments', shop),
  off: await rowsOf<{ line_id: number; adjustment_id: number; amount: number }>('line_adjustments', shop),
  captured: await rowsOf<Omit<Payment, 'invoice_id'> & { check_id: number }>('check_payments', shop),
  checks: await rowsOf<{ id: number; covers: number | null; invoice_id: number | null }>('checks', shop),
  drawers: await rowsOf<{ id: number; float: number; opened_at: Date; closed_at: Date | null; counted: number; denominations: Money[] }>(
    'drawers',
    shop,
  ),
  movements: await rowsOf<{ drawer_id: number; kind: string; amount: number }>('drawer_movements', shop),
  hashed: await rowsOf<{ invoice_id: number; hashed: string }>('invoice_hashes', shop),
});
type Money = { value: number; count: number };
export type Rows = Awaited<ReturnType<typeof readRows>>;

const add = (sums: Record<string, number>, key: string, amount: number) => void (sums[key] = (sums[key] ?? 0) + amount);
const withoutNothing = (sums: Record<string, number>) => Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));

const totals = <T>(list: readonly T[], key: (row: T) => string, of: (row: T) => number) => {
  const sums: Record<string, number> = {};
  for (const row of list) add(sums, key(row), of(row));
  return sums;
};
const taxKey = ({ title, rate, type }: Tax) => `${title} ${rate} ${type}`;

interface RecountOptions {
  day: string;
  isIn: (row: { id: number; created_at: Date }, table: 'invoices' | 'payments' | 'voids') => boolean;
  /** of drawers that the closing is to have */
  hasDrawer: (drawer: { id: number; opened_at: Date }) => boolean;
  dayOf: (time: number) => string;
}

const findDiscounts = (rows: Rows, sold: ReadonlyMap<number, Line>, invoiceOf: (line: Line) => number | null) => {
  const amounts: Record<string, number> = {};
  const times: Record<string, number> = {};
  const given = new Set<string>();
  for (const { line_id, adjustment_id, amount } of rows.off) {
    const line = sold.get(line_id);
    if (!line || amount === 0) continue;
    const { reason } = rows.adjustments.find(({ id }) => id === adjustment_id)!;
    add(amounts, `${reason}`, amount);
    const key = `${invoiceOf(line)} ${adjustment_id}`;
    if (!given.has(key)) add(times, `${reason}`, 1);
    given.add(key);
  }
  return { discounts: amounts, discountTimes: times };
};

const findVoids = (rows: Rows, isIn: RecountOptions['isIn']) => {
  const amounts: Record<string, number> = {};
  const pieces: Record<string, number> = {};
  const whyOf = new Map(rows.voids.map((row) => [row.line_id, row]));
  for (const line of rows.lines) {
    if (line.status !== 'cancelled') continue;
    const why = whyOf.get(line.id)!;
    // of the day of its order
    const { created_at } = rows.orders.find(({ id }) => id === line.order_id)!;
    if (!isIn({ id: why.id, created_at }, 'voids')) continue;
    add(amounts, `${why.reason} ${why.is_made}`, line.unit_price * line.quantity);
    add(pieces, `${why.reason} ${why.is_made}`, line.quantity);
  }
  return { voids: amounts, voidedPieces: pieces };
};

/** As the invoices themselves say it in what was hashed of them. */
const findTaxes = (rows: Rows, mine: ReadonlySet<number>) => {
  const taxes: Record<string, number> = {};
  const bases: Record<string, number> = {};
  for (const { invoice_id, hashed } of rows.hashed) {
    if (!mine.has(invoice_id)) continue;
    for (const row of (JSON.parse(hashed) as { taxes: Tax[] }).taxes) {
      add(taxes, taxKey(row), cents(row.tax));
      add(bases, taxKey(row), cents(row.net));
    }
  }
  return { taxes: withoutNothing(taxes), bases: withoutNothing(bases) };
};

/** Each time money went from hand to hand: what a bill was paid with before it closed stands once more among the payments of its invoice. */
const findMoved = (rows: Rows) => {
  const bills = new Set(rows.captured.map(({ check_id }) => check_id));
  const fromBill = new Set(rows.checks.filter(({ id }) => bills.has(id)).map(({ invoice_id }) => invoice_id));
  const corrected = new Map<number, number>();
  for (const { id, invoice_id, reverses } of rows.payments)
    if (reverses !== null && !corrected.has(invoice_id)) corrected.set(invoice_id, id);
  const isCopy = ({ id, invoice_id }: Payment) => fromBill.has(invoice_id) && id < (corrected.get(invoice_id) ?? Infinity);
  return [...rows.captured, ...rows.payments.filter((row) => !isCopy(row))];
};

const findDrawers = (rows: Rows, hasDrawer: RecountOptions['hasDrawer']) => {
  const moved = findMoved(rows);
  return rows.drawers.flatMap(({ id, float, opened_at, closed_at, denominations }) => {
    if (!closed_at || !hasDrawer({ id, opened_at })) return [];
    let expected = float;
    for (const { drawer_id, kind, amount } of rows.movements) if (drawer_id === id) expected += kind === 'pay_in' ? amount : 0 - amount;
    for (const row of moved) if (row.drawer_id === id && row.kind === 'cash') expected += row.amount + row.tip;
    return [{ id, expected, counted: denominations.reduce((all, { value, count }) => all + value * count, 0) }];
  });
};

/** Guests of the bills on which these lines were sold: the parts of an order are on bills of their own. */
const coversOf = ({ checks }: Rows, sold: readonly Line[], orderOf: ReadonlyMap<number, Order>): number => {
  const bills = new Set(sold.map(({ check_id, order_id }) => check_id ?? orderOf.get(order_id)!.check_id));
  return checks.reduce((all, { id, covers }) => all + (bills.has(id) ? (covers ?? 0) : 0), 0);
};

/** What a day or closing is to say of the invoices and payments that came into it, in minor units. */
export const recountDay = (rows: Rows, { day, isIn, hasDrawer, dayOf }: RecountOptions) => {
  const invoices = rows.invoices.filter((row) => isIn(row, 'invoices'));
  const payments = rows.payments.filter((row) => isIn(row, 'payments'));
  const mine = new Set(invoices.map(({ id }) => id));
  const orderOf = new Map(rows.orders.map((order) => [order.id, order]));
  const invoiceOf = (line: Line) => line.invoice_id ?? orderOf.get(line.order_id)!.invoice_id;
  const sold = rows.lines.filter((line) => line.status !== 'cancelled' && mine.has(invoiceOf(line)!));
  const sum = (pick: (row: Invoice) => number) => invoices.reduce((all, row) => all + pick(row), 0);
  const isLate = ({ created_at }: Row) => dayOf(created_at.getTime()) !== day;
  const today = rows.orders.filter((order) => !isLate(order));
  const late = invoices.filter(isLate);
  return {
    orders: today.filter(({ status }) => status !== 'cancelled').length,
    covers: coversOf(rows, sold, orderOf),
    gross: sold.reduce((all, line) => all + line.unit_price * line.quantity, 0),
    ...findDiscounts(rows, new Map(sold.map((line) => [line.id, line])), invoiceOf),
    discount: sum(({ discount }) => discount),
    ...findVoids(rows, isIn),
    net: sum(({ sub_total }) => sub_total),
    tax: sum(({ tax_total }) => tax_total),
    ...findTaxes(rows, mine),
    charges: rows.charges.reduce((all, { invoice_id, amount }) => all + (mine.has(invoice_id) ? amount : 0), 0),
    total: sum(({ total }) => total),
    refunds: 0 - sum(({ total }) => Math.min(total, 0)),
    rounding: sum(({ rounding }) => rounding),
    tips: payments.reduce((all, { tip }) => all + tip, 0),
    means: totals(
      payments,
      (row) => row.payment_type,
      ({ amount }) => amount,
    ),
    drawers: findDrawers(rows, hasDrawer),
    late: { invoices: late.map(({ id }) => id), total: late.reduce((all, { total }) => all + total, 0) },
    from: invoices[0]?.id ?? null,
    to: invoices.at(-1)?.id ?? null,
  };
};

const voidKey = ({ reason, made }: { reason: string | null; made: boolean }) => `${reason} ${made}`;

/** What a closing or X report says, in the form of the recount. */
export const saidBy = (
  day: Omit<Closing, 'hash' | 'previous_hash' | 'closing_no' | 'note' | 'grand_total'>,
): ReturnType<typeof recountDay> => ({
  orders: day.orders,
  covers: day.covers,
  gross: cents(day.gross),
  discounts: totals(
    day.discounts,
    ({ reason }) => `${reason}`,
    ({ amount }) => cents(amount),
  ),
  discountTimes: totals(
    day.discounts,
    ({ reason }) => `${reason}`,
    ({ count }) => count,
  ),
  discount: day.discounts.reduce((all, { amount }) => all + cents(amount), 0),
  voids: totals(day.voids, voidKey, ({ amount }) => cents(amount)),
  voidedPieces: totals(day.voids, voidKey, ({ count }) => count),
  net: cents(day.net),
  tax: day.taxes.reduce((all, { tax }) => all + cents(tax), 0),
  taxes: withoutNothing(totals(day.taxes, taxKey, ({ tax }) => cents(tax))),
  bases: withoutNothing(totals(day.taxes, taxKey, ({ net }) => cents(net))),
  charges: cents(day.charges),
  total: cents(day.total),
  refunds: cents(day.refunds),
  rounding: cents(day.rounding),
  tips: cents(day.tips),
  means: totals(
    day.payments,
    (row) => row.payment_type,
    ({ expected }) => cents(expected),
  ),
  drawers: day.drawers.map((row) => ({ id: row.drawer_id, expected: cents(row.expected), counted: cents(row.counted) })),
  late: { invoices: day.late.invoices, total: cents(day.late.total) },
  from: day.from_invoice,
  to: day.to_invoice,
});

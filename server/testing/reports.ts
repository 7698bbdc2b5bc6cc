import { findCurrency } from '#contract/currencies.ts';
import { database } from './restaurant.ts';

// Every figure of the reports once more, from the raw rows, by plain loops: nothing here is shared with the server but the list of
// currencies. It does not even believe the business dates that are stored.

interface Order {
  id: number;
  created_at: Date;
  member_id: number | null;
  customer_id: number | null;
  status: string;
  invoice_id: number | null;
  currency: string;
}
interface Line {
  id: number;
  order_id: number;
  item_id: number;
  unit_price: number;
  quantity: number;
  status: string;
  tax_title: string | null;
  tax_rate: number | null;
  tax_type: 'exclusive' | 'inclusive' | null;
}
interface Invoice {
  id: number;
  created_at: Date;
  member_id: number | null;
  sub_total: number;
  tax_total: number;
  total: number;
  currency: string;
}

interface RecountOptions {
  tenantId: number;
  /** by which clocks the store went, and from which instants on; a sale keeps the day and hour of its own clock */
  clocks: { since: Date; timezone: string; dayStart: string }[];
  from: string;
  to: string;
  /** nothing of the last day counts from this instant on */
  until?: Date;
}

const wallClockOf = (timezone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (instant: Date) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    return { date: `${part['year']}-${part['month']}-${part['day']}`, hour: part['hour']!, time: `${part['hour']}:${part['minute']}` };
  };
};

const dayBefore = (date: string) => new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Exact shares of an invoice's tax, rounded by the largest remainder; equals go to what was ordered first. */
const shareTax = (invoice: Invoice, lines: Line[]) => {
  const shares: { key: string; rate: bigint; whole: bigint; sales: bigint; tax: bigint; rest: bigint }[] = [];
  for (const line of lines) {
    if (line.tax_type === null) continue;
    const key = `${line.tax_type}/${line.tax_rate}/${line.tax_title}`;
    let share = shares.find((other) => other.key === key);
    const rate = BigInt(line.tax_rate!);
    if (!share)
      shares.push((share = { key, rate, whole: 1_000_000n + (line.tax_type === 'inclusive' ? rate : 0n), sales: 0n, tax: 0n, rest: 0n }));
    share.sales += BigInt(line.unit_price) * BigInt(line.quantity);
  }
  let missing = BigInt(invoice.tax_total);
  for (const share of shares) {
    share.tax = (share.sales * share.rate) / share.whole;
    share.rest = (share.sales * share.rate) % share.whole;
    missing -= share.tax;
  }
  const unserved = [...shares];
  for (; missing > 0n; missing--) {
    let next = unserved[0]!;
    for (const share of unserved) if (share.rest * next.whole > next.rest * share.whole) next = share;
    next.tax += 1n;
    unserved.splice(unserved.indexOf(next), 1);
  }
  return shares;
};

const rowsOf = async <T extends object>(table: string, tenantId: number): Promise<T[]> =>
  (await database.query<T>(`select * from ${table} where tenant_id = $1 order by id`, [tenantId])).rows;

/** What GET /reports and GET /reports/details are to answer for the days from `from` to `to`. */
export const recount = async ({ tenantId, clocks, from, to, until }: RecountOptions) => {
  const { rows: settings } = await database.query<{ currency: string }>('select currency from store_settings where tenant_id = $1', [
    tenantId,
  ]);
  const currency = findCurrency(settings[0]!.currency)!;
  const orders = await rowsOf<Order>('orders', tenantId);
  const lines = await rowsOf<Line>('order_lines', tenantId);
  const invoices = await rowsOf<Invoice>('invoices', tenantId);
  const payments = await rowsOf<{
    invoice_id: number;
    payment_type: string;
    amount: number;
    tip: number;
    reverses: number | null;
    created_at: Date;
  }>('payments', tenantId);
  const voids = await rowsOf<{ line_id: number; quantity: number; is_made: boolean }>('voids', tenantId);
  const customers = await rowsOf<{ created_at: Date; erased_at: Date | null }>('customers', tenantId);
  const menu = await rowsOf<{
    id: number;
    title: string;
    price: number;
    category_id: number | null;
    last_category_id: number | null;
  }>('menu_items', tenantId);

  const inForce = (instant: Date) => clocks.findLast(({ since }) => since <= instant) ?? clocks[0]!;
  const wallClocks = new Map(clocks.map(({ timezone }) => [timezone, wallClockOf(timezone)]));
  const clockOf = (instant: Date, { timezone } = inForce(instant)) => wallClocks.get(timezone)!(instant);
  const dayOf = (instant: Date, clock = inForce(instant)) => {
    const { date, time } = clockOf(instant, clock);
    return time < clock.dayStart ? dayBefore(date) : date;
  };
  const isIn = ({ created_at }: { created_at: Date }, clock?: RecountOptions['clocks'][number]) => {
    const day = dayOf(created_at, clock);
    return day >= from && day <= to && !(until && day === to && created_at >= until);
  };
  const amount = (minor: bigint) => Number(minor) / 10 ** currency.decimals;
  const lineSum = (line: Line) => BigInt(line.unit_price) * BigInt(line.quantity);
  const linesOf = (order: Order) => lines.filter((line) => line.order_id === order.id);

  const placed = orders.filter((order) => isIn(order) && order.status !== 'cancelled');
  const paid = invoices.filter((invoice) => isIn(invoice) && invoice.currency === currency.code);
  const paidOrders = (invoice: Invoice) => orders.filter(({ invoice_id }) => invoice_id === invoice.id);
  const soldOn = (invoice: Invoice) =>
    paidOrders(invoice).flatMap((order) => linesOf(order).filter(({ status }) => status !== 'cancelled'));

  let revenue = 0n;
  let net = 0n;
  let tax = 0n;
  let paidCount = 0n;
  const revenueByHour = new Map<string, bigint>();
  const revenueByDay = new Map<string, bigint>();
  const ordersByDay = new Map<string, number>();
  const byMember = new Map<number | null, { invoices: number; revenue: bigint }>();
  const byCategory = new Map<number | null, { quantity: number; sales: bigint }>();
  const byTax = new Map<string, { sales: bigint; tax: bigint }>();
  for (const invoice of paid) {
    revenue += BigInt(invoice.total);
    net += BigInt(invoice.sub_total);
    tax += BigInt(invoice.tax_total);
    paidCount += BigInt(paidOrders(invoice).length);
    const { hour } = clockOf(invoice.created_at);
    const day = dayOf(invoice.created_at);
    revenueByHour.set(hour, (revenueByHour.get(hour) ?? 0n) + BigInt(invoice.total));
    revenueByDay.set(day, (revenueByDay.get(day) ?? 0n) + BigInt(invoice.total));
    ordersByDay.set(day, (ordersByDay.get(day) ?? 0) + paidOrders(invoice).length);
    const member = byMember.get(invoice.member_id) ?? { invoices: 0, revenue: 0n };
    byMember.set(invoice.member_id, { invoices: member.invoices + 1, revenue: member.revenue + BigInt(invoice.total) });
    for (const line of soldOn(invoice)) {
      const item = menu.find(({ id }) => id === line.item_id)!;
      const category = item.category_id ?? item.last_category_id;
      const known = byCategory.get(category) ?? { quantity: 0, sales: 0n };
      byCategory.set(category, { quantity: known.quantity + line.quantity, sales: known.sales + lineSum(line) });
    }
    for (const share of shareTax(invoice, soldOn(invoice))) {
      const known = byTax.get(share.key) ?? { sales: 0n, tax: 0n };
      byTax.set(share.key, { sales: known.sales + share.sales, tax: known.tax + share.tax });
    }
  }

  const byPaymentType = new Map<string, { payments: number; amount: bigint; tips: bigint }>();
  for (const payment of payments.filter((row) => isIn(row))) {
    if (invoices.find(({ id }) => id === payment.invoice_id)!.currency !== currency.code) continue;
    const known = byPaymentType.get(payment.payment_type) ?? { payments: 0, amount: 0n, tips: 0n };
    byPaymentType.set(payment.payment_type, {
      payments: known.payments + (payment.reverses !== null ? -1 : payment.amount < 0 ? 0 : 1),
      amount: known.amount + BigInt(payment.amount),
      tips: known.tips + BigInt(payment.tip),
    });
  }

  const pieces = new Map<number, number>();
  for (const order of placed)
    for (const line of linesOf(order)) {
      if (line.status === 'cancelled') continue;
      pieces.set(line.item_id, (pieces.get(line.item_id) ?? 0) + line.quantity);
    }
  const best = [...pieces].map(([id, quantity]) => {
    const item = menu.find((other) => other.id === id)!;
    return { id, title: item.title, price: amount(BigInt(item.price)), orders_count: quantity };
  });
  best.sort((a, b) => b.orders_count - a.orders_count || (a.title < b.title ? -1 : 1));

  const returning = new Set<number>();
  const met = new Set<number>();
  const byDay = orders.map((order) => ({ ...order, day: dayOf(order.created_at) }));
  for (const order of byDay.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id))) {
    if (order.customer_id === null || order.status === 'cancelled') continue;
    if (isIn(order) && met.has(order.customer_id)) returning.add(order.customer_id);
    met.add(order.customer_id);
  }

  const dropped = orders.filter((order) => isIn(order) && order.currency === currency.code);
  const droppedLines = dropped.flatMap((order) => linesOf(order).filter(({ status }) => status === 'cancelled'));
  // what was cancelled has told so, once, with its own quantity
  const madeOf = new Map(voids.map((row) => [row.line_id, row]));
  const made = droppedLines.filter(({ id, quantity }) => madeOf.get(id)?.is_made && madeOf.get(id)?.quantity === quantity);
  const halfUp = paidCount === 0n ? 0n : (revenue + revenue + paidCount) / (paidCount + paidCount);

  return {
    ordersCount: placed.length,
    newCustomers: customers.filter((row) => isIn(row, clocks.at(-1))).length,
    repeatedCustomers: returning.size,
    totalCustomers: customers.filter(({ erased_at }) => erased_at === null).length,
    averageOrderValue: amount(halfUp),
    paidOrdersCount: Number(paidCount),
    netRevenue: amount(net),
    taxTotal: amount(tax),
    revenueTotal: amount(revenue),
    // nobody takes money off or charges anything where this is asked
    discounts: 0,
    charges: 0,
    topSellingItems: best.slice(0, 10),
    details: {
      byHour: Array.from({ length: 24 }, (_, index) => String(index).padStart(2, '0')).map((hour) => ({
        hour,
        orders: placed.filter(({ created_at }) => clockOf(created_at).hour === hour).length,
        revenue: amount(revenueByHour.get(hour) ?? 0n),
      })),
      revenueByDay: Object.fromEntries([...revenueByDay].filter(([, sum]) => sum !== 0n).map(([day, sum]) => [day, amount(sum)])),
      ordersByDay: Object.fromEntries(ordersByDay),
      byMember: [...byMember.values()].map((row) => ({ invoices: row.invoices, revenue: amount(row.revenue) })),
      byCategory: Object.fromEntries(
        [...byCategory].map(([id, row]) => [String(id), { quantity: row.quantity, sales: amount(row.sales) }]),
      ),
      byPaymentType: Object.fromEntries(
        [...byPaymentType].map(([title, row]) => [title, { payments: row.payments, amount: amount(row.amount), tips: amount(row.tips) }]),
      ),
      byTax: Object.fromEntries(
        [...byTax]
          .filter(([, row]) => row.sales !== 0n || row.tax !== 0n)
          .map(([key, row]) => [key, { sales: amount(row.sales), tax: amount(row.tax) }]),
      ),
      cancelled: {
        orders: dropped.filter(({ status }) => status === 'cancelled').length,
        quantity: droppedLines.reduce((sum, { quantity }) => sum + quantity, 0),
        amount: amount(droppedLines.reduce((sum, line) => sum + lineSum(line), 0n)),
        made: {
          quantity: made.reduce((sum, { quantity }) => sum + quantity, 0),
          amount: amount(made.reduce((sum, line) => sum + lineSum(line), 0n)),
        },
      },
    },
  };
};

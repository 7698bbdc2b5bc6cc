import type { ItemStatus } from '#contract/orders.ts';
import type { Totals } from '#contract/pricing.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import { type PricedCartLine, priceCart, totalOf } from '#server/features/prices/cart.rules.ts';
import { businessDateOf, businessDayBounds, parseLocalDateTime, type StoreClock } from '#server/platform/business-day.ts';
import { openChance } from './chance.ts';
import { menu as courses } from './menu.ts';

interface Table {
  id: number;
  table_title: string;
  floor: string;
  seating_capacity: number;
}
interface PaymentType {
  id: number | null;
  title: string;
  kind: string;
}
interface Check {
  table: Table | null;
  openedAt: Date;
  closedAt: Date | null;
}
interface Invoice {
  at: Date;
  businessDate: string;
  memberId: number;
  totals: Totals;
  first: Order;
  paymentType: PaymentType;
}
interface Order {
  check: Check;
  at: Date;
  businessDate: string;
  tokenNo: number;
  memberId: number;
  kind: 'dinein' | 'takeaway' | 'delivery';
  /** index into the customers */
  customer: number | null;
  status: 'created' | 'completed' | 'cancelled';
  invoice: Invoice | null;
  lines: (PricedCartLine & { status: ItemStatus })[];
}
/** All in the order in which it happened. */
interface Past {
  checks: Check[];
  orders: Order[];
  invoices: Invoice[];
}
interface Restaurant {
  now: Date;
  clock: StoreClock;
  menu: readonly MenuRow[];
  tables: readonly Table[];
  paymentTypes: Record<'cash' | 'card' | 'mobile' | 'gift', PaymentType>;
  waiterId: number;
  cashierId: number;
  customerCount: number;
}

const DAYS = 30;
const MINUTE = 60_000; // ms
const OPENS = '11:00';
/** Minutes after opening of the last order. */
const LAST_ORDER = 690;
/** Orders of a day, least and most, from Sunday on. */
const busyness = [
  [40, 50],
  [25, 33],
  [25, 33],
  [27, 36],
  [33, 42],
  [48, 60],
  [50, 60],
] as const;
/** Customers that the restaurant knew before these days; the others come by and by. */
const KNOWN_BEFORE = 36;
const remarks = [
  'No onions, please',
  'Sauce on the side',
  'Nut allergy!',
  'Extra crispy',
  'Well done',
  'To share',
  'Birthday table',
  'No cheese',
];
const liking = new Map(courses.flatMap(({ dishes }) => dishes.map(({ title, liked }) => [title, liked ?? 1] as const)));

/** Makes up what happened in the restaurant in the 30 days before `now`, and what its kitchen is doing now. */
export const imaginePast = ({ now, clock, menu, tables, paymentTypes, waiterId, cashierId, customerCount }: Restaurant): Past => {
  const chance = openChance(2026);
  const past: Past = { checks: [], orders: [], invoices: [] };
  const itemsById = new Map(menu.map((item) => [item.id, item]));
  const itemsOf = Map.groupBy(menu, (item) => item.category_title);
  const busyUntil = new Map(tables.map((table) => [table, 0]));
  const after = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE);
  const ago = (minutes: number) => after(now, -minutes);

  const chooseCourse = (kind: Order['kind'], isEvening: boolean, isLater: boolean) =>
    chance.weigh(
      isLater
        ? ([
            ['Desserts', 3],
            ['Coffee & Soft Drinks', 2.6],
            ['Wine, Beer & Cocktails', isEvening ? 2 : 0.6],
          ] as const)
        : ([
            ['Starters', 1.1],
            ['Soups & Salads', isEvening ? 0.7 : 1.3],
            ['Pizza', 2.4],
            ['Pasta & Risotto', 2],
            ['From the Grill', isEvening ? 1.3 : 0.6],
            ['Desserts', 0.5],
            ['Coffee & Soft Drinks', 1.6],
            ['Wine, Beer & Cocktails', kind === 'dinein' ? (isEvening ? 1.8 : 0.6) : 0.15],
          ] as const),
    );

  const chooseLines = (count: number, kind: Order['kind'], isEvening: boolean, isLater = false) => {
    const chosen = new Map<number, MenuRow>();
    while (chosen.size < count) {
      const course =
        chosen.size === 0 && !isLater
          ? chance.pick(['Pizza', 'Pizza', 'Pasta & Risotto', 'From the Grill'] as const)
          : chooseCourse(kind, isEvening, isLater);
      const item = chance.weigh(itemsOf.get(course)!.map((row) => [row, liking.get(row.title) ?? 1] as const));
      chosen.set(item.id, item);
    }
    const cart = [...chosen.values()].map((item) => ({
      id: item.id,
      quantity: chance.weigh([
        [1, 76],
        [2, 20],
        [3, 4],
      ] as const),
      variant_id: item.variants.length > 0 ? chance.pick(item.variants).id : null,
      addons_ids: item.addons.length > 0 && chance.isLikely(0.3) ? [chance.pick(item.addons).id] : [],
      notes: chance.isLikely(0.06) ? chance.pick(remarks) : null,
      price: null,
    }));
    // the demonstration has no takeaway tax and no schedule
    return priceCart(cart, itemsById, { deliveryType: 'dinein', today: '' }).lines;
  };

  const addCheck = (openedAt: Date, table: Table | null): Check => {
    const check = { table, openedAt, closedAt: null };
    past.checks.push(check);
    return check;
  };

  type NewOrder = Pick<Order, 'check' | 'at' | 'kind' | 'customer'> & { lines: PricedCartLine[] };
  const addOrder = ({ lines, ...order }: NewOrder): Order => {
    const added: Order = {
      ...order,
      businessDate: businessDateOf(order.at, clock),
      tokenNo: 0,
      memberId: order.kind === 'dinein' ? waiterId : cashierId,
      status: 'created',
      invoice: null,
      lines: lines.map((line) => ({ ...line, status: 'created' })),
    };
    past.orders.push(added);
    return added;
  };

  const mark = (order: Order, statuses: readonly ItemStatus[]) => {
    for (const [index, line] of order.lines.entries()) line.status = statuses[index % statuses.length]!;
  };

  const cook = (order: Order) => {
    order.status = 'completed';
    mark(order, [order.kind === 'dinein' ? 'delivered' : 'completed']);
    if (order.lines.length > 1 && chance.isLikely(0.03)) order.lines.at(-1)!.status = 'cancelled';
  };

  const pay = (orders: Order[], at: Date) => {
    const first = orders[0]!;
    const { cash, card, mobile, gift } = paymentTypes;
    const invoice: Invoice = {
      at,
      businessDate: businessDateOf(at, clock),
      memberId: first.memberId,
      totals: totalOf(orders.flatMap(({ lines }) => lines.filter(({ status }) => status !== 'cancelled'))),
      first,
      paymentType: chance.weigh([
        [card, 52],
        [cash, 24],
        [mobile, 18],
        [gift, 3],
        [{ id: null, title: 'unspecified', kind: 'other' }, 3],
      ] as const),
    };
    for (const order of orders) order.invoice = invoice;
    past.invoices.push(invoice);
  };

  const chooseCustomer = (day: number, probability: number): number | null => {
    if (!chance.isLikely(probability)) return null;
    const known = KNOWN_BEFORE + Math.floor(((customerCount - KNOWN_BEFORE) * (day + 1)) / (DAYS + 1));
    return Math.floor(known * chance.between(0, 1) ** 1.6);
  };

  const takeTable = (at: Date, party: number): Table | null => {
    const free = tables.filter((table) => table.seating_capacity >= party && busyUntil.get(table)! <= at.getTime());
    if (free.length === 0) return null;
    const fitting = Math.min(...free.map((table) => table.seating_capacity));
    return chance.pick(free.filter((table) => table.seating_capacity === fitting));
  };

  /** A party comes, eats and pays before now. */
  const host = (at: Date, day: number, isEvening: boolean) => {
    const wish = chance.weigh([
      ['dinein', isEvening ? 62 : 56],
      ['takeaway', isEvening ? 18 : 30],
      ['delivery', isEvening ? 20 : 14],
    ] as const);
    const table =
      wish === 'dinein'
        ? takeTable(
            at,
            chance.weigh([
              [1, 12],
              [2, 42],
              [3, 16],
              [4, 20],
              [6, 10],
            ] as const),
          )
        : null;
    const kind = wish === 'dinein' && !table ? 'takeaway' : wish;
    const customer = chooseCustomer(day, { dinein: 0.28, takeaway: 0.65, delivery: 1 }[kind]);
    const check = addCheck(at, table);
    const size = chance.weigh([
      [1, 10],
      [2, 24],
      [3, 28],
      [4, 20],
      [5, 12],
      [6, 6],
    ] as const);
    const orders = [addOrder({ check, at, kind, customer, lines: chooseLines(size, kind, isEvening) })];
    const latest = ago(1);
    const earlier = (time: Date) => (time < latest ? time : latest);

    if (chance.isLikely(0.02)) {
      orders[0]!.status = 'cancelled';
      mark(orders[0]!, ['cancelled']);
      check.closedAt = earlier(after(at, chance.between(2, 9)));
      return;
    }
    cook(orders[0]!);
    if (!table) {
      const ready = earlier(after(at, chance.between(14, 32)));
      pay(orders, chance.isLikely(0.7) ? at : ready);
      check.closedAt = ready;
      return;
    }
    const secondAt = after(at, chance.between(26, 44));
    if (chance.isLikely(0.42) && secondAt < ago(8)) {
      orders.push(addOrder({ check, at: secondAt, kind, customer, lines: chooseLines(chance.whole(1, 3), kind, isEvening, true) }));
      cook(orders[1]!);
    }
    check.closedAt = earlier(after(orders.at(-1)!.at, chance.between(18, 46)));
    busyUntil.set(table, check.closedAt.getTime());
    pay(orders, check.closedAt);
  };

  const today = Date.parse(`${businessDateOf(now, clock)}T00:00:00Z`);
  for (let day = 0; day <= DAYS; day++) {
    const date = new Date(today + (day - DAYS) * 24 * 60 * MINUTE);
    const opening = parseLocalDateTime(`${date.toISOString().slice(0, 10)}T${OPENS}`, clock.timezone)!;
    const [least, most] = busyness[date.getUTCDay()]!;
    // about three orders to every two and a half parties: the others are second rounds
    const parties = Math.round(chance.whole(least, most) / 1.24);
    const bell = () => (chance.between(-1, 1) + chance.between(-1, 1) + chance.between(-1, 1)) / 3;
    const arrivals = Array.from({ length: parties }, () =>
      chance.weigh([
        [100 + bell() * 130, 38],
        [510 + bell() * 190, 54],
        [chance.between(5, LAST_ORDER), 8],
      ] as const),
    );
    const times = arrivals.map((minutes) => after(opening, Math.min(Math.max(minutes, 5), LAST_ORDER))).filter((time) => time < ago(26));
    if (day === DAYS) {
      // Whenever the demonstration is made, also before the restaurant opens, today has something to report.
      const from = Math.max(businessDayBounds(businessDateOf(now, clock), clock).start.getTime(), ago(180).getTime());
      while (times.length < 8 && from < ago(30).getTime()) times.push(new Date(chance.between(from, ago(27).getTime())));
    }
    for (const time of times.sort((a, b) => a.getTime() - b.getTime())) host(time, day, time.getTime() - opening.getTime() > 330 * MINUTE);
  }

  // What is going on now: two tables wait for the bill, and the kitchen is at work.
  const idle = [...busyUntil].sort((a, b) => a[1] - b[1] || a[0].id - b[0].id).map(([table]) => table);
  const isEvening = true;
  const order = (
    minutes: number,
    kind: Order['kind'],
    count: number,
    statuses: readonly ItemStatus[],
    check = addCheck(ago(minutes), kind === 'dinein' ? idle.shift()! : null),
  ) => {
    const added = addOrder({
      check,
      at: ago(minutes),
      kind,
      customer: kind === 'dinein' ? null : chooseCustomer(DAYS, 1),
      lines: chooseLines(count, kind, isEvening),
    });
    mark(added, statuses);
    return added;
  };
  for (const minutes of [74, 58]) order(minutes, 'dinein', 4, ['delivered']).status = 'completed';
  const family = order(24, 'dinein', 5, ['delivered', 'delivered', 'completed', 'preparing', 'completed']);
  order(20, 'dinein', 3, ['delivered', 'completed', 'completed']);
  const courier = order(16, 'delivery', 3, ['completed', 'preparing', 'preparing']);
  pay([courier], courier.at);
  order(12, 'dinein', 4, ['completed', 'preparing', 'preparing', 'created']);
  const pickup = order(9, 'takeaway', 2, ['preparing', 'created']);
  pay([pickup], pickup.at);
  order(6, 'dinein', 2, ['created'], family.check);
  order(4, 'dinein', 4, ['created', 'created', 'cancelled', 'created']);
  order(2, 'takeaway', 2, ['created']);

  const byTime = (a: { at: Date }, b: { at: Date }) => a.at.getTime() - b.at.getTime();
  past.checks.sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
  past.orders.sort(byTime);
  past.invoices.sort(byTime);
  const lastToken = new Map<string, number>();
  for (const placed of past.orders) {
    placed.tokenNo = (lastToken.get(placed.businessDate) ?? 0) + 1;
    lastToken.set(placed.businessDate, placed.tokenNo);
  }
  return past;
};

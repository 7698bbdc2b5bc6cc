import type { ItemStatus } from '#contract/orders.ts';
import { businessDateOf, businessDayBounds, parseLocalDateTime } from '#server/platform/business-day.ts';
import { type Chance, openChance } from './chance.ts';
import { type Book, openBook } from './order-book.ts';
import { after, DAYS, MINUTE, type Order, type Past, type Restaurant, type Table } from './past-rows.ts';
import { openWishes } from './wishes.ts';

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

interface Story extends Book, ReturnType<typeof openWishes> {
  chance: Chance;
  restaurant: Restaurant;
  busyUntil: Map<Table, number>;
  ago: (minutes: number) => Date;
}

const takeTable = ({ chance, restaurant: { tables }, busyUntil }: Story, at: Date, party: number): Table | null => {
  const free = tables.filter((table) => table.seating_capacity >= party && busyUntil.get(table)! <= at.getTime());
  if (free.length === 0) return null;
  const fitting = Math.min(...free.map((table) => table.seating_capacity));
  return chance.pick(free.filter((table) => table.seating_capacity === fitting));
};

/** A party comes, eats and pays before now. */
const host = (story: Story, at: Date, day: number, isEvening: boolean): void => {
  const { chance, ago, busyUntil, addCheck, addOrder, mark, cook, pay, chooseLines, chooseCustomer } = story;
  const wish = chance.weigh([
    ['dinein', isEvening ? 62 : 56],
    ['takeaway', isEvening ? 18 : 30],
    ['delivery', isEvening ? 20 : 14],
  ] as const);
  const table =
    wish === 'dinein'
      ? takeTable(
          story,
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

/** When parties come on a day, counted from the first one. */
const arrivalsOn = ({ chance, restaurant: { now, clock }, ago }: Story, day: number, opening: Date, weekday: number): Date[] => {
  const [least, most] = busyness[weekday]!;
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
  return times.sort((a, b) => a.getTime() - b.getTime());
};

/** The days that are over, and today so far. */
const fillDays = (story: Story): void => {
  const { now, clock } = story.restaurant;
  const today = Date.parse(`${businessDateOf(now, clock)}T00:00:00Z`);
  for (let day = 0; day <= DAYS; day++) {
    const date = new Date(today + (day - DAYS) * 24 * 60 * MINUTE);
    const opening = parseLocalDateTime(`${date.toISOString().slice(0, 10)}T${OPENS}`, clock.timezone)!;
    for (const time of arrivalsOn(story, day, opening, date.getUTCDay()))
      host(story, time, day, time.getTime() - opening.getTime() > 330 * MINUTE);
  }
};

/** What is going on now: two tables wait for the bill, and the kitchen is at work. */
const fillKitchen = ({ busyUntil, ago, addCheck, addOrder, mark, pay, chooseLines, chooseCustomer }: Story): void => {
  const idle = [...busyUntil].sort((a, b) => a[1] - b[1] || a[0].id - b[0].id).map(([table]) => table);
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
      lines: chooseLines(count, kind, true),
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
};

/** Puts all of it in the order in which it happened, and counts the tokens of each day. */
const inOrder = (past: Past): Past => {
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

/** Makes up what happened in the restaurant in the 30 days before `now`, and what its kitchen is doing now. */
export const imaginePast = (restaurant: Restaurant): Past => {
  const chance = openChance(2026);
  const book = openBook(chance, restaurant);
  const story: Story = {
    ...book,
    ...openWishes(chance, restaurant),
    chance,
    restaurant,
    busyUntil: new Map(restaurant.tables.map((table) => [table, 0])),
    ago: (minutes) => after(restaurant.now, -minutes),
  };
  fillDays(story);
  fillKitchen(story);
  return inOrder(book.past);
};

import { expect } from 'vitest';
import { addCharge, listCharges } from '#contract/charges.ts';
import { getCheck, listChecks, payCheck, reversePayment, splitCheck } from '#contract/checks.ts';
import { addAdjustment, removeCharge } from '#contract/discounts.ts';
import { addDrawerMovement, countDrawer, openDrawer } from '#contract/drawers.ts';
import { correctPayment, getInvoice, refundInvoice } from '#contract/invoices.ts';
import { cancelOrders, updateItemStatus } from '#contract/orders.ts';
import { updatePaymentType } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { listReasons } from '#contract/reasons.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { cents, daysOf, openAt } from './day.ts';
import { type Dice, dice } from './dice.ts';

// What happens in a restaurant at random, at times at which days begin and clocks change.

const MINUTE = 60_000; // ms
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When the clocks of a zone change in 2026: the first or second time; a day of no meaning where they do not. */
const findChange = (zone: string, which: number): number => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (time: number) => format.format(time).split(' ').at(-1);
  const changes: number[] = [];
  for (let time = Date.UTC(2026, 0, 2); time < Date.UTC(2026, 11, 20); time += HOUR)
    if (offset(time) !== offset(time - HOUR)) changes.push(time);
  return changes[which % Math.max(1, changes.length)] ?? Date.UTC(2026, 2, 10, 12);
};

/** Instants of four days, half of them within seconds, minutes or an hour of where a day begins or the clocks change. */
const makeTimes = (change: number, dayOf: (time: number) => string, { next, events }: { next: Dice; events: number }): number[] => {
  const [from, to] = [change - 2 * DAY, change + 2 * DAY];
  const edges = [change];
  for (let time = from; time < to; time += 15 * MINUTE) if (dayOf(time) !== dayOf(time - 1000)) edges.push(time);
  const times = Array.from({ length: events }, (_, nth) => {
    if (nth % 2 === 0) return from + next(to - from);
    const around = [2000, 2 * MINUTE, 2 * HOUR][next(3)]!;
    return edges[next(edges.length)]! + next(around) - around / 2;
  });
  return times.toSorted((a, b) => a - b);
};

interface Opening {
  zone: string;
  dayStart: string;
  /** which of its changes of clocks the days are around: the first or second one of the year */
  change: number;
  seed: number;
  events: number;
}

/** A restaurant with charges and reasons, and the times at which things are to happen in it. */
export const openRandomShop = async ({ zone, dayStart, change, seed, events }: Opening) => {
  const dayOf = daysOf(zone, dayStart);
  const next = dice(seed);
  const times = makeTimes(findChange(zone, change), dayOf, { next, events });
  const shop = await openAt(new Date(times[0]! - DAY).toISOString(), zone);
  const { admin, menu, cash } = shop;
  // tips in cash lie in a drawer, too
  await admin(updatePaymentType, {
    params: { id: String(cash) },
    body: { title: 'Cash', kind: 'cash', givesChange: true, takesTip: true },
  });
  await admin(saveStoreSetting, { body: { cashRounding: '0.05', dayStart } });
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: 12.5, taxId: menu.vat, deliveryTypes: ['dinein'] } });
  await admin(addCharge, { body: { title: 'Party', kind: 'amount', value: 3.33, taxId: menu.duty, minCovers: 4 } });
  const reasons = (await admin(listReasons, {})).reply.filter(({ needsNote }) => !needsNote);
  const charge = (await admin(listCharges, {})).reply[0]!.id;
  return { ...shop, zone, dayOf, next, times, charge, reasons, sold: [] as number[], drawers: [] as number[] };
};
export type Shop = Awaited<ReturnType<typeof openRandomShop>>;

const of = (id: number) => ({ params: { id: String(id) } });
const reasonOf = ({ reasons, next }: Shop, kind: string) => {
  const mine = [undefined, ...reasons.filter((reason) => reason.kind === kind).map(({ id }) => id)];
  return mine[next(mine.length)];
};
const MOST_DRAWERS = 3;
/** Cash, into one of the drawers or none, or the card. */
const means = ({ cash, card, next, drawers }: Shop) => {
  if (next(2)) return { paymentTypeId: card };
  return { paymentTypeId: cash, drawerId: drawers[next(drawers.length + 1)] };
};
const tipped = (shop: Shop) => ({ ...means(shop), tip: shop.next(2) ? shop.next(200) / 100 : 0 });
const money = (next: Dice) => [
  { kind: 'percent' as const, value: [5, 12.5, 33.33, 100][next(4)]! },
  { kind: 'amount' as const, value: next(300) / 100 },
];
const cartOf = (shop: Shop) => {
  const { menu, next } = shop;
  return Array.from({ length: 1 + next(3) }, () => ({
    id: [menu.soup, menu.wine, menu.bread][next(3)]!,
    quantity: 1 + next(3),
    adjustments: next(4) === 0 ? [{ ...money(next)[next(2)]!, reasonId: reasonOf(shop, 'discount') }] : [],
  }));
};
/** One of the open bills, as it stands. */
const someCheck = async ({ admin, next }: Shop, isPaid = false) => {
  const all = (await admin(listChecks, { query: {} })).reply.filter(({ paid }) => !isPaid || paid > 0);
  return all.length === 0 ? undefined : (await admin(getCheck, of(all[next(all.length)]!.check_id))).reply;
};
const someInvoice = ({ sold, next }: Shop) => sold[next(sold.length)];
const linesOf = (check: NonNullable<Awaited<ReturnType<typeof someCheck>>>) =>
  check.orders.flatMap(({ items }) => items).filter(({ status }) => status !== 'cancelled');

type Answer = { status: number; reply: unknown } | undefined;
/** What happens in a restaurant; undefined where there was nothing to do it with. */
export const acts: Record<string, (shop: Shop) => Promise<Answer>> = {
  order: (shop) => {
    const { admin, menu, next } = shop;
    const tableId = [menu.t1, menu.t2, null][next(3)]!;
    return admin(createOrder, { body: { cart: cartOf(shop), tableId, covers: next(7), deliveryType: next(3) ? 'dinein' : 'takeaway' } });
  },
  sale: async (shop) => {
    const { admin, next, sold } = shop;
    const body = { cart: cartOf(shop), covers: next(6), deliveryType: next(2) ? 'dinein' : 'delivery' };
    const adjustments = next(4) === 0 ? [{ ...money(next)[next(2)]!, reasonId: reasonOf(shop, 'discount') }] : [];
    const answer = await admin(createOrderAndInvoice, { body: { ...body, ...means(shop), adjustments } as never });
    if (answer.status === 200) sold.push(answer.reply.invoiceId);
    return answer;
  },
  cancel: async (shop) => {
    const order = (await someCheck(shop))?.orders[0];
    const body = { reasonId: reasonOf(shop, 'void'), isMade: shop.next(2) === 0 };
    return order && shop.admin(cancelOrders, { body: { orderIds: [order.id], ...body } });
  },
  void: async (shop) => {
    const check = await someCheck(shop);
    const line = check && linesOf(check)[0];
    const body = { status: 'cancelled' as const, quantity: 1, reasonId: reasonOf(shop, 'void'), isMade: shop.next(2) === 0 };
    return line && shop.admin(updateItemStatus, { ...of(line.id), body });
  },
  discount: async (shop) => {
    const check = await someCheck(shop);
    const itemId = (shop.next(2) === 0 && check && linesOf(check)[0]?.id) || null;
    const body = { itemId, ...money(shop.next)[shop.next(2)]!, reasonId: reasonOf(shop, 'discount') };
    return check && shop.admin(addAdjustment, { ...of(check.check_id), body });
  },
  'no charge': async (shop) => {
    const check = await someCheck(shop);
    const params = { id: String(check?.check_id), chargeId: String(shop.charge) };
    return check?.charges.some(({ charge_id }) => charge_id === shop.charge) ? shop.admin(removeCharge, { params, body: {} }) : undefined;
  },
  split: async (shop) => {
    const check = await someCheck(shop);
    const line = check && linesOf(check)[0];
    return line && shop.admin(splitCheck, { ...of(check.check_id), body: { parts: [{ items: [{ itemId: line.id, quantity: 1 }] }] } });
  },
  part: async (shop) => {
    const check = await someCheck(shop);
    if (!check || check.due < 0.02) return undefined;
    const amount = (1 + shop.next(cents(check.due) - 1)) / 100;
    const body = { due: check.due, payments: [{ ...tipped(shop), amount }] };
    return shop.admin(payCheck, { ...of(check.check_id), body });
  },
  pay: async (shop) => {
    const check = await someCheck(shop);
    if (!check) return undefined;
    const payments = check.due > 0 ? [{ ...tipped(shop), amount: check.due }] : [];
    const answer = await shop.admin(payCheck, { ...of(check.check_id), body: { due: check.due, payments } });
    if (answer.status === 200) shop.sold.push(answer.reply.invoiceId!);
    return answer;
  },
  reverse: async (shop) => {
    const check = await someCheck(shop, true);
    const paid = check?.payments.find(({ state }) => state === 'captured');
    const params = { id: String(check?.check_id), paymentId: String(paid?.payment_id) };
    return paid && shop.admin(reversePayment, { params, body: { reasonId: reasonOf(shop, 'refund') } });
  },
  refund: async (shop) => {
    const { admin, next } = shop;
    const id = someInvoice(shop);
    if (id === undefined) return undefined;
    const item = (await admin(getInvoice, of(id))).reply.items.find(({ refundable }) => refundable > 0);
    const what = [{ amount: (1 + next(200)) / 100 }, {}, item ? { items: [{ itemId: item.id, quantity: 1 }] } : {}][next(3)]!;
    return admin(refundInvoice, { ...of(id), body: { ...what, ...means(shop), reasonId: reasonOf(shop, 'refund') } });
  },
  correct: async (shop) => {
    const id = someInvoice(shop);
    if (id === undefined) return undefined;
    const { total, rounding } = (await shop.admin(getInvoice, of(id))).reply;
    const amount = (cents(total) + cents(rounding)) / 100;
    return amount > 0 ? shop.admin(correctPayment, { ...of(id), body: { payments: [{ ...tipped(shop), amount }] } }) : undefined;
  },
  drawer: async (shop) => {
    const { admin, next, drawers } = shop;
    const drawer = drawers[next(MOST_DRAWERS)];
    if (drawer === undefined) {
      const title = ['Bar', 'Door', 'Terrace'].at(next(MOST_DRAWERS))!;
      const answer = await admin(openDrawer, { body: { title, float: next(5000) / 100 } });
      if (answer.status === 200) drawers.push(answer.reply.drawerId);
      return answer;
    }
    const kind = (['pay_in', 'pay_out', 'drop', 'no_sale'] as const)[next(6)];
    const amount = kind === 'no_sale' ? 0 : (1 + next(500)) / 100;
    if (kind) return admin(addDrawerMovement, { ...of(drawer), body: { kind, amount } });
    drawers.splice(drawers.indexOf(drawer), 1);
    return admin(countDrawer, { ...of(drawer), body: { denominations: [20, 5, 0.05].map((value) => ({ value, count: next(9) })) } });
  },
};
const often = ['order', 'order', 'order', 'sale', 'sale', 'part', 'pay', 'pay', 'reverse', 'drawer', 'drawer', ...Object.keys(acts)];

/** Lets one thing happen; answers which, where it did. */
export const happen = async (shop: Shop): Promise<string | undefined> => {
  const act = often[shop.next(often.length)]!;
  const answer = await acts[act]!(shop);
  if (!answer) return undefined;
  // one bill's act makes another's impossible; nothing else is refused
  expect([200, 409], `${act}: ${JSON.stringify(answer.reply)}`).toContain(answer.status);
  return answer.status === 200 ? act : undefined;
};

/** In the evening somebody brings small change to each drawer that is open, and counts it. */
export const countDrawers = async ({ admin, drawers }: Shop) => {
  for (const drawer of drawers.splice(0)) {
    expect((await admin(addDrawerMovement, { ...of(drawer), body: { kind: 'pay_in', amount: 1 } })).status).toBe(200);
    expect((await admin(countDrawer, { ...of(drawer), body: { denominations: [{ value: 5, count: 3 }] } })).status).toBe(200);
  }
};

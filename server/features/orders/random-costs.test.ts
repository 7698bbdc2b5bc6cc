import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { getCheck, listChecks, mergeCheck, payCheck, reversePayment, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { type Currency, findCurrency } from '#contract/currencies.ts';
import { getDay } from '#contract/day.ts';
import { addAdjustment, removeAdjustment, restoreAdjustment } from '#contract/discounts.ts';
import { getInvoice } from '#contract/invoices.ts';
import { addMenuItem, type MenuItem } from '#contract/menu-items.ts';
import { completeAndPayOrders, summarisePayment } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { type Quote, quoteCart } from '#contract/quotes.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { addTable } from '#contract/tables.ts';
import { addTax } from '#contract/taxes.ts';
import {
  correctSome,
  expectBillPaid,
  expectMoneyToAddUp,
  expectPaid,
  inCoins,
  openMoney,
  randomPayments,
  readToday,
  refundSome,
  refundTheRest,
  type Today,
} from '#server/testing/random-money.ts';
import { type Dice, dice } from '#server/testing/dice.ts';
import { database, openRestaurant, type Restaurant } from '#server/testing/restaurant.ts';

// One bill is asked for its sum wherever it is told, and its twin is split, merged and paid in another order (wire-2.md §3). All of them are
// paid in coins among others, corrected, and taken back.

/** In each of three currencies; a proof takes thousands. */
const CARTS = Number(process.env['COMANDA_CARTS'] ?? 6);
const TIMEOUT = { timeout: 300_000 + CARTS * 20_000 };

const pick = <T>(next: Dice, from: readonly T[]): T => from[next(from.length)]!;

interface Discount {
  kind: 'percent' | 'amount' | 'price';
  value: string;
}
interface Shown {
  net: number;
  tax: number;
  total: number;
  discount: number;
  taxes?: Quote['taxes'];
}
/** The till's own code; it is compiled with the web, and therefore loaded by its name. */
interface Till {
  priceCart: (lines: object[], menu: ReadonlyMap<number, MenuItem>, currency: Currency, terms: object) => Shown;
}

const openMenu = async ({ admin }: Restaurant) => {
  const add = async (title: string, rate: number, type: 'exclusive' | 'inclusive', parts?: { title: string; rate: number }[]) =>
    (await admin(addTax, { body: { title, rate, type, parts } })).reply.id;
  const gst = await add('GST', 5, 'exclusive', [
    { title: 'CGST', rate: 2.5 },
    { title: 'SGST', rate: 2.5 },
  ]);
  const [duty, low] = [await add('Duty', 19, 'inclusive'), await add('Low', 7, 'inclusive')];
  const item = async (title: string, price: number, taxId: number | null, taxIdTakeaway: number | null = null) =>
    (await admin(addMenuItem, { body: { title, price, netPrice: null, taxId, taxIdTakeaway } })).reply.id;
  const items = [
    await item('Soup', 437, gst),
    await item('Wine', 601, duty, low),
    await item('Bread', 199, null, gst),
    await item('Cake', 333, low),
  ];
  await admin(addCharge, {
    body: { title: 'Service', kind: 'percent', value: '12.5', taxId: gst, deliveryTypes: ['dinein'], minCovers: 3 },
  });
  await admin(addCharge, { body: { title: 'Cover', kind: 'amount', value: 150, taxId: duty, deliveryTypes: ['dinein'] } });
  await admin(addCharge, { body: { title: 'Box', kind: 'amount', value: 40, deliveryTypes: ['takeaway', 'delivery'] } });
  const table = async (title: string) => (await admin(addTable, { body: { title, floor: 'Ground', seatingCapacity: 4 } })).reply.id;
  return { items, t1: await table('T1'), t2: await table('T2') };
};

const open = async (code: string) => {
  const restaurant = await openRestaurant({ currency: code });
  const { admin } = restaurant;
  const menu = await openMenu(restaurant);
  const currency = findCurrency(code)!;
  const money = await openMoney(restaurant, code, currency.decimals);
  const { menuItems, charges, taxParts } = (await admin(initPos, {})).reply;
  const { priceCart } = (await import('#web/features/pos/cart-prices.ts' as string)) as Till;
  const at = (id: number) => ({ params: { id: String(id) } });
  return {
    ...restaurant,
    menu,
    money,
    currency,
    unit: money.unit,
    /** A till's sums, without a call. */
    shown: (cart: ReturnType<typeof randomSale>) =>
      priceCart(
        cart.cart.map(({ id, quantity, adjustments }) => ({ id, quantity, variant: null, addons: [], notes: '', discounts: adjustments })),
        new Map(menuItems.map((item) => [item.id, item])),
        currency,
        { deliveryType: cart.deliveryType, charges, taxParts, discounts: cart.adjustments, covers: cart.covers },
      ),
    bill: async (id: number) => (await admin(getCheck, at(id))).reply,
    at,
  };
};
type Shop = Awaited<ReturnType<typeof open>>;
type Bill = Awaited<ReturnType<Shop['bill']>>;

const randomPercent = (next: Dice) => `${next(60)}.${next(10)}${next(10)}`;
const randomDiscount = (next: Dice, of: 'line' | 'bill'): Discount => {
  const kind = pick(next, of === 'line' ? (['percent', 'amount', 'price'] as const) : (['percent', 'amount'] as const));
  return { kind, value: kind === 'percent' ? randomPercent(next) : String(1 + next(190)) };
};
const some = (next: Dice, of: 'line' | 'bill'): Discount[] =>
  Array.from({ length: [0, 0, 1, 2][next(4)]! }, () => randomDiscount(next, of));

const randomSale = (next: Dice, items: readonly number[]) => ({
  cart: items
    .filter((_, place) => place === 0 || next(3) > 0)
    .map((id) => ({ id, quantity: 1 + next(7), adjustments: some(next, 'line') })),
  deliveryType: pick(next, ['dinein', 'dinein', 'takeaway', 'delivery'] as const),
  covers: pick(next, [null, 2, 6]),
  adjustments: some(next, 'bill'),
});

const sumsOf = (told: { subTotal: number; taxTotal: number; total: number; discount: number }) => ({
  net: told.subTotal,
  tax: told.taxTotal,
  total: told.total,
  discount: told.discount,
});

/** Sells a cart and answers its bill, whose sum the till, a quote, the order and the bill have told alike. */
const sell = async ({ admin, shown, bill }: Shop, tableId: number, sale: ReturnType<typeof randomSale>) => {
  const till = shown(sale);
  const sums = { net: till.net, tax: till.tax, total: till.total, discount: till.discount };
  const { reply: quote } = await admin(quoteCart, { body: sale });
  expect(sumsOf(quote)).toEqual(sums);
  // a receipt of the till shows them
  expect(till.taxes).toEqual(quote.taxes);
  const { status, reply } = await admin(createOrder, {
    body: { ...sale, tableId, netTotal: sums.net, taxTotal: sums.tax, total: sums.total },
  });
  expect([status, reply.message]).toEqual([200, 'Order sent to the kitchen.']);
  const { subtotal, taxes, ...summary } = (await admin(summarisePayment, { body: { orderIds: [reply.orderId] } })).reply;
  expect(sumsOf({ ...summary, subTotal: subtotal, discount: summary.discount ?? 0 })).toEqual(sums);
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply.find((row) => row.table_id === tableId)!;
  const told = await bill(id);
  expect(sumsOf(told)).toEqual(sums);
  for (const of of [till.taxes, taxes ?? []]) expect(of).toEqual(told.taxes);
  return id;
};

/** Puts random pieces of a bill onto another one; undefined where there are none, or nothing would stay. */
const splitSome = async ({ admin, bill, at }: Shop, id: number, next: Dice) => {
  const lines = (await bill(id)).orders.flatMap(({ items }) => items);
  const items = lines.flatMap((line) => {
    const quantity = next(line.quantity + 1);
    return quantity > 0 ? [{ itemId: line.id, quantity }] : [];
  });
  if (items.length === 0) return undefined;
  const { status, reply } = await admin(splitCheck, { ...at(id), body: { parts: [{ items }] } });
  if (status === 409) return undefined;
  expect(status).toBe(200);
  return { id, changeId: reply.changeId, part: reply.checkIds[0]! };
};

/**
 * Splits a bill at random, some parts again, and puts it together, by Undo or by merges in any direction; what was off it is off its parts
 * together. Answers which bill is left.
 */
const splitAndMerge = async (shop: Shop, id: number, next: Dice): Promise<number> => {
  const { admin, bill, at, unit } = shop;
  const whole = await bill(id);
  const splits: NonNullable<Awaited<ReturnType<typeof splitSome>>>[] = [];
  for (let of: number | undefined = id; of !== undefined; ) {
    const made = await splitSome(shop, of, next);
    if (made) splits.push(made);
    of = made && splits.length < 3 && next(2) === 0 ? pick(next, [id, made.part]) : undefined;
  }
  const left = [id, ...splits.map(({ part }) => part)];
  const parts = await Promise.all(left.map(bill));
  const off = (of: { discount: number }[]) => of.reduce((sum, { discount }) => sum + Math.round(discount * unit), 0);
  expect(off(parts)).toBe(off([whole]));
  const sumOfCharges = (of: typeof parts) => of.flatMap(({ charges }) => charges).filter(({ title }) => title !== 'Service');
  expect(sumOfCharges(parts)).toEqual(sumOfCharges([whole]));
  const undo = async (change: { id: number; changeId: number }) =>
    expect((await admin(undoCheckChange, { ...at(change.id), body: { changeId: change.changeId } })).status).toBe(200);
  if (next(3) === 0) {
    for (const split of splits.toReversed()) await undo(split);
    return id;
  }
  while (left.length > 1) {
    const [to] = left.splice(next(left.length), 1) as [number];
    const from = pick(next, left);
    const { status, reply } = await admin(mergeCheck, { ...at(to), body: { checkId: from } });
    expect(status).toBe(200);
    if (next(4) === 0) {
      await undo({ id: to, changeId: reply.changeId });
      left.push(to);
    } else left[left.indexOf(from)] = to;
  }
  return left[0]!;
};

/** A discount of the bill, or of one of its lines as they were ordered; undefined where that line lies in several. */
const randomAct = ({ orders }: Bill, next: Dice) => {
  const discount = randomDiscount(next, pick(next, ['line', 'bill', 'bill']));
  const lines = orders.flatMap(({ items }) => items);
  const line = pick(next, lines);
  if (discount.kind !== 'price' && next(2) === 0) return { discount, item: null };
  return lines.filter(({ item_id }) => item_id === line.item_id).length > 1 ? undefined : { discount, item: line.item_id };
};
type Act = NonNullable<ReturnType<typeof randomAct>>;

const give = async ({ admin, at, bill }: Shop, id: number, { discount, item }: Act) => {
  const lines = item === null ? [] : (await bill(id)).orders.flatMap(({ items }) => items);
  const line = lines.find(({ item_id }) => item_id === item);
  const { status } = await admin(addAdjustment, { ...at(id), body: { itemId: item === null ? null : line!.id, ...discount } });
  return status;
};

/** What is done to a bill, and then to its twin alike. */
type Deed = { act: Act } | { takesBack: number; puts: boolean };
/** Does it; false where there is nothing to do it with. */
const doAlike = async (shop: Shop, id: number, deed: Deed): Promise<boolean> => {
  if ('act' in deed) return (await give(shop, id, deed.act)) === 200;
  const { admin, at, bill } = shop;
  const adjustment = (await bill(id)).adjustments[deed.takesBack];
  if (!adjustment) return false;
  const body = { adjustmentId: adjustment.adjustment_id };
  expect((await admin(removeAdjustment, { ...at(id), body })).status).toBe(200);
  if (deed.puts) expect((await admin(restoreAdjustment, { ...at(id), body })).status).toBe(200);
  return true;
};

/** Gives a discount, or takes one back, and sometimes puts it back. */
const randomDeed = async (shop: Shop, id: number, next: Dice): Promise<Deed | undefined> => {
  const bill = await shop.bill(id);
  const { adjustments } = bill;
  if (adjustments.length > 0 && next(3) === 0) return { takesBack: next(adjustments.length), puts: next(2) === 0 };
  const act = randomAct(bill, next);
  return act && { act };
};

/** Pays a third of a bill, sometimes after a payment that was taken back; answers the tip that is on it, in minor units. */
const payPart = async ({ admin, bill, at, money, unit }: Shop, id: number, next: Dice): Promise<number> => {
  const { due } = await bill(id);
  const amount = Math.floor(money.minor(due) / 3) / unit;
  if (amount === 0) return 0;
  const payOnce = async () => {
    const type = pick(next, money.types);
    const tip = type.takes_tip ? next(100) : 0;
    const payments = [{ paymentTypeId: type.id, amount, ...(tip > 0 ? { tip: tip / unit } : {}) }];
    const { status, reply } = await admin(payCheck, { ...at(id), body: { due, payments } });
    // what is not the last payment is never rounded
    expect([status, money.minor(reply.paid), reply.change]).toEqual([200, money.minor(amount), 0]);
    expect(money.minor((await bill(id)).due)).toBe(money.minor(due) - money.minor(amount));
    return { tip, paymentId: reply.paymentIds[0]! };
  };
  if (next(2) === 0) {
    const { paymentId } = await payOnce();
    const { reply } = await admin(reversePayment, { params: { id: String(id), paymentId: String(paymentId) }, body: {} });
    expect([reply.paid, reply.due]).toEqual([0, due]);
  }
  return (await payOnce()).tip;
};

/** Pays what is due of a bill at random; `tips`: those that are on it already, in minor units. */
const payAll = async (shop: Shop, id: number, next: Dice, tips: number) => {
  const { admin, at, bill, money } = shop;
  const { due, due_cash, paid, orders } = await bill(id);
  expect(money.minor(due_cash)).toBe(inCoins(money, money.minor(due)));
  if (paid === 0 && next(4) === 0) {
    // as a client pays that knows of no bills
    const type = pick(next, money.types);
    const orderIds = orders.map((order) => order.id);
    const { subtotal, taxTotal, total } = (await admin(summarisePayment, { body: { orderIds } })).reply;
    const body = { orderIds, subTotal: subtotal, taxTotal, total, paymentTypeId: type.id };
    const { status, reply } = await admin(completeAndPayOrders, { body });
    expect([status, total]).toEqual([200, due]);
    const rounding = type.kind === 'cash' ? money.minor(due_cash) - money.minor(due) : 0;
    await expectPaid(shop, reply.invoiceId, { rounding, tips: 0 });
    return reply.invoiceId;
  }
  const { payments, change, ...taken } = randomPayments(money, next, money.minor(due));
  const { status, reply } = await admin(payCheck, { ...at(id), body: { due, payments } });
  expect([status, reply.due, money.minor(reply.change)]).toEqual([200, 0, change]);
  const expected = { rounding: taken.rounding, tips: taken.tips + tips };
  await expectPaid(shop, reply.invoiceId!, expected);
  await expectBillPaid(shop, id, expected);
  return reply.invoiceId!;
};

const invoiceSums = async ({ admin, at }: Shop, invoiceId: number) => {
  const { sub_total: net, tax_total: tax, total, discount, taxes } = (await admin(getInvoice, at(invoiceId))).reply;
  return { net, tax, total, discount, taxes };
};

/** All invoices together, in minor units, beside what report and X report say. */
const expectReportsToAddUp = async ({ admin, tenantId, unit }: Shop) => {
  const { rows } = await database.query<Record<string, string>>(
    `select sum(sub_total) as net, sum(tax_total) as tax, sum(total) as total, sum(discount) as discount, sum(charges) as charges,
      (select sum(unit_price * quantity) from order_lines where tenant_id = $1 and status <> 'cancelled') as gross,
      (select count(*) from order_lines where tenant_id = $1 and total is distinct from unit_price * quantity - discount) as wrong
     from invoices where tenant_id = $1`,
    [tenantId],
  );
  const { wrong, gross, net, tax, total, discount, charges } = Object.fromEntries(
    Object.entries(rows[0]!).map(([name, sum]) => [name, Number(sum)]),
  ) as Record<string, number>;
  expect(wrong).toBe(0);
  const minor = (sum: number) => Math.round(sum * unit);
  const all = <T>(of: readonly T[], sumOf: (one: T) => number) => of.reduce((sum, one) => sum + minor(sumOf(one)), 0);
  const query = { type: 'today' as const };
  const report = (await admin(getReport, { query })).reply;
  expect([report.netRevenue, report.taxTotal, report.revenueTotal].map(minor)).toEqual([net, tax, total]);
  const details = (await admin(getReportDetails, { query })).reply;
  expect([details.discounts, details.charges].map(minor)).toEqual([discount, charges]);
  const day = (await admin(getDay, { query: {} })).reply;
  expect([day.gross, day.net, day.total, day.charges].map(minor)).toEqual([gross, net, total, charges]);
  const amounts = (of: readonly { amount: number }[]) => all(of, ({ amount }) => amount);
  const discounts = details.byReason.filter(({ kind }) => kind === 'discount');
  for (const told of [discounts, details.discountsByMember, day.discounts]) expect(amounts(told)).toBe(discount);
  expect(all(details.byCategory, ({ sales }) => sales)).toBe(gross! - discount!);
  for (const taxes of [details.byTax, day.taxes]) {
    expect(all<{ tax: number }>(taxes, (row) => row.tax)).toBe(tax);
    for (const { title, tax: whole, parts } of taxes) {
      expect(parts).toHaveLength(title === 'GST' ? 2 : 0);
      if (parts.length > 0) expect(all(parts, (part) => part.tax)).toBe(minor(whole));
    }
  }
};

type Rates = Map<string, { net: number; tax: number }>;

/** What these taxes come to by rate, in minor units, added to what there is; a rate of which nothing is left is none. */
const addRates = (to: Rates, taxes: readonly { title: string; rate: number; type?: string; net: number; tax: number }[], unit: number) => {
  for (const { title, rate, net, tax } of taxes) {
    const key = `${title} ${rate}`;
    const sum = to.get(key) ?? { net: 0, tax: 0 };
    to.set(key, { net: sum.net + Math.round(net * unit), tax: sum.tax + Math.round(tax * unit) });
  }
  return to;
};
const plainRates = (rates: Rates) => Object.fromEntries([...rates].filter(([, { net, tax }]) => net !== 0 || tax !== 0).toSorted());

/** All invoices by rate, refunds too, beside what report and X report say by rate. */
const expectRatesToAddUp = ({ unit }: Shop, { invoices, details, day }: Today) => {
  const told: Rates = new Map();
  for (const { taxes } of invoices) addRates(told, taxes, unit);
  const ofReport = details.byTax.map(({ sales, ...row }) => ({ ...row, net: row.type === 'exclusive' ? sales : sales - row.tax }));
  expect(plainRates(addRates(new Map(), ofReport, unit))).toEqual(plainRates(told));
  expect(plainRates(addRates(new Map(), day.taxes, unit))).toEqual(plainRates(told));
};

/** A cart that is paid at once comes to what the till showed. */
const sellPaid = async (shop: Shop, sale: ReturnType<typeof randomSale>, next: Dice) => {
  const { net, tax, total, discount, taxes } = shop.shown(sale);
  const { payments, rounding, tips } = randomPayments(shop.money, next, shop.money.minor(total));
  const body = { ...sale, netTotal: net, taxTotal: tax, total, payments };
  const { status, reply } = await shop.admin(createOrderAndInvoice, { body });
  expect([status, reply.message]).toEqual([200, 'Order sent and paid.']);
  await expectPaid(shop, reply.invoiceId, { rounding, tips });
  expect(await invoiceSums(shop, reply.invoiceId)).toEqual({ net, tax, total, discount, taxes });
};

/** A cart twice: one bill is split and put together between discounts, and paid in part before the last one; the other is not. */
const sellTwins = async (shop: Shop, sale: ReturnType<typeof randomSale>, next: Dice) => {
  const { menu, bill, unit } = shop;
  const plain = await sell(shop, menu.t1, sale);
  let busy = await sell(shop, menu.t2, sale);
  const before = sumsOf(await bill(busy));
  busy = await splitAndMerge(shop, busy, next);
  expect(sumsOf(await bill(busy))).toEqual(before);
  const deeds: Deed[] = [];
  for (let step = 0; step < 4; step++) {
    const deed = await randomDeed(shop, busy, next);
    if (deed && (await doAlike(shop, busy, deed))) deeds.push(deed);
    if (next(2) === 0) busy = await splitAndMerge(shop, busy, next);
  }
  const tips = await payPart(shop, busy, next);
  const last: Deed = { act: { discount: { kind: 'percent', value: '10' }, item: null } };
  expect(await doAlike(shop, busy, last)).toBe(true);
  for (const deed of [...deeds, last]) expect(await doAlike(shop, plain, deed)).toBe(true);
  const back = { takesBack: next(deeds.length + 1), puts: next(2) === 0 };
  for (const id of [busy, plain]) await doAlike(shop, id, back);
  const [alone, together] = [await bill(plain), await bill(busy)];
  const sums = sumsOf(together);
  expect(sumsOf(alone)).toEqual(sums);
  expect(plainRates(addRates(new Map(), alone.taxes, unit))).toEqual(plainRates(addRates(new Map(), together.taxes, unit)));
  for (const id of [plain, busy]) {
    const { taxes } = await bill(id);
    const invoiceId = await payAll(shop, id, next, id === busy ? tips : 0);
    expect(await invoiceSums(shop, invoiceId)).toEqual({ ...sums, taxes });
    expect((await bill(id)).taxes).toEqual(taxes);
  }
};

test.each(['USD', 'JPY', 'KWD'])(
  `${CARTS} random carts in %s: till = quote = order = bill = invoice = report, whatever is split, merged, given and paid first`,
  TIMEOUT,
  async (code) => {
    const shop = await open(code);
    for (let seed = 1; seed <= CARTS; seed++) {
      const next = dice(seed);
      const sale = randomSale(next, shop.menu.items);
      await shop.money.changeStep(next);
      await (seed % 5 === 0 ? sellPaid(shop, sale, next) : sellTwins(shop, sale, next));
    }
    expect((await shop.admin(listChecks, { query: {} })).reply).toEqual([]);
    await expectReportsToAddUp(shop);
    const expectAllToAddUp = async () => {
      const today = await readToday(shop);
      expectRatesToAddUp(shop, today);
      await expectMoneyToAddUp(shop, today);
    };
    await expectAllToAddUp();
    const next = dice(CARTS);
    for (let round = 0; round < 2; round++) {
      expect(await correctSome(shop, next)).toBeGreaterThan(0);
      await expectAllToAddUp();
      expect(await refundSome(shop, next)).toBeGreaterThan(0);
      await expectAllToAddUp();
    }
    await refundTheRest(shop, next);
    await correctSome(shop, next);
    await expectAllToAddUp();
  },
);

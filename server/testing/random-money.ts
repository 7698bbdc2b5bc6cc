import { expect } from 'vitest';
import { getCheck } from '#contract/checks.ts';
import { getDay } from '#contract/day.ts';
import type { Reply } from '#contract/endpoint.ts';
import { correctPayment, getInvoice, type Invoice, invoiceRows, listInvoices, refundInvoice } from '#contract/invoices.ts';
import { addPaymentType, listPaymentTypes, type PaymentType } from '#contract/payment-types.ts';
import { getReport, getReportDetails } from '#contract/reports.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { at } from './bills.ts';
import type { Dice } from './dice.ts';
import { database, type Restaurant } from './restaurant.ts';

// How bills are paid at random, in coins of some least worth among others; how that is taken back and corrected; and what all of it comes to,
// added up from rows by plain loops. Nothing here is shared with the server. Sums in minor units, but on the wire.

const pick = <T>(next: Dice, from: readonly T[]): T => from[next(from.length)]!;

/** The smallest coin of each currency at a time, in minor units; 0: cash is not rounded. */
const STEPS: Record<string, readonly number[]> = { USD: [5, 25, 0], JPY: [10, 50, 0], KWD: [5, 50, 0] };

/** A restaurant's payment types, two of them cash, and its smallest coin. */
export const openMoney = async ({ admin }: Restaurant, code: string, decimals: number) => {
  const unit = 10 ** decimals;
  await admin(addPaymentType, { body: { title: 'Card', kind: 'card' } });
  await admin(addPaymentType, { body: { title: 'Garden till', kind: 'cash', takesTip: true } });
  const types = (await admin(listPaymentTypes, {})).reply;
  let step = 0;
  return {
    types,
    card: types.find(({ kind }) => kind === 'card')!.id,
    unit,
    minor: (sum: number) => Math.round(sum * unit),
    step: () => step,
    changeStep: async (next: Dice) => {
      step = pick(next, STEPS[code]!);
      const { status } = await admin(saveStoreSetting, { body: { cashRounding: (step / unit).toFixed(decimals) } });
      expect(status).toBe(200);
    },
  };
};
export type Money = Awaited<ReturnType<typeof openMoney>>;
type Shop = Restaurant & { money: Money };

/** A sum in coins: the nearest that there is, the upper one of two. */
export const inCoins = ({ step }: Pick<Money, 'step'>, sum: number): number =>
  step() === 0 ? sum : Math.floor((2 * sum + step()) / (2 * step())) * step();

interface Planned {
  type: PaymentType;
  amount: number;
  tip: number;
  tendered?: number;
}
const asInput = ({ unit }: Money, { type, amount, tip, tendered }: Planned) => ({
  paymentTypeId: type.id,
  amount: amount / unit,
  ...(tip > 0 ? { tip: tip / unit } : {}),
  ...(tendered === undefined ? {} : { tendered: tendered / unit }),
});

/** Up to three payments that make up a sum, each by some type, some with a tip. None of nothing. */
const planPayments = ({ types }: Money, next: Dice, sum: number): Planned[] => {
  const planned: Planned[] = [];
  for (let left = sum; left > 0; ) {
    const type = pick(next, types);
    const amount = planned.length === 2 || next(2) === 0 ? left : 1 + next(left);
    planned.push({ type, amount, tip: type.takes_tip && next(3) === 0 ? next(300) : 0 });
    left -= amount;
  }
  return planned;
};

/** Payments of all that is due, and by how much they are to be above it: the last one in coins, where it is cash. */
export const randomPayments = (money: Money, next: Dice, due: number) => {
  const planned = planPayments(money, next, due);
  const last = planned.at(-1);
  const rounding = last?.type.kind === 'cash' ? inCoins(money, last.amount) - last.amount : 0;
  let change = 0;
  for (const one of planned) {
    if (!one.type.gives_change || next(2) === 0) continue;
    const more = next(500);
    one.tendered = one.amount + one.tip + more + (one === last ? rounding : 0);
    change += more;
  }
  return {
    payments: planned.map((one) => asInput(money, one)),
    rounding,
    change,
    tips: planned.reduce((sum, { tip }) => sum + tip, 0),
  };
};

const sumBy = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);

/** How an invoice was paid: all of it, with the tips and the rounding of what was taken. */
export const expectPaid = async ({ admin, money }: Shop, invoiceId: number, expected: { rounding: number; tips: number }) => {
  const { total, rounding, payments } = (await admin(getInvoice, at(invoiceId))).reply;
  const { minor } = money;
  expect({ rounding: minor(rounding), tips: sumBy(payments, ({ tip }) => minor(tip)) }).toEqual(expected);
  expect(sumBy(payments, ({ amount }) => minor(amount))).toBe(minor(total) + expected.rounding);
};

const listSales = async ({ admin }: Restaurant) =>
  invoiceRows((await admin(listInvoices, { query: { type: 'today' } })).reply).filter(({ kind }) => kind === 'sale');

/** What was paid for an invoice and not given back: its payments and those of its refunds, row by row. */
const keptOf = async ({ tenantId }: Restaurant, invoiceId: number): Promise<number> => {
  const { rows } = await database.query<{ amount: string }>(
    `select amount from payments where tenant_id = $1 and (invoice_id = $2 or invoice_id in (
       select invoice_id from refunds where tenant_id = $1 and refund_of = $2))`,
    [tenantId, invoiceId],
  );
  return sumBy(rows, ({ amount }) => Number(amount));
};

/** Refunds an invoice, and looks how much the guest gets: of the rest what is there, of a part no more than that, in cash what coins there are. */
const refund = async (shop: Shop, id: number, { type, ...body }: { type: PaymentType; items?: object[]; amount?: number }) => {
  const { admin, money } = shop;
  const { minor } = money;
  const before = (await admin(getInvoice, at(id))).reply;
  const kept = await keptOf(shop, id);
  expect(minor(before.to_give_back!)).toBe(kept);
  const answer = await admin(refundInvoice, { ...at(id), body: { ...body, paymentTypeId: type.id } as never });
  if (answer.status !== 200) return answer;
  const { invoiceId, total } = answer.reply;
  const isRest = minor(before.total) - minor(before.refunded) + minor(total) === 0;
  const exact = Math.max(0, isRest ? kept : Math.min(kept, -minor(total)));
  const given = type.kind === 'cash' ? inCoins(money, exact) : exact;
  const { rounding, payments } = (await admin(getInvoice, at(invoiceId))).reply;
  expect(payments.map((one) => [one.payment_type_id, minor(one.amount)])).toEqual(given === 0 ? [] : [[type.id, -given]]);
  expect(minor(rounding)).toBe(0 - given - minor(total));
  expect(await keptOf(shop, id)).toBe(kept - given);
  return answer;
};

/** Takes some of the invoices back: pieces, a sum, or all that is left. Answers how many. */
export const refundSome = async (shop: Shop, next: Dice): Promise<number> => {
  const { admin, money } = shop;
  const { unit, minor, types } = money;
  let taken = 0;
  for (const { invoice_id: id, total } of await listSales(shop)) {
    const { items } = (await admin(getInvoice, at(id))).reply;
    const some = items.map((item) => ({ itemId: item.id, quantity: next(item.refundable + 1) })).filter(({ quantity }) => quantity > 0);
    const sum = { amount: Math.ceil(minor(total) / (2 + next(3))) / unit };
    const body = pick(next, [undefined, some.length > 0 ? { items: some } : undefined, sum, {}]);
    // of what cost nothing, or was taken back, nothing is left
    if (!body || total <= 0) continue;
    const { status } = await refund(shop, id, { ...body, type: pick(next, types) });
    expect([200, 409]).toContain(status);
    if (status === 200) taken++;
  }
  return taken;
};

/** Takes back what is left of every invoice; then each of them and its refunds come to nothing. */
export const refundTheRest = async (shop: Shop, next: Dice) => {
  const { admin, money } = shop;
  const { minor, types } = money;
  for (const { invoice_id: id, total, refunded } of await listSales(shop)) {
    const { status, reply } = await refund(shop, id, { type: pick(next, types) });
    expect([status, status === 200 ? minor(reply.total) : 0]).toEqual(
      minor(total) === minor(refunded) ? [409, 0] : [200, minor(refunded) - minor(total)],
    );
    const after = (await admin(getInvoice, at(id))).reply;
    expect([minor(after.refunded), after.items.filter(({ refundable }) => refundable > 0)]).toEqual([minor(total), []]);
    // drawer and guest are where they were before the sale, but for what no coin is small enough for
    expect(Math.abs(await keptOf(shop, id))).toBeLessThanOrEqual(Math.max(...STEPS[after.currency]!) / 2);
  }
};

const shownAs = ({ minor }: Money, { payments }: Pick<Invoice, 'payments'>) =>
  payments.map(({ payment_type_id: id, amount, tip }) => [id, minor(amount), minor(tip)]).toSorted();

/** Says of some invoices that they were paid otherwise, for what was taken; nothing else of them changes. Answers of how many. */
export const correctSome = async (shop: Shop, next: Dice): Promise<number> => {
  const { admin, money } = shop;
  let corrected = 0;
  for (const { invoice_id: id } of await listSales(shop)) {
    const { payments: _, payment_type: __, history: ___, invoice: ____, ...before } = (await admin(getInvoice, at(id))).reply;
    const planned = planPayments(money, next, money.minor(before.total) + money.minor(before.rounding));
    if (planned.length === 0 || next(2) === 0) continue;
    const payments = planned.map((one) => asInput(money, one));
    const { status, reply } = await admin(correctPayment, { ...at(id), body: { payments } });
    expect([status, reply.message]).toEqual([200, 'Payment corrected.']);
    const after = (await admin(getInvoice, at(id))).reply;
    expect(after).toMatchObject(before);
    expect(shownAs(money, after)).toEqual(planned.map(({ type, amount, tip }) => [type.id, amount, tip]).toSorted());
    corrected++;
  }
  return corrected;
};

interface Takings {
  [title: string]: { amount: number; tips: number };
}
/** What came in by type; a type of which nothing is left is none. */
const takingsOf = (rows: readonly { payment_type: string; amount: number; tips: number }[]): Takings => {
  const takings: Takings = {};
  for (const { payment_type: title, amount, tips } of rows) {
    const sum = (takings[title] ??= { amount: 0, tips: 0 });
    sum.amount += amount;
    sum.tips += tips;
  }
  return Object.fromEntries(
    Object.entries(takings)
      .filter(([, { amount, tips }]) => amount !== 0 || tips !== 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

const numbersOf = async (statement: string, tenantId: number) =>
  (await database.query<Record<string, string>>(statement, [tenantId])).rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value])),
  ) as Record<string, never>[];

/** So many invoices are read side by side; a restaurant that asks for more at once waits for itself. */
const AT_ONCE = 4;

/** All that is told of today: each invoice, as the list has it and alone, and what the reports say. */
export const readToday = async ({ admin }: Restaurant) => {
  const query = { type: 'today' as const };
  const rows = invoiceRows((await admin(listInvoices, { query })).reply);
  const invoices: Reply<typeof getInvoice>[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE).map(({ invoice_id: id }) => admin(getInvoice, at(id)));
    invoices.push(...(await Promise.all(some)).map(({ reply }) => reply));
  }
  return {
    rows,
    invoices,
    report: (await admin(getReport, { query })).reply,
    details: (await admin(getReportDetails, { query })).reply,
    day: (await admin(getDay, { query: {} })).reply,
  };
};
export type Today = Awaited<ReturnType<typeof readToday>>;

/** What was taken is what was invoiced and rounded, wherever it is told: in rows, invoices, their bills, the report, and the X report. */
export const expectMoneyToAddUp = async ({ tenantId, money }: Shop, { rows: listed, invoices, report, details, day }: Today) => {
  const { minor } = money;
  const [sums] = (await numbersOf(
    `select coalesce(sum(total), 0) as total, coalesce(sum(rounding), 0) as rounding, coalesce(-sum(total) filter (where total < 0), 0) as refunds,
      (select coalesce(sum(amount), 0) from payments where tenant_id = $1) as amount, (select coalesce(sum(tip), 0) from payments where tenant_id = $1) as tips
     from invoices where tenant_id = $1`,
    tenantId,
  )) as unknown as [Record<'total' | 'rounding' | 'refunds' | 'amount' | 'tips', number>];
  const rows = takingsOf(
    (await numbersOf('select payment_type, amount, tip as tips from payments where tenant_id = $1', tenantId)) as never,
  );
  expect(sums.amount).toBe(sums.total + sums.rounding);

  const inRows = { total: 0, rounding: 0, amount: 0, tips: 0 };
  const shown: { payment_type: string; amount: number; tips: number }[] = [];
  for (const [place, row] of listed.entries()) {
    const invoice = invoices[place]!;
    expect([row.total, row.rounding, row.payments]).toEqual([invoice.total, invoice.rounding, invoice.payments]);
    inRows.total += minor(row.total);
    inRows.rounding += minor(row.rounding);
    for (const { payment_type, amount, tip, tendered, change } of row.payments) {
      shown.push({ payment_type, amount: minor(amount), tips: minor(tip) });
      expect(minor(change)).toBe(tendered === null ? 0 : minor(tendered) - minor(amount) - minor(tip));
    }
    // a receipt adds up by itself
    expect(sumBy(row.payments, ({ amount }) => minor(amount))).toBe(minor(row.total) + minor(row.rounding));
    expect(minor(row.sub_total) + minor(row.tax_total)).toBe(minor(row.total));
  }
  expect([inRows.total, inRows.rounding]).toEqual([sums.total, sums.rounding]);
  // counter-entries cancel what they correct
  expect(takingsOf(shown)).toEqual(rows);

  const { revenueTotal } = report;
  const revenueOf = (list: readonly { revenue: number }[]) => sumBy(list, ({ revenue }) => revenue);
  for (const told of [revenueTotal, revenueOf(details.overTime), revenueOf(details.byHour), revenueOf(details.byMember)])
    expect(minor(told)).toBe(sums.total);
  expect(takingsOf(details.byPaymentType.map((row) => ({ ...row, amount: minor(row.amount), tips: minor(row.tips) })))).toEqual(rows);
  expect(minor(details.tips)).toBe(sums.tips);

  expect([day.total, day.rounding, day.refunds, day.tips].map(minor)).toEqual([sums.total, sums.rounding, sums.refunds, sums.tips]);
  const byType = (of: Takings) =>
    Object.fromEntries(Object.entries(of).flatMap(([title, { amount }]) => (amount === 0 ? [] : [[title, amount]])));
  expect(byType(takingsOf(day.payments.map(({ payment_type, expected }) => ({ payment_type, amount: minor(expected), tips: 0 }))))).toEqual(
    byType(rows),
  );
};

/** A closed bill tells the payments of its invoice, and what they are above its total. */
export const expectBillPaid = async ({ admin, money }: Shop, checkId: number, expected: { rounding: number; tips: number }) => {
  const { minor } = money;
  const { status, due, paid, total, rounding, payments } = (await admin(getCheck, at(checkId))).reply;
  const held = payments.filter(({ state }) => state === 'captured');
  expect([status, minor(due), minor(paid), minor(rounding ?? 0)]).toEqual(['closed', 0, minor(total), expected.rounding]);
  expect(sumBy(held, ({ amount }) => minor(amount))).toBe(minor(total) + expected.rounding);
  expect(sumBy(held, ({ tip }) => minor(tip))).toBe(expected.tips);
};

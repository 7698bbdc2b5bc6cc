import { type Closing, closeDay, getClosing, getDay, listClosings } from '#contract/day.ts';
import { canonicalJson } from '#contract/canonical.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { rangeOf } from '#contract/periods.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { findCountedDrawers, updateClosedDrawers } from '#server/features/drawers/drawers.queries.ts';
import { findOwnerToWrite } from '#server/features/emails/owner.queries.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findTypesToCount } from '#server/features/payment-types/payment-types.queries.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf, businessDayBounds } from '#server/platform/business-day.ts';
import { sha256 } from '#server/platform/security/sha256.ts';
import { dayText } from '#contract/day-text.ts';
import type { Db } from '#server/platform/database/database.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  findClosings,
  findLastClosing,
  findLastId,
  findNewestOpen,
  findOldestOpen,
  getClosingDocument,
  insertClosing,
  isClosed,
  lockNumbers,
  sumTotals,
} from './closings.queries.ts';
import {
  findDiscounts,
  findInvoiceSums,
  findOrdersOf,
  findPaymentSums,
  findRowsOfDay,
  findRowsToClose,
  findTaxes,
  findTypesSince,
  findVoids,
  type Rows,
} from './day.queries.ts';
import { closingEmail } from './closing-email.rules.ts';
import { type Count, differenceOf, matchCounts, noteOf, recountsOf, toDay } from './day.rules.ts';

const conflict = (sentence: string) => new AppError('conflict', sentence);

const findOf = async (db: Db, rows: Rows, until: Date, since?: Date) => ({
  orders: await findOrdersOf(db, rows.day),
  sums: await findInvoiceSums(db, rows),
  discounts: await findDiscounts(db, rows),
  voids: await findVoids(db, rows),
  taxes: await findTaxes(db, rows),
  payments: await findPaymentSums(db, rows),
  drawers: await findCountedDrawers(db, rows.currency, until, since),
});

const readCounts = async (db: Db, counts: readonly { paymentTypeId: number; amount: string }[], decimals: number): Promise<Count[]> => {
  const asked = counts.map(({ paymentTypeId }) => paymentTypeId);
  const types = new Map((await findTypesToCount(db, asked)).map((type) => [type.id, type]));
  return counts.map(({ paymentTypeId, amount }) => {
    const type = types.get(paymentTypeId);
    if (!type) throw new AppError('not_found', 'This payment type does not exist!');
    const minor = toMinor(amount, decimals);
    if (minor === undefined) throw new AppError('invalid_input', 'Please provide a valid amount!');
    return { id: type.id, title: type.title, kind: type.kind, amount: minor };
  });
};

/** Throws for a day that has not begun, or is closed. */
const assertMayBegin = async (db: Db, day: string, running: string) => {
  if (day > running) throw new AppError('invalid_input', 'This day has not begun!');
  if (await isClosed(db, day)) throw conflict(`${dayText(day)} was already closed!`);
};

/** Throws unless this day may be closed now. */
const assertClosable = async (db: Db, day: string, running: string) => {
  await assertMayBegin(db, day, running);
  const oldest = await findOldestOpen(db, day);
  if (oldest) throw conflict(`Close ${dayText(oldest)} first!`);
};

const toListed = ({ currency, gross, total, difference, closed_at, ...row }: Awaited<ReturnType<typeof findClosings>>[number]) => {
  const amount = (minor: string) => toDecimal(BigInt(minor), findCurrency(currency)!.decimals);
  return {
    ...row,
    currency,
    closed_at: closed_at.toISOString(),
    gross: amount(gross),
    total: amount(total),
    difference: amount(difference),
  };
};

export const dayRoutes = ({ config: { publicUrl } }: { config: { publicUrl: string } }) => [
  handle(getDay, async ({ query: { date } }, { db, now }) => {
    const clock = await getStoreClock(db);
    const currency = await getCurrency(db);
    const running = businessDateOf(now, clock);
    if (date !== undefined) await assertMayBegin(db, date, running);
    const last = await findLastClosing(db);
    const rows =
      date === undefined ? await findRowsOfDay(db, running, currency.code) : await findRowsToClose(db, date, currency.code, last);
    const before = await findNewestOpen(db, rows.day);
    const found = await findOf(
      db,
      rows,
      businessDayBounds(rows.day, clock).end,
      before === undefined ? undefined : businessDayBounds(before, clock).end,
    );
    const oldest_open = (await findOldestOpen(db, rows.day)) ?? null;
    const paidBy = found.payments.flatMap(({ ids }) => ids.map(Number));
    const payment_types = await findTypesToCount(db, [...paidBy, ...(await findTypesSince(db, oldest_open ?? rows.day, last))]);
    return {
      ...toDay(rows, found, matchCounts(found.payments, []), currency),
      currency: currency.code,
      timezone: clock.timezone,
      oldest_open,
      payment_types,
    };
  }),

  handle(closeDay, async ({ body: { businessDate: day, counts: given, firstCounts, note: typed, approvalToken } }, context) => {
    const { db, now, session } = context;
    const clock = await getStoreClock(db);
    const running = businessDateOf(now, clock);
    if (day > running) throw new AppError('invalid_input', 'This day has not begun!');
    await assertRight(context, 'close_day', { targetId: day, target: 'day', approvalToken });
    const last_invoice = await lockNumbers(db);
    // only now: who changes the currency holds the numbers, too
    const currency = await getCurrency(db);
    const counts = await readCounts(db, given, currency.decimals);
    const recounted = recountsOf(await readCounts(db, firstCounts, currency.decimals), counts, currency.decimals);
    const note = noteOf(recounted, typed);
    await assertClosable(db, day, running);
    const last = await findLastClosing(db);
    const rows = await findRowsToClose(db, day, currency.code, last);
    const found = await findOf(db, rows, businessDayBounds(day, clock).end);
    const matched = matchCounts(found.payments, counts);
    const closing_no = (last?.closing_no ?? 0) + 1;
    const grand = (await sumTotals(db, currency.code)) + BigInt(found.sums.total);
    const members: Omit<Closing, 'hash'> = {
      ...toDay(rows, found, matched, currency),
      closing_no,
      currency: currency.code,
      note,
      grand_total: toDecimal(grand, currency.decimals),
      previous_hash: last?.hash ?? null,
      version: 2,
      closed_at: now.toISOString(),
      member_id: session.memberId,
    };
    const document = canonicalJson(members);
    const hash = sha256(document);
    await insertClosing(db, {
      closing_no,
      business_date: day,
      closed_at: now,
      member_id: session.memberId,
      currency: currency.code,
      gross: found.sums.gross,
      total: found.sums.total,
      difference: String(differenceOf(matched, found.drawers)),
      grand_total: String(grand),
      note,
      last_invoice,
      last_payment: await findLastId(db, 'payments'),
      last_void: await findLastId(db, 'voids'),
      document,
      hash,
    });
    const drawerIds = found.drawers.map(({ id }) => id);
    if (drawerIds.length > 0) await updateClosedDrawers(db, drawerIds, closing_no);
    const after = { day, total: members.total, ...(recounted.length > 0 && { recounted }) };
    await insertAudit(context, { action: 'close', entity: 'closings', entityId: closing_no, after, note });
    context.sign({ kind: 'closing', number: closing_no });
    const owner = await findOwnerToWrite(db);
    if (owner) context.sendEmail(closingEmail(owner, { ...members, hash }, { ...owner, publicUrl, recounted, typed }));
    return { message: 'Day closed.', closingNo: closing_no };
  }),

  handle(listClosings, async ({ query: { type, from, to } }, { db, now }) => {
    const range = rangeOf(type, businessDateOf(now, await getStoreClock(db)), { from, to });
    return (await findClosings(db, range)).map(toListed);
  }),

  handle(getClosing, async ({ params: { no } }, { db }) => {
    const closing = await getClosingDocument(db, no);
    if (!closing) throw new AppError('not_found', 'This closing does not exist!');
    return closing;
  }),
];

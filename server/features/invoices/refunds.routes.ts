import { givenBack } from '#contract/adjustments.ts';
import { type Currency, findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { correctPayment, refundInvoice, setBuyer } from '#contract/invoices.ts';
import { moneyText } from '#contract/money-text.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findInvoiceCharges } from '#server/features/orders/bill-charges.queries.ts';
import { findOpenDrawers, shareDrawers } from '#server/features/drawers/drawers.queries.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findActivePaymentTypes } from '#server/features/payment-types/payment-types.queries.ts';
import { drawersOf, readSum, sumOf, tipsOf, withoutReference } from '#server/features/payments/payments.rules.ts';
import { findClosingCurrency, getCashStep, getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { findReasonGiven } from '#server/features/reasons/reasons.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lostAgainstAnother } from '#server/platform/database/failures.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findInvoiceHead, findInvoiceLines } from './invoice-list.queries.ts';
import {
  findChecksOn,
  findHeldPayments,
  findRefundFacts,
  findRefunds,
  holdGuests,
  insertBuyer,
  insertCorrection,
  insertRefund,
  takeInvoiceNo,
} from './refunds.queries.ts';
import { changesOf, inTheirDrawers, readCorrection } from './corrections.rules.ts';
import { hashPieces } from '#server/features/prices/hashed-invoice.rules.ts';
import { addUpPieces, leftOf, leftOfPaid, refundItems, refundSum, saidOfRefund } from './refunds.rules.ts';

const entity = 'invoices';
const refuse = (sentence: string) => new AppError('invalid_input', sentence);
const conflict = (sentence: string) => new AppError('conflict', sentence);
const largerOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);
/** What Activity keeps of what went back, where that is not what was refunded. */
const noteGiven = (given: bigint, refunded: bigint) => (given === refunded ? {} : { given: Number(given) });

const getSale = async (db: Db, id: number) => {
  const head = await findInvoiceHead(db, id);
  if (!head) throw new AppError('not_found', 'This invoice does not exist!');
  if ((await findRefundFacts(db, [id])).get(id)!.refund_of !== null) throw conflict('This is a refund itself!');
  return head;
};

/** What is written to an invoice may tell of its guests: not once one of them is forgotten meanwhile. */
const assertGuests = async (db: Db, id: number) => {
  if (!(await holdGuests(db, id))) throw conflict('A customer of this invoice was deleted meanwhile. Please try again!');
};

/**
 * A closing is of one currency, the store's: what is given back in one of before would be in none (decision 43). Call it once the numbers are
 * taken: then the currency does not change before the commit.
 */
const assertInClosings = async (db: Db, { currency }: { currency: string }, wayOut: string) => {
  const closing = await findClosingCurrency(db);
  if (closing !== undefined && closing !== currency)
    throw conflict(`This invoice is in ${currency}, and the days are now closed in ${closing}. ${wayOut}`);
};

/** The smallest coin of a currency; nobody knows that of one that the store has no more. */
const getStepOf = async (db: Db, { code }: Currency): Promise<bigint> => ((await getCurrency(db)).code === code ? getCashStep(db) : 0n);

const idsOf = (rows: readonly { id: number }[]): string => rows.map(({ id }) => id).join();

/** What leaves the till, where nobody there knew it before: of items, and in coins. */
const givenText = (given: bigint, isKnown: boolean, { code, decimals }: Currency): string =>
  isKnown ? '' : ` ${moneyText(toDecimal(given, decimals), code)} goes back to the guest.`;

export const refundsRoutes = [
  handle(refundInvoice, async ({ params: { id }, body }, context) => {
    const { db, now, session } = context;
    const { amount: sum, paymentTypeId, drawerId = null, approvalToken } = body;
    const items = body.items && addUpPieces(body.items);
    if (items && sum !== undefined) throw refuse('Please choose items or an amount!');
    const sale = await getSale(db, id);
    const currency = findCurrency(sale.currency)!;
    const asked = sum === undefined ? undefined : readSum(sum, currency);
    if (asked !== undefined && asked <= 0n) throw refuse('Please provide an amount above 0!');
    const type = (await findActivePaymentTypes(db)).find((one) => one.id === paymentTypeId);
    if (!type) throw new AppError('not_found', 'This payment type does not exist!');
    if (drawerId !== null) await shareDrawers(db, [drawerId]);
    await assertGuests(db, id);
    const invoiceId = await takeInvoiceNo(db, 1);
    await assertInClosings(db, sale, 'Please pay the money out of a drawer, with a note of this invoice!');
    const lines = await findInvoiceLines(db, id);
    const charges = await findInvoiceCharges(db, [id]);
    const refunds = await findRefunds(db, id);
    const left = leftOf(lines, refunds, charges);
    const amounts = items ? refundItems(lines, left, { asked: items, charges }, currency) : refundSum(left, asked ?? left.total, currency);
    const given = givenBack({
      sum: amounts.total,
      isRest: amounts.total === left.total,
      left: leftOfPaid([sale, ...refunds]),
      step: type.kind === 'cash' ? await getStepOf(db, currency) : 0n,
    });
    // in coins more may leave the drawer than is taken back: the larger of both is what is allowed
    await assertRight(context, 'refund', {
      targetId: id,
      target: 'invoice',
      act: 'refund',
      amount: toDecimal(largerOf(given, amounts.total), currency.decimals),
      ...(given !== amounts.total && { given: toDecimal(given, currency.decimals) }),
      currency: currency.code,
      approvalToken,
    });
    const rounding = amounts.total - given;
    const why = await findReasonGiven(db, 'refund', body);
    const businessDate = businessDateOf(now, await getStoreClock(db));
    await insertRefund(db, {
      invoiceId,
      refundOf: id,
      businessDate,
      hashPieces: hashPieces(saidOfRefund({ refundOf: id, amounts, rounding, type, now, businessDate, currency })),
      memberId: session.memberId,
      now,
      amounts,
      rounding,
      lines: items
        ? items.map(({ itemId, quantity }) => ({ lineId: itemId, quantity }))
        : asked === undefined && refunds.every((refund) => refund.lines !== null)
          ? // after a refund of a sum nobody knows of which pieces the rest is
            [...left.pieces].map(([lineId, quantity]) => ({ lineId, quantity }))
          : null,
      why,
      type,
      drawerId,
    });
    const total = toDecimal(-amounts.total, currency.decimals);
    await insertAudit(context, {
      action: 'refund',
      entity,
      entityId: id,
      after: { invoiceId, items: items ?? null, paymentType: type.title, ...noteGiven(given, amounts.total) },
      amount: amounts.total,
      tableId: sale.table_id,
      reason: why.reason,
      note: why.note,
    });
    await insertEvent(db, now, 'check_update', { checkIds: await findChecksOn(db, id) });
    context.sign({ kind: 'invoice', number: invoiceId });
    return { message: `Refund noted.${givenText(given, rounding === 0n && !items, currency)}`, invoiceId, total };
  }),

  handle(correctPayment, async ({ params: { id }, body }, context) => {
    const { db, now, session } = context;
    const sale = await getSale(db, id);
    const currency = findCurrency(sale.currency)!;
    const types = new Map((await findActivePaymentTypes(db)).map((type) => [type.id, type]));
    const stands = await findHeldPayments(db, [id]);
    const payments = readCorrection(body.payments, stands, types, currency);
    if (sumOf(payments) !== BigInt(sale.total) + BigInt(sale.rounding)) throw refuse('The payments do not add up to the total!');
    // whoever looked before a colleague corrected it would take that back; what is so already is asked once more after a lost answer
    if (body.basedOn && body.basedOn.toSorted((a, b) => a - b).join() !== idsOf(stands) && changesOf(stands, payments).payments.length > 0)
      throw conflict('The payment of this invoice was corrected meanwhile. Please look at it again!');
    // tips may become others with it: the larger sum of both is what is allowed
    const sum = BigInt(sale.total) + largerOf(tipsOf(stands), tipsOf(payments));
    await assertRight(context, 'refund', {
      targetId: id,
      target: 'invoice',
      act: 'correct',
      amount: toDecimal(sum, currency.decimals),
      currency: currency.code,
      approvalToken: body.approvalToken,
    });
    await shareDrawers(db, drawersOf(payments));
    const drawers = stands.flatMap(({ drawer_id }) => drawer_id ?? []);
    const openDrawers = await findOpenDrawers(db, drawers);
    await assertGuests(db, id);
    await takeInvoiceNo(db, 0);
    await assertInClosings(db, sale, 'Its payments can no longer be corrected!');
    const held = await findHeldPayments(db, [id]);
    // a colleague has corrected it while this one waited: drawers and tips were read before that
    if (idsOf(held) !== idsOf(stands)) throw lostAgainstAnother();
    const changes = changesOf(held, payments);
    if (changes.payments.length === 0) return { message: 'Payment corrected.' };
    const businessDate = businessDateOf(now, await getStoreClock(db));
    const corrected = { replaced: changes.replaced, payments: inTheirDrawers(changes, openDrawers) };
    await insertCorrection(db, { invoiceId: id, businessDate, memberId: session.memberId, now }, corrected, openDrawers);
    await insertAudit(context, {
      action: 'correct',
      entity,
      entityId: id,
      before: held.map(withoutReference),
      after: payments.map(withoutReference),
      amount: sum,
      tableId: sale.table_id,
    });
    await insertEvent(db, now, 'check_update', { checkIds: await findChecksOn(db, id) });
    return { message: 'Payment corrected.' };
  }),

  handle(setBuyer, async ({ params: { id }, body: { name, taxNumber = null, address = null } }, context) => {
    const { db, now, session } = context;
    if (!(await findInvoiceHead(db, id))) throw new AppError('not_found', 'This invoice does not exist!');
    await assertGuests(db, id);
    const isNew = await insertBuyer(db, { invoiceId: id, memberId: session.memberId, now }, { name, taxNumber, address });
    if (!isNew) throw conflict('This invoice already has its buyer!');
    await insertAudit(context, { action: 'buyer', entity, entityId: id });
    return { message: 'Buyer added.' };
  }),
];

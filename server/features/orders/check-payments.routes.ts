import { roundCash } from '#contract/adjustments.ts';
import { payCheck, reversePayment } from '#contract/checks.ts';
import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { isClose, toDecimal } from '#contract/pricing.ts';
import { findOpenDrawers, shareDrawers } from '#server/features/drawers/drawers.queries.ts';
import { payOrders } from '#server/features/payments/payments.queries.ts';
import {
  changeOf,
  drawersOf,
  readPayments,
  roundingOf,
  sumOf,
  toCaptured,
  withoutReference,
} from '#server/features/payments/payments.rules.ts';
import { findActivePaymentTypes } from '#server/features/payment-types/payment-types.queries.ts';
import { getCashStep, getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { findReasonGiven } from '#server/features/reasons/reasons.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findBillLines, type BillLine, isOwed } from './bill-lines.queries.ts';
import { findOpenCharges, keepRules } from './bill-charges.queries.ts';
import { findPartlyPaid, insertCheckChange } from './check-changes.queries.ts';
import { findCheckPayments, insertCheckPayments, insertReversal } from './check-payments.queries.ts';
import { type CheckRow, getCheckToChange, updateCheck } from './checks.queries.ts';
import { assertOpen, heldPayments, sayMoney, sumsOf, type Sums } from './checks.rules.ts';
import { getStoreClock } from './orders.queries.ts';
import { completeSettled } from './settled-orders.queries.ts';

const entity = 'checks';
const conflict = (sentence: string) => new AppError('conflict', sentence);

/** Writes the one invoice of a bill that is captured in full, and closes it. */
const closeBill = async (
  context: Context,
  check: CheckRow,
  { owed, sums, currency, rounding, complete }: { owed: BillLine[]; sums: Sums; currency: Currency; rounding: bigint; complete: boolean },
): Promise<number> => {
  const { db, now, session } = context;
  const orderIds = [...new Set(owed.map(({ order_id }) => order_id))];
  const lineIds = owed.map(({ id }) => id);
  const elsewhere = await findPartlyPaid(db, orderIds, lineIds);
  const whole = orderIds.filter((id) => !elsewhere.has(id));
  const [oldest] = owed as [BillLine];
  const guest = owed.find(({ customer_id }) => customer_id !== null) ?? oldest;
  const invoiceId = await payOrders(db, {
    businessDate: businessDateOf(now, await getStoreClock(db)),
    now,
    memberId: session.memberId,
    sessionId: session.id,
    orderIds: whole,
    lineIds,
    partly: owed.filter(({ order_id }) => elsewhere.has(order_id)).map(({ id }) => id),
    checkIds: [check.id],
    cost: sums.cost,
    lines: owed,
    currency,
    rounding,
    tableId: check.table_id,
    tableTitle: check.table_title,
    floor: check.floor,
    deliveryType: oldest.delivery_type,
    customerType: guest.customer_type,
    customerId: guest.customer_id,
    payments: heldPayments(await findCheckPayments(db, [check.id])).map(toCaptured),
    keepOpen: !complete,
    isCaptured: true,
  });
  if (invoiceId === null) throw conflict('This order is already paid!');
  context.sign({ kind: 'invoice', number: invoiceId });
  await updateCheck(db, check.id, { closed_at: now, invoice_id: invoiceId });
  if (!complete && whole.length > 0) await completeSettled(context, whole, [check.id]);
  return invoiceId;
};

export const checkPaymentsRoutes = [
  handle(payCheck, async ({ params: { id }, body: { payments: given, due: claimed, complete = true } }, context) => {
    const { db, now, session } = context;
    const check = await getCheckToChange(db, id);
    const currency = await getCurrency(db);
    const { decimals } = currency;
    const types = new Map((await findActivePaymentTypes(db)).map((type) => [type.id, type]));
    const lines = await findBillLines(db, [id]);
    const { charges, rules } = (await findOpenCharges(db, [check], lines, now)).get(id)!;
    const sums = sumsOf(check, lines, { captured: sumOf(heldPayments(await findCheckPayments(db, [id]))), charges });
    assertOpen(check);
    // what it is charged may have become less by itself: a tax that changed with the day, guests who are fewer
    if (sums.due < 0n) throw conflict('Take back a payment first!');
    const amount = (minor: bigint) => toDecimal(minor, decimals);
    if (!isClose(claimed, sums.due, decimals))
      throw new AppError('price_changed', 'The bill has changed. Please check what is due!', {
        body: { total: amount(sums.total), paid: amount(sums.paid), due: amount(sums.due) },
      });
    // only now: what was given for the sum that the till saw may be too little for this one
    const step = await getCashStep(db);
    const payments = readPayments(given, types, currency, { due: sums.due, step });
    if (payments.length === 0 && sums.due > 0n) throw new AppError('invalid_input', 'Please provide a payment!');
    const rounding = roundingOf(payments);
    const taken = sumOf(payments) - rounding;
    if (taken > sums.due) throw conflict('That is more than what is due!');
    await shareDrawers(db, drawersOf(payments));
    const paymentIds = await insertCheckPayments(db, payments, { checkId: id, memberId: session.memberId, now });
    for (const payment of payments) {
      const text = `Paid ${sayMoney(payment.amount, currency)} by ${payment.paymentType}`;
      await insertCheckChange(db, { kind: 'payment', text, checkIds: [id], memberId: session.memberId, now });
    }
    await insertAudit(context, {
      action: 'capture',
      entity,
      entityId: id,
      after: { payments: payments.map(withoutReference), paymentIds },
      amount: taken + rounding,
      tableId: check.table_id,
    });
    const due = sums.due - taken;
    let invoiceId: number | null = null;
    if (due === 0n)
      invoiceId = await closeBill(context, check, {
        owed: lines.filter(isOwed),
        sums,
        currency,
        rounding,
        complete,
      });
    else {
      if (sums.paid === 0n || check.charge_rules === null) await keepRules(db, id, rules);
      await insertEvent(db, now, 'check_update', { checkIds: [id] });
    }
    const change = payments.reduce((sum, payment) => sum + changeOf(payment), 0n);
    return {
      message: 'Payment received.',
      paymentIds,
      paid: amount(sums.paid + taken),
      due: amount(due),
      due_cash: amount(roundCash(due, step)),
      change: amount(change),
      invoiceId,
    };
  }),

  handle(reversePayment, async ({ params: { id, paymentId }, body: { reasonId, note, approvalToken } }, context) => {
    const { db, now, session } = context;
    const check = await getCheckToChange(db, id);
    const payments = await findCheckPayments(db, [id]);
    const payment = payments.find((one) => one.id === paymentId && one.reverses === null);
    if (!payment) throw new AppError('not_found', 'This payment does not exist!');
    const currency = await getCurrency(db);
    const amount = (minor: bigint) => toDecimal(minor, currency.decimals);
    // its tip goes with it, out of the drawer too
    const given = BigInt(payment.amount) + BigInt(payment.tip);
    await assertRight(context, 'refund', {
      targetId: id,
      target: 'check',
      amount: amount(given),
      currency: currency.code,
      approvalToken,
    });
    assertOpen(check);
    if (!heldPayments(payments).includes(payment)) throw conflict('This payment was already taken back!');
    const why = await findReasonGiven(db, 'refund', { reasonId, note });
    const { drawer_id: from } = payment;
    // what is counted has its sum: the money comes out of some other drawer
    const drawerId = from !== null && (await findOpenDrawers(db, [from])).has(from) ? from : null;
    await insertReversal(db, payment, { why, drawerId, memberId: session.memberId, now });
    const tip = payment.tip === 0 ? '' : ` and its tip of ${sayMoney(payment.tip, currency)}`;
    const text = `Took back ${sayMoney(payment.amount, currency)} of ${payment.payment_type}${tip}`;
    await insertCheckChange(db, { kind: 'reverse', text, checkIds: [id], memberId: session.memberId, now });
    await insertAudit(context, {
      action: 'reverse',
      entity,
      entityId: id,
      before: { paymentId, paymentType: payment.payment_type, amount: payment.amount, tip: payment.tip },
      amount: given,
      tableId: check.table_id,
      reason: why.reason,
      note: why.note,
    });
    const captured = sumOf(heldPayments(payments)) - BigInt(payment.amount);
    // of a bill without payments the charges of now count again
    const rules = captured === 0n ? null : check.charge_rules;
    if (rules !== check.charge_rules) await updateCheck(db, id, { charge_rules: rules });
    const lines = await findBillLines(db, [id]);
    const { charges } = (await findOpenCharges(db, [{ ...check, charge_rules: rules }], lines, now)).get(id)!;
    const sums = sumsOf(check, lines, { captured, charges });
    await insertEvent(db, now, 'check_update', { checkIds: [id] });
    return { message: `${text}.`, paid: amount(sums.paid), due: amount(sums.due) };
  }),
];

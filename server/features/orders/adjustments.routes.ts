import type { Currency } from '#contract/currencies.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreAdjustment, restoreCharge } from '#contract/discounts.ts';
import { AppError } from '#contract/errors.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findAdjustments, findTakenBack, type FoundAdjustment, putBackAdjustment, takeBackAdjustment } from './adjustments.queries.ts';
import { chargedFor, findChargeRules, findOpenCharges, markCharge } from './bill-charges.queries.ts';
import { type BillLine, findBillLines, isOwed } from './bill-lines.queries.ts';
import { insertCheckChange } from './check-changes.queries.ts';
import { type CheckRow, getCheckToChange, markUnbilled, updateCheck } from './checks.queries.ts';
import { assertOpen, sayMoney } from './checks.rules.ts';
import { getCoveredSums } from './covered.queries.ts';
import { amountOf, assertFew, percentInAll } from './adjustments.rules.ts';
import { giveAdjustments, repriceBill } from './give-adjustments.queries.ts';

const conflict = (sentence: string) => new AppError('conflict', sentence);

/** The open bill, locked, with its unpaid lines. */
const getBill = async ({ db }: Context, id: number) => {
  const check = await getCheckToChange(db, id);
  assertOpen(check);
  return { check, lines: (await findBillLines(db, [id])).filter(isOwed), currency: await getCurrency(db) };
};

const getOwedLine = (lines: readonly BillLine[], all: readonly BillLine[], id: number): BillLine => {
  const line = lines.find((one) => one.id === id);
  if (line) return line;
  if (!all.some((one) => one.id === id)) throw new AppError('not_found', 'This order item does not exist!');
  throw conflict('This item is already cancelled or paid!');
};

/** What this takes off these lines, of all that it is off. */
const amountOn = (lineIds: readonly number[], { lines }: FoundAdjustment): bigint =>
  lines.reduce((sum, { line_id, amount }) => sum + (lineIds.includes(line_id) ? BigInt(amount) : 0n), 0n);

interface Note {
  kind: 'discount' | 'charge';
  text: string;
  entry: Parameters<typeof insertAudit>[1];
}

/** Notes what changed the price of a bill, tells the terminals, and answers what it comes to now. Throws conflict where more than that is paid. */
const settle = async (context: Context, check: CheckRow, currency: Currency, { kind, text, entry }: Note) => {
  const { db, now, session } = context;
  const { id } = check;
  const lines = await findBillLines(db, [id]);
  const sums = await getCoveredSums(db, check, lines, now);
  await markUnbilled(db, [id]);
  await insertCheckChange(db, { kind, text, checkIds: [id], memberId: session.memberId, now });
  await insertAudit(context, entry);
  const orderIds = [...new Set(lines.map(({ order_id }) => order_id))];
  if (orderIds.length > 0) await insertEvent(db, now, 'order_update', { orderIds, checkIds: [] });
  await insertEvent(db, now, 'check_update', { checkIds: [id] });
  return { checkId: id, total: toDecimal(sums.total, currency.decimals), due: toDecimal(sums.due, currency.decimals) };
};

/** What is taken back, put back or taken off a bill is allowed for its sum. */
const ofBill = (id: number, amount: bigint, currency: Currency) => ({
  targetId: id,
  target: 'check' as const,
  amount: toDecimal(amount, currency.decimals),
  currency: currency.code,
});

export const adjustmentsRoutes = [
  handle(addAdjustment, async ({ params: { id }, body: { itemId, approvalToken, ...body } }, context) => {
    const { check, lines, currency } = await getBill(context, id);
    const line = itemId === null ? null : getOwedLine(lines, await findBillLines(context.db, [id]), itemId);
    if (lines.length === 0) throw conflict('There is nothing to pay on this bill!');
    const asked = [{ body, line }];
    const { given } = await giveAdjustments(context, { checkId: id, lines, asked, currency, targetId: id, target: 'check', approvalToken });
    const { id: adjustmentId, amount, kind, value, why } = given[0]!;
    const off = kind === 'percent' ? `${toPercent(value)} %` : sayMoney(amount, currency);
    const text = `Took ${off} off ${line ? line.item_title : 'the bill'}${why.reason ? `: ${why.reason}` : ''}`;
    const after = { adjustmentId, lineId: itemId, kind, value, amount: Number(amount) };
    const entry = { action: 'discount', entity: 'checks', entityId: id, after, amount, tableId: check.table_id, ...why };
    return { message: `${text}.`, adjustmentId, ...(await settle(context, check, currency, { kind: 'discount', text, entry })) };
  }),

  handle(removeAdjustment, async ({ params: { id }, body: { adjustmentId, approvalToken } }, context) => {
    const { db, now } = context;
    const { check, lines, currency } = await getBill(context, id);
    const lineIds = lines.map((line) => line.id);
    const found = (await findAdjustments(db, lineIds)).find((one) => one.id === adjustmentId);
    if (!found) throw new AppError('not_found', 'This discount does not exist!');
    const amount = amountOn(lineIds, found);
    await assertRight(context, 'discount', { ...ofBill(id, amount, currency), act: 'remove_discount', approvalToken });
    await takeBackAdjustment(db, adjustmentId, lineIds, now);
    await repriceBill(db, lines, found);
    const text = 'Took a discount back';
    const before = { adjustmentId, lineId: found.line_id, kind: found.kind, value: found.value };
    const entry = { action: 'discount', entity: 'checks', entityId: id, before, amount, tableId: check.table_id };
    return { message: `${text}.`, adjustmentId, ...(await settle(context, check, currency, { kind: 'discount', text, entry })) };
  }),

  // the same discount again, under who gave and who allowed it; not more than it was
  handle(restoreAdjustment, async ({ params: { id }, body: { adjustmentId, approvalToken } }, context) => {
    const { db, now, session } = context;
    const { check, lines, currency } = await getBill(context, id);
    const lineIds = lines.map((line) => line.id);
    const was = await findTakenBack(db, adjustmentId, lineIds);
    if (!was) throw new AppError('not_found', 'This discount was not taken back here!');
    const changed = conflict('The bill has changed since. Give the discount again!');
    if (was.is_followed) throw changed;
    const amount = BigInt(was.amount);
    await putBackAdjustment(db, adjustmentId, lineIds, now);
    const priced = await repriceBill(db, lines);
    assertFew(priced.effects.map(({ row }) => row));
    const effect = priced.effects.find(({ row }) => row.id === adjustmentId)!;
    if (amountOf(effect) > amount) throw changed;
    // who gave it, or allowed it, did so once: now it is within the limit of who puts it back, or allowed again
    const asOwn = { ...effect, row: { ...effect.row, member_id: session.memberId, approver_id: null } };
    const effects = priced.effects.map((one) => (one === effect ? asOwn : one));
    const percent = (approver?: number) => percentInAll(asOwn, { ...priced, effects }, lines, approver);
    await assertRight(context, 'discount', { ...ofBill(id, amount, currency), act: 'give_discount', percent, approvalToken });
    const text = 'Put a discount back';
    const after = { adjustmentId, lineId: was.line_id, kind: was.kind, value: was.value };
    const entry = { action: 'discount', entity: 'checks', entityId: id, after, amount, tableId: check.table_id };
    return { message: `${text}.`, adjustmentId, ...(await settle(context, check, currency, { kind: 'discount', text, entry })) };
  }),

  ...([removeCharge, restoreCharge] as const).map((call) =>
    handle(call, async ({ params: { id, chargeId }, body }, context) => {
      const { db, now } = context;
      const isRemoving = call === removeCharge;
      const { check, lines, currency } = await getBill(context, id);
      const { charges, removed } = (await findOpenCharges(db, [check], lines, now)).get(id)!;
      const known = [...charges, ...removed, ...(await findChargeRules(db, now))];
      const charge = known.find((rule) => rule.id === chargeId);
      if (!charge) throw new AppError('not_found', 'This charge does not exist!');
      const isIt = (one: { id: number }) => one.id === chargeId;
      if (isRemoving && !charges.some(isIt)) throw conflict('This bill does not have this charge!');
      if (!isRemoving && !removed.some(isIt)) throw conflict('This charge was not taken off this bill!');
      const amount = chargedFor(lines, isRemoving ? charges : [...charges, charge], chargeId);
      const act = isRemoving ? 'remove_charge' : 'restore_charge';
      const asked = { ...ofBill(id, amount, currency), act, approvalToken: body?.approvalToken } as const;
      const allowedBy = await assertRight(context, 'discount', asked);
      await markCharge(db, id, chargeId, { is_removed: isRemoving, has_stayed: false, approver_id: isRemoving ? allowedBy : null });
      // what later rounds would be charged is allowed again
      if (isRemoving && allowedBy !== null) await updateCheck(db, id, { is_adjusted: true });
      const text = isRemoving ? `Took ${charge.title} off` : `Put ${charge.title} back`;
      const after = { chargeId, title: charge.title, isRemoved: isRemoving };
      const entry = { action: 'charge', entity: 'checks', entityId: id, after, amount, tableId: check.table_id };
      return { message: `${text}.`, ...(await settle(context, check, currency, { kind: 'charge', text, entry })) };
    }),
  ),
];

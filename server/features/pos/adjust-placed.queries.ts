import { sql } from 'kysely';
import type { Currency } from '#contract/currencies.ts';
import { bringAllowed, chargedFor, findAllowedOff } from '#server/features/orders/bill-charges.queries.ts';
import { type BillLine, findBillLines, isOwed } from '#server/features/orders/bill-lines.queries.ts';
import { type AdjustmentRow, grownOf, type Effect, type Repriced } from '#server/features/orders/adjustments.rules.ts';
import { insertCheckChange } from '#server/features/orders/check-changes.queries.ts';
import { type CheckRow, getCheckToChange } from '#server/features/orders/checks.queries.ts';
import { assertStillCovered } from '#server/features/orders/covered.queries.ts';
import {
  type RequestedAdjustment,
  extendAdjustments,
  giveAdjustments,
  grownBy,
  repriceBill,
} from '#server/features/orders/give-adjustments.queries.ts';
import { insertAudits } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Sale } from './sale.rules.ts';

interface PlacedSale {
  sale: Sale;
  orderId: number;
  /** Null: it is not paid. */
  invoiceId: number | null;
  currency: Currency;
}

/** What was given for the bill that an order joined acts on its lines, too; answers the bill, its lines, and those of the order as its cart has them. */
const extendToPlaced = async (db: Db, orderId: number, { isPaid, which }: { isPaid: boolean; which?: (row: AdjustmentRow) => boolean }) => {
  const order = await db.selectFrom('orders').select('check_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  const check = await getCheckToChange(db, order.check_id);
  const all = await findBillLines(db, [check.id]);
  const lines = isPaid ? all : all.filter(isOwed);
  const placed = lines.filter(({ order_id }) => order_id === orderId);
  const former = lines.filter(({ order_id }) => order_id !== orderId);
  await extendAdjustments(db, check.id, { lines: former, added: placed, which });
  return { check, lines, placed };
};

/** What an earlier discount takes off more since this order is on the bill: under who ordered, and who allowed the discount. */
const noteGrown = (
  context: Parameters<typeof insertAudits>[0],
  { check, orderId }: { check: CheckRow; orderId: number },
  grown: Effect[],
) =>
  insertAudits(
    context,
    grown.map((effect) => {
      const { id: adjustmentId, line_id: lineId, kind, value, approver_id: approverId } = effect.row;
      const amount = grownOf(effect);
      const after = { adjustmentId, lineId, kind, value, amount: Number(amount), orderId };
      return { action: 'discount', entity: 'checks', entityId: check.id, after, amount, tableId: check.table_id, approverId };
    }),
  );

interface GrownCharge {
  rule: Awaited<ReturnType<typeof findAllowedOff>>[number]['rule'];
  approverId: number;
  amount: bigint;
}

/** What charges that a colleague allowed to be taken off the bill would come to on the lines of this order. */
const grownCharges =
  (off: Awaited<ReturnType<typeof findAllowedOff>>, lines: readonly BillLine[], placed: readonly BillLine[]) =>
  (discounts: Repriced['discounts']): GrownCharge[] => {
    const priced = lines.map((line) => ({ ...line, discount: Number(discounts.get(line.id) ?? 0n) }));
    const former = priced.filter(({ id }) => !placed.some((line) => line.id === id));
    return off
      .map(({ rule, approverId }) => {
        const [all, before] = [priced, former].map((on) => chargedFor(on, [rule], rule.id)) as [bigint, bigint];
        return { rule, approverId, amount: all - before };
      })
      .filter(({ amount }) => amount > 0n);
  };

const noteCharges = (
  context: Parameters<typeof insertAudits>[0],
  { check, orderId }: { check: CheckRow; orderId: number },
  grown: readonly GrownCharge[],
) =>
  insertAudits(
    context,
    grown.map(({ rule: { id: chargeId, title }, approverId, amount }) => {
      const after = { chargeId, title, isRemoved: true, orderId };
      return { action: 'charge', entity: 'checks', entityId: check.id, after, amount, tableId: check.table_id, approverId };
    }),
  );

/**
 * Takes what was given for the bill that a guest's order joined off its lines, in its transaction; nothing of it is paid. What a colleague
 * allowed was allowed for what it came to then, and nobody is here who could allow more: a discount stays off these lines, and a charge is
 * on the bill again.
 */
export const adjustJoined = async (db: Db, orderId: number, now: Date): Promise<void> => {
  const { check, lines, placed } = await extendToPlaced(db, orderId, { isPaid: false, which: (row) => row.approver_id === null });
  const priced = await repriceBill(db, lines);
  const nobody = { db, now, session: { memberId: null, id: null } };
  await noteGrown(nobody, { check, orderId }, grownBy(priced, placed));
  const chargesOf = grownCharges(await findAllowedOff(db, check, lines, now), lines, placed);
  for (const { rule, amount } of chargesOf(priced.discounts)) {
    await bringAllowed(db, check.id, [rule]);
    const text = `A guest ordered: ${rule.title} is charged again`;
    await insertCheckChange(db, { kind: 'charge', text, checkIds: [check.id], memberId: null, now });
    const after = { chargeId: rule.id, title: rule.title, isRemoved: false };
    const entry = { action: 'charge', entity: 'checks', entityId: check.id, after, amount, tableId: check.table_id };
    await insertAudits(nobody, [entry]);
  }
};

/**
 * Takes money off what was placed, in its transaction: what the sale says, and what was given for the bill that it joined. What was paid at
 * once has its lines already with what is off them: here it is noted who took it off.
 */
export const adjustPlaced = async (
  { db, session, now }: Pick<Context, 'db' | 'session' | 'now'>,
  { sale, orderId, invoiceId, currency }: PlacedSale,
): Promise<void> => {
  const context = { db, session, now };
  const { check, lines, placed } = await extendToPlaced(db, orderId, { isPaid: invoiceId !== null });
  const asked: RequestedAdjustment[] = [
    ...sale.cart.flatMap((line, index) => (line.adjustments ?? []).map((body) => ({ body, line: placed[index]! }))),
    ...(sale.adjustments ?? []).map((body) => ({ body, line: null })),
  ];
  const off = invoiceId === null ? await findAllowedOff(db, check, lines, now) : [];
  const chargesOf = grownCharges(off, lines, placed);
  const { given, grown, discounts } = await giveAdjustments(context, {
    checkId: check.id,
    lines,
    added: placed,
    asked,
    currency,
    // where its bill is, not where the till last saw it: an approval is for the table that it names
    targetId: check.table_id,
    target: 'table',
    approvalToken: sale.approvalToken,
    alsoOff: (discounted) => chargesOf(discounted).reduce((all, { amount }) => all + amount, 0n),
  });
  await noteGrown(context, { check, orderId }, grown);
  await noteCharges(context, { check, orderId }, chargesOf(discounts));
  if (given.length === 0) return;
  // each as POST /checks/:id/adjustments/add notes it
  await insertAudits(
    context,
    given.map(({ id, lineId, kind, value, amount, why }) => ({
      action: 'discount',
      entity: 'checks',
      entityId: check.id,
      after: { adjustmentId: id, lineId, kind, value, amount: Number(amount) },
      amount,
      tableId: check.table_id,
      reason: why.reason,
      note: why.note,
    })),
  );
  if (invoiceId === null) {
    await assertStillCovered(db, [check.id], now);
    return;
  }
  const { rows } = await sql<{ right: boolean }>`
    select i.discount = (select coalesce(sum(l.discount), 0) from order_lines l where l.order_id = ${orderId}) as right
    from invoices i where i.id = ${invoiceId}`.execute(db);
  if (!rows[0]?.right) throw new Error('An invoice and its lines have different discounts.');
  await sql`select note_discounts(${invoiceId}::bigint)`.execute(db);
};

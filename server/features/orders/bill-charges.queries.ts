import { sql } from 'kysely';
import type { ChargeRule } from '#contract/adjustments.ts';
import { type LineTax, lineTaxOf } from '#contract/pricing.ts';
import { findCharges, hasHadCharges } from '#server/features/charges/charges.queries.ts';
import {
  type ChargeMark,
  chargesThatFit,
  readKept,
  rulesOf,
  toKept,
  type StoreChargeRule,
} from '#server/features/charges/charges.rules.ts';
import { costOfLines } from '#server/features/prices/cart.rules.ts';
import { findTaxRows } from '#server/features/tax-rates/tax-rates.queries.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import { idsOf, listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type BillLine, findBillLines, isOwed } from './bill-lines.queries.ts';
import { sumCaptured } from './check-payments.queries.ts';
import { type CheckRow, findCheckRows, findOpenMainBill, updateCheck } from './checks.queries.ts';
import { countedLines } from './checks.rules.ts';
import { addedUp, type ChargesOfBill, fixedCosts } from '#server/features/prices/charges.rules.ts';
import type { OrderRow } from './order-board.queries.ts';
import { getStoreClock } from './orders.queries.ts';

/** The store's active charges as they are now; a store without any costs one look. */
export const findChargeRules = async (db: Db, now: Date): Promise<StoreChargeRule[]> => {
  const charges = await findCharges(db);
  if (charges.length === 0) return [];
  return rulesOf(charges, await findTaxRows(db), businessDateOf(now, await getStoreClock(db)));
};

type OfCheck = Pick<CheckRow, 'id' | 'covers' | 'closed_at' | 'charge_rules'>;

/** From now on the bill has these charges, whatever becomes of those of the store: its first payment was taken. */
export const keepRules = (db: Db, checkId: number, rules: readonly StoreChargeRule[]) =>
  updateCheck(db, checkId, { charge_rules: toKept(rules) });

/**
 * The charges that bills keep, of those that have a captured payment. What stands on another bill does not count: a node of the release
 * before does not clear it when it takes the last payment back.
 */
export const findKeptRules = async (db: Db, checks: readonly OfCheck[]): Promise<ReadonlyMap<number, StoreChargeRule[]>> => {
  const noted = checks.filter(({ charge_rules: rules }) => rules !== null);
  if (noted.length === 0) return new Map();
  const captured = await sumCaptured(db, idsOf(noted));
  return new Map(noted.filter(({ id }) => captured.get(id)).map(({ id, charge_rules: rules }) => [id, readKept(rules)]));
};

const findMarks = async (db: Db, checkIds: readonly number[]): Promise<(ChargeMark & { check_id: number })[]> =>
  db
    .selectFrom('check_charges')
    .select(['check_id', 'charge_id', 'is_kept', 'is_removed'])
    .where(sql<boolean>`check_id = any(${checkIds})`)
    .execute();

/** What open bills are charged, the charges that were taken off each, those of them that it would have else, and the rules that say so. Of several dining options the first that is to be paid for counts. */
export const findOpenCharges = async (
  db: Db,
  checks: readonly OfCheck[],
  lines: readonly Pick<BillLine, 'on_check' | 'delivery_type' | 'status' | 'invoice_id'>[],
  now: Date,
) => {
  const ofStore = await findChargeRules(db, now);
  // what is partly paid does not become less by a change of the store's charges
  const kept = await findKeptRules(db, checks);
  const rulesFor = ({ id }: OfCheck) => kept.get(id) ?? ofStore;
  const marks = checks.every((check) => rulesFor(check).length === 0) ? [] : await findMarks(db, idsOf(checks));
  // once for all bills: of a long evening there are thousands
  const marksOf = Map.groupBy(marks, ({ check_id }) => check_id);
  const linesOf = Map.groupBy(lines, ({ on_check }) => on_check);
  return new Map(
    checks.map((check) => {
      const { id, covers } = check;
      const rules = rulesFor(check);
      const mine = marksOf.get(id) ?? [];
      const onBill = linesOf.get(id) ?? [];
      const deliveryType = (onBill.find(isOwed) ?? onBill[0])?.delivery_type ?? 'dinein';
      const removed = mine
        .filter(({ is_removed }) => is_removed)
        .flatMap(({ charge_id }) => rules.find((rule) => rule.id === charge_id) ?? []);
      const fitting = (marks: readonly ChargeMark[]) => chargesThatFit(rules, { deliveryType, covers, marks });
      const missing = removed.length === 0 ? [] : fitting(mine.map((mark) => ({ ...mark, is_removed: false })));
      const spared = removed.filter((rule) => missing.includes(rule));
      return [id, { charges: fitting(mine), removed, spared, rules, kept: kept.get(id) }];
    }),
  );
};

/** What the open main bill of a table charges a further round, with so many guests: a sum that it has already comes once. Undefined without a bill, and where nothing was ever charged. */
export const findRoundCharges = async (
  db: Db,
  { tableId, covers }: { tableId: number; covers: number | null },
  now: Date,
): Promise<ChargeRule[] | undefined> => {
  const check = (await hasHadCharges(db)) ? await findOpenMainBill(db, tableId) : undefined;
  if (!check) return undefined;
  const lines = await findBillLines(db, [check.id]);
  const chargesOf = async (guests: number | null) =>
    (await findOpenCharges(db, [{ ...check, covers: guests }], lines, now)).get(check.id)!.charges;
  const onBill = await chargesOf(check.covers);
  const charges = covers === null || covers === check.covers ? onBill : await chargesOf(covers);
  return charges.filter(({ id, kind }) => kind === 'percent' || onBill.every((charge) => charge.id !== id));
};

/** Of these bills those that are this one, or were merged into it at last. */
const findMergedInto = async (db: Db, checkIds: readonly number[], into: number): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    with recursive went (id, now_at) as (
      select id, id from unnest(${checkIds}::bigint[]) id
      union select w.id, c.merged_into from went w join checks c on c.id = w.now_at where c.merged_into is not null)
    select id from went where now_at = ${into}`.execute(db);
  return new Set(idsOf(rows));
};

/** Of charges of invoices what this bill has of them: other bills may have been paid on the same ones. */
const ownShares = async (db: Db, checkId: number, charges: Awaited<ReturnType<typeof findInvoiceCharges>>): Promise<ChargeRule[]> => {
  const checkIds = [...new Set(charges.flatMap(({ shares }) => shares ?? []).map((share) => share.check_id))];
  if (checkIds.length === 0) return charges;
  const mine = await findMergedInto(db, checkIds, checkId);
  return charges.flatMap((charge) => {
    if (charge.shares === null) return charge;
    const own = charge.shares.filter(({ check_id }) => mine.has(check_id));
    return own.length === 0 ? [] : { ...charge, value: own.reduce((sum, { amount }) => sum + BigInt(amount), 0n) };
  });
};

/** What a bill is charged: while it is open what the store's charges say, then what its invoices do. */
export const findBillCharges = async (db: Db, check: CheckRow, lines: readonly BillLine[], now: Date) => {
  if (check.closed_at === null) return (await findOpenCharges(db, [check], lines, now)).get(check.id)!;
  const invoiceIds = [...new Set(countedLines(check, lines).flatMap(({ invoice_id }) => invoice_id ?? []))];
  return { charges: addedUp(await ownShares(db, check.id, await findInvoiceCharges(db, invoiceIds))), removed: [], kept: undefined };
};

/** What each bill of these orders is charged for what is unpaid of them: a percent, and sums when nothing else of it is unpaid. */
export const findOrderCharges = async (db: Db, orders: readonly OrderRow[], now: Date): Promise<ChargesOfBill[]> => {
  if (!(await hasHadCharges(db))) return [];
  const lineIds = new Set(
    orders.flatMap(({ payment_status, lines }) => (payment_status === 'pending' ? lines.filter(isOwed).map(({ id }) => id) : [])),
  );
  const checkIds = [...new Set(orders.flatMap(({ check_id, lines }) => [check_id, ...lines.flatMap((line) => line.check_id ?? [])]))];
  const checks = await findCheckRows(db, checkIds);
  const owed = (await findBillLines(db, checkIds)).filter(isOwed);
  const open = await findOpenCharges(db, checks, owed, now);
  const linesOf = Map.groupBy(owed, ({ on_check }) => on_check);
  return checks.map(({ id }) => {
    const onBill = linesOf.get(id) ?? [];
    const mine = onBill.filter((line) => lineIds.has(line.id));
    const charges = open.get(id)!.charges.filter(({ kind }) => kind === 'percent' || mine.length === onBill.length);
    return { checkId: id, charges: fixedCosts(costOfLines(mine, charges)) };
  });
};

/** What the bills of these cards are charged beside their lines, where the store has had charges: of a table a percent only, since a card is not its bill. */
export const findChargesOfCards = async (db: Db, cards: readonly OrderRow[][], now: Date): Promise<(order: OrderRow) => ChargeRule[]> => {
  const orders = cards.flat();
  const checkIds = [...new Set(orders.map(({ check_id }) => check_id))];
  const open = await findOpenCharges(db, await findCheckRows(db, checkIds), await findBillLines(db, checkIds), now);
  return ({ check_id, table_id }) => open.get(check_id)!.charges.filter(({ kind }) => kind === 'percent' || table_id === null);
};

/** What these invoices were charged in all. */
export const findPaidCharges = async (db: Db, invoiceIds: readonly number[]): Promise<ChargeRule[]> =>
  addedUp(await findInvoiceCharges(db, invoiceIds));

/** A charge of an invoice, as a sum. */
export interface InvoiceCharge extends ChargeRule {
  invoice_id: number;
  /** What each of the bills has of it that were paid on this invoice together; null: all of it is of one. */
  shares: { check_id: number; amount: number }[] | null;
}

/** What these invoices were charged, each by itself. */
export const findInvoiceCharges = async (db: Db, invoiceIds: readonly number[]): Promise<InvoiceCharge[]> => {
  const rows = await db
    .selectFrom('invoice_charges')
    .modifyFront(sql`/* find_invoice_charges */`)
    .select(['invoice_id', 'charge_id', 'title', 'amount', 'tax_id', 'tax_title', 'tax_rate', 'tax_type', 'tax_parts', 'shares'])
    .where(sql<boolean>`invoice_id = any(${listOf(invoiceIds)})`)
    .orderBy('invoice_id')
    .orderBy('charge_id')
    .execute();
  return rows.map((row) => ({
    invoice_id: row.invoice_id,
    id: row.charge_id,
    title: row.title,
    kind: 'amount',
    value: BigInt(row.amount),
    shares: row.shares as InvoiceCharge['shares'],
    tax: lineTaxOf({ ...row, tax_type: row.tax_type as LineTax['type'] | null }),
  }));
};

/** Parts of a bill keep what the whole is charged: a percent goes with each, a sum stays; what was taken off is off all of them (wire-2.md §3). */
export const keepCharges = async (db: Db, wholeId: number, charges: readonly ChargeRule[], partIds: readonly number[]): Promise<void> => {
  for (const { id, kind } of charges)
    for (const partId of partIds)
      await markCharge(db, partId, id, { is_kept: kind === 'percent', is_removed: kind === 'amount', has_stayed: kind === 'amount' });
  await sql`
    insert into check_charges (check_id, charge_id, is_kept, is_removed, has_stayed, approver_id)
    select part_id, m.charge_id, m.is_kept or c.kind = 'percent', true, m.has_stayed, m.approver_id
    from check_charges m join charges c on c.tenant_id = m.tenant_id and c.id = m.charge_id, unnest(${partIds}::bigint[]) part_id
    where m.check_id = ${wholeId} and m.is_removed`.execute(db);
  await sql`
    update checks set is_adjusted = true where id = any(${partIds}::bigint[]) and id in (
      select check_id from check_charges where is_removed and approver_id is not null)`.execute(db);
};

/** A split was undone: a part that has later rounds is a bill like any other. */
export const forgetSplit = (db: Db, partIds: readonly number[]) =>
  sql`delete from check_charges where check_id = any(${partIds}) and (is_kept or has_stayed)`.execute(db);

/** A bill that comes to this one brings these charges: those that had stayed behind in a split are on it again. Answers which. */
export const bringStayed = async (db: Db, checkId: number, charges: readonly ChargeRule[]): Promise<number[]> => {
  const { rows } = await sql<{ charge_id: number }>`
    update check_charges set is_removed = false, has_stayed = false
    where check_id = ${checkId} and is_removed and has_stayed and charge_id = any(${idsOf(charges)}) returning charge_id`.execute(db);
  return rows.map(({ charge_id }) => charge_id);
};

/** The other way round. */
export const leaveStayed = (db: Db, checkId: number, chargeIds: readonly number[]) =>
  sql`update check_charges set is_removed = true, has_stayed = true where check_id = ${checkId} and charge_id = any(${chargeIds})`.execute(
    db,
  );

/**
 * What a colleague allowed to be taken off this bill was allowed for its lines: a bill that comes to it and has such charges brings them, and
 * they are on this one again. Answers which.
 */
export const bringAllowed = async (db: Db, checkId: number, charges: readonly ChargeRule[]): Promise<number[]> => {
  const { rows } = await sql<{ charge_id: number }>`
    update check_charges set is_removed = false
    where check_id = ${checkId} and is_removed and approver_id is not null and charge_id = any(${idsOf(charges)})
    returning charge_id`.execute(db);
  return rows.map(({ charge_id }) => charge_id);
};

/** The other way round. */
export const leaveAllowed = (db: Db, checkId: number, chargeIds: readonly number[]) =>
  sql`update check_charges set is_removed = true where check_id = ${checkId} and charge_id = any(${chargeIds})`.execute(db);

/** Percents that a colleague allowed to be taken off this bill, for what they came to then, and that it would have else; and who that was. */
export const findAllowedOff = async (db: Db, check: CheckRow, lines: readonly BillLine[], now: Date) => {
  const allowed = await db
    .selectFrom('check_charges')
    .select(['charge_id', 'approver_id'])
    .where('check_id', '=', check.id)
    .where('is_removed', '=', true)
    .where('approver_id', 'is not', null)
    .execute();
  if (allowed.length === 0) return [];
  const { spared } = (await findOpenCharges(db, [check], lines, now)).get(check.id)!;
  return spared.flatMap((rule) => {
    const mark = allowed.find(({ charge_id }) => charge_id === rule.id);
    return mark && rule.kind === 'percent' ? [{ rule, approverId: mark.approver_id! }] : [];
  });
};

/** What one of these charges comes to on these lines. */
export const chargedFor = (lines: readonly BillLine[], charges: readonly ChargeRule[], chargeId: number): bigint =>
  costOfLines(lines, charges).charges.find(({ rule }) => rule.id === chargeId)?.amount ?? 0n;

type Mark = Partial<Pick<ChargeMark, 'is_kept' | 'is_removed'>> & { has_stayed?: boolean; approver_id?: number | null };

/** Notes of a charge that a bill has it, or has it not. */
export const markCharge = (db: Db, checkId: number, chargeId: number, mark: Mark) =>
  db
    .insertInto('check_charges')
    .values({ check_id: checkId, charge_id: chargeId, ...mark })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'check_id', 'charge_id']).doUpdateSet(mark))
    .execute();

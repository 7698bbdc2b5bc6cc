import { mergeCheck, moveCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { type Db, explainConstraint } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { assertRight } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  bringAllowed,
  bringStayed,
  findKeptRules,
  findOpenCharges,
  forgetSplit,
  keepCharges,
  leaveAllowed,
  leaveStayed,
} from './bill-charges.queries.ts';
import { assertBillNotFull, type BillLine, findBillLines } from './bill-lines.queries.ts';
import {
  type CheckChangeRow,
  findCheckChanges,
  insertCheckChange,
  insertHalves,
  insertPart,
  joinHalves,
  markUndone,
  type MergeDetail,
  type MoveDetail,
  moveBack,
  moveEverything,
  moveLines,
  type SplitDetail,
} from './check-changes.queries.ts';
import { toKept } from '#server/features/charges/charges.rules.ts';
import { makeMoveTickets } from './make-tickets.queries.ts';
import { findCheckPayments } from './check-payments.queries.ts';
import {
  type CheckRow,
  closeSettledChecks,
  findChecksOf,
  findLastBillNo,
  findOpenBill,
  getCheckRow,
  getCheckToChange,
  getTableToSitAt,
  lockChecks,
  markUnbilled,
  updateCheck,
} from './checks.queries.ts';
import { assertOpen, heldPayments, sayBill, textFor } from './checks.rules.ts';
import { assertStillCovered } from './covered.queries.ts';
import { planSplit } from './split.rules.ts';
import { whyNotUndo } from './undo.queries.ts';
import { moveWaiting, moveWaitingBack } from './waiting-guests.queries.ts';
import { idsOf } from '#server/platform/database/batches.ts';

const entity = 'checks';
const NOWHERE = { table_id: null, table_title: null, floor: null, bill_no: 1 };

const conflict = (sentence: string, body: Record<string, unknown> = {}) => new AppError('conflict', sentence, { body });

/** Somebody sat down at the table in the same moment. */
const explainSeat = explainConstraint({ checks_open_bill: conflict('Somebody has just sat down at this table!') });

const seatOf = ({ table_id, table_title, floor, bill_no }: CheckRow): MoveDetail => ({ table_id, table_title, floor, bill_no });

/** Tells the terminals of bills, also of what was split off them, whose card may be another one now, and of the orders that are on them. */
const announceBills = async ({ db, now }: Pick<Context, 'db' | 'now'>, checkIds: number[], lines: readonly BillLine[]): Promise<void> => {
  const orderIds = [...new Set(lines.map(({ order_id }) => order_id))];
  if (orderIds.length > 0) await insertEvent(db, now, 'order_update', { orderIds, checkIds: [] });
  await insertEvent(db, now, 'check_update', { checkIds: [...new Set([...checkIds, ...(await findChecksOf(db, orderIds))])] });
};

/** Guests who wait for their QR order have sat down with those of this main bill, or have not: who sits at no table, or is on a part, has none. */
const goWith = async (db: Db, from: CheckRow, to: MoveDetail): Promise<number[]> => {
  const { table_id: tableId, bill_no: billNo } = to;
  if (from.bill_no !== 1 || billNo !== 1 || from.table_id === null || tableId === null || from.table_id === tableId) return [];
  return moveWaiting(db, from.table_id, { ...to, table_id: tableId });
};

/** The number that a part had, or where another one has it by now the next. */
const freeNo = async (db: Db, { table_id: tableId }: CheckRow, billNo: number): Promise<number> =>
  (await findOpenBill(db, tableId!, billNo)) ? (await findLastBillNo(db, tableId!)) + 1 : billNo;

/** Takes a change back, of bills that are held and may be changed. */
const undo = async ({ db, now }: Context, kind: string, detail: unknown, checks: readonly CheckRow[], first: number): Promise<void> => {
  if (kind === 'move') {
    await updateCheck(db, first, detail as MoveDetail).catch(explainSeat);
  } else if (kind === 'merge') {
    const { from, covers, charges = [], allowed = [], bill_no, ...moved } = detail as MergeDetail;
    const kept = checks.find(({ id }) => id !== from)!;
    if (bill_no !== undefined) await updateCheck(db, kept.id, { bill_no: await freeNo(db, kept, bill_no) });
    // none of them has payments, so that each has the store's charges of now
    await updateCheck(db, from, { closed_at: null, merged_into: null, charge_rules: null }).catch(explainSeat);
    await moveBack(db, moved, kept.id, from);
    await leaveStayed(db, kept.id, charges);
    await leaveAllowed(db, kept.id, allowed);
    await updateCheck(db, kept.id, { covers, charge_rules: null });
    // all of one of them may have been cancelled meanwhile
    await closeSettledChecks(db, [kept.id, from], now);
  } else {
    const { whole, halves } = detail as SplitDetail;
    for (const [from, lines] of Map.groupBy(whole, (line) => line.from)) await moveLines(db, idsOf(lines), from);
    await joinHalves(db, halves);
    // later rounds may have come in place of what went
    await assertBillNotFull(db, first);
    // a round that came later, while the part lay at another table, is still to be paid for
    const parts = idsOf(checks).filter((id) => id !== first);
    await forgetSplit(db, parts);
    await closeSettledChecks(db, parts, now);
  }
};

/** The guests who wait and went with the bill are where they were. */
const seatAgain = async (db: Db, { kind, detail, qr_orders }: CheckChangeRow, checks: readonly CheckRow[]): Promise<void> => {
  const seat = kind === 'move' ? (detail as MoveDetail) : checks.find(({ id }) => id === (detail as MergeDetail).from);
  if (seat?.table_id != null) await moveWaitingBack(db, qr_orders as number[], { ...seat, table_id: seat.table_id });
};

/** What went back to its own bill is at another table again. */
const tellSeparated = async ({ db, now }: Context, { from }: MergeDetail, checks: readonly CheckRow[]): Promise<void> => {
  const tables = new Set(checks.map(({ table_id }) => table_id));
  if (tables.size > 1) await makeMoveTickets(db, await findBillLines(db, [from]), now);
};

export const checkChangesRoutes = [
  handle(moveCheck, async ({ params: { id }, body: { tableId, approvalToken } }, context) => {
    const { db, now, session } = context;
    const check = await getCheckToChange(db, id);
    assertOpen(check);
    const table = tableId === null ? null : await getTableToSitAt(db, tableId);
    await assertRight(context, 'move_check', { targetId: id, target: 'check', act: 'move', approvalToken });
    if (tableId === null && check.table_id === null) throw conflict('This bill has no table!');
    if (tableId !== null) {
      if (tableId === check.table_id && check.bill_no === 1) throw conflict('This bill is already at this table!');
      // not held: two that change places would wait for each other
      const sitting = await findOpenBill(db, tableId, 1);
      if (sitting) throw conflict(`There is an open bill at ${table!.title}!`, { openCheckId: sitting.id });
    }
    const seat = table ? { table_id: table.id, table_title: table.title, floor: table.floor, bill_no: 1 } : NOWHERE;
    await updateCheck(db, id, { ...seat, billed_at: null }).catch(explainSeat);
    const text = table ? `Moved to ${table.title}` : 'Moved to no table';
    const qrOrders = await goWith(db, check, seat);
    const change = { kind: 'move', text, checkIds: [id], detail: seatOf(check), qrOrders, memberId: session.memberId, now } as const;
    const changeId = await insertCheckChange(db, change);
    await insertAudit(context, {
      action: 'move',
      entity,
      entityId: id,
      before: seatOf(check),
      after: seat,
      tableId: check.table_id ?? seat.table_id,
    });
    const lines = await findBillLines(db, [id]);
    await makeMoveTickets(db, lines, now);
    await announceBills(context, [id], lines);
    return { message: `${text}.`, checkId: id, changeId };
  }),

  handle(mergeCheck, async ({ params: { id }, body: { checkId: from, approvalToken } }, context) => {
    const { db, now, session } = context;
    const checks = await lockChecks(db, [id, from]);
    const [kept, merged] = [id, from].map((one) => checks.find((check) => check.id === one));
    if (!kept || !merged) throw new AppError('not_found', 'This bill does not exist!');
    if (id === from) throw conflict('A bill cannot be merged with itself!');
    assertOpen(kept);
    assertOpen(merged);
    await assertRight(context, 'move_check', { targetId: id, target: 'check', act: 'merge', approvalToken });
    const comers = await findBillLines(db, [from]);
    const brought = (await findOpenCharges(db, [merged], comers, now)).get(from)!;
    const rules = await findKeptRules(db, checks);
    const charges = await bringStayed(db, id, brought.charges);
    const allowed = await bringAllowed(db, id, brought.charges);
    const moved = await moveEverything(db, from, id);
    await assertBillNotFull(db, id);
    if (kept.table_id !== merged.table_id) await makeMoveTickets(db, comers, now);
    const covers = kept.covers === null && merged.covers === null ? null : (kept.covers ?? 0) + (merged.covers ?? 0);
    const keeps = rules.get(id) ?? rules.get(from);
    await updateCheck(db, id, { covers, billed_at: null, charge_rules: keeps ? toKept(keeps) : null });
    await assertStillCovered(db, [id], now);
    await updateCheck(db, from, { closed_at: now, merged_into: id });
    // the next round of the table comes to where the party is
    const isMain = merged.bill_no === 1 && kept.table_id !== null && kept.table_id === merged.table_id;
    if (isMain) await updateCheck(db, id, { bill_no: 1 });
    const qrOrders = await goWith(db, merged, seatOf(kept));
    const text = `Merged with ${sayBill(merged)}`;
    const fromText = `Merged into ${sayBill(kept)}`;
    const detail = { from, fromText, ...moved, charges, allowed, covers: kept.covers, ...(isMain && { bill_no: kept.bill_no }) };
    const change = { kind: 'merge', text, checkIds: [id, from], detail, qrOrders, memberId: session.memberId, now } as const;
    const changeId = await insertCheckChange(db, change);
    await insertAudit(context, { action: 'merge', entity, entityId: id, after: { from, ...moved }, tableId: kept.table_id });
    await announceBills(context, [id, from], await findBillLines(db, [id]));
    return { message: `${text}.`, checkId: id, changeId };
  }),

  handle(splitCheck, async ({ params: { id }, body: { parts, approvalToken } }, context) => {
    const { db, now, session } = context;
    const check = await getCheckToChange(db, id);
    assertOpen(check);
    const lines = await findBillLines(db, [id]);
    const plan = planSplit(lines, parts);
    if (heldPayments(await findCheckPayments(db, [id])).length > 0)
      throw conflict('This bill has payments; it can be split by amount only.');
    await assertRight(context, 'move_check', { targetId: id, target: 'check', act: 'split', approvalToken });
    const last = check.table_id === null ? 0 : await findLastBillNo(db, check.table_id);
    const checkIds: number[] = [];
    for (const [part, { name }] of parts.entries()) {
      const billNo = check.table_id === null ? 1 : last + part + 1;
      checkIds.push(await insertPart(db, check, { billNo, name: name ?? null, now }).catch(explainSeat));
    }
    await keepCharges(db, id, (await findOpenCharges(db, [check], lines, now)).get(id)!.charges, checkIds);
    const formerly = new Map(lines.map((line) => [line.id, line.check_id]));
    for (const [part, whole] of Map.groupBy(plan.whole, (line) => line.part))
      await moveLines(
        db,
        whole.map((line) => line.id),
        checkIds[part]!,
      );
    const halves = plan.halves.map(({ of, quantity, part }) => ({ of, quantity, checkId: checkIds[part]! }));
    const made = await insertHalves(db, halves);
    await updateCheck(db, id, { billed_at: null });
    const text = `Split into ${parts.length + 1} bills`;
    const detail: SplitDetail = {
      whole: plan.whole.map((line) => ({ id: line.id, from: formerly.get(line.id) ?? null })),
      halves: made.map((half, index) => ({ id: half, of: plan.halves[index]!.of })),
    };
    const change = { kind: 'split', text, checkIds: [id, ...checkIds], detail, memberId: session.memberId, now } as const;
    const changeId = await insertCheckChange(db, change);
    await insertAudit(context, { action: 'split', entity, entityId: id, after: { checkIds, ...detail }, tableId: check.table_id });
    await announceBills(context, [id, ...checkIds], lines);
    return { message: `${text}.`, checkIds, changeId };
  }),

  handle(undoCheckChange, async ({ params: { id }, body: { changeId, approvalToken } }, context) => {
    const { db, now, session } = context;
    // not held before the others are, all of them in one sequence: nobody waits for somebody who waits for this
    await getCheckRow(db, id);
    const found = (await findCheckChanges(db, id, changeId)).find((change) => change.id === changeId);
    if (!found) throw new AppError('not_found', 'This change does not exist!');
    const checks = await lockChecks(db, found.check_ids);
    // read again: only now that all of its bills are held nobody else can undo it
    const change = (await findCheckChanges(db, id, changeId)).find((one) => one.id === changeId)!;
    const why = await whyNotUndo(db, change, checks);
    if (why !== undefined) throw conflict(why);
    await assertRight(context, 'move_check', { targetId: id, target: 'check', act: 'undo', approvalToken });
    const before = await findBillLines(db, change.check_ids);
    await undo(context, change.kind, change.detail, checks, change.check_ids[0]!);
    if (change.qr_orders !== null) await seatAgain(db, change, checks);
    if (change.kind === 'move') await makeMoveTickets(db, before, now);
    else if (change.kind === 'merge') await tellSeparated(context, change.detail as MergeDetail, checks);
    await markUndone(db, changeId, now);
    await markUnbilled(db, change.check_ids);
    const text = `Undone: ${change.text}`;
    const noted = await insertCheckChange(db, { kind: 'undo', text, checkIds: change.check_ids, memberId: session.memberId, now });
    await insertAudit(context, {
      action: 'undo',
      entity,
      entityId: id,
      after: { changeId, kind: change.kind },
      tableId: checks.find((check) => check.id === id)?.table_id,
    });
    await announceBills(context, change.check_ids, before);
    // what was on a part is on the bill that was split
    const checkId = change.kind === 'split' ? change.check_ids[0]! : id;
    return { message: `Undone: ${textFor(id, change, [])}.`, checkId, changeId: noted };
  }),
];

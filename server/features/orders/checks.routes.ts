import { type CheckChange, type CheckPayment, getCheck, listChecks, markBilled, setCovers } from '#contract/checks.ts';
import { getCheckSums } from '#contract/check-sums.ts';
import type { Currency } from '#contract/currencies.ts';
import { roundCash } from '#contract/adjustments.ts';
import { toDecimal } from '#contract/pricing.ts';
import { findBuyer } from '#server/features/payments/payments.queries.ts';
import { getCashStep, getCurrency } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { mapInSlices } from '#server/platform/work/slices.ts';
import { toStoreCharge } from '#server/features/charges/charges.rules.ts';
import { findAdjustments } from './adjustments.queries.ts';
import { findBillCharges, findOpenCharges } from './bill-charges.queries.ts';
import { findCurrencyOf } from './bill-currency.queries.ts';
import { findBillLines, findPeople, isOwed } from './bill-lines.queries.ts';
import { findCheckChanges, findParts, insertCheckChange } from './check-changes.queries.ts';
import { findCheckPayments, findInvoicePayments, findSharedInvoices, sumCaptured, sumRoundings } from './check-payments.queries.ts';
import { type CheckRow, findCheckRows, findOpenChecks, getCheckRow, getCheckToChange, updateCheck } from './checks.queries.ts';
import {
  assertOpen,
  countedLines,
  invoicesOn,
  roundOf,
  roundsOf,
  sumsOf,
  textFor,
  toAdjustments,
  toCheckCharges,
  toCheckPayments,
  awaitingBills,
  toCheckRow,
  toClosedPayments,
  toInvoicePayments,
  toTaxes,
} from './checks.rules.ts';
import { assertStillCovered } from './covered.queries.ts';
import { findOwed } from './owed.queries.ts';
import { whyNotUndo } from './undo.queries.ts';
import { idsOf } from '#server/platform/database/batches.ts';

const entity = 'checks';

const paymentsOf = async (
  db: Db,
  check: CheckRow,
  invoices: number[],
  currency: Currency,
): Promise<{ payments: CheckPayment[]; rounding?: number; shared_invoices?: number[] }> => {
  const captured = await findCheckPayments(db, [check.id]);
  if (check.closed_at === null) return { payments: toCheckPayments(captured, currency) };
  const isByBill = check.invoice_id !== null && captured.length > 0;
  // what several bills were paid with together is not what this one was
  const shared = isByBill ? [] : await findSharedInvoices(db, check.id, invoices);
  const of = isByBill ? [check.invoice_id!] : invoices.filter((invoice) => !shared.includes(invoice));
  const onInvoices = await findInvoicePayments(db, of);
  return {
    payments: isByBill
      ? toClosedPayments(captured, onInvoices, currency)
      : // its orders were paid by themselves; what was captured before was taken back
        [...toCheckPayments(captured, currency), ...toInvoicePayments(onInvoices, currency)],
    rounding: toDecimal(await sumRoundings(db, of), currency.decimals),
    ...(shared.length > 0 && { shared_invoices: shared }),
  };
};

/** The history of a bill, of which only the latest that is not undone can be; and which bills were made of it. */
const findHistory = async (db: Db, check: CheckRow) => {
  const changes = await findCheckChanges(db, check.id);
  const latest = changes.find(({ detail, undone_at }) => detail !== null && undone_at === null);
  const canUndo = latest !== undefined && (await whyNotUndo(db, latest, await findCheckRows(db, latest.check_ids))) === undefined;
  const history = changes.map((change) => ({
    change_id: change.id,
    kind: change.kind as CheckChange['kind'],
    at: change.at.toISOString(),
    member_name: change.member_name,
    text: textFor(check.id, change, changes),
    can_undo: canUndo && change.id === latest.id,
  }));
  return { changes: history, parts: await findParts(db, check.id) };
};

export const checksRoutes = [
  handle(listChecks, async ({ query }, { db, now }) => {
    const found = await findOpenChecks(db, query);
    const isWhole = query.ids === undefined;
    const lines = await findBillLines(db, idsOf(found));
    const linesOf = Map.groupBy(lines, (line) => line.on_check);
    // what was paid by its orders in a release before may stand open
    const checks = found.filter(({ id }) => linesOf.get(id)?.some(isOwed));
    const captured = await sumCaptured(db, idsOf(checks));
    const open = await findOpenCharges(db, checks, lines, now);
    const people = await findPeople(db, lines);
    const around = { people, currency: await getCurrency(db), ...(isWhole && { awaiting: awaitingBills(lines) }) };
    const toRow = (check: CheckRow) => {
      const mine = linesOf.get(check.id)!;
      return toCheckRow(check, mine, {
        ...around,
        sums: sumsOf(check, mine, { captured: captured.get(check.id), charges: open.get(check.id)!.charges }),
      });
    };
    return mapInSlices(checks, toRow, ({ id }) => linesOf.get(id)!.length);
  }),

  handle(getCheckSums, async (_, { db, now }) => {
    const bills = await findOwed(db, now, false);
    const { decimals } = await getCurrency(db);
    const sumOf = (what: 'due' | 'paid') =>
      toDecimal(
        bills.reduce((sum, bill) => sum + bill[what], 0n),
        decimals,
      );
    return { bills: bills.length, due: sumOf('due'), paid: sumOf('paid') };
  }),

  handle(getCheck, async ({ params: { id } }, { db, now }) => {
    const check = await getCheckRow(db, id);
    const lines = await findBillLines(db, [id]);
    const invoices = invoicesOn(check, lines);
    const currency: Currency = await findCurrencyOf(db, check.closed_at === null ? [] : invoices);
    const { charges, removed, kept } = await findBillCharges(db, check, lines, now);
    const sums = sumsOf(check, lines, { captured: (await sumCaptured(db, [id])).get(id), charges });
    const onBill = countedLines(check, lines);
    const amount = (minor: bigint) => toDecimal(minor, currency.decimals);
    return {
      ...toCheckRow(check, lines, { people: await findPeople(db, lines), currency, sums, awaiting: awaitingBills(lines) }),
      status: check.closed_at === null ? ('open' as const) : ('closed' as const),
      currency: currency.code,
      orders: await mapInSlices(roundsOf(lines), roundOf(currency, new Set(onBill)), (round) => round.length),
      subTotal: amount(sums.net),
      taxTotal: amount(sums.tax),
      due_cash: amount(roundCash(sums.due, await getCashStep(db))),
      taxes: toTaxes(sums, currency),
      adjustments: toAdjustments(
        await findAdjustments(
          db,
          onBill.map((line) => line.id),
        ),
        { checkId: id, lines: onBill },
        currency,
      ),
      discount: amount(sums.cost.discount),
      charges: toCheckCharges(check, sums, currency),
      removed_charges: removed.map((charge) => ({ charge_id: charge.id, title: charge.title })),
      ...(kept && { kept_charges: kept.map((rule) => toStoreCharge(rule, currency)) }),
      ...(await paymentsOf(db, check, invoices, currency)),
      invoices,
      buyer: (check.closed_at !== null && invoices[0] !== undefined && (await findBuyer(db, invoices[0]))) || null,
      ...(await findHistory(db, check)),
      merged_into: check.merged_into,
      prints: check.prints,
    };
  }),

  handle(setCovers, async ({ params: { id }, body: { covers } }, context) => {
    const { db, now, session } = context;
    const check = await getCheckToChange(db, id);
    assertOpen(check);
    const lines = await findBillLines(db, [id]);
    const totalWith = async (row: CheckRow) =>
      sumsOf(row, lines, { charges: (await findOpenCharges(db, [row], lines, now)).get(id)!.charges }).total;
    // a charge may be for large parties only
    const isPrintTrue = check.billed_at === null || (await totalWith(check)) === (await totalWith({ ...check, covers }));
    await updateCheck(db, id, { covers, ...(!isPrintTrue && { billed_at: null }) });
    await assertStillCovered(db, [id], now);
    const text = check.covers === null ? `Guests: ${covers}` : `Guests: ${check.covers} → ${covers}`;
    // 'charge', for guests may change what is charged: a release before refuses to tell of a kind that it does not know
    if (covers !== check.covers) await insertCheckChange(db, { kind: 'charge', text, checkIds: [id], memberId: session.memberId, now });
    await insertAudit(context, { action: 'covers', entity, entityId: id, before: check.covers, after: covers, tableId: check.table_id });
    await insertEvent(db, now, 'check_update', { checkIds: [id] });
    return { message: 'Guests updated.' };
  }),

  handle(markBilled, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const check = await getCheckToChange(db, id);
    assertOpen(check);
    const prints = check.prints + 1;
    await updateCheck(db, id, { billed_at: now, prints });
    await insertAudit(context, { action: 'print', entity, entityId: id, after: { prints }, tableId: check.table_id });
    await insertEvent(db, now, 'check_update', { checkIds: [id] });
    return { message: 'Bill printed.', prints };
  }),
];

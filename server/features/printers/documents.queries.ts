import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { BillShare, PrintKind } from '#contract/print-jobs.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { findClosingAct, getClosingDocument } from '#server/features/day/closings.queries.ts';
import { findChargesOn, findInvoice, findOrdersOn } from '#server/features/invoices/invoice-list.queries.ts';
import { toOpened } from '#server/features/invoices/invoices.rules.ts';
import { findOwnTaxes, findRefunds } from '#server/features/invoices/refunds.queries.ts';
import { findBuyer } from '#server/features/payments/payments.queries.ts';
import { findCurrencyOf } from '#server/features/orders/bill-currency.queries.ts';
import { findBillCharges } from '#server/features/orders/bill-charges.queries.ts';
import { toBillCharges } from '#server/features/prices/charges.rules.ts';
import { findBillLines, findPeople } from '#server/features/orders/bill-lines.queries.ts';
import { findCheckPayments, sumCaptured } from '#server/features/orders/check-payments.queries.ts';
import { getCheckRow } from '#server/features/orders/checks.queries.ts';
import { countedLines, invoicesOn, sumsOf, toCheckPayments, toCheckRow, toRounds, toTaxes } from '#server/features/orders/checks.rules.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/store-settings/shown-settings.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { closingOf } from './closing.rules.ts';
import { billOf, receiptOf, shareOf, type Ticket, testOf, ticketOf, tokenOf } from './documents.rules.ts';
import type { Block } from './layout.rules.ts';

const findPaperSettings = async (db: Db) => ({ store: await findStoreSettings(db), print: await findPrintSettings(db) });
type PaperSettings = Awaited<ReturnType<typeof findPaperSettings>>;

const receipt = async (db: Db, id: number, settings: PaperSettings): Promise<Block[] | undefined> => {
  const found = await findInvoice(db, id);
  if (!found) return undefined;
  const later = {
    refunds: await findRefunds(db, id),
    buyer: await findBuyer(db, id),
    own: await findOwnTaxes(db, id),
    charges: await findChargesOn(db, found.invoice),
    chained: undefined,
  };
  return receiptOf(toOpened(found, await findOrdersOn(db, found.invoice), later), settings);
};

const bill = async (db: Db, id: number, settings: PaperSettings, now: Date, share?: BillShare | null): Promise<Block[]> => {
  const check = await getCheckRow(db, id);
  const lines = await findBillLines(db, [id]);
  const currency = await findCurrencyOf(db, check.closed_at === null ? [] : invoicesOn(check, lines));
  const { charges } = await findBillCharges(db, check, lines, now);
  const sums = sumsOf(check, lines, { captured: (await sumCaptured(db, [id])).get(id), charges });
  const row = toCheckRow(check, lines, { people: await findPeople(db, lines), currency, sums });
  const rounds = toRounds(lines, currency, countedLines(check, lines));
  const payments = toCheckPayments(await findCheckPayments(db, [id]), currency).filter(({ state }) => state === 'captured');
  const document = {
    ...row,
    at: now.toISOString(),
    currency: currency.code,
    tokens: rounds.map(({ token_no }) => token_no),
    deliveryAddress: rounds.find((round) => round.delivery_address)?.delivery_address,
    // what was paid by itself is no part of what this bill comes to
    items: rounds.flatMap(({ items }) => items.filter(({ is_counted: isCounted }) => isCounted)),
    subTotal: toDecimal(sums.net, currency.decimals),
    taxTotal: toDecimal(sums.tax, currency.decimals),
    taxes: toTaxes(sums, currency),
    charges: toBillCharges(sums.cost.charges, currency),
    payments,
  };
  if (!share) return billOf(document, settings);
  const amount = toMinor(share.amount, currency.decimals);
  if (amount === undefined || amount > sums.total) throw new AppError('invalid_input', 'Invalid request!');
  const own = payments.filter(({ payment_id }) => payment_id === share.paymentId);
  if (share.paymentId != null && own.length === 0) throw new AppError('not_found', 'This payment does not exist!');
  const slip = { ...share, amount: toDecimal(amount, currency.decimals) };
  return shareOf({ ...document, payments: own }, slip, settings);
};

const closing = async (db: Db, no: number, settings: PaperSettings): Promise<Block[] | undefined> => {
  const found = await getClosingDocument(db, no);
  const act = await findClosingAct(db, no);
  return found && act && closingOf(found, { at: act.closed_at.toISOString(), by: act.member_name }, settings);
};

const token = async (db: Db, id: number, settings: PaperSettings): Promise<Block[] | undefined> => {
  const order = await db.selectFrom('orders').select(['token_no', 'created_at']).where('id', '=', id).executeTakeFirst();
  return order && tokenOf({ token_no: order.token_no, created_at: order.created_at.toISOString() }, settings);
};

const ticket = async (db: Db, id: number, settings: PaperSettings): Promise<Block[] | undefined> => {
  const { rows } = await sql<Omit<Ticket, 'created_at'> & { created_at: Date }>`
    select t.kind, t.station_title, t.token_no, t.table_title, t.delivery_type, t.lines, t.created_at, o.guest_name, c.name as customer_name
    from tickets t
    join orders o on o.tenant_id = t.tenant_id and o.id = t.order_id
    left join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where t.id = ${id}`.execute(db);
  return rows[0] && ticketOf({ ...rows[0], created_at: rows[0].created_at.toISOString() }, settings);
};

const missing: Record<PrintKind, string> = {
  receipt: 'This invoice does not exist!',
  bill: 'This bill does not exist!',
  token: 'This order does not exist!',
  ticket: 'This ticket does not exist!',
  closing: 'This closing does not exist!',
  test: 'Invalid request!',
};

/** What is printed of a row, as it is now; throws not_found for one that is not there. */
export const getDocument = async (
  db: Db,
  {
    kind,
    id,
    printer,
    now,
    share,
  }: { kind: PrintKind; id: number | null; printer: string; now: Date; share?: BillShare | null | undefined },
): Promise<Block[]> => {
  const settings = await findPaperSettings(db);
  if (kind === 'test') return testOf({ title: printer, now: now.toISOString() }, settings);
  if (id === null) throw new AppError('invalid_input', 'Invalid request!');
  const readers = { receipt, bill, token, ticket, closing };
  const blocks = await readers[kind](db, id, settings, now, share);
  if (!blocks) throw new AppError('not_found', missing[kind]);
  return blocks;
};

import { chargeLine, type ChargeRule, type Cost } from '#contract/adjustments.ts';
import { type Currency, formatMoney } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import type { Check, CheckItem, CheckPayment, CheckRow as CheckHead } from '#contract/checks.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import { changeOf } from '#server/features/payments/payments.rules.ts';
import { costOfLines } from '#server/features/prices/cart.rules.ts';
import type { FoundAdjustment } from './adjustments.queries.ts';
import { toBillCharges, toRuledCharges, toTaxShares } from '#server/features/prices/charges.rules.ts';
import { type BillLine, isOwed } from './bill-lines.queries.ts';
import type { CheckChangeRow, MergeDetail } from './check-changes.queries.ts';
import type { CheckPaymentRow, InvoicePaymentRow } from './check-payments.queries.ts';
import type { CheckRow } from './checks.queries.ts';
import { summaryItemOf } from './order-board.rules.ts';

export interface Sums {
  net: bigint;
  tax: bigint;
  total: bigint;
  paid: bigint;
  due: bigint;
  cost: Cost;
}

/** Refuses what is done to a bill that is paid, or was merged away. */
export const assertOpen = (check: Pick<CheckRow, 'closed_at'>): void => {
  if (check.closed_at !== null) throw new AppError('conflict', 'This bill is closed!');
};

/** What counts on a bill: on an open one what is to be paid for, on a closed one what it was closed with. */
export const countedLines = (check: Pick<CheckRow, 'closed_at' | 'invoice_id'>, lines: readonly BillLine[]): BillLine[] => {
  if (check.closed_at === null) return lines.filter(isOwed);
  return lines.filter(
    (line) =>
      line.status !== 'cancelled' && line.invoice_id !== null && (check.invoice_id === null || line.invoice_id === check.invoice_id),
  );
};

/** Of a closed bill its invoices: the one that closed it before those of rounds that an old client paid by themselves. */
export const invoicesOn = (check: Pick<CheckRow, 'invoice_id'>, lines: readonly BillLine[]): number[] => {
  const onLines = lines.filter(({ status }) => status !== 'cancelled').map(({ invoice_id }) => invoice_id);
  return [...new Set([check.invoice_id, ...onLines])].filter((one) => one !== null);
};

/** What a bill comes to with its charges, what of it is captured, and what is left. */
export const sumsOf = (
  check: Pick<CheckRow, 'closed_at' | 'invoice_id'>,
  lines: readonly BillLine[],
  { captured = 0n, charges }: { captured?: bigint | undefined; charges: readonly ChargeRule[] },
): Sums => {
  const cost = costOfLines(countedLines(check, lines), charges);
  const { net, tax, total } = cost.totals;
  const paid = check.closed_at === null ? captured : total;
  return { net, tax, total, paid, due: total - paid, cost };
};

/** People by their ids, as bills name them. */
export interface People {
  members: ReadonlyMap<number, string>;
  customers: ReadonlyMap<number, { phone: string | null; name: string | null }>;
}

/** Which rounds a bill has: those of its lines, the oldest first. */
export const roundsOf = (lines: readonly BillLine[]) => [...Map.groupBy(lines, (line) => line.order_id).values()];

const isAwaiting = (line: BillLine): boolean => line.order_status === 'completed' && isOwed(line);

/** The bills that stand for what awaits payment, each card once: by its own bill, where that is paid by the first part that is not. */
export const awaitingBills = (lines: readonly BillLine[]): ReadonlySet<number> => {
  const billOf = new Map<number, number>();
  for (const line of lines) {
    if (!isAwaiting(line)) continue;
    const { card_id: card, on_check: bill } = line;
    const known = billOf.get(card);
    if (known === undefined || bill === card || (known !== card && bill < known)) billOf.set(card, bill);
  }
  return new Set(billOf.values());
};

/** A bill as a row of the list. */
export const toCheckRow = (
  check: CheckRow,
  lines: readonly BillLine[],
  { people, currency, sums, awaiting }: { people: People; currency: Currency; sums: Sums; awaiting?: ReadonlySet<number> },
): CheckHead => {
  const amount = (minor: bigint) => toDecimal(minor, currency.decimals);
  const rounds = roundsOf(lines.filter((line) => line.status !== 'cancelled'));
  const [first] = lines;
  const cards = new Set(lines.filter(isAwaiting).map(({ card_id: card }) => card));
  const customer = people.customers.get(lines.find((line) => line.customer_id !== null)?.customer_id ?? 0);
  return {
    check_id: check.id,
    bill_no: check.table_id === null ? null : check.bill_no,
    table_id: check.table_id,
    table_title: check.table_title,
    floor: check.floor,
    opened_at: check.opened_at.toISOString(),
    covers: check.covers,
    name: check.name,
    delivery_type: first?.delivery_type ?? 'dinein',
    customer_id: customer?.phone ?? null,
    customer_name: customer?.name ?? null,
    member_name: people.members.get(first?.member_id ?? 0) ?? null,
    orders: rounds.length,
    total: amount(sums.total),
    paid: amount(sums.paid),
    due: amount(sums.due),
    is_billed: check.billed_at !== null,
    ...(awaiting?.has(check.id) && { awaits_payment: true }),
    ...(check.closed_at === null && cards.size > 0 && { awaiting_cards: [...cards] }),
  };
};

const toItem = (line: BillLine, { decimals }: Currency, isCounted: boolean): CheckItem => ({
  ...summaryItemOf(line, line.ordered_at.toISOString(), decimals),
  is_paid: line.invoice_id !== null && line.status !== 'cancelled',
  is_counted: isCounted,
});

/** The taxes of a bill by rate. */
export const toTaxes = ({ cost }: Sums, currency: Currency): Check['taxes'] =>
  toTaxShares([...cost.lines, ...cost.charges.map(chargeLine)], currency);

/** What a bill is charged; of an open one with what a part of it would be. */
export const toCheckCharges = (check: Pick<CheckRow, 'closed_at'>, { cost }: Sums, currency: Currency): Check['charges'] =>
  (check.closed_at === null ? toRuledCharges : toBillCharges)(cost.charges, currency);

/** Whether it was given for this bill as a whole, and so comes off further rounds of it. */
export const isOfBill = ({ check_id, line_id }: Pick<FoundAdjustment, 'check_id' | 'line_id'>, checkId: number): boolean =>
  line_id === null && check_id === checkId;

/** Money off as a bill shows it: of a line that was split its part on this bill. */
export const toAdjustments = (
  found: readonly FoundAdjustment[],
  { checkId, lines }: { checkId: number; lines: readonly BillLine[] },
  { decimals }: Currency,
): Check['adjustments'] => {
  const here = new Set(lines.map(({ id }) => id));
  return found.map(({ id, check_id, line_id, kind, value, reason_id, reason, note, member_name, lines: on }) => {
    const mine = on.filter((row) => here.has(row.line_id));
    return {
      adjustment_id: id,
      item_id: line_id === null ? null : here.has(line_id) ? line_id : mine[0]!.line_id,
      kind,
      value: kind === 'percent' ? toPercent(value) : toDecimal(BigInt(value), decimals),
      amount: toDecimal(
        mine.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        decimals,
      ),
      reason_id,
      reason,
      note,
      member_name,
      is_for_rounds: isOfBill({ check_id, line_id }, checkId),
    };
  });
};

/** Payments with what became of each; what takes one back has no row of its own. */
export const toCheckPayments = (rows: readonly Omit<CheckPaymentRow, 'check_id'>[], { decimals }: Currency): CheckPayment[] => {
  const amount = (minor: number | bigint) => toDecimal(BigInt(minor), decimals);
  const reversed = new Set(rows.map(({ reverses }) => reverses));
  return rows
    .filter(({ reverses }) => reverses === null)
    .map((row) => ({
      payment_id: row.id,
      payment_type_id: row.payment_type_id,
      payment_type: row.payment_type,
      kind: row.kind as CheckPayment['kind'],
      amount: amount(row.amount),
      tip: amount(row.tip),
      tendered: row.tendered === null ? null : amount(row.tendered),
      change: amount(changeOf(row)),
      reference: row.reference,
      created_at: row.created_at.toISOString(),
      member_name: row.member_name,
      state: reversed.has(row.id) ? 'reversed' : 'captured',
    }));
};

/** Whether a payment of an invoice came in the place of another one: it was written after a counter-entry. */
const isCorrection = (row: InvoicePaymentRow, all: readonly InvoicePaymentRow[]): boolean =>
  all.some(({ id, reverses, invoice_id }) => reverses !== null && invoice_id === row.invoice_id && id < row.id);

/** The payments of invoices as they were corrected. */
export const toInvoicePayments = (rows: readonly InvoicePaymentRow[], currency: Currency): CheckPayment[] => {
  const corrected = new Set(rows.filter((row) => isCorrection(row, rows)).map(({ id }) => id));
  return toCheckPayments(rows, currency).map((payment) => ({
    ...payment,
    ...(corrected.has(payment.payment_id) && { is_corrected: true }),
  }));
};

/** The payments of a bill that was closed by its last one, as they were corrected on its invoice, which has those that held in their order. */
export const toClosedPayments = (
  captured: readonly CheckPaymentRow[],
  onInvoice: readonly InvoicePaymentRow[],
  currency: Currency,
): CheckPayment[] => {
  const places = new Map(heldPayments(captured).map(({ id }, place) => [id, place]));
  const shown = toInvoicePayments(onInvoice, currency);
  const first = shown.filter(({ is_corrected: isCorrected }) => !isCorrected);
  return [
    ...toCheckPayments(captured, currency).map((payment) => ({
      ...payment,
      state: first[places.get(payment.payment_id) ?? -1]?.state ?? payment.state,
    })),
    ...shown.filter(({ is_corrected: isCorrected }) => isCorrected),
  ];
};

/** Makes a round of a bill, with those of its lines that are on it, and which of them count. */
export const roundOf =
  (currency: Currency, counted: ReadonlySet<BillLine>) =>
  (round: readonly BillLine[]): Check['orders'][number] => ({
    id: round[0]!.order_id,
    token_no: round[0]!.token_no,
    date: round[0]!.ordered_at.toISOString(),
    status: round[0]!.order_status,
    ...(round[0]!.delivery_address !== null && { delivery_address: round[0]!.delivery_address }),
    items: round.map((line) => toItem(line, currency, counted.has(line))),
  });

/** All of its rounds. */
export const toRounds = (lines: readonly BillLine[], currency: Currency, counted: readonly BillLine[]): Check['orders'] =>
  roundsOf(lines).map(roundOf(currency, new Set(counted)));

/** Those payments that still hold, as an invoice writes them. */
export const heldPayments = <P extends Pick<CheckPaymentRow, 'id' | 'reverses'>>(rows: readonly P[]): P[] => {
  const reversed = new Set(rows.map(({ reverses }) => reverses));
  return rows.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
};

/** A sum as sentences of the history say it. */
export const sayMoney = (minor: bigint | number, currency: Currency): string => formatMoney(BigInt(minor), currency);

/** How people call a bill. */
export const sayBill = ({ table_title, bill_no, table_id }: Pick<CheckRow, 'table_title' | 'bill_no' | 'table_id'>): string =>
  table_id === null ? 'a bill without a table' : bill_no === 1 ? `the bill of ${table_title}` : `bill ${bill_no} of ${table_title}`;

type Change = Pick<CheckChangeRow, 'text' | 'kind' | 'at' | 'undone_at' | 'detail'>;

/** What the bill that was merged away says of it: its name is in the text that the other one shows. */
const textAway = (checkId: number, { kind, detail }: Change): string | undefined => {
  const merge = kind === 'merge' ? (detail as MergeDetail | null) : null;
  return merge?.from === checkId ? (merge.fromText ?? 'Merged into another bill') : undefined;
};

/** A change as the history of this bill tells it, also that it was undone. */
export const textFor = (checkId: number, change: Change, changes: readonly Change[]): string => {
  const isUndoneBy = ({ text, undone_at: at }: Change) => at?.getTime() === change.at.getTime() && change.text === `Undone: ${text}`;
  const undone = change.kind === 'undo' ? changes.find(isUndoneBy) : undefined;
  const away = textAway(checkId, undone ?? change);
  if (away === undefined) return change.text;
  return undone ? `Undone: ${away}` : away;
};

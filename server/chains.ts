import type pg from 'pg';
import { findCurrency } from '#contract/currencies.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { sha256 } from './platform/sha256.ts';

interface Row {
  tenant_id: number;
  closing_no: number;
  business_date: string;
  currency: string;
  gross: string;
  total: string;
  difference: string;
  grand_total: string;
  note: string | null;
  document: string;
  hash: string;
  sold: string;
}

const BATCH = 500;

/** The closings of all tenants with what their invoices come to now, in their order, some at a time. */
async function* readClosings(client: pg.ClientBase): AsyncGenerator<Row> {
  let last = [0, 0];
  for (;;) {
    const { rows } = await client.query<Row>(
      `select c.tenant_id::integer, c.closing_no::integer, c.business_date::text, c.currency, c.gross::text, c.total::text,
        c.difference::text, c.grand_total::text, c.note, c.document, c.hash,
        (d.sold + l.sold)::text as sold
      from public.closings c left join public.closings p on p.tenant_id = c.tenant_id and p.closing_no = c.closing_no - 1
      -- the day's own invoices, and those of days that were closed before: each question reads no more than it counts
      cross join lateral (select coalesce(sum(i.total), 0) as sold from public.invoices i
        where i.tenant_id = c.tenant_id and i.currency = c.currency and i.business_date = c.business_date and i.id <= c.last_invoice) d
      cross join lateral (select coalesce(sum(i.total), 0) as sold from public.invoices i
        where i.tenant_id = c.tenant_id and i.currency = c.currency and i.id > p.last_invoice and i.id <= c.last_invoice
          and i.business_date <> c.business_date and exists (select from public.closings b
            where b.tenant_id = c.tenant_id and b.closing_no < c.closing_no and b.business_date = i.business_date)) l
      where (c.tenant_id, c.closing_no) > ($1, $2) order by c.tenant_id, c.closing_no limit ${BATCH}`,
      last,
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = [end.tenant_id, end.closing_no];
  }
}

const decimalsOf = (currency: string): number => findCurrency(currency)?.decimals ?? 2;
const minorOf = (currency: string) => {
  const decimals = decimalsOf(currency);
  return (amount: number) => toMinor(amount, decimals) ?? 0n;
};
/** Undefined: somebody made something else of it. */
const parse = <T>(text: string): T | undefined => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
};
const sumOf = <T>(rows: readonly T[], of: (one: T) => bigint) => rows.reduce((all, one) => all + of(one), 0n);

/** What was hashed of a closing, as far as it stands in columns, too. */
interface SaidClosing {
  closing_no: number;
  business_date: string;
  previous_hash: string | null;
  currency: string;
  note: string | null;
  gross: number;
  total: number;
  grand_total: number;
  payments: { kind: string; counted: number | null; difference: number | null }[];
  drawers: { difference: number }[];
}

/** Cash that was counted by drawer counts where nobody counted it as a whole. */
const differenceSaid = ({ payments, drawers }: SaidClosing, minor: (amount: number) => bigint): bigint => {
  const whole = sumOf(payments, ({ difference }) => minor(difference ?? 0));
  const isCounted = payments.some(({ kind, counted }) => kind === 'cash' && counted !== null);
  return isCounted ? whole : whole + sumOf(drawers, ({ difference }) => minor(difference));
};

/** What does not fit of one closing, in words. */
const faultsOf = (row: Row, before: Row | undefined, sum: bigint): string[] => {
  const said = parse<SaidClosing>(row.document);
  if (!said) return ['its text cannot be read'];
  const minor = minorOf(said.currency);
  const isFirst = before === undefined;
  const decimals = decimalsOf(said.currency);
  const sums = { ...said, difference: toDecimal(differenceSaid(said, minor), decimals) };
  return [
    row.closing_no === (before?.closing_no ?? 0) + 1 ? '' : 'a closing before it is missing',
    sha256(row.document) === row.hash ? '' : 'its hash is not that of its members',
    said.previous_hash === (isFirst ? null : before.hash) ? '' : 'it does not hold the hash of the closing before it',
    said.closing_no === row.closing_no && said.business_date === row.business_date
      ? ''
      : 'its number or day is not the one that was hashed',
    said.note === row.note && said.currency === row.currency ? '' : 'its note or currency is not the one that was hashed',
    ...(['gross', 'total', 'difference', 'grand_total'] as const).map((name) => {
      const now = toDecimal(BigInt(row[name]), decimals);
      return now === sums[name] ? '' : `its ${name.replace('_', ' ')} is ${now} and was ${sums[name]}`;
    }),
    row.sold === row.total ? '' : `its invoices come to ${row.sold} and not to ${row.total}`,
    String(sum) === row.grand_total ? '' : `all closings come to ${sum} and not to ${row.grand_total}`,
  ].filter(Boolean);
};

interface HashedRow {
  tenant_id: number;
  invoice_id: number;
  previous_hash: string | null;
  hash: string;
  hashed: string;
  /** Of the invoice before it. */
  before: string | null;
  /** The invoice as it stands: what its hashed members are compared with; sums in minor units. */
  total: string;
  sub_total: string;
  rounding: string;
  date: string;
  paid: string;
  tips: string;
  sold: string;
  taken: string;
}

/** The chained invoices of all tenants with what their rows say now, in their order, some at a time. */
async function* readInvoices(client: pg.ClientBase): AsyncGenerator<HashedRow> {
  let last = [0, 0];
  for (;;) {
    const { rows } = await client.query<HashedRow>(
      `select h.tenant_id::integer, h.invoice_id::integer, h.previous_hash, h.hash, h.hashed, b.hash as before,
        i.total::text, i.sub_total::text, i.rounding::text, i.business_date::text as date,
        m.paid::text, m.tips::text,
        (o.sold + l.sold)::text as sold, i.discount::text as taken
      from public.invoice_hashes h join public.invoices i on i.tenant_id = h.tenant_id and i.id = h.invoice_id
      left join public.invoice_hashes b on b.tenant_id = h.tenant_id and b.invoice_id = h.invoice_id - 1
      cross join lateral (select coalesce(sum(p.amount), 0) as paid, coalesce(sum(p.tip), 0) as tips from public.payments p
        where p.tenant_id = h.tenant_id and p.invoice_id = h.invoice_id and p.reverses is null and p.id < coalesce((select min(c.id)
          from public.payments c where c.tenant_id = h.tenant_id and c.invoice_id = h.invoice_id and c.reverses is not null), p.id + 1)) m
      -- whole orders, and lines that were paid apart from their order: one question for both could use no index
      cross join lateral (select coalesce(sum(n.unit_price * n.quantity), 0) as sold from public.orders o
        join public.order_lines n on n.tenant_id = o.tenant_id and n.order_id = o.id
        where o.tenant_id = h.tenant_id and o.invoice_id = h.invoice_id and n.invoice_id is null and n.status <> 'cancelled') o
      cross join lateral (select coalesce(sum(n.unit_price * n.quantity), 0) as sold from public.order_lines n
        where n.tenant_id = h.tenant_id and n.invoice_id = h.invoice_id and n.status <> 'cancelled') l
      where (h.tenant_id, h.invoice_id) > ($1, $2) order by h.tenant_id, h.invoice_id limit ${BATCH}`,
      last,
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = [end.tenant_id, end.invoice_id];
  }
}

interface Hashed {
  number: number;
  kind: string;
  business_date: string;
  previous_hash: string | null;
  currency: string;
  total: number;
  sub_total: number;
  rounding: number;
  lines: { price: number; quantity: number; discount: number }[];
  payments: { amount: number; tip: number }[];
}

/** What does not fit of one invoice, in words. */
const faultsOfInvoice = (row: HashedRow): string[] => {
  const said = parse<Hashed>(row.hashed);
  if (!said) return ['its hashed text cannot be read'];
  const minor = minorOf(said.currency);
  const sum = <T>(rows: readonly T[], of: (one: T) => bigint) => String(sumOf(rows, of));
  const same = (name: string, now: string, then: string) => (now === then ? '' : `its ${name} is ${now} and was ${then}`);
  return [
    sha256(row.hashed) === row.hash ? '' : 'its hash is not that of its members',
    said.previous_hash === row.previous_hash && row.previous_hash === row.before
      ? ''
      : 'it does not hold the hash of the invoice before it',
    said.number === row.invoice_id ? '' : 'its number is not the one that was hashed',
    same('day', row.date, said.business_date),
    same('total', row.total, String(minor(said.total))),
    same('subtotal', row.sub_total, String(minor(said.sub_total))),
    same('rounding', row.rounding, String(minor(said.rounding))),
    same(
      'sum of tips',
      row.tips,
      sum(said.payments, ({ tip }) => minor(tip)),
    ),
    same(
      'sum of payments',
      row.paid,
      sum(said.payments, ({ amount }) => minor(amount)),
    ),
    // a refund has none of its own: its sums are what is left of the lines
    same('discount', row.taken, said.kind === 'refund' ? '0' : sum(said.lines, ({ discount }) => minor(discount))),
    ...(said.kind === 'refund'
      ? []
      : [
          same(
            'sum of lines',
            row.sold,
            sum(said.lines, ({ price, quantity }) => minor(price) * BigInt(quantity)),
          ),
        ]),
  ].filter(Boolean);
};

/** Reads the chains of all tenants, invoices and closings, and says what does not fit (wire-2.md §4); answers how many there are and how many do not. */
export const verifyChains = async (
  client: pg.ClientBase,
  say: (line: string) => void,
): Promise<{ invoices: number; closings: number; wrong: number }> => {
  let [invoices, closings, wrong] = [0, 0, 0];
  for await (const row of readInvoices(client)) {
    const faults = faultsOfInvoice(row);
    for (const fault of faults) say(`Restaurant ${row.tenant_id}, invoice ${row.invoice_id}: ${fault}.`);
    invoices += 1;
    if (faults.length > 0) wrong += 1;
  }
  let before: Row | undefined;
  /** Of all closings of the restaurant so far, by currency. */
  const sums = new Map<string, bigint>();
  for await (const row of readClosings(client)) {
    if (before?.tenant_id !== row.tenant_id) {
      before = undefined;
      sums.clear();
    }
    const sum = (sums.get(row.currency) ?? 0n) + BigInt(row.total);
    sums.set(row.currency, sum);
    const faults = faultsOf(row, before, sum);
    for (const fault of faults) say(`Restaurant ${row.tenant_id}, closing ${row.closing_no}: ${fault}.`);
    closings += 1;
    if (faults.length > 0) wrong += 1;
    before = row;
  }
  return { invoices, closings, wrong };
};

import type pg from 'pg';
import { toDecimal } from '#contract/pricing.ts';
import { sha256 } from '#server/platform/security/sha256.ts';
import { BATCH, decimalsOf, minorOf, parse, sumOf } from './chain-parts.ts';
import { faultsOfRows, findRowsOfClosings, type RowsOfClosing, type SaidSums, type Tally } from './closing-rows.ts';

export interface ClosingRow {
  tenant_id: number;
  closing_no: number;
  business_date: string;
  currency: string;
  gross: string;
  total: string;
  difference: string;
  grand_total: string;
  note: string | null;
  closed_at: Date;
  member_id: number | null;
  document: string;
  hash: string;
  sold: string;
  /** What its payments come to now, by their kind, and their tips. */
  paid: Record<string, number>;
  tips: string;
  /** Null: closed by a release that did not count them. */
  voids: { reason: string | null; made: boolean; count: number; amount: number }[] | null;
  /** Its other sums now. */
  rows: RowsOfClosing | undefined;
}

/** Of payments or voids, r: those that a closing, c, has (server/features/day/day.queries.ts). p is the one before it, m the last one of a day before. */
const isIn = (last: 'last_payment' | 'last_void') => `
  r.tenant_id = c.tenant_id and r.id <= c.${last} and (r.business_date between least(c.business_date, greatest(s.closes_from, m.business_date))
    and c.business_date or r.id > p.${last} or r.id > m.${last})
  and case when exists (select from public.closings b
      where b.tenant_id = c.tenant_id and b.closing_no < c.closing_no and b.business_date = r.business_date)
    then r.id > p.${last}
    else (r.business_date = c.business_date or c.has_open_days and r.business_date < c.business_date
        and (r.business_date >= greatest(s.closes_from, m.business_date) or r.id > m.${last}))
      and not exists (select from public.closings k where k.tenant_id = c.tenant_id and k.closing_no < c.closing_no and k.has_open_days
        and k.business_date > r.business_date and r.id <= k.${last}) end`;

/** The closings of all tenants with what their invoices come to now, in their order, some at a time. */
export async function* readClosings(client: pg.ClientBase): AsyncGenerator<ClosingRow> {
  let last = [0, 0];
  for (;;) {
    const { rows } = await client.query<Omit<ClosingRow, 'rows'>>(
      `select c.tenant_id::integer, c.closing_no::integer, c.business_date::text, c.currency, c.gross::text, c.total::text,
        c.difference::text, c.grand_total::text, c.note, c.closed_at, c.member_id::integer, c.document, c.hash,
        (d.sold + l.sold)::text as sold, y.paid, y.tips::text as tips,
        case when c.last_void is null or p.closing_no is not null and p.last_void is null then null else v.voids end as voids
      from public.closings c left join public.closings p on p.tenant_id = c.tenant_id and p.closing_no = c.closing_no - 1
      -- the day's own invoices, and those of days that were closed before: each question reads no more than it counts
      cross join lateral (select coalesce(sum(i.total), 0) as sold from public.invoices i
        where i.tenant_id = c.tenant_id and i.currency = c.currency and i.business_date = c.business_date and i.id <= c.last_invoice) d
      cross join lateral (select coalesce(sum(i.total), 0) as sold from public.invoices i
        where i.tenant_id = c.tenant_id and i.currency = c.currency and i.id > p.last_invoice and i.id <= c.last_invoice
          and i.business_date <> c.business_date and exists (select from public.closings b
            where b.tenant_id = c.tenant_id and b.closing_no < c.closing_no and b.business_date = i.business_date)) l
      join public.store_settings s on s.tenant_id = c.tenant_id
      left join lateral (select * from public.closings b where b.tenant_id = c.tenant_id and b.closing_no < c.closing_no
        and b.business_date < c.business_date order by b.business_date desc limit 1) m on true
      cross join lateral (select coalesce(jsonb_object_agg(x.kind, x.amount), '{}') as paid, coalesce(sum(x.tips), 0) as tips from (
        select r.kind, sum(r.amount) as amount, sum(r.tip) as tips from public.payments r
        join public.invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
        where i.currency = c.currency and ${isIn('last_payment')} group by r.kind) x) y
      cross join lateral (select coalesce(jsonb_agg(x), '[]') as voids from (
        select r.reason, r.is_made as made, sum(r.quantity) as count, sum(r.amount) as amount from public.voids r
        where r.currency = c.currency and ${isIn('last_void')} group by r.reason, r.is_made) x) v
      where (c.tenant_id, c.closing_no) > ($1, $2) order by c.tenant_id, c.closing_no limit ${BATCH}`,
      last,
    );
    const sums = await findRowsOfClosings(client, last);
    for (const row of rows) yield { ...row, rows: sums.get(`${row.tenant_id} ${row.closing_no}`) };
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = [end.tenant_id, end.closing_no];
  }
}

/** What was hashed of a closing, as far as it stands in columns, too. */
interface SaidClosing extends SaidSums {
  closing_no: number;
  business_date: string;
  previous_hash: string | null;
  currency: string;
  note: string | null;
  total: number;
  grand_total: number;
  tips: number;
  payments: { kind: string; expected: number; counted: number | null; difference: number | null; kinds?: Record<string, number> }[];
  voids: { reason: string | null; made: boolean; count: number; amount: number }[];
  /** Absent in what a release before version 2 wrote, as the two below. */
  version?: number;
  closed_at?: string;
  member_id?: number | null;
}

/** Of the members that were hashed: in the first one who closed, and when, are not among them. */
export const versionOf = ({ document }: ClosingRow): number => parse<SaidClosing>(document)?.version ?? 1;

/** Whether who closed it, and when, are what was hashed. Where one of the members was taken out the others tell. */
const isClosedAsSaid = (row: ClosingRow, { version, closed_at: at, member_id: member }: SaidClosing): boolean =>
  (version === undefined && at === undefined && member === undefined) || (at === row.closed_at.toISOString() && member === row.member_id);

/** Cash that was counted by drawer counts where nobody counted it as a whole. */
const differenceSaid = ({ payments, drawers }: SaidClosing, minor: (amount: number) => bigint): bigint => {
  const whole = sumOf(payments, ({ difference }) => minor(difference ?? 0));
  const isCounted = payments.some(({ kind, counted }) => kind === 'cash' && counted !== null);
  return isCounted ? whole : whole + sumOf(drawers, ({ difference }) => minor(difference));
};

/** What does not fit of what was paid and cancelled. Types have been renamed since, kinds of what was paid have not. */
const faultsOfPayments = (row: ClosingRow, said: SaidClosing, minor: (amount: number) => bigint): string[] => {
  // what was paid by a type whose kind was changed says so itself
  const saidKinds = said.payments.flatMap(({ kind, expected, kinds = { [kind]: expected } }) => Object.entries(kinds));
  const kinds = new Set([...Object.keys(row.paid), ...saidKinds.map(([kind]) => kind)]);
  const paid = [...kinds].map((kind) => {
    const then = sumOf(
      saidKinds.filter(([one]) => one === kind),
      ([, amount]) => minor(amount),
    );
    const now = BigInt(row.paid[kind] ?? 0);
    return now === then ? '' : `its payments of kind ${kind} come to ${now} and not to ${then}`;
  });
  const tips = String(minor(said.tips));
  const listOf = (voids: SaidClosing['voids'], of: (amount: number) => bigint) =>
    voids
      .map(({ reason, made, count, amount }) => JSON.stringify([reason, made, count, String(of(amount))]))
      .toSorted()
      .join();
  return [
    ...paid,
    row.tips === tips ? '' : `its tips come to ${row.tips} and not to ${tips}`,
    row.voids === null || listOf(row.voids, BigInt) === listOf(said.voids, minor) ? '' : 'what was cancelled is not what it says',
  ];
};

/** What does not fit of one closing, in words. */
export const faultsOfClosing = (row: ClosingRow, before: ClosingRow | undefined, sum: bigint, tally: Tally | undefined): string[] => {
  const said = parse<SaidClosing>(row.document);
  if (!said || ![said.payments, said.voids, said.drawers].every(Array.isArray)) return ['its text cannot be read'];
  const minor = minorOf(said.currency);
  const isFirst = before === undefined;
  const decimals = decimalsOf(said.currency);
  const sums = { ...said, difference: toDecimal(differenceSaid(said, minor), decimals) };
  const faults = [
    row.closing_no === (before?.closing_no ?? 0) + 1 ? '' : 'a closing before it is missing',
    sha256(row.document) === row.hash ? '' : 'its hash is not that of its members',
    said.previous_hash === (isFirst ? null : before.hash) ? '' : 'it does not hold the hash of the closing before it',
    said.closing_no === row.closing_no && said.business_date === row.business_date
      ? ''
      : 'its number or day is not the one that was hashed',
    isClosedAsSaid(row, said) ? '' : 'who closed it, or when, is not what was hashed',
    said.note === row.note && said.currency === row.currency ? '' : 'its note or currency is not the one that was hashed',
    ...(['gross', 'total', 'difference', 'grand_total'] as const).map((name) => {
      const now = toDecimal(BigInt(row[name]), decimals);
      return now === sums[name] ? '' : `its ${name.replace('_', ' ')} is ${now} and was ${sums[name]}`;
    }),
    row.sold === row.total ? '' : `its invoices come to ${row.sold} and not to ${row.total}`,
    ...faultsOfPayments(row, said, minor),
    String(sum) === row.grand_total ? '' : `all closings come to ${sum} and not to ${row.grand_total}`,
  ].filter(Boolean);
  // where its sums differ the rest does, too
  return faults.length > 0 ? faults : faultsOfRows(row.rows, said, tally, minor);
};

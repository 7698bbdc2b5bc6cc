import type pg from 'pg';
import { BATCH, parse, sumOf } from './chain-parts.ts';
import type { HashedRow } from './invoice-chain.ts';

interface Discount {
  reason: string | null;
  count: number;
  amount: number;
}

interface CountedDrawer {
  drawer_id: number;
  title: string;
  opened_at: string;
  closed_at: string;
  float: number;
  expected: number;
  counted: number;
}

/** What a closing's rows come to now, in minor units. */
export interface RowsOfClosing {
  tenant_id: number;
  closing_no: number;
  invoices: number[];
  late: number[];
  late_total: string;
  net: string;
  rounding: string;
  refunds: string;
  charges: string;
  tax: string;
  /** What the invoices say was taken off them. */
  taken: string;
  /** Without those of bills that were still open and whose guests were counted again since, or may have been. */
  covers: string;
  has_other_covers: boolean;
  discounts: Discount[];
  /** The same from what is off each line, and why it was given. */
  off: Discount[];
  drawers: CountedDrawer[];
}

/** Of a closing's lines, n: of whole orders, and those that were paid apart from their order. */
const linesOf = (columns: string) => `(
  select ${columns} from public.orders o join public.order_lines n on n.tenant_id = o.tenant_id and n.order_id = o.id
  where o.tenant_id = c.tenant_id and o.invoice_id = any(v.ids) and n.invoice_id is null and n.status <> 'cancelled'
  union all
  select ${columns} from public.order_lines n join public.orders o on o.tenant_id = n.tenant_id and o.id = n.order_id
  where n.tenant_id = c.tenant_id and n.invoice_id = any(v.ids) and n.status <> 'cancelled')`;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Longer than a call may take: who set the guests in the moment of the closing may have come after it. */
const MOMENT = "interval '10 minutes'";

/** Of a bill, k: somebody set its guests, merged it, or took that back since the closing, c. A release before noted guests in the activity only. */
const isCountedSince = `
  exists (select from public.changed_checks t join public.check_changes h on h.tenant_id = t.tenant_id and h.id = t.change_id
    where t.tenant_id = k.tenant_id and t.check_id = k.id and h.kind in ('charge', 'merge', 'undo') and h.at > c.closed_at - ${MOMENT})
  or exists (select from public.audit_log a where a.tenant_id = k.tenant_id and a.entity = 'checks' and a.entity_id = k.id
    and a.action = 'covers' and a.at > c.closed_at - ${MOMENT})`;

/** What the rows of these closings come to: as many as readClosings reads at a time, behind the last one of before. */
export const findRowsOfClosings = async (client: pg.ClientBase, last: number[]): Promise<Map<string, RowsOfClosing>> => {
  const { rows } = await client.query<RowsOfClosing>(
    `with c as (
      select k.*, p.last_invoice as before from public.closings k
      left join public.closings p on p.tenant_id = k.tenant_id and p.closing_no = k.closing_no - 1
      where (k.tenant_id, k.closing_no) > ($1, $2) order by k.tenant_id, k.closing_no limit ${BATCH}),
    counted as (
      select d.tenant_id, d.closing_no, jsonb_agg(jsonb_build_object('drawer_id', d.id, 'title', d.title, 'opened_at', ${iso('d.opened_at')},
        'closed_at', ${iso('d.closed_at')}, 'float', d.float, 'expected', d.expected, 'counted', d.counted) order by d.id) as drawers
      from public.drawers d where d.closing_no is not null and d.tenant_id in (select tenant_id from c) group by d.tenant_id, d.closing_no)
    select c.tenant_id::integer, c.closing_no::integer, to_jsonb(v.ids) as invoices, v.late, v.late_total::text, v.net::text, v.rounding::text,
      v.tax::text, v.taken::text, r.refunds::text, g.charges::text, b.covers::text, b.has_other_covers, f.discounts, x.off, coalesce(w.drawers, '[]') as drawers
    from c left join counted w on w.tenant_id = c.tenant_id and w.closing_no = c.closing_no
    -- the day's own, and those of days that were closed before
    cross join lateral (
      select coalesce(array_agg(i.id order by i.id), '{}') as ids, coalesce(jsonb_agg(i.id order by i.id) filter (where i.is_late), '[]') as late,
        coalesce(sum(i.total) filter (where i.is_late), 0) as late_total, coalesce(sum(i.sub_total), 0) as net,
        coalesce(sum(i.rounding), 0) as rounding, coalesce(sum(i.tax_total), 0) as tax, coalesce(sum(i.discount), 0) as taken
      from (
        select o.*, false as is_late from public.invoices o
        where o.tenant_id = c.tenant_id and o.currency = c.currency and o.business_date = c.business_date and o.id <= c.last_invoice
        union all
        select l.*, true from public.invoices l
        where l.tenant_id = c.tenant_id and l.currency = c.currency and l.id > c.before and l.id <= c.last_invoice
          and l.business_date <> c.business_date and exists (select from public.closings b
            where b.tenant_id = c.tenant_id and b.closing_no < c.closing_no and b.business_date = l.business_date)) i) v
    cross join lateral (select coalesce(-sum(i.total), 0) as refunds from public.refunds r
      join public.invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
      where r.tenant_id = c.tenant_id and r.invoice_id = any(v.ids)) r
    cross join lateral (select coalesce(sum(g.amount), 0) as charges from public.invoice_charges g
      where g.tenant_id = c.tenant_id and g.invoice_id = any(v.ids)) g
    cross join lateral (select coalesce(sum(k.covers) filter (where not k.is_changed), 0) as covers, coalesce(bool_or(k.is_changed), false) as has_other_covers
      from (select k.covers, coalesce(k.closed_at > c.closed_at, true) and (${isCountedSince}) as is_changed from public.checks k
        where k.tenant_id = c.tenant_id and k.id in (select l.id from ${linesOf('coalesce(n.check_id, o.check_id) as id')} l)) k) b
    cross join lateral (select coalesce(jsonb_agg(t), '[]') as discounts from (
      select d.reason, count(*), sum(d.amount) as amount from public.invoice_discounts d
      where d.tenant_id = c.tenant_id and d.invoice_id = any(v.ids) group by d.reason) t) f
    cross join lateral (select coalesce(jsonb_agg(t), '[]') as off from (
      select a.reason, count(distinct (l.invoice_id, a.id)), sum(m.amount) as amount
      from ${linesOf('n.id, coalesce(n.invoice_id, o.invoice_id) as invoice_id')} l
      join public.line_adjustments m on m.tenant_id = c.tenant_id and m.line_id = l.id and m.amount > 0
      join public.adjustments a on a.tenant_id = m.tenant_id and a.id = m.adjustment_id group by a.reason) t) x
    order by c.tenant_id, c.closing_no`,
    last,
  );
  return new Map(rows.map((row) => [`${row.tenant_id} ${row.closing_no}`, row]));
};

/** What was hashed of a day's sums. */
export interface SaidSums {
  from_invoice: number | null;
  to_invoice: number | null;
  covers: number;
  gross: number;
  net: number;
  rounding: number;
  refunds: number;
  charges: number;
  discounts: Discount[];
  taxes: { title: string; rate: number; type: string; net: number; tax: number; parts: { tax: number }[] }[];
  late: { count: number; total: number; invoices: number[] };
  drawers: (CountedDrawer & { difference: number })[];
}

/** What the hashed texts of a closing's invoices say together. */
export interface Tally {
  invoices: number;
  gross: bigint;
  /** Net and tax, by title, rate and type. */
  taxes: Map<string, [bigint, bigint]>;
}

interface HashedSums {
  kind: string;
  lines: { price: number; quantity: number }[];
  taxes: SaidSums['taxes'];
}

interface Closed {
  closing_no: number;
  business_date: string;
  currency: string;
  last_invoice: number;
}

const keyOf = ({ title, rate, type }: { title: string; rate: number; type: string }) => JSON.stringify([title, rate, type]);

/**
 * Adds up what invoices say of themselves by the closing that has them: that of their day, or where it was made before them the next one that
 * was made after them. A rule of its own, beside the server's and the one above. Asked for invoices in their order; keeps
 * those of one restaurant, the last that was asked for.
 */
export const tallyClosings = (client: pg.ClientBase, minorOf: (currency: string) => (amount: number) => bigint) => {
  let tenant: number | undefined;
  let closings: Closed[] = [];
  let byDay = new Map<string, Closed>();
  const tallies = new Map<string, Tally>();
  return {
    add: async ({ tenant_id, invoice_id, date, hashed }: HashedRow): Promise<void> => {
      if (tenant !== tenant_id) {
        tallies.clear();
        const { rows } = await client.query<Closed>(
          `select closing_no::integer, business_date::text, currency, last_invoice::integer from public.closings where tenant_id = $1
          order by closing_no`,
          [tenant_id],
        );
        [tenant, closings, byDay] = [tenant_id, rows, new Map(rows.map((row) => [row.business_date, row]))];
      }
      const ofDay = byDay.get(date);
      const closing = ofDay && ofDay.last_invoice < invoice_id ? closings.find(({ last_invoice }) => last_invoice >= invoice_id) : ofDay;
      const said = parse<HashedSums & { currency: string }>(hashed);
      if (!closing || ![said?.lines, said?.taxes].every(Array.isArray) || said!.currency !== closing.currency) return;
      const minor = minorOf(closing.currency);
      const key = `${tenant_id} ${closing.closing_no}`;
      const tally = tallies.get(key) ?? { invoices: 0, gross: 0n, taxes: new Map<string, [bigint, bigint]>() };
      tallies.set(key, tally);
      tally.invoices += 1;
      if (said!.kind === 'sale') tally.gross += sumOf(said!.lines, ({ price, quantity }) => minor(price) * BigInt(quantity));
      for (const tax of said!.taxes) {
        const [net, sum] = tally.taxes.get(keyOf(tax)) ?? [0n, 0n];
        tally.taxes.set(keyOf(tax), [net + minor(tax.net), sum + minor(tax.tax)]);
      }
    },
    of: ({ tenant_id, closing_no }: { tenant_id: number; closing_no: number }): Tally | undefined =>
      tallies.get(`${tenant_id} ${closing_no}`),
  };
};

/** Taxes, and what was ordered, as the invoices say it; unless an older release wrote some of them, which say nothing. */
const otherTally = (rows: RowsOfClosing, said: SaidSums, tally: Tally | undefined, minor: (amount: number) => bigint): string[] => {
  const sum = sumOf(said.taxes, ({ tax }) => minor(tax));
  const isSplit = said.taxes.every(({ tax, parts }) => parts.length === 0 || minor(tax) === sumOf(parts, (part) => minor(part.tax)));
  if (rows.tax !== String(sum) || !isSplit) return ['its taxes are not what its invoices come to'];
  if ((tally?.invoices ?? 0) !== rows.invoices.length) return [];
  const left = new Map(tally?.taxes);
  for (const tax of said.taxes) {
    const [net, taxed] = left.get(keyOf(tax)) ?? [0n, 0n];
    left.set(keyOf(tax), [net - minor(tax.net), taxed - minor(tax.tax)]);
  }
  return [
    [...left.values()].flat().every((one) => one === 0n) ? '' : 'its taxes are not those of its invoices',
    (tally?.gross ?? 0n) === minor(said.gross) ? '' : 'its gross is not what the lines of its invoices come to',
  ];
};

const sorted = (rows: readonly unknown[][]) =>
  rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join();

/** Guests of bills that nobody set since; what the others had then is not known, so the closing may say more. */
const otherCovers = ({ covers, has_other_covers: hasOthers }: RowsOfClosing, said: SaidSums): string => {
  if (hasOthers ? said.covers >= Number(covers) : said.covers === Number(covers)) return '';
  return `its number of guests is ${covers}${hasOthers ? ' at least' : ''} and was ${said.covers}`;
};

/** What does not fit of a closing's sums, in words. */
export const faultsOfRows = (
  rows: RowsOfClosing | undefined,
  said: SaidSums,
  tally: Tally | undefined,
  minor: (amount: number) => bigint,
): string[] => {
  if (!rows || ![said.discounts, said.taxes, said.drawers, said.late?.invoices].every(Array.isArray)) return ['its sums cannot be read'];
  const same = (name: string, now: string | number | null, then: bigint | number | null) =>
    String(now) === String(then) ? '' : `its ${name} is ${now} and was ${then}`;
  const given = sorted(said.discounts.map(({ reason, count, amount }) => [reason, count, String(minor(amount))]));
  const now = (list: Discount[]) => sorted(list.map(({ reason, count, amount }) => [reason, count, String(amount)]));
  const taken = sumOf(said.discounts, ({ amount }) => minor(amount));
  const isTaken = given === now(rows.discounts) && given === now(rows.off) && rows.taken === String(taken);
  const drawerRow = ({ drawer_id, title, opened_at, closed_at }: CountedDrawer, amounts: (bigint | number)[]) => [
    drawer_id,
    title,
    opened_at,
    closed_at,
    ...amounts.map(String),
  ];
  const drawers = sorted(said.drawers.map((row) => drawerRow(row, [row.float, row.expected, row.counted, row.difference].map(minor))));
  const counted = sorted(rows.drawers.map((row) => drawerRow(row, [row.float, row.expected, row.counted, row.counted - row.expected])));
  return [
    same('first invoice', rows.invoices[0] ?? null, said.from_invoice),
    same('last invoice', rows.invoices.at(-1) ?? null, said.to_invoice),
    same('net', rows.net, minor(said.net)),
    same('rounding', rows.rounding, minor(said.rounding)),
    same('sum of refunds', rows.refunds, minor(said.refunds)),
    same('sum of charges', rows.charges, minor(said.charges)),
    otherCovers(rows, said),
    isTaken ? '' : 'what was taken off is not what it says',
    ...otherTally(rows, said, tally, minor),
    rows.late.join() === said.late.invoices.join() &&
    said.late.count === rows.late.length &&
    rows.late_total === String(minor(said.late.total))
      ? ''
      : 'what came late is not what it says',
    drawers === counted ? '' : 'its drawers are not those that it says',
  ].filter(Boolean);
};

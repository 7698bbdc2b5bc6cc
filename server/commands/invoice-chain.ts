import type pg from 'pg';
import { toPercent } from '#contract/pricing.ts';
import { BATCH, minorOf, parse, sumOf } from './chain-parts.ts';
import { sha256 } from '#server/platform/security/sha256.ts';

/** CGST and SGST of a GST. */
type TaxPart = { title: string; rate: number };

export interface HashedRow {
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
  tax_total: string;
  currency: string;
  /** Of all payments and counter-entries by now. */
  held: string;
  refund_of: number | null;
  /** Some counter-entry is not what it takes back. */
  is_unlike: boolean;
  /** Each as one text, so that lists are compared whatever their order. */
  lines: [...(string | number | null)[], TaxPart[] | null][];
  charges: (string | number)[][];
  /** What charges are of each tax. */
  charge_taxes: { title: string; rate: number; type: string; amount: number; parts: TaxPart[] | null }[];
  /** What a refund takes back of each tax, below 0; null of a sale. */
  refund_taxes: { title: string; rate: number; type: string; sales: number; tax: number }[] | null;
  /** When it was written, in UTC. */
  at: string;
  payments: (string | number | null)[][];
}

/** What is hashed of lines, as they stand. */
const linesOfN = `coalesce(jsonb_agg(jsonb_build_array(n.item_title, n.variant_title, n.quantity, n.unit_price, n.discount, n.tax_title,
  n.tax_rate, n.tax_type, n.tax_parts)), '[]')`;

/** The chained invoices of all tenants with what their rows say now, in their order, some at a time. */
export async function* readInvoices(client: pg.ClientBase): AsyncGenerator<HashedRow> {
  let last = [0, 0];
  for (;;) {
    const { rows } = await client.query<HashedRow>(
      `select h.tenant_id::integer, h.invoice_id::integer, h.previous_hash, h.hash, h.hashed, b.hash as before,
        i.total::text, i.sub_total::text, i.tax_total::text, i.rounding::text, i.business_date::text as date, i.currency,
        to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, r.taxes as refund_taxes, c.taxes as charge_taxes,
        m.paid::text, m.tips::text, m.payments, k.held::text, r.refund_of::integer, c.charges,
        exists (select from public.payments n join public.payments o on o.tenant_id = n.tenant_id and o.id = n.reverses
          where n.tenant_id = h.tenant_id and n.invoice_id = h.invoice_id
            and (n.payment_type, n.kind, n.amount, n.tip) is distinct from (o.payment_type, o.kind, -o.amount, -o.tip)) as is_unlike,
        (o.sold + l.sold)::text as sold, o.lines || l.lines as lines, i.discount::text as taken
      from public.invoice_hashes h join public.invoices i on i.tenant_id = h.tenant_id and i.id = h.invoice_id
      left join public.invoice_hashes b on b.tenant_id = h.tenant_id and b.invoice_id = h.invoice_id - 1
      left join public.refunds r on r.tenant_id = h.tenant_id and r.invoice_id = h.invoice_id
      cross join lateral (select coalesce(sum(p.amount), 0) as held from public.payments p
        where p.tenant_id = h.tenant_id and p.invoice_id = h.invoice_id) k
      cross join lateral (select coalesce(jsonb_agg(jsonb_build_array(g.title, g.amount)), '[]') as charges,
          coalesce(jsonb_agg(jsonb_build_object('title', g.tax_title, 'rate', g.tax_rate, 'type', g.tax_type, 'amount', g.amount,
            'parts', g.tax_parts))
            filter (where g.tax_title is not null), '[]') as taxes from public.invoice_charges g
        where g.tenant_id = h.tenant_id and g.invoice_id = h.invoice_id) c
      cross join lateral (select coalesce(sum(p.amount), 0) as paid, coalesce(sum(p.tip), 0) as tips,
          coalesce(jsonb_agg(jsonb_build_array(p.payment_type, p.kind, p.amount, p.tip, p.tendered)), '[]') as payments from public.payments p
        where p.tenant_id = h.tenant_id and p.invoice_id = h.invoice_id and p.reverses is null and p.id < coalesce((select min(c.id)
          from public.payments c where c.tenant_id = h.tenant_id and c.invoice_id = h.invoice_id and c.reverses is not null), p.id + 1)) m
      -- whole orders, and lines that were paid apart from their order: one question for both could use no index
      cross join lateral (select coalesce(sum(coalesce(n.total + n.discount, n.unit_price * n.quantity)), 0) as sold, ${linesOfN} as lines from public.orders o
        join public.order_lines n on n.tenant_id = o.tenant_id and n.order_id = o.id
        where o.tenant_id = h.tenant_id and o.invoice_id = h.invoice_id and n.invoice_id is null and n.status <> 'cancelled') o
      cross join lateral (select coalesce(sum(coalesce(n.total + n.discount, n.unit_price * n.quantity)), 0) as sold, ${linesOfN} as lines from public.order_lines n
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
  refund_of: number | null;
  date: string;
  business_date: string;
  previous_hash: string | null;
  /** Absent in what a release before wrote. */
  closing_hash?: string | null;
  currency: string;
  total: number;
  sub_total: number;
  tax_total: number;
  rounding: number;
  lines: {
    title: string;
    variant: string | null;
    quantity: number;
    price: number;
    discount: number;
    tax_title: string | null;
    tax_rate: number | null;
    tax_type: string | null;
  }[];
  charges: { title: string; amount: number }[];
  taxes: { title: string; rate: number; type: string; net: number; tax: number; parts: TaxPart[] }[];
  payments: { payment_type: string; kind: string; amount: number; tip: number; tendered: number | null }[];
}

/** Their places in a line. */
const [TAX_TITLE, TAX_RATE, TAX_TYPE, TAX_PARTS] = [5, 6, 7, 8] as const;

/** What somebody changed without changing a sum: another dish, another tax, card instead of cash. */
const otherLists = (row: HashedRow, said: Hashed, minor: (amount: number) => bigint): string[] => {
  const listOf = (rows: readonly (readonly unknown[])[]) =>
    rows
      .map((one) => JSON.stringify(one.map((value) => (typeof value === 'bigint' ? Number(value) : value))))
      .toSorted()
      .join();
  const same = (name: string, now: readonly (readonly unknown[])[], then: readonly (readonly unknown[])[]) =>
    listOf(now) === listOf(then) ? '' : `its ${name} are not those that were hashed`;
  const lines = said.lines.map((line) => [
    line.title,
    line.variant,
    line.quantity,
    minor(line.price),
    minor(line.discount),
    line.tax_title,
    line.tax_rate,
    line.tax_type,
  ]);
  const payments = said.payments.map(({ payment_type: type, kind, amount, tip, tendered }) => [
    type,
    kind,
    minor(amount),
    minor(tip),
    tendered === null ? null : minor(tendered),
  ]);
  const stored = row.lines.map((line) =>
    line.slice(0, TAX_PARTS).map((value, place) => (place === TAX_RATE && value !== null ? toPercent(Number(value)) : value)),
  );
  return [
    same('payments', row.payments, payments),
    // those of a refund are what is left of the sale's
    ...(said.kind === 'refund'
      ? []
      : [
          same('lines', stored, lines),
          same(
            'charges',
            row.charges,
            said.charges.map(({ title, amount }) => [title, minor(amount)]),
          ),
        ]),
  ].filter(Boolean);
};

/** Whether a line or charge of a tax has the parts that the invoice says; not each: a tax may get other parts while a bill is open. */
const hasParts = (row: HashedRow, { title, rate, type, parts }: Hashed['taxes'][number]): boolean => {
  const said = JSON.stringify(parts.map((part) => [part.title, part.rate]));
  const taxed = [
    ...row.lines.map((line) => [line[TAX_TITLE], line[TAX_RATE], line[TAX_TYPE], line[TAX_PARTS]] as const),
    ...row.charge_taxes.map((charge) => [charge.title, charge.rate, charge.type, charge.parts] as const),
  ];
  return taxed.some(
    ([ofTitle, ofRate, ofType, stored]) =>
      (ofTitle ?? '') === title &&
      toPercent(Number(ofRate)) === rate &&
      ofType === type &&
      JSON.stringify(((stored ?? []) as TaxPart[]).map((part) => [part.title, toPercent(part.rate)])) === said,
  );
};

/** What is of each tax by the rows: of a refund as they say it, of a sale what its lines and charges come to, tax inside included. */
const otherTaxes = (row: HashedRow, said: Hashed, minor: (amount: number) => bigint): string[] => {
  const sums = new Map<string, bigint>();
  const add = (tax: { title: string | null; rate: number; type: string | null }, amount: bigint) => {
    if (tax.title === null) return;
    const key = JSON.stringify([tax.title, tax.rate, tax.type]);
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { net, tax, ...of } of said.taxes) add(of, -minor(net) - (of.type === 'exclusive' ? 0n : minor(tax)));
  if (row.refund_taxes) {
    for (const { sales, rate, ...of } of row.refund_taxes) add({ ...of, rate: toPercent(rate) }, BigInt(sales));
    const tax = sumOf(row.refund_taxes, (one) => BigInt(one.tax));
    if (tax !== sumOf(said.taxes, (one) => minor(one.tax))) return ['its taxes are not those that were hashed'];
  } else {
    for (const line of said.lines)
      add(
        { title: line.tax_title, rate: line.tax_rate ?? 0, type: line.tax_type },
        minor(line.price) * BigInt(line.quantity) - minor(line.discount),
      );
    for (const { amount, rate, ...of } of row.charge_taxes) add({ ...of, rate: toPercent(rate) }, BigInt(amount));
  }
  if ([...sums.values()].some((sum) => sum !== 0n)) return ['its taxes are not those that were hashed'];
  const hasOthers = !row.refund_taxes && said.taxes.some((tax) => !hasParts(row, tax));
  return hasOthers ? ['the parts of its taxes are not those that were hashed'] : [];
};

/** What does not fit of one invoice, in words. */
export const faultsOfInvoice = (row: HashedRow): string[] => {
  const said = parse<Hashed>(row.hashed);
  if (!said || ![said.lines, said.charges, said.payments, said.taxes].every(Array.isArray)) return ['its hashed text cannot be read'];
  const minor = minorOf(said.currency);
  const sum = <T>(rows: readonly T[], of: (one: T) => bigint) => String(sumOf(rows, of));
  const same = (name: string, now: string, then: string) => (now === then ? '' : `its ${name} is ${now} and was ${then}`);
  const faults = [
    sha256(row.hashed) === row.hash ? '' : 'its hash is not that of its members',
    said.previous_hash === row.previous_hash && row.previous_hash === row.before
      ? ''
      : 'it does not hold the hash of the invoice before it',
    said.number === row.invoice_id ? '' : 'its number is not the one that was hashed',
    same('day', row.date, said.business_date),
    row.at === said.date ? '' : 'its time is not the one that was hashed',
    said.currency === row.currency && said.refund_of === row.refund_of
      ? ''
      : 'its currency or the invoice it refunds is not the one that was hashed',
    same('total', row.total, String(minor(said.total))),
    same('subtotal', row.sub_total, String(minor(said.sub_total))),
    same('tax', row.tax_total, String(minor(said.tax_total))),
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
  if (faults.length > 0) return faults;
  // counter-entries of later move it from type to type, and add nothing
  const held = same('sum of all payments', row.held, String(BigInt(row.total) + BigInt(row.rounding)));
  if (held) return [held];
  return [
    ...otherLists(row, said, minor),
    ...otherTaxes(row, said, minor),
    ...(row.is_unlike ? ['a counter-entry is not what it takes back'] : []),
  ];
};

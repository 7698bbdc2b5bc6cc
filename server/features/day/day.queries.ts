import { type RawBuilder, sql } from 'kysely';
import { idsOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Which rows a day or a closing is of. */
export interface Rows {
  day: string;
  currency: string;
  /** Sales and refunds, the lowest number first; those that are late among them. */
  invoices: number[];
  late: number[];
  payments: number[];
  voids: number[];
}

const findIds = async (db: Db, statement: RawBuilder<{ id: number }>) => idsOf((await statement.execute(db)).rows);

const findInvoicesOfDay = (db: Db, day: string, currency: string) =>
  findIds(db, sql`select id from invoices where business_date = ${day} and currency = ${currency} order by id`);

const findPayments = (db: Db, currency: string, which: RawBuilder<unknown>) => {
  const ids = sql<{ id: number }>`
    select p.id from payments p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
    where (${which}) and i.currency = ${currency} order by p.id`;
  return findIds(db, ids);
};

const findVoidIds = (db: Db, currency: string, which: RawBuilder<unknown>) =>
  findIds(db, sql`select v.id from voids v where (${which}) and v.currency = ${currency} order by v.id`);

/** The X report is of all that is dated to its day. */
export const findRowsOfDay = async (db: Db, day: string, currency: string): Promise<Rows> => ({
  day,
  currency,
  invoices: await findInvoicesOfDay(db, day, currency),
  late: [],
  payments: await findPayments(db, currency, sql`p.business_date = ${day}`),
  voids: await findVoidIds(db, currency, sql`v.business_date = ${day}`),
});

export interface LastClosing {
  closing_no: number;
  last_invoice: number;
  last_payment: number;
  /** Null: closed by a release that did not count them. */
  last_void: number | null;
  closed_at: Date;
  hash: string;
}

/** From which day on, and above which rows, no closing of an earlier day can have what is dated to a day that was not closed. */
const findBound = async (db: Db, day: string) => {
  const { rows } = await sql<{ from: string; last_payment: number | null; last_void: number | null }>`
    select least(${day}::date, greatest(s.closes_from, c.business_date))::text as from, c.last_payment, c.last_void
    from store_settings s left join lateral (select * from closings where business_date < ${day} order by business_date desc limit 1) c on true`.execute(
    db,
  );
  return rows[0]!;
};

/**
 * A closing is of its day; of days before it that sold nothing and were not closed, to which a correction or a void is dated; and of what came
 * after the last closing and is dated to a day that was closed before. What a later day's closing has is not in it.
 */
export const findRowsToClose = async (db: Db, day: string, currency: string, last: LastClosing | undefined): Promise<Rows> => {
  const invoices = await findInvoicesOfDay(db, day, currency);
  const bound = await findBound(db, day);
  const open = (row: 'p' | 'v', kept: 'last_payment' | 'last_void') => {
    const [id, date] = [sql.ref(`${row}.id`), sql.ref(`${row}.business_date`)];
    return sql`(${date} between ${bound.from} and ${day} or ${date} < ${day} and ${id} > ${bound[kept]})
      and not exists (select from closings c where c.business_date = ${date})
      and (${date} = ${day} or not exists (select from invoice_days d where d.business_date = ${date} and d.invoices > 0))
      and not exists (select from closings c where c.has_open_days and c.business_date > ${date} and ${id} <= ${sql.ref(`c.${kept}`)})`;
  };
  if (!last)
    return {
      day,
      currency,
      invoices,
      late: [],
      payments: await findPayments(db, currency, open('p', 'last_payment')),
      voids: await findVoidIds(db, currency, open('v', 'last_void')),
    };
  const isClosed = (row: 'i' | 'p' | 'v') => sql`${sql.ref(`${row}.business_date`)} in (select business_date from closings)`;
  const { rows } = await sql<{ id: number }>`
    select i.id from invoices i where i.id > ${last.last_invoice} and i.currency = ${currency} and ${isClosed('i')} order by i.id`.execute(
    db,
  );
  const late = idsOf(rows);
  const since = last.last_void === null ? sql`v.created_at > ${last.closed_at}` : sql`v.id > ${last.last_void}`;
  return {
    day,
    currency,
    invoices: [...invoices, ...late].toSorted((a, b) => a - b),
    late,
    payments: [
      ...(await findPayments(db, currency, open('p', 'last_payment'))),
      ...(await findPayments(db, currency, sql`p.id > ${last.last_payment} and ${isClosed('p')}`)),
    ],
    voids: [
      ...(await findVoidIds(db, currency, open('v', 'last_void'))),
      ...(await findVoidIds(db, currency, sql`${since} and ${isClosed('v')}`)),
    ],
  };
};

/** What these invoices come to, in minor units. */
export const findInvoiceSums = async (db: Db, { invoices, late }: Rows) => {
  const { rows } = await sql<Record<'gross' | 'net' | 'total' | 'late' | 'refunds' | 'rounding' | 'charges' | 'covers', string>>`
    select coalesce(sum(i.sub_total), 0)::text as net, coalesce(sum(i.total), 0)::text as total, coalesce(sum(i.rounding), 0)::text as rounding,
      coalesce(sum(i.total) filter (where i.id = any(${late}::bigint[])), 0)::text as late,
      coalesce(-sum(i.total) filter (where r.invoice_id is not null), 0)::text as refunds,
      (select coalesce(sum(l.total), 0)::text from (
        -- before money off; of a line that the back-fill 0111_line_totals has not met yet what it would store
        select coalesce(l.total + l.discount, l.unit_price * l.quantity) as total
        from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.invoice_id is null and l.status <> 'cancelled'
        where o.invoice_id = any(${invoices}::bigint[])
        union all
        select coalesce(total + discount, unit_price * quantity) from order_lines where invoice_id = any(${invoices}::bigint[]) and status <> 'cancelled') l) as gross,
      (select coalesce(sum(amount), 0)::text from invoice_charges where invoice_id = any(${invoices}::bigint[])) as charges,
      -- bills by what was sold on them: checks have no index of invoices
      (select coalesce(sum(covers), 0)::text from checks where id = any(array(
        -- an order has the invoice of what was paid of it last; what was paid before on another bill says so itself
        select coalesce(l.check_id, o.check_id) from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
        where o.invoice_id = any(${invoices}::bigint[]) and l.invoice_id is null and l.status <> 'cancelled'
        union select coalesce(l.check_id, o.check_id) from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
        where l.invoice_id = any(${invoices}::bigint[])))) as covers
    from invoices i left join refunds r on r.tenant_id = i.tenant_id and r.invoice_id = i.id
    where i.id = any(${invoices}::bigint[])`.execute(db);
  return rows[0]!;
};

export const findOrdersOf = async (db: Db, day: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from orders where business_date = ${day} and status <> 'cancelled'`.execute(db);
  return rows[0]!.count;
};

export interface Reasoned {
  reason: string | null;
  made: boolean;
  count: number;
  amount: string;
}

export const findDiscounts = async (db: Db, { invoices }: Rows) => {
  const { rows } = await sql<Omit<Reasoned, 'made'>>`
    select reason, count(*), sum(amount)::text as amount from invoice_discounts
    where invoice_id = any(${invoices}::bigint[]) group by reason order by reason nulls last`.execute(db);
  return rows;
};

export const findVoids = async (db: Db, { voids }: Rows) => {
  const { rows } = await sql<Reasoned>`
    select reason, is_made as made, sum(quantity)::bigint as count, sum(amount)::text as amount from voids
    where id = any(${voids}::bigint[]) group by reason, is_made order by reason nulls last, is_made`.execute(db);
  return rows;
};

/** What was sold by tax, less refunds, and the parts that the tax had. */
export const findTaxes = async (db: Db, { invoices }: Rows) => {
  const { rows } = await sql<{ key: string; total: string; tax: string }>`
    select key, sum(total)::text as total, sum(tax)::text as tax
    from lines_of_invoices(current_tenant(), ${invoices}::bigint[]) where figure = 'tax' group by key order by key`.execute(db);
  const { rows: parts } = await sql<{ key: string; parts: { title: string; rate: number }[] }>`
    -- the lines first: few lines have parts, and those of all days would be looked through for them
    with taxed as materialized (
      select l.tax_rate, l.tax_type, l.tax_title, l.tax_parts from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
      where o.invoice_id = any(${invoices}::bigint[])
      union all
      select tax_rate, tax_type, tax_title, tax_parts from order_lines where invoice_id = any(${invoices}::bigint[])
      union all
      select tax_rate, tax_type, tax_title, tax_parts from invoice_charges where invoice_id = any(${invoices}::bigint[]))
    select distinct on (1) concat_ws(' ', tax_rate, tax_type, coalesce(tax_title, '')) as key, tax_parts as parts
    from taxed where tax_parts is not null order by 1, tax_parts`.execute(db);
  return { rows, partsOf: new Map(parts.map((row) => [row.key, row.parts])) };
};

export const findPaymentSums = async (db: Db, { payments }: Rows) => {
  const { rows } = await sql<{
    payment_type: string;
    kind: string;
    ids: string[];
    amount: string;
    tips: string;
    /** Amounts by the kind that the type had when it was paid by. */
    kinds: Record<string, string>;
  }>`
    -- one that was renamed or got another kind during the day is one, under its present title and kind: it is counted as one
    with paid as (
      select coalesce(t.title, p.payment_type) as payment_type, coalesce(t.kind, p.kind) as kind, p.kind as paid_kind, p.payment_type_id, p.amount, p.tip
      from payments p left join payment_types t on t.tenant_id = p.tenant_id and t.id = p.payment_type_id
      where p.id = any(${payments}::bigint[])),
    kinds as (select payment_type, kind, paid_kind, sum(amount)::text as amount from paid group by 1, 2, 3)
    select payment_type, kind, array_remove(array_agg(distinct payment_type_id), null)::text[] as ids, sum(amount)::text as amount,
      sum(tip)::text as tips, (select jsonb_object_agg(k.paid_kind, k.amount) from kinds k where (k.payment_type, k.kind) = (p.payment_type, p.kind)) as kinds
    from paid p group by 1, 2 order by 1, 2`.execute(db);
  return rows;
};

/** A payment is dated to no day before the last one that was closed when it was made; days, for clocks and zones that were set back. */
const SET_BACK = 2;

/**
 * What a till offers no more and was paid by from this day on, or since the last closing. One look into the index for each such type: where no
 * day was ever closed, all that was ever paid lies from this day on.
 */
export const findTypesSince = async (db: Db, day: string, last: LastClosing | undefined): Promise<number[]> => {
  const isPaidBy = (which: RawBuilder<unknown>) => sql`(
    select p.id from payments p where p.payment_type_id = t.id and ${which} order by p.business_date, p.id limit 1) is not null`;
  const late = sql`p.business_date >= (select max(business_date) - ${SET_BACK}::integer from closings) and p.id > ${last?.last_payment ?? null}`;
  const { rows } = await sql<{ id: number }>`
    select t.id from payment_types t where (not t.is_active or t.archived_at is not null)
      and (${isPaidBy(sql`p.business_date >= ${day}`)} or ${isPaidBy(late)}) order by t.id`.execute(db);
  return idsOf(rows);
};

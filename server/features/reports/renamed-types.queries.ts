import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Sum } from './sums.queries.ts';

/**
 * The sums of payments by the present titles of their types, as the day and its closing have them: they are kept by the title of when each was
 * paid. Payments are read of a single day, and of a longer period where a title of it is of no type any more.
 */
export const withPresentTitles = async (db: Db, range: DateRange, code: string, sums: readonly Sum[]): Promise<Sum[]> => {
  const isOfPayments = ({ figure, currency }: Sum) => (figure === 'payment' || figure === 'tip') && currency === code;
  const titles = [...new Set(sums.filter(isOfPayments).map(({ key }) => key))];
  if (titles.length === 0) return [...sums];
  const { rows } = await sql<{ figure: 'payment' | 'tip'; was: string; is: string; quantity: number; total: string }>`
    with old as materialized (
      select title from unnest(${titles}::text[]) noted (title)
      where ${range.from}::date = ${range.to}::date or not exists (select from payment_types t where t.title = noted.title))
    select f.figure, p.payment_type as was, t.title as is,
      sum(case when p.reverses is not null then -1 when p.amount < 0 then 0 else 1 end)::bigint as quantity, sum(f.total)::text as total
    from payments p join payment_types t on t.tenant_id = p.tenant_id and t.id = p.payment_type_id
    join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
    cross join lateral (values ('payment', p.amount), ('tip', p.tip)) f (figure, total)
    where exists (select from old) and p.business_date between ${range.from} and ${range.to}
      and p.payment_type in (select title from old) and t.title <> p.payment_type and i.currency = ${code}
      and (f.figure = 'payment' or f.total <> 0)
    group by 1, 2, 3`.execute(db);
  const moved = (key: string, sign: 1 | -1, { figure, quantity, total }: (typeof rows)[number]): Sum => ({
    figure,
    key,
    currency: code,
    at: null,
    orders: 0,
    net: 0n,
    tax: 0n,
    quantity: sign * quantity,
    total: BigInt(sign) * BigInt(total),
  });
  return [...sums, ...rows.flatMap((row) => [moved(row.was, -1, row), moved(row.is, 1, row)])];
};

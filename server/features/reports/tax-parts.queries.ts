import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { TaxPart } from '#contract/pricing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { noDays } from './periods.rules.ts';
import { movements } from './sums.queries.ts';

/** As the store's taxes have them or had them on a day. */
const findDefinedParts = async (db: Db): Promise<Map<string, TaxPart[]>> => {
  const { rows } = await sql<{ key: string; parts: TaxPart[] | null }>`
    select concat_ws(' ', c.rate, t.type, t.title) as key, nullif(c.parts, 'null') as parts
    from taxes t cross join lateral (
      select t.rate, t.parts
      union all
      select s.rate, s.parts from jsonb_to_recordset(t.schedule) as s (rate integer, parts jsonb)) c
    order by t.id`.execute(db);
  return new Map(rows.flatMap(({ key, parts }): [string, TaxPart[]][] => (parts?.length ? [[key, parts]] : [])));
};

const keyOfLine = sql`concat_ws(' ', x.tax_rate, x.tax_type, coalesce(x.tax_title, ''))`;

/**
 * The parts of taxes such as '50000 exclusive GST', as `taxOf` reads them: those of what was sold in the period, on the last day on which it
 * was. The sums name that day, so that a long period looks through one day's lines for each tax. Where nothing was sold, as the store's taxes have them.
 */
export const findPartsOf = async (db: Db, keys: readonly string[], range: DateRange): Promise<Map<string, TaxPart[]>> => {
  if (keys.length === 0) return new Map();
  const found = await findDefinedParts(db);
  const taxed = movements(range, ['tax'], { months: noDays, before: range, after: noDays });
  const { rows: sold } = await sql<{ key: string; parts: TaxPart[] | null }>`
    with last as (
      select key, max(day) as day from (
        select key, starts_on as day from ${taxed} m where key = any(${keys}) group by key, starts_on having sum(total) > 0) sold
      group by key)
    select last.key, of_line.parts from last cross join lateral (
      select nullif(x.tax_parts, 'null') as parts from (
        select l.tax_rate, l.tax_type, l.tax_title, l.tax_parts
        from invoices i join orders o on o.tenant_id = i.tenant_id and o.invoice_id = i.id
        join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.invoice_id is null
        where i.business_date = last.day
        union all
        select l.tax_rate, l.tax_type, l.tax_title, l.tax_parts
        from invoices i join order_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
        where i.business_date = last.day
        union all
        select tax_rate, tax_type, tax_title, tax_parts from invoice_charges where business_date = last.day) x
      where ${keyOfLine} = last.key order by nullif(x.tax_parts, 'null') limit 1) of_line`.execute(db);
  for (const { key, parts } of sold)
    if (parts) found.set(key, parts);
    else found.delete(key);
  return found;
};

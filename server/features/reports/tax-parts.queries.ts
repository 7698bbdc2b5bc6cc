import { sql } from 'kysely';
import type { DateRange } from '#contract/periods.ts';
import type { TaxPart } from '#contract/pricing.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * The parts of taxes such as '50000 exclusive GST', as `taxOf` reads them: as the store's taxes have them or had them on a day. A tax that
 * was changed since has them on its lines, which are looked through only where the store has parts at all.
 */
export const findPartsOf = async (db: Db, keys: readonly string[], { from, to }: DateRange): Promise<Map<string, TaxPart[]>> => {
  const { rows: known } = await sql<{ key: string; parts: TaxPart[] | null }>`
    select concat_ws(' ', c.rate, t.type, t.title) as key, nullif(c.parts, 'null') as parts
    from taxes t cross join lateral (
      select t.rate, t.parts
      union all
      select s.rate, s.parts from jsonb_to_recordset(t.schedule) as s (rate integer, parts jsonb)) c
    order by t.id`.execute(db);
  const found = new Map(known.flatMap(({ key, parts }): [string, TaxPart[]][] => (parts?.length ? [[key, parts]] : [])));
  if (found.size === 0) return found;
  const defined = new Set(known.map(({ key }) => key));
  const changed = keys.filter((key) => !defined.has(key));
  if (changed.length === 0) return found;
  const { rows: sold } = await sql<{ key: string; parts: TaxPart[] }>`
    select distinct on (1) concat_ws(' ', l.tax_rate, l.tax_type, coalesce(l.tax_title, '')) as key, l.tax_parts as parts
    from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.tax_parts is not null
    where o.business_date between ${from} and ${to} and concat_ws(' ', l.tax_rate, l.tax_type, coalesce(l.tax_title, '')) = any(${changed})
    order by 1, l.id desc`.execute(db);
  for (const { key, parts } of sold) found.set(key, parts);
  return found;
};

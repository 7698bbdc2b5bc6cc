import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** What was invoiced on each of these business days in one currency, by the hour of the store's clock. Sums are texts of minor units. */
export const findHourlySales = async (db: Db, days: string[], currency: string) => {
  const { rows } = await sql<{ day: string; hour: number; total: string }>`
    select day, key::int as hour, sum(total)::text as total from (
      select starts_on as day, key, total from report_sums
      where grain = 'day' and figure = 'sale' and starts_on = any(${days}::date[]) and currency = ${currency}
      union all
      select day, key, total from report_deltas where figure = 'sale' and day = any(${days}::date[]) and currency = ${currency}
    ) sales
    group by 1, 2
    having sum(total) <> 0`.execute(db);
  return rows;
};

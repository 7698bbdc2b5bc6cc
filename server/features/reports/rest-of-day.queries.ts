import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** What a business date brought from an instant on, in one currency, from its raw rows: the sums tell no minutes. */
export const findRestOfDay = async (db: Db, day: string, since: Date, currency: string) => {
  const { rows } = await sql<{ placed: number; paid: number } & Record<'total' | 'net' | 'tax', string>>`
    with sold as (
      select id, total, sub_total, tax_total from invoices where business_date = ${day} and created_at >= ${since} and currency = ${currency}
    )
    select
      (select count(*) from orders where business_date = ${day} and created_at >= ${since} and status <> 'cancelled') as placed,
      (select count(*) from orders where invoice_id = any(array(select id from sold))) as paid,
      coalesce(sum(total), 0)::text as total, coalesce(sum(sub_total), 0)::text as net, coalesce(sum(tax_total), 0)::text as tax
    from sold`.execute(db);
  const { placed, paid, total, net, tax } = rows[0]!;
  return { placed, paid, total: BigInt(total), net: BigInt(net), tax: BigInt(tax) };
};

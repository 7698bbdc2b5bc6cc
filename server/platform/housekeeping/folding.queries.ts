import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** The tenants with notes that wait to be added up (db/migrations/0012_report_sums.sql): one look into the index each, however many notes wait. */
export const findTenantsToFold = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ tenant_id: number }>`
    with recursive found (tenant_id) as (
      (select tenant_id from report_deltas order by tenant_id limit 1)
      union all
      select (select d.tenant_id from report_deltas d where d.tenant_id > found.tenant_id order by d.tenant_id limit 1)
      from found where found.tenant_id is not null)
    select tenant_id from found where tenant_id is not null`.execute(db);
  return rows.map(({ tenant_id }) => tenant_id);
};

/** Adds up at most `most` notes of the tenant and answers how many; 0 as well while another node is at it. */
export const foldDeltas = async (db: Db, most: number): Promise<number> => {
  const { rows } = await sql<{ folded: number }>`select fold_report_deltas(${most}) as folded`.execute(db);
  return rows[0]!.folded;
};

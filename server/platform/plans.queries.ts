import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Has what follows in this transaction planned for the tenant that asks. Statements keep a plan for all tenants once they were asked a
 * few times; one over histories, made while small tenants asked, cost a tenant with a million orders ten times as much. `db` is a
 * transaction; the planning costs about a millisecond a statement.
 */
export const planForThisTenant = async (db: Db): Promise<void> => {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db);
};

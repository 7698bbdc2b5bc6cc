import { database } from './restaurant.ts';

/** The parameters of a call about one restaurant. */
export const of = (id: number) => ({ params: { id: String(id) } });

/** Changes a restaurant past every rule; `set` is what stands behind `set` in SQL. */
export const setTenant = (id: number, set: string) => database.query(`update tenants set ${set} where id = $1`, [id]);

/** What the platform noted about a restaurant, the oldest first. */
export const auditOf = async (tenantId: number) => {
  const { rows } = await database.query(
    'select action, super_admin_id, before, after from platform.audit_log where tenant_id = $1 order by id',
    [tenantId],
  );
  return rows;
};

/** Switches a second factor on for a super administrator, past every rule; for a database of the test's own. */
export const addSecondFactor = async (own: Pick<typeof database, 'query'>, superAdminId: number): Promise<void> => {
  await own.query(
    `insert into platform.second_factors (super_admin_id, secret, created_at, confirmed_at) values ($1, 'AAAA', now(), now())`,
    [superAdminId],
  );
};

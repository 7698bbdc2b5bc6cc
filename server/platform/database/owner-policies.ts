import type pg from 'pg';

const POLICY = 'owner_passes';

/** Tables whose rows this user, their owner, does not see for row-level security. */
const findShut = async (owner: pg.ClientBase): Promise<string[]> => {
  const { rows } = await owner.query<{ table: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'platform') and c.relkind = 'r' and c.relrowsecurity and row_security_active(c.oid)
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $1 and (select oid from pg_roles where rolname = current_user) = any(p.polroles))
     order by c.oid`,
    [POLICY],
  );
  return rows.map(({ table }) => table);
};

/**
 * Lets the owner see the rows of its own tables where row-level security binds it, as it does where a managed database gives no BYPASSRLS. Else
 * functions that run as the owner (they forget people, find customers, purge) and back-fills would do nothing, and say nothing. It gives the
 * owner no more than it could take: it may switch the security of its tables off. Each table is locked until the commit: `most` tables at a
 * time, where somebody sells. Answers whether the owner was shut out of any.
 */
export const openToOwner = async (owner: pg.ClientBase, most = Infinity): Promise<boolean> => {
  const shut = await findShut(owner);
  for (const table of shut.slice(0, most))
    await owner.query(`drop policy if exists ${POLICY} on ${table}; create policy ${POLICY} on ${table} to current_user using (true)`);
  return shut.length > 0;
};

/** Whether there is a table of its own whose rows this user does not see. */
export const isShutOut = async (owner: pg.ClientBase): Promise<boolean> => (await findShut(owner)).length > 0;

/** Throws a sentence where this user does not see all tenants: it would find nothing wrong, for it finds nothing. */
export const assertSeesAll = async (owner: pg.ClientBase): Promise<void> => {
  if (await isShutOut(owner))
    throw new Error("The database's user does not see all tenants: start the server once, or run the command migrate.");
};

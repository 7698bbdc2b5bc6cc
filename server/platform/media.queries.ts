import { batched } from './batched.ts';
import type { Databases } from './database.ts';

/** $1 ids of tenants. */
const FIND_DELETED = `select id::text as id from tenants where id = any($1) and deleted_at is not null`;

/** Answers whether a tenant is deleted, also one that can be restored: what it shows to the public is shut from that moment on. */
export const openDeletedTenants = ({ lookUp }: Pick<Databases, 'lookUp'>): ((tenantId: string) => Promise<boolean>) => {
  const find = batched(async (ids) => new Map((await lookUp<{ id: string }>(FIND_DELETED, [ids])).map(({ id }) => [id, true])));
  return async (tenantId) => (await find(tenantId)) ?? false;
};

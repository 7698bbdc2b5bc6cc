import { sql } from 'kysely';
import { listOf } from '#server/platform/database/batches.ts';
import { batched } from '#server/platform/database/batched.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';

const findDeleted = async (db: Db, ids: string[]): Promise<Map<string, true>> => {
  const { rows } = await sql<{ id: string }>`
    /* find_deleted */ select id::text as id from tenants where id = any(${listOf(ids)}) and deleted_at is not null`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
};

/** Answers whether a tenant is deleted, also one that can be restored: what it shows to the public is shut from that moment on. */
export const openDeletedTenants = ({
  readAcrossTenants,
}: Pick<Databases, 'readAcrossTenants'>): ((tenantId: string) => Promise<boolean>) => {
  const find = batched((ids) => readAcrossTenants((db) => findDeleted(db, ids)));
  return async (tenantId) => (await find(tenantId)) ?? false;
};

import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Addressee } from './emails.rules.ts';

/** The owner of the restaurant, and its name; undefined while nobody has confirmed the owner's address: it may be a stranger's. */
export const findOwnerToWrite = async (db: Db): Promise<(Addressee & { restaurant: string }) | undefined> => {
  const { rows } = await sql<Addressee & { restaurant: string }>`
    select m.username, m.name, m.confirmed_at, s.store_name as restaurant
    from members m join store_settings s on s.tenant_id = m.tenant_id
    where m.role = 'admin' and m.archived_at is null and m.confirmed_at is not null order by m.id limit 1`.execute(db);
  return rows[0];
};

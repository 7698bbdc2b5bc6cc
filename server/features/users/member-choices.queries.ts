import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';

/** By whom lists are narrowed, also by who has left: one of a username, as who is here calls themselves. */
export const findMemberChoices = async (db: Db): Promise<{ username: string; name: string }[]> =>
  (
    await sql<{ username: string; name: string }>`
      select username, name from (
        select distinct on (lower(username)) username, name from members order by lower(username), archived_at desc nulls first, id desc) m
      order by ${nameOrder('name')}, username`.execute(db)
  ).rows;

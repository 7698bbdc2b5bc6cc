import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from './database.ts';

/** Where titles are told apart, and within what: a table on its floor, an item in its category. */
const within = {
  categories: undefined,
  taxes: undefined,
  payment_types: undefined,
  store_tables: 'floor',
  menu_items: 'category_id',
} as const;

const isCalledSo = async (db: Db, table: keyof typeof within, id: number): Promise<boolean> => {
  const column = within[table];
  const sameScope = column ? sql`and other.${sql.ref(column)} is not distinct from mine.${sql.ref(column)}` : sql``;
  const { rows } = await sql`
    select 1 from ${sql.table(table)} as mine
    join ${sql.table(table)} as other on lower(other.title) = lower(mine.title) and other.id <> mine.id ${sameScope}
    where mine.id = ${id} and other.archived_at is null
    limit 1`.execute(db);
  return rows.length > 0;
};

/**
 * Throws conflict when another row is called like this one. After the write, which has raised the tenant's version: of two at once the
 * second waits there, and meets what the first wrote. No unique index: a tenant of long ago may have duplicates, and keeps them.
 */
export const assertNotDouble = async (db: Db, table: keyof typeof within, id: number, sentence: string): Promise<void> => {
  if (await isCalledSo(db, table, id)) throw new AppError('conflict', sentence, { errors: [{ path: ['title'], message: sentence }] });
};

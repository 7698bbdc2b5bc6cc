import { sql } from 'kysely';
import { errorAt } from '#contract/errors.ts';
import type { Db } from './database.ts';

/** Where titles are told apart, and within what: a table on its floor, an item in its category, a reason among those of its kind. */
const within = {
  categories: undefined,
  taxes: undefined,
  charges: undefined,
  payment_types: undefined,
  stations: undefined,
  printers: undefined,
  reasons: 'kind',
  store_tables: 'floor',
  menu_items: 'category_id',
} as const;

/** The title of one of these rows that another row has, too. */
export const findDouble = async (db: Db, table: keyof typeof within, ids: readonly number[]): Promise<string | undefined> => {
  const column = within[table];
  const sameScope = column ? sql`and other.${sql.ref(column)} is not distinct from mine.${sql.ref(column)}` : sql``;
  const { rows } = await sql<{ title: string }>`
    select mine.title from ${sql.table(table)} as mine
    join ${sql.table(table)} as other on lower(other.title) = lower(mine.title) and other.id <> mine.id ${sameScope}
    where mine.id = any(${ids}::bigint[]) and other.archived_at is null
    limit 1`.execute(db);
  return rows[0]?.title;
};

/**
 * Throws conflict when another row is called like this one. After the write, which has raised the tenant's version: of two at once the
 * second waits there, and meets what the first wrote. No unique index: a tenant of long ago may have duplicates, and keeps them.
 * Reasons and printers raise no version: what is added waits at its limit (row-limits.queries.ts), and two that are renamed in the same
 * instant may be called alike.
 */
export const assertNotDouble = async (db: Db, table: keyof typeof within, id: number, sentence: string): Promise<void> => {
  if ((await findDouble(db, table, [id])) !== undefined) throw errorAt('conflict', 'title', sentence);
};

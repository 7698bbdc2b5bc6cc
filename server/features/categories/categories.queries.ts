import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';

const categories = (db: Db) =>
  db.selectFrom('categories').select(['id', 'title', 'station_id as stationId']).where('archived_at', 'is', null);

export const findCategories = (db: Db) => categories(db).orderBy('position').orderBy('id').execute();

/** The category as it stands, locked until the commit: meanwhile no item can be put into it. */
export const getCategoryToChange = async (db: Db, id: number) => {
  const category = await categories(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!category) throw new AppError('not_found', 'This category does not exist!');
  return category;
};

export const insertCategory = (db: Db, title: string, stationId: number | null = null) =>
  db
    .insertInto('categories')
    .values({ title, station_id: stationId, position: sql<number>`(select coalesce(max(position), 0) + 1 from categories)` })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateCategoryRow = (db: Db, id: number, { title, stationId }: { title: string; stationId: number | null }) =>
  db.updateTable('categories').set({ title, station_id: stationId }).where('id', '=', id).execute();

/** Takes the station off the categories that have it, and answers which. */
export const clearStationOfCategories = async (db: Db, stationId: number): Promise<number[]> => {
  const rows = await db.updateTable('categories').set({ station_id: null }).where('station_id', '=', stationId).returning('id').execute();
  return rows.map(({ id }) => id);
};

export const markCategoryArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('categories').set({ archived_at: now }).where('id', '=', id).execute();

/** All categories in their order, locked until the commit against being deleted. */
export const lockCategories = (db: Db) => categories(db).orderBy('position').orderBy('id').forShare().execute();

/** The ids of all categories in their order, locked until the commit. */
export const findCategoryOrderToChange = async (db: Db): Promise<number[]> => {
  const rows = await categories(db).orderBy('position').orderBy('id').forNoKeyUpdate().execute();
  return rows.map(({ id }) => id);
};

/** Numbers the categories in this order. */
export const updateCategoryPositions = (db: Db, ids: readonly number[]) =>
  sql`update categories set position = ordered.position
    from unnest(${ids}::bigint[]) with ordinality as ordered(id, position)
    where categories.id = ordered.id and categories.position <> ordered.position`.execute(db);

import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { lockAdding } from '#server/platform/database/row-limits.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isLost, isWatched } from './screens.queries.ts';

interface StationValues {
  title: string;
  position: number;
  is_fallback: boolean;
  ack_seconds: number;
  printer_id: number | null;
  backup_printer_id: number | null;
}

const stations = (db: Db) => db.selectFrom('stations').where('archived_at', 'is', null);
const columns = ['id', 'title', 'position', 'is_fallback', 'ack_seconds', 'printer_id', 'backup_printer_id'] as const;

/** A station keeps a printer that was deleted, for the way back: until then it has none. */
const printerOf = (column: 'printer_id' | 'backup_printer_id'): RawBuilder<number | null> =>
  sql<number | null>`(select p.id from printers p where p.id = ${sql.ref(`stations.${column}`)} and p.archived_at is null)`;

/** In their order, with whether somebody looks at their screens. */
export const findStations = (db: Db, now: Date) =>
  stations(db)
    .select(['id', 'title', 'position', 'is_fallback', 'ack_seconds'])
    .select([printerOf('printer_id').as('printer_id'), printerOf('backup_printer_id').as('backup_printer_id')])
    .select([isWatched(now).as('is_watched'), isLost(now).as('is_lost')])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The stations as they stand, locked until the commit: which of them is the fallback one change decides after another. */
export const lockStations = async (db: Db) => {
  // of two first ones at once the second waits here: there is no row to lock
  await lockAdding(db, 'stations');
  return stations(db)
    .select(columns)
    .select([printerOf('printer_id').as('present_printer_id'), printerOf('backup_printer_id').as('present_backup_id')])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

/** Throws not-found unless the tenant has or had it: what a deleted station had on its screen stays there to the end. */
export const assertStation = async (db: Db, id: number): Promise<void> => {
  if (!(await db.selectFrom('stations').select('id').where('id', '=', id).executeTakeFirst()))
    throw new AppError('not_found', 'This station does not exist!');
};

/** Where what was ordered before there were stations is made. */
export const findFallback = async (db: Db): Promise<number | null> =>
  (await stations(db).select('id').where('is_fallback', '=', true).executeTakeFirst())?.id ?? null;

/**
 * The stations of which this one makes what is recalled: its own, and as the fallback also that of deleted ones and of none (null). Throws
 * not-found for a station of nobody’s.
 */
export const getStationsRecalledAt = async (db: Db, id: number): Promise<(number | null)[]> => {
  await assertStation(db, id);
  const fallback = await findFallback(db);
  if (fallback === null) return [id, null];
  if (fallback !== id) return [id];
  const deleted = await db.selectFrom('stations').select('id').where('archived_at', 'is not', null).execute();
  return [id, null, ...deleted.map((row) => row.id)];
};

export const insertStation = (db: Db, station: StationValues) =>
  db.insertInto('stations').values(station).returning('id').executeTakeFirstOrThrow();

export const updateStationRow = (db: Db, id: number, station: StationValues) =>
  db.updateTable('stations').set(station).where('id', '=', id).execute();

/** Nobody else is the fallback any more. */
export const clearFallback = (db: Db) => db.updateTable('stations').set({ is_fallback: false }).where('is_fallback', '=', true).execute();

export const markFallback = (db: Db, id: number) => db.updateTable('stations').set({ is_fallback: true }).where('id', '=', id).execute();

export const markStationArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('stations').set({ archived_at: now, is_fallback: false }).where('id', '=', id).execute();

import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database.ts';

interface StationValues {
  title: string;
  position: number;
  is_fallback: boolean;
  ack_seconds: number;
  printer_id: number | null;
  backup_printer_id: number | null;
}

/** A screen says every ten seconds that it is there; after this long it is not. */
const WATCHED_SECONDS = 25;
/** Whoever went home without closing the page is not called lost for ever. */
const LOST_HOURS = 2;

const stations = (db: Db) => db.selectFrom('stations').where('archived_at', 'is', null);
const columns = ['id', 'title', 'position', 'is_fallback', 'ack_seconds', 'printer_id', 'backup_printer_id'] as const;

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** In their order, with whether somebody looks at their screens. */
export const findStations = (db: Db, now: Date) => {
  const lookedAfter = (moment: Date): RawBuilder<boolean> => sql`coalesce((
    select w.looked_at > ${moment} from station_screens w where w.tenant_id = stations.tenant_id and w.station_id = stations.id), false)`;
  return stations(db)
    .select(columns)
    .select(lookedAfter(ago(now, WATCHED_SECONDS * 1000)).as('is_watched'))
    .select(lookedAfter(ago(now, LOST_HOURS * 3_600_000)).as('was_watched'))
    .orderBy('position')
    .orderBy('id')
    .execute();
};

/** The stations as they stand, locked until the commit: which of them is the fallback one change decides after another. */
export const lockStations = (db: Db) => stations(db).select(columns).orderBy('id').forNoKeyUpdate().execute();

/** Throws not-found unless the tenant has or had it: what a deleted station had on its screen stays there to the end. */
export const assertStation = async (db: Db, id: number): Promise<void> => {
  if (!(await db.selectFrom('stations').select('id').where('id', '=', id).executeTakeFirst()))
    throw new AppError('not_found', 'This station does not exist!');
};

/** Where what was ordered before there were stations is made. */
export const findFallback = async (db: Db): Promise<number | null> =>
  (await stations(db).select('id').where('is_fallback', '=', true).executeTakeFirst())?.id ?? null;

export const insertStation = (db: Db, station: StationValues) =>
  db.insertInto('stations').values(station).returning('id').executeTakeFirstOrThrow();

export const updateStationRow = (db: Db, id: number, station: StationValues) =>
  db.updateTable('stations').set(station).where('id', '=', id).execute();

/** Nobody else is the fallback any more. */
export const clearFallback = (db: Db) => db.updateTable('stations').set({ is_fallback: false }).where('is_fallback', '=', true).execute();

export const markFallback = (db: Db, id: number) => db.updateTable('stations').set({ is_fallback: true }).where('id', '=', id).execute();

export const markStationArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('stations').set({ archived_at: now, is_fallback: false }).where('id', '=', id).execute();

/** Its screens are there, or were closed; null: they show all stations. */
export const saveScreen = async (db: Db, stationId: number | null, now: Date, isLeaving: boolean): Promise<void> => {
  if (isLeaving) {
    await db
      .deleteFrom('station_screens')
      .$if(stationId !== null, (screen) => screen.where('station_id', '=', stationId!))
      .execute();
    return;
  }
  await sql`
    insert into station_screens (station_id, looked_at)
    select id, ${now}::timestamptz from stations where archived_at is null and (${stationId}::bigint is null or id = ${stationId})
    on conflict (tenant_id, station_id) do update set looked_at = excluded.looked_at
    where station_screens.looked_at < excluded.looked_at - interval '3 seconds'`.execute(db);
};

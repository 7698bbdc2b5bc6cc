import { type RawBuilder, sql } from 'kysely';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';

/** A page that says who it is does so every three seconds while it is visible; one of an older release every ten. */
const SILENT_SECONDS = 7;
const SILENT_SECONDS_OF_OLD = 25;
/** Whoever went home without closing the page is not called lost for ever. */
const LOST = sql`interval '2 hours'`;
const FORGOTTEN = sql`interval '1 day'`;

/** Each page of a browser is one; of what chooses more names the oldest are forgotten. */
const SCREENS_OF_SESSION = 20;

const ofStation = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
  select from kitchen_screens w where w.tenant_id = stations.tenant_id and (w.station_id = stations.id or w.station_id is null) and ${condition})`;

/** Of a row of stations: whether a visible screen of it showed itself lately. */
export const isWatched = (now: Date) => ofStation(sql`w.expected_by > ${now}::timestamptz`);

/** Whoever signed out, or was signed out, is not missed. */
const isSignedOut = sql<boolean>`not exists (
  select from sessions s where s.tenant_id = w.tenant_id and s.id = w.session_id and s.ended_at is null)`;

/** Of a row of stations: whether one stopped without a word, though others may look. */
export const isLost = (now: Date) =>
  ofStation(sql`w.expected_by <= ${now}::timestamptz and w.looked_at > ${now}::timestamptz - ${LOST} and not ${isSignedOut}`);

interface Screen {
  /** chosen by the page; undefined: an old one, known by its session */
  screenId: string | undefined;
  sessionId: number;
  /** null: it shows all of them */
  stationId: number | null;
}

const nameOf = ({ screenId, sessionId, stationId }: Screen) => screenId ?? `session ${sessionId} ${stationId ?? 'all'}`;

/** It was closed, or hidden: nobody misses it. */
export const deleteScreen = (db: Db, screen: Screen) => db.deleteFrom('kitchen_screens').where('screen_id', '=', nameOf(screen)).execute();

/** It is there. One write for each two seconds, however often it says so; whether it was lost is announced. */
export const saveScreen = async (db: Db, screen: Screen, now: Date): Promise<void> => {
  const seconds = screen.screenId === undefined ? SILENT_SECONDS_OF_OLD : SILENT_SECONDS;
  const { rows } = await sql<{ was_lost: boolean | null }>`
    with before as (select is_lost from kitchen_screens where screen_id = ${nameOf(screen)}),
    said as (
      insert into kitchen_screens as w (screen_id, session_id, station_id, looked_at, expected_by)
      values (${nameOf(screen)}, ${screen.sessionId}, ${screen.stationId}, ${now}, ${now}::timestamptz + ${seconds} * interval '1 second')
      on conflict (tenant_id, screen_id) do update set session_id = excluded.session_id, station_id = excluded.station_id,
        looked_at = excluded.looked_at, expected_by = excluded.expected_by, is_lost = false
      where w.is_lost or w.station_id is distinct from excluded.station_id or w.looked_at < excluded.looked_at - interval '2 seconds'
      returning 1)
    select (select is_lost from before) as was_lost from said`.execute(db);
  const [said] = rows;
  if (!said || said.was_lost === false) return;
  await sql`delete from kitchen_screens where session_id = ${screen.sessionId} and screen_id in (
    select screen_id from kitchen_screens where session_id = ${screen.sessionId}
    order by screen_id = ${nameOf(screen)} desc, looked_at desc offset ${SCREENS_OF_SESSION})`.execute(db);
  // a page that was reloaded where one had died takes its place
  const { numDeletedRows } = await db
    .deleteFrom('kitchen_screens')
    .where('screen_id', '<>', nameOf(screen))
    .where((row) =>
      row.or([
        row.and([row('session_id', '=', screen.sessionId), row('expected_by', '<=', now)]),
        row('looked_at', '<', sql<Date>`${now}::timestamptz - ${FORGOTTEN}`),
      ]),
    )
    .executeTakeFirst();
  if (said.was_lost || numDeletedRows > 0n) await insertEvent(db, now, 'station_update', {});
};

/** As the worker: the tenants of which a screen has fallen silent. */
const findTenantsWithLost = async (db: Db, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ tenant_id: number }>`
    select distinct tenant_id from kitchen_screens
    where not is_lost and expected_by <= ${now}::timestamptz and looked_at > ${now}::timestamptz - ${LOST}`.execute(db);
  return rows.map((row) => row.tenant_id);
};

interface Options {
  databases: Pick<Databases, 'readAcrossTenants' | 'asTenantInBackground'>;
  now: Date;
  nudge: (tenantId: number) => void;
  /** Called for a tenant whose lost screens are told later; it keeps nobody else's. */
  onError: (error: unknown) => void;
  isStopping: () => boolean;
}

/** Tells the tills of screens that have fallen silent, once, whichever node looks first. */
export const announceLostScreens = async ({ databases, now, nudge, onError, isStopping }: Options): Promise<void> => {
  for (const tenantId of await databases.readAcrossTenants((db) => findTenantsWithLost(db, now)))
    try {
      if (isStopping()) return;
      await databases.asTenantInBackground(tenantId, async (db) => {
        await sql`delete from kitchen_screens w where w.expected_by <= ${now}::timestamptz and ${isSignedOut}`.execute(db);
        const { numUpdatedRows } = await db
          .updateTable('kitchen_screens')
          .set({ is_lost: true })
          .where('is_lost', '=', false)
          .where('expected_by', '<=', now)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await insertEvent(db, now, 'station_update', {});
      });
      nudge(tenantId);
    } catch (error) {
      onError(error);
    }
};

import { AppError } from '#contract/errors.ts';
import { addStation, deleteStation, listStations, updateStation } from '#contract/stations.ts';
import { clearStationOfCategories } from '#server/features/categories/categories.queries.ts';
import { clearStationOfItems } from '#server/features/menu-items/menu-items.queries.ts';
import { assertPrinters } from '#server/features/printers/printers.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  clearFallback,
  findStations,
  insertStation,
  lockStations,
  markFallback,
  markStationArchived,
  updateStationRow,
} from './stations.queries.ts';

const entity = 'stations';
const DOUBLE = 'There is already a station with this title!';
const ACK_SECONDS = 10;

const getOf = <S extends { id: number }>(stations: readonly S[], id: number): S => {
  const station = stations.find((one) => one.id === id);
  if (!station) throw new AppError('not_found', 'This station does not exist!');
  return station;
};

export const stationsRoutes = [
  handle(listStations, async (_, { db, now }) =>
    (await findStations(db, now)).map((station) => ({
      id: station.id,
      title: station.title,
      position: station.position,
      isFallback: station.is_fallback,
      ackSeconds: station.ack_seconds,
      printerId: station.printer_id,
      backupPrinterId: station.backup_printer_id,
      isWatched: station.is_watched,
      isLost: station.is_lost,
    })),
  ),

  handle(addStation, async ({ body }, context) => {
    const { db, now } = context;
    await assertPrinters(db, [body.printerId, body.backupPrinterId]);
    const others = await lockStations(db);
    // the first one takes everything, whatever was asked
    const isFallback = body.isFallback === true || others.length === 0;
    if (isFallback) await clearFallback(db);
    const { id } = await insertStation(db, {
      title: body.title,
      position: body.position ?? Math.max(0, ...others.map(({ position }) => position)) + 1,
      is_fallback: isFallback,
      ack_seconds: body.ackSeconds ?? ACK_SECONDS,
      printer_id: body.printerId ?? null,
      backup_printer_id: body.backupPrinterId ?? null,
    });
    await assertRowsWithin(db, 'stations');
    await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'add', entity, entityId: id, after: body });
    await insertEvent(db, now, 'station_update', {});
    return { message: 'Station added.', id, stationId: id };
  }),

  handle(updateStation, async ({ params: { id }, body }, context) => {
    const { db, now } = context;
    const before = getOf(await lockStations(db), id);
    await assertPrinters(db, [body.printerId, body.backupPrinterId]);
    const present = {
      title: before.title,
      position: before.position,
      isFallback: before.is_fallback,
      ackSeconds: before.ack_seconds,
      printerId: before.present_printer_id,
      backupPrinterId: before.present_backup_id,
    };
    const after = await mergedOfRow(context, { given: body, present }, entity, id);
    if (before.is_fallback && !after.isFallback) throw new AppError('conflict', 'Make another station the fallback instead!');
    if (after.isFallback && !before.is_fallback) await clearFallback(db);
    await updateStationRow(db, id, {
      title: after.title,
      position: after.position,
      is_fallback: after.isFallback,
      ack_seconds: after.ackSeconds,
      printer_id: after.printerId === before.present_printer_id ? before.printer_id : after.printerId,
      backup_printer_id: after.backupPrinterId === before.present_backup_id ? before.backup_printer_id : after.backupPrinterId,
    });
    if (after.title !== before.title) await assertNotDouble(db, entity, id, DOUBLE);
    await insertAudit(context, { action: 'update', entity, entityId: id, before: present, after });
    await insertEvent(db, now, 'station_update', {});
    return { message: 'Station updated.' };
  }),

  handle(deleteStation, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const stations = await lockStations(db);
    const before = getOf(stations, id);
    const others = stations.filter((station) => station.id !== id).toSorted((a, b) => a.position - b.position || a.id - b.id);
    // somebody must take what is sent nowhere: whoever stands first
    const heir = others.find(({ is_fallback }) => is_fallback) ?? others[0];
    const clearedItems = await clearStationOfItems(db, id, heir?.id ?? null);
    const clearedCategories = await clearStationOfCategories(db, id);
    await markStationArchived(db, id, now);
    if (before.is_fallback && heir) await markFallback(db, heir.id);
    await insertAudit(context, {
      action: 'delete',
      entity,
      entityId: id,
      before,
      after: { clearedItems, clearedCategories, heir: heir?.id ?? null },
    });
    await insertEvent(db, now, 'station_update', {});
    return { message: 'Station deleted.' };
  }),
];

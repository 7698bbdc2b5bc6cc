import { DELETED_KEPT, type Restorable, restoreDeleted } from '#contract/deleted.ts';
import { AppError } from '#contract/errors.ts';
import { assertMenuWithin } from '#server/features/menu-items/menu-import.queries.ts';
import { lockStations } from '#server/features/stations/stations.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { assertNotDouble } from '#server/platform/database/duplicates.queries.ts';
import { assertRowsWithin, type RowLimit } from '#server/platform/database/row-limits.queries.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { type GivenBack, giveCategoryBack, giveStationBack, giveTaxBack, restoreRow } from './deleted.queries.ts';

const limitOf: Partial<Record<Restorable, RowLimit>> = {
  categories: 'categories',
  taxes: 'taxes',
  payment_types: 'paymentTypes',
  store_tables: 'tables',
  charges: 'charges',
  reasons: 'reasons',
  stations: 'stations',
  printers: 'printers',
};

/** What was added meanwhile counts: what is taken back obeys the limits, and is not called like another. */
const assertMayReturn = async (db: Db, kind: Restorable, id: number, title: string): Promise<void> => {
  const limit = limitOf[kind];
  if (limit) await assertRowsWithin(db, limit);
  if (kind === 'menu_items') await assertMenuWithin(db, 'menuItems', 'menuOptions');
  if (kind === 'menu_item_variants' || kind === 'menu_item_addons') await assertMenuWithin(db, 'menuOptions');
  else await assertNotDouble(db, kind, id, `There is another "${title}" by now!`);
};

const giveBack = async (db: Db, kind: Restorable, id: number): Promise<GivenBack> => {
  if (kind === 'taxes') return giveTaxBack(db, id);
  if (kind === 'categories') return giveCategoryBack(db, id);
  return kind === 'stations' ? giveStationBack(db, id) : {};
};

const counted = (count: number | undefined, one: string, many: string): string[] =>
  count ? [count === 1 ? `1 ${one}` : `${count} ${many}`] : [];

/** 'VAT is back; 3 items have their tax again.' */
const sentenceOf = (kind: Restorable, title: string, { items, takeaways, categories, charges }: GivenBack): string => {
  const what = kind === 'taxes' ? 'tax' : kind === 'stations' ? 'station' : 'category';
  const rows = [
    ...counted(items, 'item', 'items'),
    ...counted(takeaways, 'item of take-away', 'items of take-away'),
    ...counted(categories, 'category', 'categories'),
    ...counted(charges, 'charge', 'charges'),
  ];
  if (rows.length === 0) return `${title} is back.`;
  const isOne = rows.length === 1 && rows[0]!.startsWith('1 ');
  const list = rows.length === 1 ? rows[0]! : `${rows.slice(0, -1).join(', ')} and ${rows.at(-1)!}`;
  return `${title} is back; ${list} ${isOne ? 'has its' : 'have their'} ${what} again.`;
};

export const deletedRoutes = [
  handle(restoreDeleted, async ({ body: { kind, id } }, context) => {
    const { db, now } = context;
    // which of them is the fallback one change decides after another
    if (kind === 'stations') await lockStations(db);
    const row = await restoreRow(db, kind, id, new Date(now.getTime() - DELETED_KEPT));
    if (!row) throw new AppError('not_found', 'This cannot be taken back any more!');
    // with its items first, and then compared: an item is called like another only within its category
    const given = await giveBack(db, kind, id);
    await assertMayReturn(db, kind, id, row.title);
    await insertAudit(context, { action: 'restore', entity: kind, entityId: id, after: { ...given } });
    await insertEvent(db, now, 'menu_update', {});
    if (kind === 'stations') await insertEvent(db, now, 'station_update', {});
    return { message: sentenceOf(kind, row.title, given) };
  }),
];

import { findCharges } from '#server/features/charges/charges.queries.ts';
import { findMenu } from '#server/features/menu-items/menu.queries.ts';
import { weighMenu } from '#server/features/menu-items/menu.rules.ts';
import { findActivePaymentTypes } from '#server/features/payment-types/payment-types.queries.ts';
import { findTables } from '#server/features/tables/tables.queries.ts';
import { findTaxRows } from '#server/features/tax-rates/tax-rates.queries.ts';
import { weighTaxes } from '#server/features/tax-rates/tax-rates.rules.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findPrintSettings, findStoreSettings } from '#server/features/store-settings/shown-settings.queries.ts';

/** Everything that a till shows and an order is priced from, with the version it was read at. */
export const findStore = async (db: Db) => {
  // Read first: rows that change in between are then newer than the version, which a sale notices; the other way round it would not.
  const { version } = await db.selectFrom('tenant_counters').select('version').executeTakeFirstOrThrow();
  return {
    version,
    settings: await findStoreSettings(db),
    printSettings: await findPrintSettings(db),
    categories: await db
      .selectFrom('categories')
      .select(['id', 'title', 'station_id as stationId'])
      .where('archived_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    paymentTypes: await findActivePaymentTypes(db),
    tables: await findTables(db),
    menu: await findMenu(db),
    charges: await findCharges(db),
    taxes: await findTaxRows(db),
  };
};

export type StoreRows = Awaited<ReturnType<typeof findStore>>;

const ROW_BYTES = 300; // of a table, a category, a charge or a payment type

/** How many bytes all of it takes in memory, about. */
export const weighStore = ({ menu, tables, categories, charges, paymentTypes, taxes }: StoreRows): number =>
  weighMenu(menu) +
  // the menu has read them, too
  2 * weighTaxes(taxes) +
  (tables.length + categories.length + charges.length + paymentTypes.length + 10) * ROW_BYTES;

import type { Db } from '#server/platform/database/database.ts';
import type { TaxRow } from './tax-rates.rules.ts';

/** The taxes of the store, oldest first. */
export const findTaxRows = (db: Db): Promise<TaxRow[]> =>
  db
    .selectFrom('taxes')
    .select(['id', 'title', 'rate', 'type', 'parts', 'schedule'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();

import { findCurrency, type Currency } from '#contract/currencies.ts';
import type { Db } from '#server/platform/database.ts';

/** The store's currency: every sum on the wire is written with its decimals. */
export const getCurrency = async (db: Db): Promise<Currency> => {
  const { currency } = await db.selectFrom('store_settings').select('currency').executeTakeFirstOrThrow();
  return findCurrency(currency)!;
};

import { sql } from 'kysely';
import { findCurrency, type Currency } from '#contract/currencies.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The smallest sum that is paid in cash, in minor units; 0: cash is not rounded. */
export const getCashStep = async (db: Db): Promise<bigint> => {
  const { cash_rounding } = await db
    .selectFrom('store_settings')
    .modifyFront(sql`/* get_cash_step */`)
    .select('cash_rounding')
    .executeTakeFirstOrThrow();
  return BigInt(cash_rounding);
};

/** The store's currency: every sum on the wire is written with its decimals. */
export const getCurrency = async (db: Db): Promise<Currency> => {
  const { currency } = await db
    .selectFrom('store_settings')
    .modifyFront(sql`/* get_currency */`)
    .select('currency')
    .executeTakeFirstOrThrow();
  return findCurrency(currency)!;
};

/** The same, which it then is until the commit: a change of the currency waits. */
export const getCurrencyToKeep = async (db: Db): Promise<Currency> => {
  const { currency } = await db.selectFrom('store_settings').select('currency').forShare().executeTakeFirstOrThrow();
  return findCurrency(currency)!;
};

/**
 * The currency in which this restaurant closes its days; undefined where no day was ever closed. Ask under the lock of the counters, which a
 * change of the currency takes, too.
 */
export const findClosingCurrency = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ currency: string }>`
    select currency from store_settings where exists (select from closings)`.execute(db);
  return rows[0]?.currency;
};

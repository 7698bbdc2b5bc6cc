import { type Currency, findCurrency } from '#contract/currencies.ts';
import { getCurrency } from '#server/features/store-settings/currency.queries.ts';
import type { Db } from '#server/platform/database/database.ts';

/** In which currency a bill was paid; the store's where it is not. What was paid keeps the decimals it had. */
export const findCurrencyOf = async (db: Db, invoiceIds: number[]): Promise<Currency> => {
  const [first] = invoiceIds;
  const paid =
    first === undefined ? undefined : await db.selectFrom('invoices').select('currency').where('id', '=', first).executeTakeFirst();
  return (paid && findCurrency(paid.currency)) ?? getCurrency(db);
};

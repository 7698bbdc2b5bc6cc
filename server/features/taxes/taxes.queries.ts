import { AppError } from '#contract/errors.ts';
import type { TaxPart } from '#contract/pricing.ts';
import type { TaxChange } from '#server/features/tax-rates/tax-rates.rules.ts';
import type { Db } from '#server/platform/database/database.ts';

interface TaxValues {
  title: string;
  /** 1/10,000 of a percent */
  rate: number;
  type: 'exclusive' | 'inclusive';
  parts: TaxPart[] | null;
  schedule: TaxChange[] | null;
}

const taxes = (db: Db) =>
  db.selectFrom('taxes').select(['id', 'title', 'rate', 'type', 'parts', 'schedule']).where('archived_at', 'is', null);

/** The tax as it stands, locked until the commit: meanwhile no item can take it up. */
export const getTaxToChange = async (db: Db, id: number) => {
  const tax = await taxes(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!tax) throw new AppError('not_found', 'This tax does not exist!');
  return tax;
};

const inJson = ({ parts, schedule, ...tax }: TaxValues) => ({
  ...tax,
  parts: parts?.length ? JSON.stringify(parts) : null,
  schedule: schedule?.length ? JSON.stringify(schedule) : null,
});

export const insertTax = (db: Db, tax: TaxValues) => db.insertInto('taxes').values(inJson(tax)).returning('id').executeTakeFirstOrThrow();

export const updateTaxRow = (db: Db, id: number, tax: TaxValues) => db.updateTable('taxes').set(inJson(tax)).where('id', '=', id).execute();

export const markTaxArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('taxes').set({ archived_at: now }).where('id', '=', id).execute();

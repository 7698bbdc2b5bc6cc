import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database.ts';

const paymentTypes = (db: Db) => db.selectFrom('payment_types').select(['id', 'title', 'is_active']).where('archived_at', 'is', null);

export const findPaymentTypes = (db: Db) => paymentTypes(db).orderBy('id').execute();

/** The payment type as it stands, locked until the commit. */
export const getPaymentTypeToChange = async (db: Db, id: number) => {
  const type = await paymentTypes(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!type) throw new AppError('not_found', 'This payment type does not exist!');
  return type;
};

export const insertPaymentType = (db: Db, { title, isActive }: { title: string; isActive: boolean }) =>
  db.insertInto('payment_types').values({ title, is_active: isActive }).returning('id').executeTakeFirstOrThrow();

/** What is undefined keeps its value. */
export const updatePaymentTypeRow = (
  db: Db,
  id: number,
  { title, isActive }: { title?: string | undefined; isActive?: boolean | undefined },
) => db.updateTable('payment_types').set({ title, is_active: isActive }).where('id', '=', id).execute();

export const markPaymentTypeArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('payment_types').set({ archived_at: now }).where('id', '=', id).execute();

import { AppError } from '#contract/errors.ts';
import type { PaymentKind } from '#contract/payment-types.ts';
import type { Db } from '#server/platform/database/database.ts';
import { withTraits } from './payment-types.rules.ts';

const paymentTypes = (db: Db) =>
  db
    .selectFrom('payment_types')
    .select(['id', 'title', 'is_active', 'kind', 'gives_change', 'takes_tip', 'needs_reference'])
    .where('archived_at', 'is', null);

interface PaymentTypeValues {
  title: string;
  isActive: boolean;
  kind: PaymentKind;
  givesChange: boolean;
  takesTip: boolean;
  needsReference: boolean;
}

export const findPaymentTypes = async (db: Db) => (await paymentTypes(db).orderBy('id').execute()).map(withTraits);

/** Those that a till offers. */
export const findActivePaymentTypes = async (db: Db) =>
  (await paymentTypes(db).where('is_active', '=', true).orderBy('id').execute()).map(withTraits);

/** Those that a till offers, and these others, whatever became of them: what was paid by them can be counted. */
export const findTypesToCount = async (db: Db, ids: readonly number[]) => {
  const types = await db
    .selectFrom('payment_types')
    .select(['id', 'title', 'is_active', 'kind', 'gives_change', 'takes_tip', 'needs_reference'])
    .where((type) => type.or([type.and([type('is_active', '=', true), type('archived_at', 'is', null)]), type('id', 'in', [0, ...ids])]))
    .orderBy('id')
    .execute();
  return types.map(withTraits).map(({ id, title, kind }) => ({ id, title, kind }));
};

/** The payment type as it stands, locked until the commit. */
export const getPaymentTypeToChange = async (db: Db, id: number) => {
  const type = await paymentTypes(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!type) throw new AppError('not_found', 'This payment type does not exist!');
  return withTraits(type);
};

type Given = { [K in keyof PaymentTypeValues]?: PaymentTypeValues[K] | undefined };

export const insertPaymentType = (db: Db, { title, isActive, kind, givesChange, takesTip, needsReference }: Given & { title: string }) =>
  db
    .insertInto('payment_types')
    .values({ title, is_active: isActive, kind, gives_change: givesChange, takes_tip: takesTip, needs_reference: needsReference })
    .returning('id')
    .executeTakeFirstOrThrow();

/** What is undefined keeps its value. */
export const updatePaymentTypeRow = (db: Db, id: number, { title, isActive, kind, givesChange, takesTip, needsReference }: Given) =>
  db
    .updateTable('payment_types')
    .set({ title, is_active: isActive, kind, gives_change: givesChange, takes_tip: takesTip, needs_reference: needsReference })
    .where('id', '=', id)
    .execute();

export const markPaymentTypeArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('payment_types').set({ archived_at: now }).where('id', '=', id).execute();

import { sql } from 'kysely';
import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/platform/database/database.ts';

interface ChargeValues {
  title: string;
  kind: string;
  /** Minor units; of a percent 1/10,000 of a percent. */
  value: number;
  tax_id: number | null;
  delivery_types: string[];
  min_covers: number;
  is_active: boolean;
}

const charges = (db: Db) =>
  db
    .selectFrom('charges')
    .select(['id', 'title', 'kind', 'value', 'tax_id', 'min_covers', 'is_active'])
    // as JSON: the driver reads no lists of texts of its own
    .select(sql<string[]>`to_json(delivery_types)`.as('delivery_types'))
    .where('archived_at', 'is', null);

export const findCharges = (db: Db) => charges(db).modifyFront(sql`/* find_charges */`).orderBy('id').execute();

/** Whether the store has or had a charge: a bill that is partly paid keeps those that were deleted meanwhile. */
export const hasHadCharges = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('charges').modifyFront(sql`/* has_charges */`).select('id').limit(1).executeTakeFirst()) !== undefined;

export type ChargeRow = Awaited<ReturnType<typeof findCharges>>[number];

/** The charge as it stands, locked until the commit. */
export const getChargeToChange = async (db: Db, id: number): Promise<ChargeRow> => {
  const charge = await charges(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!charge) throw new AppError('not_found', 'This charge does not exist!');
  return charge;
};

const asRow = ({ delivery_types, ...charge }: ChargeValues) => ({
  ...charge,
  delivery_types: sql<string[]>`array(select json_array_elements_text(${JSON.stringify(delivery_types)}::json))`,
});

export const insertCharge = (db: Db, charge: ChargeValues) =>
  db.insertInto('charges').values(asRow(charge)).returning('id').executeTakeFirstOrThrow();

export const updateChargeRow = (db: Db, id: number, charge: ChargeValues) =>
  db.updateTable('charges').set(asRow(charge)).where('id', '=', id).execute();

export const markChargeArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('charges').set({ archived_at: now }).where('id', '=', id).execute();

/** Sums keep the number that they show, as prices do; of a percent nothing changes. Archived ones may come back, and are changed too. */
export const updateChargeSums = async (db: Db, from: Currency, to: Currency): Promise<void> => {
  if (from.decimals === to.decimals) return;
  await db
    .updateTable('charges')
    .set({ value: sql<number>`rescaled(value, ${from.decimals}::integer, ${to.decimals}::integer)` })
    .where('kind', '=', 'amount')
    .execute();
};

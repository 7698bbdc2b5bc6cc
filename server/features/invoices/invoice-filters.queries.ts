import { type RawBuilder, sql } from 'kysely';
import { findMemberChoices } from '#server/features/users/member-choices.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';

/** What a list of invoices is narrowed by. */
export interface Narrowing {
  paymentTypeId?: number | undefined;
  deliveryType?: string | undefined;
  /** A username. */
  member?: string | undefined;
}

export const isNarrowed = ({ paymentTypeId, deliveryType, member }: Narrowing): boolean =>
  (paymentTypeId ?? deliveryType ?? member) !== undefined;

/** Whether an invoice `invoices` is one of those; a payment that was corrected counts as what it was corrected to. */
export const fits = ({ paymentTypeId, deliveryType, member }: Narrowing): RawBuilder<boolean> => {
  const conditions = [
    ...(deliveryType === undefined ? [] : [sql`invoices.delivery_type = ${deliveryType}`]),
    ...(member === undefined ? [] : [sql`invoices.member_id in (select id from members where lower(username) = lower(${member}))`]),
    ...(paymentTypeId === undefined
      ? []
      : [
          sql`exists (
            select from payments p where p.tenant_id = invoices.tenant_id and p.invoice_id = invoices.id
              and p.payment_type_id = ${paymentTypeId} and p.reverses is null and not exists (
                select from payments c where c.tenant_id = p.tenant_id and c.invoice_id = p.invoice_id and c.reverses = p.id))`,
        ]),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
};

/** What a list may be narrowed by, also by what is no more. */
export const findFilters = async (db: Db) => ({
  paymentTypes: await db.selectFrom('payment_types').select(['id', 'title']).orderBy(nameOrder('title')).orderBy('id').execute(),
  members: await findMemberChoices(db),
});

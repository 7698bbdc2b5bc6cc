import { sql } from 'kysely';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findBillCharges, findOpenCharges, markCharge } from './bill-charges.queries.ts';
import { findBillLines } from './bill-lines.queries.ts';
import { insertCheckChange } from './check-changes.queries.ts';
import { type CheckRow, closeSettledChecks, lockChecks, markUnbilled } from './checks.queries.ts';
import { sayBill } from './checks.rules.ts';

/** Of the bills that a bill was split or merged with the open one with the lowest number that a sum stayed away from, if none of them has that sum. */
const findHeir = async (db: Db, checkId: number, chargeId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number; is_heir: boolean }>`
    with recursive relatives (id) as (
      select ${checkId}::bigint
      union select other.check_id from relatives r join changed_checks mine on mine.check_id = r.id
        join check_changes h on h.tenant_id = mine.tenant_id and h.id = mine.change_id and h.kind in ('split', 'merge') and h.undone_at is null
        join changed_checks other on other.tenant_id = h.tenant_id and other.change_id = h.id)
    select c.id, coalesce(m.has_stayed and c.closed_at is null, false) as is_heir
    from relatives r join checks c on c.id = r.id left join check_charges m on m.check_id = c.id and m.charge_id = ${chargeId}
    where c.id <> ${checkId} and c.merged_into is null and (not coalesce(m.is_removed, false) or m.has_stayed and c.closed_at is null)
    order by is_heir, c.bill_no, c.id limit 1`.execute(db);
  return rows[0]?.is_heir ? rows[0].id : undefined;
};

/** Closes those of the bills on which nothing is left after these orders, or something of them, were voided. A sum that one of them was not paid with goes to a part of it: nobody was asked to take it off. Answers these parts, which the caller tells the terminals about last. */
export const closeVoidedChecks = async (
  { db, now, session }: Pick<Context, 'db' | 'now' | 'session'>,
  checkIds: number[],
  orderIds: readonly number[],
): Promise<number[]> => {
  const parts: number[] = [];
  const pass = async (check: CheckRow) => {
    const lines = await findBillLines(db, [check.id]);
    // what was voided last says what the bill had
    const voided = lines.filter((line) => orderIds.includes(line.order_id));
    const { charges } = (await findOpenCharges(db, [check], voided, now)).get(check.id)!;
    const sums = charges.filter(({ kind }) => kind === 'amount');
    const paid = sums.length === 0 ? [] : (await findBillCharges(db, check, lines, now)).charges;
    for (const { id, title } of sums.filter((sum) => paid.every((charge) => charge.id !== sum.id))) {
      const heir = await findHeir(db, check.id, id);
      const [part] = heir === undefined ? [] : await lockChecks(db, [heir]);
      if (!part || part.closed_at !== null) continue;
      await markCharge(db, check.id, id, { is_removed: true, has_stayed: true });
      await markCharge(db, part.id, id, { is_kept: true, is_removed: false, has_stayed: false });
      await markUnbilled(db, [part.id]);
      const text = `${title} moved here from ${sayBill(check)}`;
      await insertCheckChange(db, { kind: 'charge', text, checkIds: [part.id], memberId: session.memberId, now });
      parts.push(part.id);
    }
  };
  for (const check of await closeSettledChecks(db, checkIds, now)) await pass(check);
  return parts;
};

import { sql } from 'kysely';
import { spread } from '#contract/adjustments.ts';
import type { AdjustmentKind } from '#contract/bill-costs.ts';
import { listOf } from '#server/platform/database/batches.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { AdjustmentRow, Repriced } from './adjustments.rules.ts';

export interface FoundAdjustment extends AdjustmentRow {
  reason_id: number | null;
  reason: string | null;
  note: string | null;
  member_name: string | null;
}

/** What takes something off these lines, in the order in which it was given. */
export const findAdjustments = async (db: Db, lineIds: readonly number[]): Promise<FoundAdjustment[]> => {
  const { rows } = await sql<FoundAdjustment>`
    /* find_adjustments */ select a.id, a.check_id, a.line_id, a.kind, a.value, a.member_id, a.approver_id, a.reason_id, a.reason, a.note, m.name as member_name,
      (select json_agg(json_build_object('line_id', x.line_id, 'amount', x.amount) order by x.line_id)
        from line_adjustments x where x.adjustment_id = a.id) as lines,
      (select coalesce(sum(t.amount), 0)::bigint from taken_back_adjustments t
        where t.adjustment_id = a.id and t.put_back_at is null) as taken_back
    from adjustments a left join members m on m.tenant_id = a.tenant_id and m.id = a.member_id
    where a.id in (select adjustment_id from line_adjustments where line_id = any(${listOf(lineIds)}))
    order by a.id`.execute(db);
  return rows;
};

export interface NewAdjustment {
  checkId: number;
  lineId: number | null;
  kind: AdjustmentKind;
  value: number;
  why: { reason_id: number | null; reason: string | null; note: string | null };
  memberId: number;
  approverId: number | null;
  now: Date;
}

/** Notes money off, on these lines; what it comes to is written by `saveRepriced`. */
export const insertAdjustment = async (db: Db, given: NewAdjustment, lineIds: readonly number[]): Promise<number> => {
  const { id } = await db
    .insertInto('adjustments')
    .values({
      check_id: given.checkId,
      line_id: given.lineId,
      kind: given.kind,
      value: given.value,
      ...given.why,
      member_id: given.memberId,
      approver_id: given.approverId,
      created_at: given.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLineAdjustments(db, id, lineIds);
  return id;
};

/** An adjustment acts on these lines, too. */
export const insertLineAdjustments = (db: Db, adjustmentId: number, lineIds: readonly number[]) =>
  sql`insert into line_adjustments (line_id, adjustment_id, amount) select id, ${adjustmentId}, 0 from unnest(${lineIds}::bigint[]) id`.execute(
    db,
  );

/** An adjustment acts on these lines no more; what it took off them stays noted, as taken back. */
export const takeBackAdjustment = (db: Db, adjustmentId: number, lineIds: readonly number[], now: Date) =>
  sql`
    with gone as (
      delete from line_adjustments where adjustment_id = ${adjustmentId} and line_id = any(${lineIds}) returning line_id, adjustment_id, amount)
    insert into taken_back_adjustments as before (line_id, adjustment_id, amount, taken_at) select line_id, adjustment_id, amount, ${now} from gone
    on conflict (tenant_id, adjustment_id, line_id) do update
    -- of a line whose half came back without it a part was taken back already
    set amount = case when before.put_back_at is null then before.amount else 0 end + excluded.amount, taken_at = excluded.taken_at, put_back_at = null`.execute(
    db,
  );

/** What was taken back of an adjustment on these lines; undefined where nothing was. */
export const findTakenBack = async (db: Db, adjustmentId: number, lineIds: readonly number[]) => {
  const { rows } = await sql<TakenBack>`
    select a.line_id, a.kind, a.value, sum(t.amount)::bigint as amount, bool_or(exists (
      select from line_adjustments x join adjustments later on later.tenant_id = x.tenant_id and later.id = x.adjustment_id
      left join taken_back_adjustments b on b.tenant_id = x.tenant_id and b.adjustment_id = x.adjustment_id and b.line_id = x.line_id
      where x.line_id = t.line_id and greatest(later.created_at, b.put_back_at) > t.taken_at)) as is_followed
    from taken_back_adjustments t join adjustments a on a.tenant_id = t.tenant_id and a.id = t.adjustment_id
    where t.adjustment_id = ${adjustmentId} and t.line_id = any(${lineIds}) and t.put_back_at is null group by a.line_id, a.kind, a.value`.execute(
    db,
  );
  return rows[0];
};

interface TakenBack {
  /** Null: of the bill. */
  line_id: number | null;
  kind: AdjustmentKind;
  value: number;
  /** Minor units, on these lines. */
  amount: number;
  /** Whether another discount came onto one of them afterwards, given or put back. */
  is_followed: boolean;
}

/** What was taken back of an adjustment on these lines acts on them again. */
export const putBackAdjustment = (db: Db, adjustmentId: number, lineIds: readonly number[], now: Date) =>
  sql`
    with gone as (
      update taken_back_adjustments set put_back_at = ${now}
      where adjustment_id = ${adjustmentId} and line_id = any(${lineIds}) and put_back_at is null returning line_id, adjustment_id, amount)
    insert into line_adjustments as there (line_id, adjustment_id, amount) select line_id, adjustment_id, amount from gone
    on conflict (tenant_id, line_id, adjustment_id) do update set amount = there.amount + excluded.amount`.execute(db);

/** Writes what each adjustment takes off each line, and what is off each line in all, where it is another sum than before. */
export const saveRepriced = async (db: Db, lineIds: readonly number[], { effects, discounts }: Repriced): Promise<void> => {
  const rows = effects.flatMap(({ row, on, taken }) =>
    on.map((place, index) => ({ adjustment_id: row.id, line_id: lineIds[place]!, amount: Number(taken.off[index]!) })),
  );
  await sql`
    update line_adjustments x set amount = v.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (adjustment_id bigint, line_id bigint, amount bigint)
    where x.line_id = v.line_id and x.adjustment_id = v.adjustment_id and x.amount <> v.amount`.execute(db);
  await saveDiscounts(db, discounts);
};

const saveDiscounts = (db: Db, discounts: ReadonlyMap<number, bigint>) =>
  sql`
    update order_lines l set discount = v.discount
    from jsonb_to_recordset(${JSON.stringify([...discounts].map(([id, discount]) => ({ id, discount: Number(discount) })))}::jsonb)
      as v (id bigint, discount bigint)
    where l.id = v.id and l.discount <> v.discount`.execute(db);

interface Half {
  id: number;
  of: number;
  quantity: number;
}

/** Of these lines what is off each, with its quantity; only of those with an adjustment. */
export const findAdjustedLines = async (db: Db, lineIds: readonly number[]) => {
  const { rows } = await sql<{ id: number; quantity: number; amounts: { adjustment_id: number; amount: number }[] }>`
    select l.id, l.quantity, json_agg(json_build_object('adjustment_id', x.adjustment_id, 'amount', x.amount) order by x.adjustment_id) as amounts
    from order_lines l join line_adjustments x on x.line_id = l.id where l.id = any(${lineIds}) group by l.id, l.quantity`.execute(db);
  return rows;
};

/** Shares what is off a line by quantity with the lines that were made of it; the remainder stays (wire-2.md §3). */
export const shareDiscounts = async (
  db: Db,
  adjusted: Awaited<ReturnType<typeof findAdjustedLines>>,
  halves: readonly Half[],
): Promise<void> => {
  for (const { id, quantity, amounts } of adjusted) {
    const rows = new Map<number, bigint[]>([[id, amounts.map(({ amount }) => BigInt(amount))]]);
    const stays = rows.get(id)!;
    const all = stays.reduce((sum, amount) => sum + amount, 0n);
    for (const half of halves.filter(({ of }) => of === id)) {
      const goes = spread((all * BigInt(half.quantity)) / BigInt(quantity), stays);
      for (const [index, amount] of goes.entries()) stays[index]! -= amount;
      rows.set(half.id, goes);
    }
    const written = [...rows].flatMap(([lineId, of]) =>
      of.map((amount, index) => ({ line_id: lineId, adjustment_id: amounts[index]!.adjustment_id, amount: Number(amount) })),
    );
    await sql`
      insert into line_adjustments (line_id, adjustment_id, amount)
      select line_id, adjustment_id, amount from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as v (line_id bigint, adjustment_id bigint, amount bigint)
      on conflict (tenant_id, line_id, adjustment_id) do update set amount = excluded.amount`.execute(db);
    await saveDiscounts(db, new Map([...rows].map(([lineId, of]) => [lineId, of.reduce((sum, amount) => sum + amount, 0n)])));
  }
};

/**
 * What was taken back on a line was so on its halves, too, by their quantity: on fewer pieces less can be put back. What was put back already
 * is so on the halves as well. The lines have theirs.
 */
export const shareTakenBack = (db: Db, halves: readonly Half[]) =>
  sql`
    with gone as (
      select t.adjustment_id, t.taken_at, t.put_back_at, h.id, h.of,
        t.amount * h.quantity / (l.quantity + sum(h.quantity) over (partition by h.of, t.adjustment_id)) as amount
      from jsonb_to_recordset(${JSON.stringify(halves)}::jsonb) as h (id bigint, of bigint, quantity integer)
      join order_lines l on l.id = h.of join taken_back_adjustments t on t.line_id = h.of
    ),
    kept as (
      update taken_back_adjustments t set amount = t.amount - g.amount
      from (select of, adjustment_id, sum(amount) as amount from gone group by of, adjustment_id) g
      where t.line_id = g.of and t.adjustment_id = g.adjustment_id)
    insert into taken_back_adjustments (line_id, adjustment_id, amount, taken_at, put_back_at)
    select id, adjustment_id, amount, taken_at, put_back_at from gone`.execute(db);

/** What is off a line goes back to the line that it was made of. */
export const joinDiscounts = async (db: Db, joined: readonly { id: number; of: number }[]): Promise<void> => {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) as h (id bigint, of bigint)`;
  const { rows } = await sql<{ line_id: number }>`
    with gone as (delete from line_adjustments x using ${pairs} where x.line_id = h.id returning h.of, x.adjustment_id, x.amount)
    insert into line_adjustments as kept (line_id, adjustment_id, amount)
    select of, adjustment_id, sum(amount) from gone group by of, adjustment_id
    on conflict (tenant_id, line_id, adjustment_id) do update set amount = kept.amount + excluded.amount
    returning line_id`.execute(db);
  await sql`
    with gone as (
      delete from taken_back_adjustments t using ${pairs} where t.line_id = h.id returning h.of, t.adjustment_id, t.amount, t.taken_at, t.put_back_at)
    insert into taken_back_adjustments as kept (line_id, adjustment_id, amount, taken_at, put_back_at)
    select of, adjustment_id, coalesce(sum(amount) filter (where put_back_at is null), 0), max(taken_at),
      case when bool_and(put_back_at is not null) then max(put_back_at) end
    from gone group by of, adjustment_id
    on conflict (tenant_id, adjustment_id, line_id) do update
    -- what was put back acts again; only what was not is taken back of the line
    set amount = case when kept.put_back_at is null then kept.amount else 0 end + excluded.amount,
      taken_at = greatest(kept.taken_at, excluded.taken_at),
      put_back_at = case when kept.put_back_at is not null and excluded.put_back_at is not null
        then greatest(kept.put_back_at, excluded.put_back_at) end`.execute(db);
  const lineIds = rows.map(({ line_id }) => line_id);
  if (lineIds.length > 0)
    await sql`
      update order_lines l set discount = (select sum(x.amount) from line_adjustments x where x.tenant_id = l.tenant_id and x.line_id = l.id)
      where l.id = any(${lineIds})`.execute(db);
};

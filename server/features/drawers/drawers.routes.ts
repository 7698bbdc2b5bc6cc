import { addDrawerMovement, countDrawer, getDrawer, listDrawers, openDrawer } from '#contract/drawers.ts';
import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { MAX_MINOR, toDecimal, toMinor } from '#contract/pricing.ts';
import { findReasonGiven } from '#server/features/reasons/reasons.queries.ts';
import { getCurrency, getCurrencyToKeep } from '#server/features/store-settings/currency.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { assertRowsWithin } from '#server/platform/database/row-limits.queries.ts';
import { assertRight, findHeldRights } from '#server/platform/security/rights.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  assertMovementsWithin,
  type DrawerRow,
  findDrawers,
  findMovements,
  getDrawerRow,
  insertDrawer,
  insertMovement,
  lockOpenDrawer,
  sumExpected,
  updateCounted,
} from './drawers.queries.ts';

const entity = 'drawers';
const invalid = (sentence: string) => new AppError('invalid_input', sentence);

const readMinor = (value: string, decimals: number): bigint => {
  const minor = toMinor(value, decimals);
  if (minor === undefined) throw invalid('Please provide a valid amount!');
  return minor;
};

/** What is expected is told after the count; before it, to who may close the day alone. */
const toDrawers = async (context: Pick<Context, 'db' | 'session'>, rows: DrawerRow[]) => {
  const { db } = context;
  const present = await getCurrency(db);
  const isTold = (await findHeldRights(context)).rights.includes('close_day');
  const ids = rows.map(({ id }) => id);
  const movementsOf = Map.groupBy(await findMovements(db, ids), ({ drawer_id }) => drawer_id);
  const open = rows.filter((row) => row.expected === null).map(({ id }) => id);
  const sums = isTold ? await sumExpected(db, open) : undefined;
  const reply = [];
  for (const { id, float, opened_at, closed_at, expected, counted, currency, ...row } of rows) {
    const { code, decimals } = currency === null ? present : findCurrency(currency)!;
    const amount = (minor: bigint | number) => toDecimal(BigInt(minor), decimals);
    const told = expected ?? sums?.get(id) ?? null;
    reply.push({
      drawer_id: id,
      title: row.title,
      member_name: row.member_name,
      opened_at: opened_at.toISOString(),
      closed_at: closed_at?.toISOString() ?? null,
      currency: code,
      float: amount(float),
      movements: (movementsOf.get(id) ?? []).map((movement) => ({
        movement_id: movement.id,
        kind: movement.kind as 'drop',
        amount: amount(movement.amount),
        reason: movement.reason,
        note: movement.note,
        created_at: movement.created_at.toISOString(),
        member_name: movement.member_name,
      })),
      expected: told === null ? null : amount(told),
      counted: counted === null ? null : amount(counted),
      difference: counted === null || expected === null ? null : amount(counted - expected),
    });
  }
  return reply;
};

export const drawersRoutes = [
  handle(listDrawers, async (_, context) => toDrawers(context, await findDrawers(context.db))),

  handle(getDrawer, async ({ params: { id } }, context) => (await toDrawers(context, [await getDrawerRow(context.db, id)]))[0]!),

  handle(openDrawer, async ({ body: { title, float } }, context) => {
    const { db, now, session } = context;
    // a change of the currency wants no open drawer: it waits for this one, or this one for it
    const minor = readMinor(float, (await getCurrencyToKeep(db)).decimals);
    const drawer = await insertDrawer(db, { title, float: Number(minor), opened_at: now, opened_by: session.memberId });
    if (!drawer) throw new AppError('conflict', 'A drawer with this title is already open!');
    await assertRowsWithin(db, 'openDrawers');
    await insertAudit(context, { action: 'open', entity, entityId: drawer.id, after: { title, float }, amount: minor });
    return { message: 'Drawer opened.', drawerId: drawer.id };
  }),

  handle(addDrawerMovement, async ({ params: { id }, body: { kind, amount, reasonId, note, approvalToken } }, context) => {
    const { db, now, session } = context;
    const { code: currency, decimals } = await getCurrency(db);
    const minor = readMinor(amount, decimals);
    if ((kind === 'no_sale') !== (minor === 0n)) throw invalid(kind === 'no_sale' ? 'No sale has no amount!' : 'Please provide amount!');
    await lockOpenDrawer(db, id);
    await assertRight(context, 'open_drawer', {
      targetId: id,
      target: 'drawer',
      act: kind,
      amount: minor === 0n ? null : Number(amount),
      currency,
      approvalToken,
    });
    const why = await findReasonGiven(db, 'drawer', { reasonId, note });
    const movement = { drawer_id: id, kind, amount: Number(minor), reason: why.reason, note: why.note };
    const added = await insertMovement(db, { ...movement, created_at: now, member_id: session.memberId });
    await assertMovementsWithin(db, id);
    await insertAudit(context, { action: kind, entity, entityId: id, after: { amount }, amount: minor || undefined, ...why });
    return { message: 'Noted.', movementId: added.id };
  }),

  handle(countDrawer, async ({ params: { id }, body: { denominations } }, context) => {
    const { db, now, session } = context;
    const { decimals } = await getCurrency(db);
    const notes = denominations.map(({ value, count }) => ({ value: readMinor(value, decimals), count }));
    const counted = notes.reduce((sum, { value, count }) => sum + value * BigInt(count), 0n);
    if (counted > MAX_MINOR) throw invalid('Please provide a valid amount!');
    await lockOpenDrawer(db, id);
    const expected = (await sumExpected(db, [id])).get(id)!;
    await updateCounted(db, id, {
      denominations: JSON.stringify(notes.map(({ value, count }) => ({ value: Number(value), count }))),
      expected: Number(expected),
      counted: Number(counted),
      closed_at: now,
      closed_by: session.memberId,
    });
    const amount = (minor: bigint) => toDecimal(minor, decimals);
    const found = { expected: amount(expected), counted: amount(counted), difference: amount(counted - expected) };
    await insertAudit(context, { action: 'count', entity, entityId: id, after: found, amount: counted });
    return { message: 'Drawer counted.', ...found };
  }),
];

import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { initOrders } from '#contract/orders.ts';
import { initPos } from '#contract/pos.ts';
import { initReservations } from '#contract/reservations.ts';
import { saveTablePlan } from '#contract/table-plans.ts';
import { deleteTable, listTables, type TablePlan, updateTable } from '#contract/tables.ts';
import { withMenu } from '#server/testing/menu.ts';
import { openRestaurant, type Caller } from '#server/testing/restaurant.ts';

const round: TablePlan = { x: 2, y: 1, width: 3, height: 3, shape: 'round' };
const long: TablePlan = { x: 18, y: 14, width: 6, height: 2, shape: 'long' };

/** A restaurant with T1 and T2. */
const open = async () => {
  const { menu, ...restaurant } = await withMenu(await openRestaurant());
  return { ...restaurant, t1: menu.t1, t2: menu.t2 };
};
const plansOf = async (admin: Caller) =>
  Object.fromEntries((await admin(listTables, {})).reply.map(({ table_title: title, plan }) => [title, plan]));
const place = (caller: Caller, ...tables: { id: number; plan: TablePlan | null; basedOn?: TablePlan | null }[]) =>
  caller(saveTablePlan, { body: { tables } });

test('tables are placed on the plan, and every screen that lists them is told where; what nobody placed says nothing', async () => {
  const { admin, t1 } = await open();
  const before = (await admin(initPos, {})).reply.storeTables;
  expect(before.map((table) => 'plan' in table)).toEqual([false, false]);

  expect((await place(admin, { id: t1, plan: round })).reply).toEqual({ success: true, message: 'Plan saved.' });

  const all = [
    (await admin(listTables, {})).reply,
    (await admin(initPos, {})).reply.storeTables,
    (await admin(initOrders, {})).reply.storeTables,
    (await admin(initReservations, {})).reply.storeTables,
  ];
  for (const tables of all)
    expect(tables.map(({ id, plan }) => [id === t1, plan])).toEqual([
      [true, round],
      [false, undefined],
    ]);
  expect(Object.keys(all[2]![1]!)).not.toContain('plan');

  await place(admin, { id: t1, plan: null });
  expect(await plansOf(admin)).toEqual({ T1: undefined, T2: undefined });
});

test('a body of before the plan leaves a table where it stands, and so does a deletion that is taken back', async () => {
  const { admin, t1, t2 } = await open();
  await place(admin, { id: t1, plan: round }, { id: t2, plan: round });
  const params = { id: String(t1) };

  await admin(updateTable, { params, body: { title: 'Window', floor: 'Hall', seatingCapacity: 9 } });
  await admin(deleteTable, { params });
  expect((await place(admin, { id: t1, plan: long })).status).toBe(404);
  await admin(restoreDeleted, { body: { kind: 'store_tables', id: t1 } });

  // tables may stand on one another: somebody pushes them together
  expect(await plansOf(admin)).toEqual({ Window: round, T2: round });
});

const OUTSIDE = 'A table must stand within the 24 × 16 cells of the plan, and take 2 × 2 of them at least!';

test.each([
  [{ x: -1 }, OUTSIDE],
  [{ x: 22 }, OUTSIDE],
  [{ y: 14 }, OUTSIDE],
  [{ y: 1.5 }, OUTSIDE],
  [{ x: 99_999 }, OUTSIDE],
  [{ width: 1 }, OUTSIDE],
  [{ height: 0 }, OUTSIDE],
  [{ width: '3' }, OUTSIDE],
  [{ height: undefined }, OUTSIDE],
  [{ shape: 'oval' }, 'Invalid request!'],
])('%j is refused, and nothing is placed', async (fault, sentence) => {
  const { admin, t1, t2 } = await open();
  const refused = await place(admin, { id: t2, plan: round }, { id: t1, plan: { ...round, ...fault } as TablePlan });
  expect([refused.status, refused.reply.message]).toEqual([400, sentence]);
  expect(await plansOf(admin)).toEqual({ T1: undefined, T2: undefined });
});

test('a table twice, none, or more than there can be are refused', async () => {
  const { admin, t1 } = await open();
  const many = Array.from({ length: 501 }, (_, place) => ({ id: place + 1, plan: null }));
  const answers = [await place(admin, { id: t1, plan: round }, { id: t1, plan: long }), await place(admin), await place(admin, ...many)];
  expect(answers.map(({ status, reply }) => [status, reply.message])).toEqual([
    [400, 'A table appears twice!'],
    [400, 'Please select a table!'],
    [400, 'A restaurant has at most 500 tables!'],
  ]);
});

test('one restaurant does not place the table of another, nor a member without the settings any', async () => {
  const mine = await open();
  const theirs = await open();

  const refused = await place(mine.admin, { id: mine.t1, plan: round }, { id: theirs.t1, plan: round });
  expect([refused.status, refused.reply.message]).toEqual([404, 'This table does not exist!']);
  const waiter = await mine.staff('POS', 'ORDERS', 'RESERVATIONS');
  expect((await place(waiter, { id: mine.t1, plan: round })).status).toBe(403);
  for (const { admin } of [mine, theirs]) expect(await plansOf(admin)).toEqual({ T1: undefined, T2: undefined });
});

test('two people place different tables at once; of one table the second is asked, and places it when they save again', async () => {
  const { admin, staff, t1, t2 } = await open();
  const other = await staff('SETTINGS');
  await place(admin, { id: t1, plan: round, basedOn: null });
  await place(other, { id: t2, plan: long, basedOn: null });
  expect(await plansOf(admin)).toEqual({ T1: round, T2: long });

  const moved = { ...round, x: 9 };
  const late = await place(other, { id: t1, plan: moved, basedOn: null }, { id: t2, plan: round, basedOn: long });
  expect([late.status, late.reply]).toMatchObject([
    409,
    {
      code: 'changed_meanwhile',
      message: expect.stringMatching(/^\S.* has moved T1 meanwhile\. Save again to place it as you see here!$/),
    },
  ]);
  expect(await plansOf(admin)).toEqual({ T1: round, T2: long });
  // to where it stands already is no clash
  expect((await place(other, { id: t1, plan: round, basedOn: null })).status).toBe(200);
  expect((await place(other, { id: t1, plan: moved, basedOn: round })).status).toBe(200);
  // who says nothing comes last
  expect((await place(admin, { id: t1, plan: long })).status).toBe(200);
  expect(await plansOf(admin)).toEqual({ T1: long, T2: long });
});

test('the activity says who placed which table, and nothing of those that stay', async () => {
  const { admin, t1, t2 } = await open();
  await place(admin, { id: t1, plan: round }, { id: t2, plan: null });
  await place(admin, { id: t1, plan: round }, { id: t2, plan: long });
  await place(admin, { id: t1, plan: null });

  const { reply } = await admin(listAudit, { query: { type: 'today', kind: 'settings' } });
  const entries = reply.entries.filter(({ text }) => text.endsWith('the plan.'));
  expect(entries.map(({ text }) => text.replace(/^.* (placed|took)/, '$1'))).toEqual([
    'took table T1 off the plan.',
    'placed table T2 on the plan.',
    'placed table T1 on the plan.',
  ]);
  expect(entries[0]).toMatchObject({ before: { plan: round }, after: { plan: null } });
});

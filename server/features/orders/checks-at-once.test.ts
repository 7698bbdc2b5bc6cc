import { expect, test } from 'vitest';
import { mergeCheck, moveCheck, undoCheckChange } from '#contract/checks.ts';
import { cancelOrders } from '#contract/orders.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { databases, openApp } from '#server/testing/restaurant.ts';
import { whileHeld } from '#server/testing/waiting.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lockChecks } from './checks.queries.ts';

test('of two moves to one table in one moment one sits there, and the other is told who', async () => {
  const { admin, menu, sell } = await openBills();
  for (let round = 0; round < 3; round++) {
    const bills = [await sell(null), await sell(null)];
    const answers = await Promise.all(bills.map((id) => admin(moveCheck, { ...at(id), body: { tableId: menu.t1 } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const sitting = bills[answers.findIndex(({ status }) => status === 200)]!;
    const other = bills.find((id) => id !== sitting)!;
    const told = await admin(moveCheck, { ...at(other), body: { tableId: menu.t1 } });
    expect([told.status, told.reply]).toMatchObject([409, { message: 'There is an open bill at T1!', openCheckId: sitting }]);
    await admin(mergeCheck, { ...at(sitting), body: { checkId: other } });
    await admin(moveCheck, { ...at(sitting), body: { tableId: null } });
  }
});

/** Bills on a server that notes what speaks against each transaction, tried again or not. */
const openNoted = async () => {
  const failures: unknown[] = [];
  const asTenant: typeof databases.asTenant = (tenantId, work, mode) =>
    databases.asTenant(tenantId, work, mode).catch((error: unknown) => {
      failures.push((error as { code?: string }).code);
      throw error;
    });
  const app = await openApp({ databases: { ...databases, asTenant } });
  const bills = await openBills('USD', app);
  const hold = (ids: number[], work: (db: Db) => Promise<unknown>) =>
    databases.asTenant(bills.tenantId, async (db) => {
      await lockChecks(db, ids);
      await work(db);
    });
  return { ...bills, hold, failures };
};

test('two bills that change places in one moment do not wait for each other', async () => {
  const { admin, menu, sell, hold, failures } = await openNoted();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const move = (id: number, tableId: number) => admin(moveCheck, { ...at(id), body: { tableId } });
  const moves: ReturnType<typeof move>[] = [];
  await hold([one], (first) =>
    hold([two], async (second) => {
      moves.push(move(one, menu.t2), move(two, menu.t1));
      await whileHeld(first, moves[0]!);
      await whileHeld(second, moves[1]!);
    }),
  );
  expect((await Promise.all(moves)).map(({ reply }) => reply)).toMatchObject([{ openCheckId: two }, { openCheckId: one }]);
  expect(failures).toEqual(['conflict', 'conflict']);
});

test('an order that went to another bill while its cancellation waited holds no bill that somebody of the other one waits for', async () => {
  const { admin, menu, sell, bill, hold, failures } = await openNoted();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const orderId = (await bill(two)).orders[0]!.id;
  const cancel = () => admin(cancelOrders, { body: { orderIds: [orderId] } });
  let cancelled: ReturnType<typeof cancel> | undefined;
  let both: Promise<unknown> | undefined;
  // as a merge does it
  await hold([one, two], async (merging) => {
    cancelled = cancel();
    await whileHeld(merging, cancelled);
    both = hold([one], async (third) => {
      await whileHeld(third, cancelled!);
      await lockChecks(third, [two]);
    });
    await merging.updateTable('orders').set({ check_id: one }).where('id', '=', orderId).execute();
  });
  await both;
  expect((await cancelled!).status).toBe(200);
  expect(failures).toEqual(['40001']);
});

test('an undo and a merge the other way round in one moment wait for each other, and neither for ever', async () => {
  const { admin, sell } = await openBills();
  for (let round = 0; round < 2; round++) {
    const [one, two] = [await sell(null), await sell(null)];
    const { changeId } = (await admin(mergeCheck, { ...at(two), body: { checkId: one } })).reply;
    const answers = await Promise.all([
      admin(undoCheckChange, { ...at(two), body: { changeId } }),
      admin(undoCheckChange, { ...at(one), body: { changeId } }),
      admin(mergeCheck, { ...at(one), body: { checkId: two } }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 2).sort()).toEqual([200, 409]);
    // before the undo that bill is closed
    expect([200, 409]).toContain(statuses[2]);
  }
});

import { expect, test } from 'vitest';
import { setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { at, openBills } from '#server/testing/bills.ts';
import { database } from '#server/testing/restaurant.ts';

test('of a long history the latest 500 changes are shown, and what was split off before them is still a part that can come back', async () => {
  const { admin, menu, tenantId, sell, bill, linesOf } = await openBills();
  const id = await sell(menu.t1);
  const items = [{ itemId: (await linesOf(id))[0]!.id, quantity: 1 }];
  const { changeId, checkIds } = (await admin(splitCheck, { ...at(id), body: { parts: [{ items }] } })).reply;
  await database.query(
    `begin; set local app.tenant_id = '${tenantId}';
    with made as (insert into check_changes (kind, text, at) select 'charge', 'Guests: ' || n, now() from generate_series(1, 600) n returning id)
    insert into changed_checks (check_id, change_id) select ${id}, id from made; commit`,
  );
  expect((await admin(setCovers, { ...at(id), body: { covers: 3 } })).status).toBe(200);

  const { changes, parts } = await bill(id);
  expect([changes.length, changes[0]!.text, parts]).toEqual([500, 'Guests: 3', checkIds]);
  expect((await bill(checkIds[0]!)).parts).toEqual([id]);
  expect((await admin(undoCheckChange, { ...at(id), body: { changeId } })).status).toBe(200);
  expect((await bill(id)).parts).toEqual([]);
});

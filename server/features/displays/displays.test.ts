import { expect, test } from 'vitest';
import { listOrderStatus } from '#contract/displays.ts';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { withMenu } from '#server/testing-menu.ts';
import { database, openRestaurant } from '#server/testing.ts';

test('a token is preparing until all its dishes are made, then ready for ten minutes or until it is delivered', async () => {
  const { admin, menu, staff, tenantId } = await withMenu(await openRestaurant());
  const guests = await staff('ORDER_STATUS_DISPLAY');
  const board = async () => (await guests(listOrderStatus, {})).reply;
  const order = async () => {
    const cart = [
      { id: menu.soup, quantity: 1 },
      { id: menu.bread, quantity: 1 },
    ];
    const { orderId, tokenNo } = (await admin(createOrder, { body: { cart } })).reply;
    const { rows } = await database.query<{ id: string }>('select id from order_lines where order_id = $1 order by id', [orderId]);
    return { tokenNo, lines: rows.map(({ id }) => String(id)) };
  };
  const set = async (lines: string[], status: 'completed' | 'delivered') => {
    for (const id of lines) expect((await admin(updateItemStatus, { params: { id }, body: { status } })).status).toBe(200);
  };
  const [first, second] = [await order(), await order()];
  expect(await board()).toEqual({ preparing: [first.tokenNo, second.tokenNo], ready: [] });
  await set([first.lines[0]!], 'completed');
  expect((await board()).ready).toEqual([]);
  await set([first.lines[1]!], 'completed');
  await set(second.lines, 'completed');
  expect(await board()).toEqual({ preparing: [], ready: [second.tokenNo, first.tokenNo] });
  await set(first.lines, 'delivered');
  expect((await board()).ready).toEqual([second.tokenNo]);
  await database.query(
    "update order_lines set completed_at = completed_at - interval '11 minutes', cooked_at = cooked_at - interval '11 minutes' where tenant_id = $1",
    [tenantId],
  );
  expect(await board()).toEqual({ preparing: [], ready: [] });
});

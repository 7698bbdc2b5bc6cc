import { expect, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { openMenu } from '#server/testing/menu.ts';
import { startFolding } from './folding.ts';

test('a restaurant whose notes cannot be added up now keeps those of no other one waiting', async () => {
  const opened = await Promise.all([openRestaurant(), openRestaurant(), openRestaurant()]);
  for (const restaurant of opened) {
    const { soup } = await openMenu(restaurant);
    await restaurant.admin(createOrderAndInvoice, { body: { cart: [{ id: soup, quantity: 1 }] } });
  }
  const ids = opened.map(({ tenantId }) => tenantId);
  const told: unknown[] = [];
  const folded: number[] = [];
  const { fold, stop } = startFolding({
    databases: {
      ...databases,
      readAcrossTenants: async () => ids as never,
      asTenantInBackground: (tenantId, ...rest) => {
        if (tenantId === ids[1]) return Promise.reject(new Error('too much under way'));
        folded.push(tenantId);
        return databases.asTenant(tenantId, ...rest);
      },
    },
    onError: (error) => told.push(error),
  });
  await fold();
  await stop();
  expect([told.length, folded]).toEqual([1, [ids[0], ids[2]]]);
  const left = () => database.query('select from report_deltas where tenant_id = any($1)', [folded]);
  // the server of another test may be at it, too
  await expect.poll(async () => (await left()).rowCount).toBe(0);
});

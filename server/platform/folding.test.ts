import { expect, test } from 'vitest';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { database, databases, openRestaurant } from '#server/testing.ts';
import { openMenu } from '#server/testing-menu.ts';
import { startFolding } from './folding.ts';

test('a restaurant whose notes cannot be added up now keeps those of no other one waiting', async () => {
  const opened = await Promise.all([openRestaurant(), openRestaurant(), openRestaurant()]);
  for (const restaurant of opened) {
    const { soup } = await openMenu(restaurant);
    await restaurant.admin(createOrderAndInvoice, { body: { cart: [{ id: soup, quantity: 1 }] } });
  }
  const ids = opened.map(({ tenantId }) => tenantId);
  const told: unknown[] = [];
  const { fold, stop } = startFolding({
    databases: {
      ...databases,
      readAcrossTenants: async () => ids as never,
      asTenant: (tenantId, ...rest) =>
        tenantId === ids[1] ? Promise.reject(new Error('too much under way')) : databases.asTenant(tenantId, ...rest),
    },
    onError: (error) => told.push(error),
  });
  await fold();
  await stop();
  const { rows } = await database.query('select distinct tenant_id from report_deltas where tenant_id = any($1)', [ids]);
  expect([told.length, rows]).toEqual([1, [{ tenant_id: ids[1] }]]);
});

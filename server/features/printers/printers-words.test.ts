import { expect, test } from 'vitest';
import { addPrinter } from '#contract/printers.ts';
import { database, databases, openRestaurant } from '#server/testing/restaurant.ts';
import { takeLease } from './printers.queries.ts';

test('a printer is taken although an order that queues a job for it has not been stored yet', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { id } = (await admin(addPrinter, { body: { title: 'Bar', kind: 'cloudprnt' } })).reply;
  const until = new Date('2036-01-01T00:00:00Z');
  const ordering = await database.connect();
  try {
    await ordering.query('begin');
    await ordering.query('select from printers where id = $1 for key share', [id]);
    expect(await databases.asTenant(tenantId, (db) => takeLease(db, id, { node: 'own', now: new Date(), until }))).toBe(true);
  } finally {
    await ordering.query('rollback');
    ordering.release();
  }
});

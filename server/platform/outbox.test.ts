import { expect, onTestFinished, test } from 'vitest';
import { openOwnDatabase, openRestaurant } from '#server/testing.ts';
import { until } from '#server/testing-sockets.ts';
import { startDispatcher } from './outbox.ts';
import { insertEvent } from './outbox.queries.ts';

const EVENTS = 60;

test('two dispatchers on one database emit each event once, in order', async () => {
  // nobody else looks at the outbox of this database
  const { databases, close } = await openOwnDatabase();
  const { tenantId } = await openRestaurant({ databases });
  const emitted: number[] = [];
  const failures: unknown[] = [];
  const dispatchers = [1, 2].map(() =>
    startDispatcher({ databases, emit: ({ seq }) => emitted.push(seq), onError: (error) => failures.push(error) }),
  );
  onTestFinished(async () => {
    for (const dispatcher of dispatchers) await dispatcher.stop();
    await close();
  });

  for (let orderId = 1; orderId <= EVENTS; orderId++) {
    await databases.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'order_update', { orderIds: [orderId] }));
    for (const dispatcher of dispatchers) dispatcher.nudge(tenantId);
  }
  await until(() => emitted.includes(EVENTS));

  expect(emitted).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
  expect(failures).toEqual([]);
});

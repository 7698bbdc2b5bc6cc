import { expect, onTestFinished, test, vi } from 'vitest';
import { databases, openOwnDatabase, openRestaurant } from '#server/testing/restaurant.ts';
import { until } from '#server/testing/sockets.ts';
import { startDispatcher } from './outbox.ts';
import { insertEvent } from './outbox.queries.ts';

const EVENTS = 60;

test('two dispatchers on one database emit each event once, in order', async () => {
  // nobody else looks at the outbox of this database
  const { databases: own, close } = await openOwnDatabase();
  const { tenantId } = await openRestaurant({ databases: own });
  const emitted: number[] = [];
  const failures: unknown[] = [];
  const dispatchers = [1, 2].map(() =>
    startDispatcher({ databases: own, emit: ({ seq }) => emitted.push(seq), onError: (error) => failures.push(error) }),
  );
  onTestFinished(async () => {
    for (const dispatcher of dispatchers) await dispatcher.stop();
    await close();
  });

  for (let orderId = 1; orderId <= EVENTS; orderId++) {
    await own.asTenant(tenantId, (db) => insertEvent(db, new Date(), 'order_update', { orderIds: [orderId] }));
    for (const dispatcher of dispatchers) dispatcher.nudge(tenantId);
  }
  await until(() => emitted.includes(EVENTS));

  expect(emitted).toEqual(Array.from({ length: EVENTS }, (_, index) => index + 1));
  expect(failures).toEqual([]);
});

test('the first nudge after a pause is looked at at once, and those that come soon after are one look', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const acrossTenants: typeof databases.acrossTenants = () => {
    looks += 1;
    return Promise.reject(new Error('no database in this test'));
  };
  const { nudge, stop } = startDispatcher({
    databases: { ...databases, acrossTenants },
    emit: () => {},
    onError: () => {},
    sweepEvery: 3_600_000,
  });
  await vi.advanceTimersByTimeAsync(1000);

  nudge(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(1);

  for (let count = 0; count < 5; count++) nudge(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks).toBe(2);
  await stop();
});

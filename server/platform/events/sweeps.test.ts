import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { databases, openRestaurant } from '#server/testing/restaurant.ts';
import { connect, openListening } from '#server/testing/sockets.ts';

test('while the database is silent nothing that looks again and again asks a second time', async () => {
  let isSilent = false;
  const asked: string[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = await openListening({
    databases: {
      ...databases,
      readAcrossTenants: async (work) => {
        if (isSilent) {
          asked.push(work.toString());
          await answered;
        }
        return databases.readAcrossTenants(work);
      },
    },
  });
  await connect(app, (await openRestaurant({ app })).cookies);
  isSilent = true;
  await pause(3500);
  isSilent = false;
  answer();
  expect(asked).not.toEqual([]);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
});

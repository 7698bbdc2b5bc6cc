import { expect, test } from 'vitest';
import { openSocketPlaces } from './socket-places.ts';

const openPlaces = (members: number) => {
  const asked: number[] = [];
  const take = openSocketPlaces(async (tenantId) => {
    asked.push(tenantId);
    await new Promise(setImmediate);
    return members;
  });
  /** how many of so many at once get a place */
  const takeAtOnce = async (sessions: readonly number[], tenantId = 1) => {
    const places = await Promise.allSettled(sessions.map((id) => take({ id, tenantId })));
    return places.flatMap((place) => (place.status === 'fulfilled' ? [place.value] : []));
  };
  return { asked, takeAtOnce };
};
const eachItsOwn = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test('a session has 20 places, and one that was given back is free again, once', async () => {
  const { takeAtOnce } = openPlaces(1);
  const taken = await takeAtOnce(Array.from({ length: 30 }, () => 7));
  expect(taken).toHaveLength(20);
  expect(await takeAtOnce([8])).toHaveLength(1);

  taken[0]!();
  taken[0]!();

  expect(await takeAtOnce([7, 7])).toHaveLength(1);
});

test.each([
  [1, 200],
  [10, 200],
  [11, 400],
])('a restaurant of %i members has %i places, also when all come at once; another one has its own', async (members, places) => {
  const { takeAtOnce, asked } = openPlaces(members);

  expect(await takeAtOnce(eachItsOwn(150))).toHaveLength(150);
  expect(asked).toEqual([]);
  expect(await takeAtOnce(eachItsOwn(500, 1000))).toHaveLength(places - 150);
  expect(await takeAtOnce(eachItsOwn(3, 9000), 2)).toHaveLength(3);
});

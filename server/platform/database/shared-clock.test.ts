import { expect, test } from 'vitest';
import { openSharedClock, shareClock } from './shared-clock.ts';
import { databases } from '#server/testing/restaurant.ts';

const START = Date.parse('2026-03-10T18:00:00Z');

/** A machine whose clock differs from the database’s by `ms`; an answer takes `there` and `back`. */
const open = (ms: number, { there = 2, back = 2 } = {}) => {
  const world = { now: START, ms };
  const warnings: string[] = [];
  const shared = shareClock({
    system: () => new Date(world.now + world.ms),
    time: async () => {
      const now = new Date((world.now += there));
      world.now += back;
      return now;
    },
    warn: (line) => warnings.push(line),
  });
  return { ...shared, world, warnings, late: () => shared.clock().getTime() - world.now };
};

test('a clock that agrees with the database’s is left alone, however long the answer took', async () => {
  const { measure, late, warnings } = open(0, { there: 4000, back: 3000 });
  await measure();
  expect([late(), warnings]).toEqual([0, []]);
});

test.each([8000, -8000, 300])('one that is %i ms off is right to the length of an answer, and stays so', async (ms) => {
  const { measure, late, world, warnings } = open(ms);
  expect(late()).toBe(ms);
  await measure();
  expect(Math.abs(late())).toBeLessThanOrEqual(2);
  const [first, said] = [late(), warnings.length];
  expect(said).toBe(Math.abs(ms) >= 1000 ? 1 : 0);
  await measure();
  expect([late(), warnings.length]).toEqual([first, said]);

  // the machine is put right
  world.ms = 0;
  await measure();
  expect(Math.abs(late())).toBeLessThanOrEqual(2);
});

test('it is opened with the time of the database', async () => {
  const year = 365 * 24 * 3_600_000;
  const system = () => new Date(performance.timeOrigin + performance.now() - year);
  const { clock, stop } = await openSharedClock({ databases, system, warn: () => {} });
  await stop();
  expect(clock().getTime() - system().getTime()).toBeGreaterThan(year / 2);
});

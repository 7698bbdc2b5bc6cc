import { expect, test } from 'vitest';
import { openBuckets, openBucketsForAddresses } from './buckets.ts';

const row = { points: 3, perSecond: 2 };
const takeMany = (buckets: ReturnType<typeof openBuckets>, key: string, now: number, count: number) =>
  Array.from({ length: count }, () => buckets.take(key, now)).filter((wait) => wait === undefined).length;

test('a bucket begins full, fills again, and says truly when there is the next one', () => {
  const buckets = openBuckets(row);
  expect(takeMany(buckets, 'a', 0, 9)).toBe(3);
  expect(buckets.take('a', 0)).toBe(500);
  expect(buckets.take('a', 400)).toBeCloseTo(100);
  expect(buckets.take('a', 500)).toBeUndefined();
  expect(takeMany(buckets, 'a', 60_000, 9)).toBe(3);
  expect(takeMany(buckets, 'b', 0, 9)).toBe(3);
});

test('what is given back is there again, and never more than the bucket holds; a clock set back takes nothing', () => {
  const buckets = openBuckets(row);
  takeMany(buckets, 'a', 1000, 3);
  buckets.giveBack('a', 0);
  expect(takeMany(buckets, 'a', 0, 9)).toBe(1);
  for (let count = 0; count < 9; count++) buckets.giveBack('a', 0);
  expect(takeMany(buckets, 'a', 0, 9)).toBe(3);
});

test('so many keys are kept and no more', () => {
  const buckets = openBuckets(row, 2);
  takeMany(buckets, 'a', 0, 3);
  takeMany(buckets, 'b', 0, 3);
  expect([buckets.take('a', 0), buckets.take('b', 0)]).toEqual([500, 500]);
  buckets.take('c', 0);
  expect(takeMany(buckets, 'a', 0, 9)).toBe(3);
});

test('addresses share the bucket of their prefix, and a /48 has ten times as much', () => {
  const buckets = openBucketsForAddresses(row);
  expect(takeMany(buckets, '192.0.2.1', 0, 9) + takeMany(buckets, '::ffff:192.0.2.1', 0, 9)).toBe(3);
  let taken = 0;
  for (let subnet = 1; subnet <= 20; subnet++) taken += takeMany(buckets, `2001:db8:1:${subnet}::${subnet}`, 0, 9);
  expect(taken).toBe(30);
  expect(takeMany(buckets, '2001:db8:2::1', 0, 9)).toBe(3);
});

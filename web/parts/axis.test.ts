import { expect, test } from 'vitest';
import { ticksTo } from './axis.ts';

test.each([
  [0, [0]],
  [380, [0, 100, 200, 300, 400]],
  [1000, [0, 250, 500, 750, 1000]],
  [1499.97, [0, 500, 1000, 1500]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
])('an axis to %d has round figures', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks);
});

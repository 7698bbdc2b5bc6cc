import { expect, test } from 'vitest';
import { slicesOf } from '#server/platform/work/slices.ts';
import { rowsOfCard } from './order-board.rules.ts';

test('of cards whose orders have many lines only few are made at a time', async () => {
  const order = { lines: Array.from({ length: 200 }) } as unknown as Parameters<typeof rowsOfCard>[0][number];
  expect(rowsOfCard([order, order])).toBe(402);

  const slices = [];
  for await (const slice of slicesOf([[order], [order], [order], [order]], rowsOfCard)) slices.push(slice.length);

  expect(slices).toEqual([2, 2]);
});

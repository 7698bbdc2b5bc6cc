import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('says whether work has ended in its time, and fails as it does', async () => {
  expect(await atMost(10_000, Promise.resolve())).toBe(true);
  expect(await atMost(10, new Promise(() => {}))).toBe(false);
  await expect(atMost(10_000, Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
});

import { expect, test } from 'vitest';
import { isOutage } from '#server/platform/database/failures.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword, verifyPassword } from './tokens.ts';

test('passwords that one tenant has checked wait for each other, and nobody else waits for them; of too many some are refused', async () => {
  const hash = await hashPassword('correct horse', systemRandom);
  let done = 0;
  const checks = Array.from({ length: 60 }, async () => {
    const fits = await verifyPassword(hash, 'correct horse', 1).catch(isOutage);
    done += 1;
    return fits;
  });
  const others = await Promise.all([verifyPassword(hash, 'wrong', 2), verifyPassword(hash, 'correct horse')]);
  expect(others).toEqual([false, true]);
  // nine were refused at once, of 51 a few have had their turn
  expect(done).toBeLessThan(30);
  expect((await Promise.all(checks)).filter(Boolean)).toHaveLength(60);
});

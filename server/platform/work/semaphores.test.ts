import { expect, test } from 'vitest';
import { isOutage } from '#server/platform/database/failures.ts';
import { openSemaphores } from './semaphores.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test('one tenant runs as much as its limit at once, in the order in which it asked; another one does not wait', async () => {
  const limited = openSemaphores(2, 1000);
  const { open, opened } = gate();
  const order: string[] = [];
  const run = (tenantId: number, name: string, until?: Promise<void>) =>
    limited(tenantId, async () => {
      order.push(name);
      await until;
    });

  const busy = [run(1, 'a', opened), run(1, 'b', opened), run(1, 'c'), run(1, 'd')];
  await run(2, 'other');
  expect(order).toEqual(['a', 'b', 'other']);
  open();
  await Promise.all(busy);

  expect(order).toEqual(['a', 'b', 'other', 'c', 'd']);
});

test('whoever waits too long is refused as during an outage, and its place is not lost', async () => {
  const limited = openSemaphores(1, 20);
  const { open, opened } = gate();
  const first = limited(1, () => opened);

  const refusal = await limited(1, async () => 'never').catch((error: unknown) => error);

  expect(isOutage(refusal)).toBe(true);
  open();
  await first;
  expect(await limited(1, async () => 'again')).toBe('again');
});

test('whoever would wait behind too many others is refused at once', async () => {
  const limited = openSemaphores(1, 1000, 1);
  const { open, opened } = gate();
  const busy = [limited(1, () => opened), limited(1, async () => 'waits')];
  const refusal = await limited(1, async () => 'never').catch((error: unknown) => error);
  expect(isOutage(refusal)).toBe(true);
  expect(await limited(2, async () => 'other')).toBe('other');
  open();
  expect(await busy[1]).toBe('waits');
});

test('work that fails gives its place back', async () => {
  const limited = openSemaphores(1, 1000);
  await expect(limited(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limited(1, async () => 'next')).toBe('next');
});

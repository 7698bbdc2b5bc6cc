import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { signUp } from '#contract/own-account.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { databases, newAddress, openApp, openVisitor } from '#server/testing/restaurant.ts';

const OTHERS = 40; // hashes of others, which take longer than a transaction, and are done within the 10 s that a hash may wait

/** Whether something is done for a call that was made in it: a look of the background is not. */
const asked = new AsyncLocalStorage<true>();

test('a sign-up tries a password between its transactions, and as well where the address is new', async () => {
  /** How many of the others had their turn when each transaction began, and ended. */
  let seen: [number, number][] = [];
  let others: Promise<unknown>[] = [];
  let started = 0;
  const acrossTenants: typeof databases.acrossTenants = async (...given) => {
    if (!asked.getStore()) return databases.acrossTenants(...given);
    const before = started;
    // first in, first out: what is hashed after this waits for all of them
    if (others.length === 0)
      others = Array.from({ length: OTHERS }, () => hashPassword('a guest', (size) => (started++, systemRandom(size))));
    return databases.acrossTenants(...given).finally(() => seen.push([before, started]));
  };
  const visitor = await openVisitor(await openApp({ databases: { ...databases, acrossTenants } }));
  const body = { biz_name: 'Chez Twin', username: newAddress(), password: 'correct horse' };
  const send = async (password: string) => {
    [seen, others, started] = [[], [], 0];
    const { status } = await asked.run(true, () => visitor(signUp, { body: { ...body, password } }));
    await Promise.all(others);
    const [first, ...later] = seen;
    return { status, hasWaited: first![1] === OTHERS, later: later.map(([before]) => before) };
  };

  expect(await send('correct horse')).toEqual({ status: 200, hasWaited: false, later: [OTHERS] });
  expect(await send('correct horse')).toEqual({ status: 409, hasWaited: false, later: [] });
  expect(await send('battery staple')).toEqual({ status: 200, hasWaited: false, later: [OTHERS] });
});

test('whoever signs up keeps no other from it while a password is tried', async () => {
  const before: number[] = [];
  let [started, hashed] = [0, 0];
  const others: Promise<unknown>[] = [];
  const acrossTenants: typeof databases.acrossTenants = async (...given) => {
    if (!asked.getStore()) return databases.acrossTenants(...given);
    before.push(started);
    if (before.length === 1) {
      // both have hashed theirs, and what is tried from here on waits for all of these
      await vi.waitUntil(() => hashed === 2, { timeout: 3000 });
      for (let i = 0; i < OTHERS; i++) others.push(hashPassword('a guest', (size) => (started++, systemRandom(size))));
    }
    return databases.acrossTenants(...given);
  };
  const random: typeof systemRandom = (size) => {
    if (size === 16) hashed++;
    return systemRandom(size);
  };
  const visitor = await openVisitor(await openApp({ random, databases: { ...databases, acrossTenants } }));
  const send = () =>
    asked.run(true, () => visitor(signUp, { body: { biz_name: 'Chez Twin', username: newAddress(), password: 'correct horse' } }));
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all(others);
  expect(before.map((count) => count === OTHERS)).toEqual([false, false, true, true]);
});

test('a twin that is opened on another node meanwhile is met', async () => {
  let isFirst = true;
  const body = { biz_name: 'Chez Twin', username: newAddress(), password: 'correct horse' };
  const other = await openVisitor();
  const answers: number[] = [];
  const acrossTenants: typeof databases.acrossTenants = async (...given) => {
    const found = await databases.acrossTenants(...given);
    if (isFirst) {
      isFirst = false;
      answers.push((await other(signUp, { body })).status);
    }
    return found;
  };
  const visitor = await openVisitor(await openApp({ databases: { ...databases, acrossTenants } }));
  answers.push((await visitor(signUp, { body })).status);
  expect(answers).toEqual([200, 409]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshToken } from '#contract/auth.ts';
import { AppError } from '#contract/errors.ts';
import { listOrders } from '#contract/orders.ts';
import { isMarked } from './session.tsx';
import { answers, pretendServer } from './testing.tsx';

/** Modules of its own for each: what a tab remembers by itself is not shared, local storage and locks are. */
const openTab = async () => {
  vi.resetModules();
  return (await import('./api.ts')).call;
};

let holder = Promise.resolve();
const locks = {
  request: (_: string, work: () => Promise<boolean>) => {
    const result = holder.then(work);
    holder = result.then(() => {});
    return result;
  },
};

afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  document.cookie = 'comanda_signed_in=true; Path=/';
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
});

/** A server whose access token has run out, until it is renewed. */
const expiredServer = () => {
  let isFresh = false;
  const refresh = vi.fn(async () => {
    isFresh = true;
    return { success: true as const, message: 'Renewed.' };
  });
  const list = vi.fn(() => {
    if (!isFresh) throw new AppError('not_signed_in', 'Please sign in!');
    return [];
  });
  pretendServer([answers(refreshToken, refresh), answers(listOrders, list)]);
  return { refresh, list };
};
const twenty = <T,>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work));

test('twenty calls in each of two tabs: one renewal, each repeated once, nobody signed out', async () => {
  const { refresh, list } = expiredServer();
  const [one, other] = [await openTab(), await openTab()];

  await Promise.all([one, other].map((call) => twenty(() => call(listOrders, { query: {} }))));

  expect(refresh).toHaveBeenCalledTimes(1);
  expect(list).toHaveBeenCalledTimes(80);
  expect(isMarked()).toBe(true);
});

test('a call that was refused after another tab had renewed is only repeated', async () => {
  const { refresh, list } = expiredServer();
  const [one, other] = [await openTab(), await openTab()];
  let refuse = () => {};
  const slow = new Promise<void>((resolve) => (refuse = resolve));
  list.mockImplementationOnce((async () => {
    await slow;
    throw new AppError('not_signed_in', 'Please sign in!');
  }) as never);

  const early = one(listOrders, { query: {} });
  await other(listOrders, { query: {} });
  refuse();
  await early;

  expect(refresh).toHaveBeenCalledTimes(1);
});

test('over plain http, without locks, each tab renews at most once', async () => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
  const { refresh } = expiredServer();
  const [one, other] = [await openTab(), await openTab()];

  await Promise.all([one, other].map((call) => twenty(() => call(listOrders, { query: {} }))));

  expect(refresh.mock.calls.length).toBeLessThanOrEqual(2);
  expect(isMarked()).toBe(true);
});

test('a renewal that the network swallows is given up, and the calls of every tab go on', async () => {
  const { refresh, list } = expiredServer();
  const [one, other] = [await openTab(), await openTab()];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const out = new AbortController();
    setTimeout(() => out.abort(), ms / 1000); // twenty seconds in twenty thousandths of one
    return out.signal;
  });
  const answer = globalThis.fetch;
  let swallowed = 0;
  globalThis.fetch = (address, init) => {
    if (swallowed > 0 || !String(address).endsWith(refreshToken.path)) return answer(address, init);
    swallowed += 1;
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
  };

  const [first, second] = await Promise.allSettled([one(listOrders, { query: {} }), other(listOrders, { query: {} })]);

  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  // so that a screen asks again by itself
  expect(first).toMatchObject({ reason: { status: 0, isPassing: true } });
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(list).toHaveBeenCalledTimes(3);
  expect(isMarked()).toBe(true);
});

test.each([401, 403, 404])('a renewal that a proxy refuses in the place of the server (%i) signs nobody out', async (status) => {
  const { list } = expiredServer();
  const call = await openTab();
  const answer = globalThis.fetch;
  let refusals = 0;
  globalThis.fetch = async (address, init) => {
    if (refusals >= 5 || !String(address).endsWith(refreshToken.path)) return answer(address, init);
    refusals += 1;
    return new Response('<h1>Not here</h1>', { status });
  };
  for (let round = 1; round <= 5; round += 1)
    await expect(call(listOrders, { query: {} })).rejects.toMatchObject({ status: 0, isPassing: true });
  expect(refusals).toBe(5);
  expect(isMarked()).toBe(true);
  await call(listOrders, { query: {} });
  expect(list).toHaveBeenCalledTimes(7);
});

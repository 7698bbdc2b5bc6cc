import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelOrders, listOrders } from '#contract/orders.ts';
import { getProviderDashboard } from '#contract/provider-reports.ts';
import { fetchWithRetry, RETRY_AFTER, TIMEOUT } from './fetch-with-retry.ts';
import { call, NO_CONNECTION } from './api.ts';
import { CALL_TIMEOUT } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (asked?: AbortSignal) => {
  const tries: { signal: AbortSignal; resolve: (text: string) => void; reject: (problem: Error) => void }[] = [];
  const answer = fetchWithRetry(
    (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
        tries.push({ signal, resolve: (text) => resolve(new Response(text)), reject });
      }),
    asked,
  ).then(
    (response) => response.text(),
    (problem: Error) => problem.message,
  );
  return { tries, answer, given: () => tries.map(({ signal }) => signal.aborted) };
};

test('what is answered in time is asked once', async () => {
  const { tries, answer } = open();
  await vi.advanceTimersByTimeAsync(RETRY_AFTER - 1);
  tries[0]!.resolve('first');
  expect(await answer).toBe('first');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect(tries).toHaveLength(1);
  // its body may still be on the way
  expect(tries[0]!.signal.aborted).toBe(false);
});

test.each([
  ['a connection that died is given up for another one', 1, [true, false]],
  ['a server that is slow may answer what was asked first', 0, [false, true]],
])('%s', async (_, which, given) => {
  const { tries, answer, ...shown } = open();
  await vi.advanceTimersByTimeAsync(RETRY_AFTER);
  expect(tries).toHaveLength(2);
  tries[which]!.resolve('here');
  expect(await answer).toBe('here');
  await vi.advanceTimersByTimeAsync(TIMEOUT - RETRY_AFTER);
  expect(shown.given()).toEqual(given);
});

test('where no word comes it fails well before a call’s timeout; a refused connection fails at once, and who leaves ends both', async () => {
  const silent = open();
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect([await silent.answer, silent.given()]).toEqual(['no word', [true, true]]);

  const refused = open();
  refused.tries[0]!.reject(new Error('refused'));
  expect(await refused.answer).toBe('refused');
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  expect(refused.tries).toHaveLength(1);

  const leaving = new AbortController();
  const left = open(leaving.signal);
  await vi.advanceTimersByTimeAsync(RETRY_AFTER);
  left.tries[0]!.reject(new Error('refused'));
  leaving.abort();
  expect([await left.answer, left.given()]).toEqual(['given up', [true, true]]);
});

test('a dead connection is told of as no connection; what writes, or adds up all tenants, is sent once, and has its whole time', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_, init) => new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', () => reject(new Error('given up')))),
    );
  const asked = call(listOrders, { query: {} }).catch((failure: Error) => failure.message);
  await vi.advanceTimersByTimeAsync(TIMEOUT);
  // the browser's cache would hold the second back behind the first
  expect([await asked, fetched.mock.calls.map(([, init]) => init?.cache)]).toEqual([NO_CONNECTION, [undefined, 'no-store']]);

  fetched.mockClear();
  const over: string[] = [];
  void call(cancelOrders, { body: { orderIds: [1] } }).catch(() => over.push('cancelOrders'));
  void call(getProviderDashboard, {}).catch(() => over.push('getProviderDashboard'));
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT - 1);
  expect([over, fetched.mock.calls.length]).toEqual([[], 2]);
});

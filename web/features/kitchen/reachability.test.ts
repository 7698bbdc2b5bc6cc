import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsReachable } from './reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that answers, refuses, or is silent, as a dead network is. */
const openServer = () => {
  const server = { manner: 'good' as 'good' | 'broken' | 'silent', asked: 0 };
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), ms);
    return abort.signal;
  });
  globalThis.fetch = (_, init) =>
    new Promise((resolve, reject) => {
      server.asked++;
      init!.signal!.addEventListener('abort', () => reject(new Error('No answer.')));
      if (server.manner !== 'silent') resolve(new Response('', { status: server.manner === 'good' ? 200 : 503 }));
    });
  return server;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('within three seconds of silence the server is not reachable, and is again as soon as it answers', async () => {
  const server = openServer();
  const { result } = renderHook(() => useIsReachable(true));
  await pass(2000);
  expect(result.current).toBe(true);
  // just after it was asked: the longest that a dead network can hide
  server.manner = 'silent';
  await pass(2900);
  expect(result.current).toBe(false);
  server.manner = 'good';
  await pass(3000);
  expect(result.current).toBe(true);
  server.manner = 'broken';
  await pass(1100);
  expect(result.current).toBe(false);
});

test('a hidden page asks nobody, a browser without network needs not ask, and where it is off nothing is said', async () => {
  const server = openServer();
  const { result, rerender, unmount } = renderHook(({ isOn }) => useIsReachable(isOn), { initialProps: { isOn: true } });
  await pass(0);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const { asked } = server;
  await pass(5000);
  expect([server.asked - asked, result.current]).toEqual([0, true]);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(result.current).toBe(false);
  rerender({ isOn: false });
  expect(result.current).toBe(true);
  unmount();
});

import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useAhead } from './use-ahead.ts';

afterEach(() => {
  vi.useRealTimers();
});

const steps = { first: 1, step: 3, all: 6 };

test('a finger that comes down is answered first', () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useAhead(steps));
  act(() => void vi.advanceTimersByTime(100));
  window.dispatchEvent(new Event('pointerdown'));
  act(() => void vi.advanceTimersByTime(500));
  expect(result.current).toBe(1);
  act(() => void vi.advanceTimersByTime(100));
  expect(result.current).toBe(4);
});

test('draws a long list step by step, so that a touch in between is answered, and all of it in the end', () => {
  vi.useFakeTimers();
  const seen: number[] = [];
  const { unmount } = renderHook(() => {
    const ahead = useAhead(steps);
    if (seen.at(-1) !== ahead) seen.push(ahead);
    return ahead;
  });
  expect(seen).toEqual([1]);
  act(() => void vi.advanceTimersToNextTimer());
  expect(seen).toEqual([1, 4]);
  act(() => void vi.advanceTimersToNextTimer());
  expect(seen).toEqual([1, 4, 6]);
  expect(vi.getTimerCount()).toBe(0);
  unmount();
});

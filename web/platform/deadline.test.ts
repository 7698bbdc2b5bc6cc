import { afterEach, expect, test, vi } from 'vitest';
import { withDeadline, timeLimit } from './deadline.ts';

afterEach(() => vi.restoreAllMocks());

test('a call ends when it is given up and when its time is over, also in a browser without AbortSignal.any', () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  const asked = new AbortController();
  const [givenUp, late] = [withDeadline(asked.signal), withDeadline(new AbortController().signal)];
  expect([givenUp.aborted, late.aborted]).toEqual([false, false]);

  asked.abort('left the screen');
  expect([givenUp.aborted, givenUp.reason, late.aborted]).toEqual([true, 'left the screen', false]);
  expect(withDeadline(asked.signal).aborted).toBe(true);

  time.abort('too late');
  expect([late.aborted, late.reason, withDeadline().aborted]).toEqual([true, 'too late', true]);
});

test('a call ends when its time is over also in a browser without AbortSignal.timeout', () => {
  vi.useFakeTimers();
  vi.stubGlobal('AbortSignal', {});
  const signal = timeLimit(1000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

import { afterEach, expect, test, vi } from 'vitest';
import { patience } from './patience.ts';

afterEach(() => vi.restoreAllMocks());

test('a call ends when it is given up and when its time is over, also in a browser without AbortSignal.any', () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  const asked = new AbortController();
  const [givenUp, late] = [patience(asked.signal), patience(new AbortController().signal)];
  expect([givenUp.aborted, late.aborted]).toEqual([false, false]);

  asked.abort('left the screen');
  expect([givenUp.aborted, givenUp.reason, late.aborted]).toEqual([true, 'left the screen', false]);
  expect(patience(asked.signal).aborted).toBe(true);

  time.abort('too late');
  expect([late.aborted, late.reason, patience().aborted]).toEqual([true, 'too late', true]);
});

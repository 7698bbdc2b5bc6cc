import { renderHook } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isLocked, TOUCHED_KEY, writeStored } from '#web/platform/storage.ts';
import '#web/platform/testing-setup.ts';
import { useAutoLock } from './use-auto-lock.ts';

const MINUTE = 60_000; // ms

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

test('a till whose clock was set back locks itself as soon as one that was not', () => {
  renderHook(() => useAutoLock(5));
  vi.setSystemTime(Date.now() - 180 * MINUTE);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(isLocked()).toBe(false);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(isLocked()).toBe(true);
});

test('nor does a last touch in the future keep a till open that is touched, and then left', () => {
  writeStored(TOUCHED_KEY, Date.now() + 180 * MINUTE);
  renderHook(() => useAutoLock(5));
  vi.advanceTimersByTime(4 * MINUTE);
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(4 * MINUTE);
  expect(isLocked()).toBe(false);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(isLocked()).toBe(true);
});

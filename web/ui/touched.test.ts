import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useIsTouched } from './touched.ts';

test('a finger of which the browser never said that it was lifted does not hold what is shown once the next one has come and gone', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result } = renderHook(useIsTouched);
  const touch = (kind: 'pointerdown' | 'pointerup', pointerId: number) =>
    act(() => void fireEvent(document, new PointerEvent(kind, { pointerId, isPrimary: true })));
  touch('pointerdown', 1);
  touch('pointerdown', 2);
  touch('pointerup', 2);
  expect(result.current).toBe(true);
  act(() => void vi.advanceTimersByTime(1000));
  expect(result.current).toBe(false);
});

import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';

/**
 * Lays the things of a virtual list of several lanes out one after the other, from left to right: the library would put each where the
 * lane is shortest, and people read in rows. Call it before anything is asked of the list. `scale`: what else changes all heights.
 */
export const useLeftToRight = <S extends Element | Window, I extends Element>(
  virtual: Virtualizer<S, I>,
  { count, lanes, scale = 1 }: { count: number; lanes: number; scale?: number },
): void => {
  // the library has no option for it, and keeps the lane of a place once it has one
  const assigned = virtual['laneAssignments'];
  for (let at = 0; at < count; at++) assigned.set(at, at % lanes);
  // other lanes make it forget all of them, once
  useLayoutEffect(() => virtual.measure(), [virtual, lanes, scale]);
};

/** Where a thing of such a list stands among the columns, `gap` px apart. */
export const placeInColumn = ({ lane, columns, gap }: { lane: number; columns: number; gap: number }) => ({
  width: `calc((100% - ${(columns - 1) * gap}px) / ${columns})`,
  left: `calc((100% + ${gap}px) / ${columns} * ${lane})`,
});

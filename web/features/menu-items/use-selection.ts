import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';

const NONE: ReadonlySet<number> = new Set();

/** Which items are chosen, to be changed together; undefined while nobody is choosing. */
export const useSelection = (all: readonly MenuItem[] | undefined, shown: readonly MenuItem[]) => {
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const chosen = useMemo(() => (ids ? (all ?? []).filter(({ id }) => ids.has(id)) : []), [all, ids]);
  const last = useRef<number>(undefined);
  const rows = useRef(shown);
  useLayoutEffect(() => {
    rows.current = shown;
  });

  /** With the shift key all between the last touch and this one. */
  const toggle = useCallback((id: number, isChosen: boolean, isRange: boolean) => {
    const places = [last.current, id].map((which) => rows.current.findIndex((row) => row.id === which));
    const [from, to] = [...places].sort((a, b) => a - b) as [number, number];
    const touched = isRange && from >= 0 ? rows.current.slice(from, to + 1).map((row) => row.id) : [id];
    last.current = id;
    setIds((known = NONE) => {
      const next = new Set(known);
      for (const one of touched)
        if (isChosen) next.add(one);
        else next.delete(one);
      return next;
    });
  }, []);
  const toggleShown = (isChosen: boolean) =>
    setIds((known = NONE) => {
      const next = new Set(known);
      for (const { id } of rows.current)
        if (isChosen) next.add(id);
        else next.delete(id);
      return next;
    });
  return {
    ids,
    chosen,
    begin: () => setIds(NONE),
    end: () => setIds(undefined),
    toggle,
    toggleShown,
  };
};
export type Selection = ReturnType<typeof useSelection>;

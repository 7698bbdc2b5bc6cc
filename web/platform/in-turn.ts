import { useCallback, useRef, useState } from 'react';

/**
 * What is to be done in the order in which it was asked for: work of one key begins when the work before it has ended, however that
 * went. Of two requests on their way the first may arrive last. Work of other keys does not wait.
 */
export const useInTurn = (): (<T>(key: number, work: () => Promise<T>) => Promise<T>) => {
  const last = useRef(new Map<number, Promise<unknown>>());
  return useCallback((key, work) => {
    const mine = (last.current.get(key) ?? Promise.resolve()).then(work, work);
    last.current.set(key, mine);
    const end = () => {
      if (last.current.get(key) === mine) last.current.delete(key);
    };
    mine.then(end, end);
    return mine;
  }, []);
};

interface Touch<T> {
  /** The rows that were touched. */
  ids: readonly number[];
  /** What is shown of them until it is stored. */
  value: T;
  /** Touches of one key are stored in their order. */
  turn: number;
  store: () => Promise<unknown>;
  /** Some of them show again what is stored: none of these was touched once more meanwhile. `isLast`: nor is any other row. */
  onSettled: (isLast: boolean) => void;
}

/** By the row's id. */
export type Touched<T> = Readonly<Record<number, { value: T }>>;

/** Shows at once what was touched, and of each row the latest touch, until that was stored or refused. */
export const useTouched = <T>() => {
  const inTurn = useInTurn();
  const latest = useRef(new Map<number, { value: T }>());
  const [touched, setTouched] = useState<Touched<T>>({});
  const touch = useCallback(
    ({ ids, value, turn, store, onSettled }: Touch<T>) => {
      const show = () => setTouched(Object.fromEntries(latest.current));
      const mine = { value };
      for (const id of ids) latest.current.set(id, mine);
      show();
      void inTurn(turn, async () => {
        await store();
        // of the others the next one is under way, and shown
        const settled = ids.filter((id) => latest.current.get(id) === mine);
        for (const id of settled) latest.current.delete(id);
        if (settled.length === 0) return;
        show();
        onSettled(latest.current.size === 0);
      });
    },
    [inTurn],
  );
  return { touched, touch };
};

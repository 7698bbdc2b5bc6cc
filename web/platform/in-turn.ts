import { useCallback, useRef } from 'react';

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

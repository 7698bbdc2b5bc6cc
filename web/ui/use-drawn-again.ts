import { useReducer } from 'react';

/**
 * For `onDropdownOpen`: Mantine learns the id of a list after it has drawn the field, which until it is drawn again denies to
 * screen readers that it is open.
 */
export const useDrawnAgain = (): (() => void) => {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  return () => void setTimeout(draw);
};

import { useReducer } from 'react';

/**
 * For `onDropdownOpen`: Mantine learns the id of a list after it has rendered the field, which until it is re-rendered denies to
 * screen readers that it is open.
 */
export const useRerender = (): (() => void) => {
  const [, render] = useReducer((count: number) => count + 1, 0);
  return () => void setTimeout(render);
};

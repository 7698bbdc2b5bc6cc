import { useStored } from '#web/platform/storage.ts';

type Size = boolean | 'very';

const isSize = (value: unknown): boolean => typeof value === 'boolean' || value === 'very';
const scaleOf = (size: Size): number => (size === 'very' ? 2.2 : size ? 1.4 : 1);

/** How large the kitchen's type is on this device: read from the board, from a step away, or from 3 m. */
export const useTypeSize = () => {
  const [size, setSize] = useStored<Size>('comanda_kitchen_large', false, isSize);
  return {
    /** 1 is ordinary. */
    scale: scaleOf(size),
    label: size === 'very' ? 'Very large type' : 'Large type',
    isOn: size !== false,
    /** From ordinary to large, to very large and back. */
    next: () => setSize(size === false ? true : size === true && 'very'),
  };
};

export type TypeSize = ReturnType<typeof useTypeSize>;

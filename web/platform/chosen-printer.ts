import { readStored, tenantKey, useStored } from './storage.ts';

const KEY = 'house_printer';

/** The printer of the house that this device prints on; null: the browser's window. */
export const useHousePrinter = () => useStored<number | null>(tenantKey(KEY), null);

export const housePrinter = (): number | null => readStored<number | null>(tenantKey(KEY), null);

import { readStored, tenantKey, useStored } from './storage.ts';
import { displayKey } from './till.ts';

const KEY = 'house_printer';

/** As a person had chosen it, before it was the device's. */
const chosenBefore = (): number | null => readStored<number | null>(tenantKey(KEY), null);

// with a printer of before, that none is chosen must be told from a value that is broken
const isPrinter = (value: unknown): boolean => value === null || typeof value === 'number';

/** The printer of the house that this device prints on, whoever works on it; null: the browser's window. */
export const useHousePrinter = () => useStored<number | null>(displayKey(KEY), chosenBefore(), isPrinter);

export const housePrinter = (): number | null => readStored<number | null>(displayKey(KEY), chosenBefore(), isPrinter);

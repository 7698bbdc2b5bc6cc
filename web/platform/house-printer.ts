import { addPrintJob, type PrintKind } from '#contract/print-jobs.ts';
import { call } from './api.ts';
import { newIdempotencyKey } from './intentions.ts';
import { readStored, tenantKey, useStored } from './storage.ts';
import { notify } from './toast.ts';

const KEY = 'house_printer';

/** The printer of the house that this device prints on; null: the browser's window. */
export const useHousePrinter = () => useStored<number | null>(tenantKey(KEY), null);

export const housePrinter = (): number | null => readStored<number | null>(tenantKey(KEY), null);

/** Prints on this device's printer of the house; false when it could not be queued, and the browser has to. */
export const printAtHouse = async (kind: PrintKind, id: number): Promise<boolean> => {
  const printerId = housePrinter();
  if (printerId === null) return false;
  try {
    const { message } = await call(addPrintJob, { body: { kind, id, printerId } }, { idempotencyKey: newIdempotencyKey() });
    notify.success(message);
    return true;
  } catch {
    return false;
  }
};

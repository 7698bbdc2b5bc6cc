import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';

const KEY = 'last-payment-type';
interface Kept {
  id: number | null;
}
const isKept = (value: unknown): boolean => {
  const id = (value as Kept | undefined)?.id;
  return id === null || typeof id === 'number';
};

/** How the last sale of this person on this device was paid; undefined before the first. */
export const lastPaymentType = (): number | null | undefined => readStored<Kept | undefined>(tenantKey(KEY), undefined, isKept)?.id;

export const keepPaymentType = (id: number | null): boolean => writeStored(tenantKey(KEY), { id } satisfies Kept);

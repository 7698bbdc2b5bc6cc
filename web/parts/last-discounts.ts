import { type AdjustmentKind, adjustmentKinds } from '#contract/bill-costs.ts';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';

/** Money off, as a call takes it; the value is a percent or a sum, as typed. */
export interface Discount {
  kind: AdjustmentKind;
  value: string;
  reasonId?: number;
  note?: string;
}

const KEY = 'last-discounts';
const MOST = 3;
const isDiscount = (value: unknown): boolean => {
  const { kind, value: amount } = (value ?? {}) as Partial<Discount>;
  return adjustmentKinds.some((known) => known === kind) && typeof amount === 'string';
};
export const areDiscounts = (value: unknown): boolean => Array.isArray(value) && value.every(isDiscount);

/** What was given last on this device, the latest first. */
export const lastDiscounts = (): Discount[] => readStored<Discount[]>(tenantKey(KEY), [], areDiscounts);

/** A new price is of one dish only, and not offered again. */
export const keepDiscount = (discount: Discount): void => {
  if (discount.kind === 'price') return;
  const same = JSON.stringify(discount);
  writeStored(tenantKey(KEY), [discount, ...lastDiscounts().filter((known) => JSON.stringify(known) !== same)].slice(0, MOST));
};

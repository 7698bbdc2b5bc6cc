import type { Adjustment, ChargeRule } from './adjustments.ts';
import type { LineTax } from './pricing.ts';

// What the tables of cases worked by hand are written with. Sums are minor units, percents are as people say them.

export const pct = (percent: number): Adjustment => ({ kind: 'percent', value: BigInt(Math.round(percent * 10_000)) });
/** Money off. */
export const off = (value: bigint): Adjustment => ({ kind: 'amount', value });
/** A new price of one piece. */
export const each = (value: bigint): Adjustment => ({ kind: 'price', value });

export const ex = (percent: number, title = 'GST'): LineTax => ({ id: 1, title, rate: Math.round(percent * 10_000), type: 'exclusive' });
export const inc = (percent: number, title = 'VAT'): LineTax => ({ ...ex(percent, title), type: 'inclusive' });

export const at = (unitPrice: bigint, adjustments: Adjustment[] = [], quantity = 1, tax: LineTax | null = null) => ({
  unitPrice,
  quantity,
  tax,
  adjustments,
});

export const charge = (kind: ChargeRule['kind'], value: bigint, tax: LineTax | null = null): ChargeRule => ({
  id: 1,
  title: 'Service',
  kind,
  value,
  tax,
});

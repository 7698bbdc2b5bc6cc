import type { Sum } from './sums.queries.ts';

/** Minor units over a count, rounded half up; 0 when there is nothing to divide by. */
export const averageOf = (total: bigint, count: number): bigint => (count === 0 ? 0n : (2n * total + BigInt(count)) / (2n * BigInt(count)));

type Amounts = Pick<Sum, 'orders' | 'quantity' | 'total' | 'net' | 'tax'>;
const nothing: Amounts = { orders: 0, quantity: 0, total: 0n, net: 0n, tax: 0n };

export const addAmounts = (rows: readonly Amounts[]): Amounts =>
  rows.reduce(
    (sum, row) => ({
      orders: sum.orders + row.orders,
      quantity: sum.quantity + row.quantity,
      total: sum.total + row.total,
      net: sum.net + row.net,
      tax: sum.tax + row.tax,
    }),
    nothing,
  );

/**
 * Rows that share a label become one; what has come to nothing is left out, unless something else speaks for it, and the largest total comes
 * first, then the label.
 */
export const rank = <T>(
  rows: readonly (Amounts & T)[],
  labelOf: (row: Amounts & T) => string,
  isKept: (label: string) => boolean = () => false,
) =>
  [...Map.groupBy(rows, labelOf)]
    .map(([label, group]) => ({ ...group[0]!, ...addAmounts(group), label }))
    .filter(({ label, quantity, total, tax }) => quantity !== 0 || total !== 0n || tax !== 0n || isKept(label))
    .sort((a, b) => (a.total === b.total ? (a.label < b.label ? -1 : 1) : a.total < b.total ? 1 : -1));

/** A tax as it was on the lines; its title may hold spaces. */
export const taxOf = (key: string): { rate: number; type: 'exclusive' | 'inclusive'; title: string } => {
  const [rate = '', type = '', ...title] = key.split(' ');
  return { rate: Number(rate), type: type as 'exclusive' | 'inclusive', title: title.join(' ') };
};

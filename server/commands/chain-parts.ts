import { findCurrency } from '#contract/currencies.ts';
import { toMinor } from '#contract/pricing.ts';

/** How many decimals the money of a hashed text has. */
export const decimalsOf = (currency: string): number => findCurrency(currency)?.decimals ?? 2;
/** Reads amounts of a hashed text. */
export const minorOf = (currency: string) => {
  const decimals = decimalsOf(currency);
  return (amount: number) => toMinor(amount, decimals) ?? 0n;
};
/** Undefined: somebody made something else of it. */
export const parse = <T>(text: string): T | undefined => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
};
/** What these rows come to. */
export const sumOf = <T>(rows: readonly T[], of: (one: T) => bigint) => rows.reduce((all, one) => all + of(one), 0n);

/** Rows that are read at a time. */
export const BATCH = 500;

/** Rows that come in the order of restaurants, read one restaurant at a time: no more than a batch of them is kept. */
export const byRestaurant = <T extends { tenant_id: number }>(rows: AsyncGenerator<T>) => {
  let head: Promise<IteratorResult<T>> | undefined;
  const peek = () => (head ??= rows.next());
  return {
    /** The restaurant of the next row. */
    next: async (): Promise<number | undefined> => {
      const one = await peek();
      return one.done ? undefined : one.value.tenant_id;
    },
    async *of(tenant: number): AsyncGenerator<T> {
      for (let one = await peek(); !one.done && one.value.tenant_id === tenant; one = await peek()) {
        head = undefined;
        yield one.value;
      }
    },
  };
};

import { type Currency, findCurrency } from '#contract/currencies.ts';
import type { CustomerOrder } from '#contract/customer-history.ts';
import { toDecimal } from '#contract/pricing.ts';
import { costOfLines } from '#server/features/prices/cart.rules.ts';
import type { CustomerOrderRow } from './customer-orders.queries.ts';

/** An order of a customer; one that is not paid counts in the store's currency. */
export const toCustomerOrder = (
  { lines, paid_in, guest_name, delivery_address, ...order }: CustomerOrderRow,
  present: Currency,
): CustomerOrder => {
  const { code, decimals } = paid_in === null ? present : findCurrency(paid_in)!;
  return {
    ...order,
    ...(guest_name !== null && { guest_name }),
    ...(delivery_address !== null && { delivery_address }),
    date: order.created_at.toISOString(),
    // all of it, whatever is paid of it by now
    total: toDecimal(costOfLines(lines.filter(({ status }) => status !== 'cancelled')).totals.total, decimals),
    currency: code,
    items: lines.map((line) => ({
      ...line,
      addons: ((line.addons as { title: string }[] | null) ?? []).map(({ title }) => title),
    })),
  };
};

import { findCurrency } from '#contract/currencies.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import type { QrOrder } from '#contract/qr-orders.ts';
import type { WaitingOrder } from './qr-orders.queries.ts';

interface Addon {
  id: number;
  title: string;
  price: number;
}

/** An order of a diner as the tills read it (wire.md §3). Prices are those at the time of ordering, in the currency of that time. */
export const toQrOrder = ({ lines, currency, created_at, guest_name, ...order }: WaitingOrder): QrOrder => {
  const { decimals } = findCurrency(currency)!;
  const amount = (minor: number) => toDecimal(BigInt(minor), decimals);
  const date = created_at.toISOString();
  return {
    ...order,
    ...(guest_name !== null && guest_name !== order.customer_name && { guest_name }),
    date,
    payment_status: 'pending',
    items: lines.map(({ qr_order_id, unit_price, tax_rate, addons, ...line }) => ({
      ...line,
      order_id: qr_order_id,
      tax_rate: tax_rate === null ? null : toPercent(tax_rate),
      price: amount(unit_price),
      addons:
        (addons as Addon[] | null)?.map(({ id, title, price }) => ({ id, item_id: line.item_id, title, price: amount(price) })) ?? null,
      status: order.status,
      date,
    })),
  };
};

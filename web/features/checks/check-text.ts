import { deliveryTitle } from '#web/parts/delivery-titles.ts';
import type { GivenAdjustment } from '#contract/bill-costs.ts';
import type { Check, CheckRow } from '#contract/checks.ts';
import { moneyText } from '#contract/money-text.ts';

type Named = Pick<CheckRow, 'check_id' | 'bill_no' | 'name' | 'table_title' | 'delivery_type' | 'customer_name'>;

/** 'T9', 'T9 · Bill 2' or 'T9 · Anna', or 'Take Away · Maria' for a bill without a table. */
export const billName = ({
  check_id: id,
  bill_no: number,
  name,
  table_title: table,
  delivery_type: option,
  customer_name: customer,
}: Named) => {
  if (table === null) return `${deliveryTitle(option)} · ${name ?? customer ?? `Bill ${id}`}`;
  if (name !== null) return `${table} · ${name}`;
  return number === null || number === 1 ? table : `${table} · Bill ${number}`;
};

/** '10 % off the bill', 'New price 3.00 for Soup' */
export const sayAdjustment = (
  { kind, value, item_id }: Pick<GivenAdjustment, 'kind' | 'value' | 'item_id'>,
  { orders, currency }: Check,
): string => {
  const item = orders.flatMap(({ items }) => items).find(({ id }) => id === item_id);
  const whose = item ? item.item_title : 'the bill';
  if (kind === 'price') return `New price ${moneyText(value, currency)} for ${whose}`;
  return `${kind === 'percent' ? `${value} %` : moneyText(value, currency)} off ${whose}`;
};

export const pageOf = (checkId: number): string => `/dashboard/checks/${checkId}`;

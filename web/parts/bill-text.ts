import { deliveryTitle } from './delivery-titles.ts';
import type { CheckRow } from '#contract/checks.ts';
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

export const pageOf = (checkId: number): string => `/dashboard/checks/${checkId}`;

/** Said where somebody else has changed a bill that is being paid. */
export const changedSentence = (due: number, currency: string): string => `The bill has changed: ${moneyText(due, currency)} is due now.`;

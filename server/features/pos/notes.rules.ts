import { chargeLine, type Cost } from '#contract/adjustments.ts';
import { lineLeft, type PricedLine } from '#contract/pricing.ts';
import type { Captured } from '#server/features/payments/payments.rules.ts';

/** One movement of the sums of reports (db/migrations/0012_report_sums.sql), in minor units. */
export interface Note {
  figure: 'sale' | 'member' | 'paid_item' | 'tax' | 'payment' | 'tip';
  /** null: the hour of the sale, which the database knows */
  key: string | null;
  orders?: number;
  quantity?: number;
  total: number;
  net?: number;
  tax?: number;
}

const taxKey = ({ rate, type, title }: Pick<NonNullable<PricedLine['tax']>, 'rate' | 'type' | 'title'>) => `${rate} ${type} ${title}`;

/** What a sale that is paid at once moves the sums by: what note_invoices (db/functions/note_sums.sql) would read back from its rows. */
export const notesOfSale = (cost: Cost, itemIds: readonly number[], payments: readonly Captured[], memberId: number): Note[] => {
  const all = [...cost.lines, ...cost.charges.map(chargeLine)];
  const taxed = new Map<string, bigint>();
  for (const line of all) if (line.tax) taxed.set(taxKey(line.tax), (taxed.get(taxKey(line.tax)) ?? 0n) + lineLeft(line));
  const { total, net, tax } = cost.totals;
  const sums = { quantity: 1, total: Number(total), net: Number(net), tax: Number(tax) };
  return [
    { figure: 'sale', key: null, orders: 1, ...sums },
    { figure: 'member', key: String(memberId), ...sums },
    ...cost.lines.map((line, place): Note => {
      return { figure: 'paid_item', key: String(itemIds[place]), quantity: line.quantity, total: Number(lineLeft(line)) };
    }),
    ...cost.taxes.map(
      (share): Note => ({ figure: 'tax', key: taxKey(share), total: Number(taxed.get(taxKey(share))), tax: Number(share.tax) }),
    ),
    ...payments.map(({ paymentType, amount }): Note => ({ figure: 'payment', key: paymentType, quantity: 1, total: amount })),
    ...payments.flatMap(({ paymentType, tip }): Note[] =>
      tip === 0 ? [] : [{ figure: 'tip', key: paymentType, quantity: 1, total: tip }],
    ),
  ];
};

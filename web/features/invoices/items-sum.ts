import { totalOfPieces } from '#contract/adjustments.ts';
import type { OpenedInvoice } from '#contract/invoices.ts';
import { currencyOf } from '#contract/money-text.ts';
import { lineTaxOf, type PricedLine, readTax, toDecimal, toMinor } from '#contract/pricing.ts';

/** What pieces of an invoice come to that are taken back, by the function of the contract; undefined where the server does not say of what its charges are. */
export const itemsSum = (
  { items, charged, currency }: Pick<OpenedInvoice, 'items' | 'charged' | 'currency'>,
  pieces: Readonly<Record<number, number>>,
): number | undefined => {
  if (charged.some(({ tax, rule }) => tax !== 0 && !rule)) return undefined;
  const { decimals } = currencyOf(currency);
  const minor = (sum: number) => toMinor(sum, decimals) ?? 0n;
  const total = totalOfPieces({
    lines: items.map(
      (item): PricedLine => ({
        unitPrice: minor(item.price),
        quantity: item.quantity,
        discount: minor(item.discount ?? 0),
        tax: readTax(lineTaxOf(item)),
      }),
    ),
    charges: charged.map(({ amount, rule }) => ({ unitPrice: minor(amount), quantity: 1, tax: readTax(rule?.tax ?? null) })),
    left: items.map(({ refundable }) => refundable),
    taken: items.map(({ id, refundable }) => Math.min(refundable, pieces[id] ?? 0)),
  });
  return toDecimal(total, decimals);
};

import { chargeLine, type ChargeRule, type Cost } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import { toDecimal, toPercent } from '#contract/pricing.ts';
import type { ShownTax } from '#contract/bill-costs.ts';
import { canonicalAround } from '#contract/canonical.ts';
import { fixedCosts, toTaxShares } from './charges.rules.ts';

interface Line {
  item_title: string;
  variant_title: string | null;
  quantity: number;
  unit_price: number;
  discount: number;
  tax_title: string | null;
  tax_rate: number | null;
  tax_type: string | null;
}

interface Payment {
  paymentType: string;
  kind: string;
  amount: number;
  tip: number;
  tendered: number | null;
}

/** What an invoice says, in minor units. */
export interface Said {
  kind: 'sale' | 'refund';
  refundOf: number | null;
  now: Date;
  businessDate: string;
  currency: Currency;
  net: bigint;
  tax: bigint;
  total: bigint;
  rounding: bigint;
  taxes: readonly ShownTax[];
  lines: readonly Line[];
  charges: readonly ChargeRule[];
  payments: readonly Payment[];
}

/** The members of an invoice that are hashed: nothing personal is among them, and nothing that changes later (wire-2.md §4). */
const hashedMembers = (said: Said) => {
  const { decimals } = said.currency;
  const amount = (minor: bigint | number) => toDecimal(BigInt(minor), decimals);
  return {
    kind: said.kind,
    refund_of: said.refundOf,
    date: said.now.toISOString(),
    business_date: said.businessDate,
    currency: said.currency.code,
    sub_total: amount(said.net),
    tax_total: amount(said.tax),
    total: amount(said.total),
    rounding: amount(said.rounding),
    taxes: said.taxes,
    lines: said.lines.map((line) => ({
      title: line.item_title,
      variant: line.variant_title,
      quantity: line.quantity,
      price: amount(line.unit_price),
      discount: amount(line.discount),
      tax_title: line.tax_title,
      tax_rate: line.tax_rate === null ? null : toPercent(line.tax_rate),
      tax_type: line.tax_type,
    })),
    charges: said.charges.map(({ title, value }) => ({ title, amount: amount(value) })),
    payments: said.payments.map(({ paymentType, kind, amount: paid, tip, tendered }) => ({
      payment_type: paymentType,
      kind,
      amount: amount(paid),
      tip: amount(tip),
      tendered: tendered === null ? null : amount(tendered),
    })),
  };
};

/** What chain_invoice hashes: canonical JSON in pieces around the hash of the last closing, the number and the hash of the invoice before. */
export const hashPieces = (said: Said): string[] => canonicalAround(hashedMembers(said), ['closing_hash', 'number', 'previous_hash']);

interface Sold extends Pick<Said, 'now' | 'businessDate' | 'currency' | 'rounding' | 'lines' | 'payments'> {
  cost: Cost;
}

/** The pieces of an invoice by which something is paid for. */
export const hashPiecesOfSale = ({ cost, ...sold }: Sold): string[] =>
  hashPieces({
    ...sold,
    ...cost.totals,
    kind: 'sale',
    refundOf: null,
    taxes: toTaxShares([...cost.lines, ...cost.charges.map(chargeLine)], sold.currency),
    charges: fixedCosts(cost),
  });

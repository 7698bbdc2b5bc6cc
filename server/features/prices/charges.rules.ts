import { type ChargedAmount, type ChargeRule, type Cost, chargeLine, splitParts } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import type { BillCharge, RuledCharge } from '#contract/bill-costs.ts';
import { addUp, type PricedLine, splitTax, toDecimal, toPercent } from '#contract/pricing.ts';
import type { ShownTax } from '#contract/bill-costs.ts';

/** Sums of the same charge as one. */
export const addedUp = (charges: readonly ChargeRule[]): ChargeRule[] => {
  const sums = new Map<number, ChargeRule>();
  for (const charge of charges) sums.set(charge.id, { ...charge, value: charge.value + (sums.get(charge.id)?.value ?? 0n) });
  return [...sums.values()];
};

/** The charges of a bill as sums. */
export const fixedCosts = ({ charges }: Pick<Cost, 'charges'>): ChargeRule[] =>
  charges.map(({ rule, amount }) => ({ ...rule, kind: 'amount', value: amount }));

/** What a bill is charged, as sums. */
export interface ChargesOfBill {
  checkId: number;
  charges: readonly ChargeRule[];
}

/** Charges of several bills as sums. */
export const fixedCharges = (bills: readonly ChargesOfBill[]): ChargeRule[] => addedUp(bills.flatMap(({ charges }) => charges));

/** What each bill has of a charge, where several are paid together; null: all of it is of one. */
const sharesOf = (chargeId: number, bills: readonly ChargesOfBill[]) =>
  bills.length < 2
    ? null
    : bills.flatMap(({ checkId, charges }) =>
        charges.flatMap(({ id, value }) => (id === chargeId ? { check_id: checkId, amount: Number(value) } : [])),
      );

/** Charges as the wire shows them. */
export const toBillCharges = (charges: readonly ChargedAmount[], { decimals }: Currency): BillCharge[] =>
  charges.map((charge) => ({
    charge_id: charge.rule.id,
    title: charge.rule.title,
    amount: toDecimal(charge.amount, decimals),
    tax: toDecimal(addUp([chargeLine(charge)]).tax, decimals),
  }));

/** The same with what makes each of them. */
export const toRuledCharges = (charges: readonly ChargedAmount[], currency: Currency): RuledCharge[] =>
  toBillCharges(charges, currency).map((charge, index) => {
    const { kind, value, tax } = charges[index]!.rule;
    const percent = kind === 'percent' ? toPercent(Number(value)) : null;
    return { ...charge, rule: { percent, tax: tax && { id: tax.id, title: tax.title, rate: toPercent(tax.rate), type: tax.type } } };
  });

/** Charges as columns of invoice_charges, for pay_orders and place_order. */
export const toChargeRows = (charges: readonly ChargedAmount[], bills: readonly ChargesOfBill[] = []) => ({
  charges: charges.map(({ rule, amount }) => ({
    charge_id: rule.id,
    title: rule.title,
    amount: Number(amount),
    tax_id: rule.tax?.id ?? null,
    tax_title: rule.tax?.title ?? null,
    tax_rate: rule.tax?.rate ?? null,
    tax_type: rule.tax?.type ?? null,
    tax_parts: rule.tax?.parts ?? null,
    shares: sharesOf(rule.id, bills),
  })),
  chargesTotal: Number(charges.reduce((sum, { amount }) => sum + amount, 0n)),
});

/** The taxes of lines and charges by rate, with what they are of and their parts; all add up to the bill. */
export const toTaxShares = (priced: readonly PricedLine[], { decimals }: Currency): ShownTax[] =>
  splitTax(priced).map(({ title, rate, type, tax, parts }) => {
    const gross = priced
      .filter(({ tax: of }) => of !== null && of.title === title && of.rate === rate && of.type === type)
      .reduce((sum, line) => sum + line.unitPrice * BigInt(line.quantity) - (line.discount ?? 0n), 0n);
    const net = type === 'exclusive' ? gross : gross - tax;
    return { ...toShare({ title, rate, type, tax, parts }, net, decimals) };
  });

/** A tax as the wire shows it. */
export const toShare = (
  {
    title,
    rate,
    type,
    tax,
    parts,
  }: { title: string; rate: number; type: ShownTax['type']; tax: bigint; parts: readonly { title: string; rate: number }[] },
  net: bigint,
  decimals: number,
): ShownTax => ({
  title,
  rate: toPercent(rate),
  type,
  net: toDecimal(net, decimals),
  tax: toDecimal(tax, decimals),
  parts: splitParts(tax, parts).map((part) => ({ title: part.title, rate: toPercent(part.rate), tax: toDecimal(part.tax, decimals) })),
});

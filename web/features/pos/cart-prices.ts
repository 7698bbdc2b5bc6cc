import { type Adjustment, chargeLine, type ChargeRule, type Cost, costOf, splitParts } from '#contract/adjustments.ts';
import type { ShownTax } from '#contract/bill-costs.ts';
import type { Currency } from '#contract/currencies.ts';
import type { Check } from '#contract/checks.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import type { createOrder, PosInit, StoreCharge } from '#contract/pos.ts';
import {
  lineLeft,
  type LineTax,
  lineTaxOf,
  lineTotal,
  type PricedLine,
  readTax,
  toDecimal,
  toMinor,
  toPercent,
  toRate,
  unitPriceOf,
} from '#contract/pricing.ts';
import type { Discount } from '#web/parts/last-discounts.ts';
import { type CartLine, type DeliveryType, keyOf } from './cart.ts';

type CartInput = CallInput<typeof createOrder>['body']['cart'];

/** A line with today's prices; sums are decimals of the wire. */
export interface ShownLine {
  key: string;
  line: CartLine;
  /** Why it cannot be sold; it is then in no sum. */
  obstacle: 'No longer on the menu' | 'Sold out' | undefined;
  unitPrice: number;
  total: number;
  /** All money off it, its part of what is off the bill too. */
  discount: number;
}

export interface ShownCart {
  lines: ShownLine[];
  /** Pieces that can be sold. */
  count: number;
  net: number;
  tax: number;
  total: number;
  /** All money off. */
  discount: number;
  charges: { charge_id: number; title: string; amount: number }[];
  /** Which taxes are in it: 'VAT 5%, Service 10% incl.' */
  taxNote: string;
  /** By rate, which the receipt shows; a cart that was kept by a former release has none. */
  taxes?: ShownTax[] | undefined;
  /** A line has an obstacle. */
  isBlocked: boolean;
  /** Of a further round, whose charges are those of its bill: its sums without any, which the server knows. */
  claimed?: { net: number; tax: number; total: number } | undefined;
}

/** The tax of a dish: what is taken away or delivered may have its own. */
const taxOf = (item: MenuItem, deliveryType: DeliveryType): LineTax | null =>
  readTax(item.takeaway_tax && deliveryType !== 'dinein' ? item.takeaway_tax : lineTaxOf(item));

/** What a piece costs by the menu, in minor units; undefined when something of it is not on the menu. */
export const menuPriceOf = (
  item: MenuItem,
  variantId: number | null,
  addonIds: readonly number[],
  { decimals }: Currency,
): bigint | undefined => {
  const minorOf = (part: { price: number } | undefined) => part && toMinor(part.price, decimals);
  const base = minorOf(item);
  const variant = variantId === null ? null : minorOf(item.variants.find(({ id }) => id === variantId));
  const addons = addonIds.map((wanted) => minorOf(item.addons.find(({ id }) => id === wanted)));
  if (base === undefined || variant === undefined || !addons.every((price) => price !== undefined)) return undefined;
  return unitPriceOf(base, variant, addons);
};

const ids = (named: readonly { id: number }[]): number[] => named.map(({ id }) => id);

/** How a cart is sold: its dining option decides the tax and the charges. */
export interface Terms {
  deliveryType: DeliveryType;
  charges?: readonly StoreCharge[] | undefined;
  discounts?: readonly Discount[] | undefined;
  taxParts?: PosInit['taxParts'];
  /** How many guests there are; nobody has said so when it is left out. */
  covers?: number | null | undefined;
  /** The open bill that it joins. */
  bill?: Pick<Check, 'charges' | 'removed_charges' | 'kept_charges'> | undefined;
}

/** A discount, or what a charge is, in the unit of the money functions. */
export const toAdjustment = <K extends Adjustment['kind']>(
  { kind, value }: { kind: K; value: string | number },
  { decimals }: Currency,
) => ({
  kind,
  value: kind === 'percent' ? BigInt(toRate(value) ?? 0) : (toMinor(value, decimals) ?? 0n),
});

/** Whether a further round leaves a charge to its bill: it is a sum that this has already, or was taken off it. */
const isLeftTo = (bill: Terms['bill'], { id, kind }: StoreCharge): boolean => {
  const isIt = ({ charge_id }: { charge_id: number }) => charge_id === id;
  return bill !== undefined && (bill.removed_charges.some(isIt) || (kind === 'amount' && bill.charges.some(isIt)));
};

/** Those of the store's charges that a cart has. */
const chargesOf = ({ charges = [], deliveryType, covers, bill }: Terms, currency: Currency): ChargeRule[] =>
  (bill?.kept_charges ?? charges)
    .filter(
      ({ id, deliveryTypes, minCovers }) =>
        // a part of a split has its share, however many guests there are
        bill?.charges.some(({ charge_id }) => charge_id === id) ||
        (minCovers <= (covers ?? 0) && (deliveryTypes.length === 0 || deliveryTypes.includes(deliveryType))),
    )
    .filter((charge) => !isLeftTo(bill, charge))
    .map((charge) => ({ id: charge.id, title: charge.title, ...toAdjustment(charge, currency), tax: readTax(charge.tax) }));

/** Taxes by rate as a receipt shows them, with their parts. */
const toShownTaxes = ({ lines, charges, taxes }: Cost, { taxParts = [] }: Terms, decimals: number): ShownTax[] => {
  const partsOf = (id: number | null | undefined) => taxParts.find(({ tax_id: of }) => of === id)?.parts ?? [];
  const taxed = [...lines, ...charges.map(chargeLine)];
  return taxes.map(({ title, rate, type, tax }) => {
    const mine = taxed.filter((line) => line.tax?.title === title && line.tax.rate === rate && line.tax.type === type);
    const gross = mine.reduce((sum, line) => sum + lineLeft(line), 0n);
    const parts = partsOf(mine[0]?.tax?.id).map((part) => ({ title: part.title, rate: toRate(part.rate) ?? 0 }));
    return {
      title,
      rate: toPercent(rate),
      type,
      net: toDecimal(type === 'exclusive' ? gross : gross - tax, decimals),
      tax: toDecimal(tax, decimals),
      parts: splitParts(tax, parts).map((part) => ({ ...part, rate: toPercent(part.rate), tax: toDecimal(part.tax, decimals) })),
    };
  });
};

/** Prices a cart from the menu, with the engine that the server uses too (wire-2.md §3). */
export const priceCart = (
  lines: readonly CartLine[],
  menu: ReadonlyMap<number, MenuItem>,
  currency: Currency,
  terms: Terms = { deliveryType: 'dinein' },
): ShownCart => {
  const { decimals } = currency;
  const sellable: (PricedLine & { adjustments: Adjustment[]; shown: ShownLine })[] = [];
  const shown: ShownLine[] = [];
  for (const line of lines) {
    const item = menu.get(line.id);
    const unitPrice = item && menuPriceOf(item, line.variant?.id ?? null, ids(line.addons), currency);
    const obstacle = !item || unitPrice === undefined ? 'No longer on the menu' : item.sold_out ? 'Sold out' : undefined;
    const row: ShownLine = { key: keyOf(line), line, obstacle, unitPrice: 0, total: 0, discount: 0 };
    shown.push(row);
    if (!item || unitPrice === undefined || obstacle) continue;
    const priced = { unitPrice, quantity: line.quantity, tax: taxOf(item, terms.deliveryType) };
    row.unitPrice = toDecimal(unitPrice, decimals);
    row.total = toDecimal(lineTotal(priced), decimals);
    sellable.push({ ...priced, adjustments: (line.discounts ?? []).map((one) => toAdjustment(one, currency)), shown: row });
  }
  const costWith = (charges: readonly ChargeRule[]) =>
    costOf({ lines: sellable, adjustments: (terms.discounts ?? []).map((one) => toAdjustment(one, currency)), charges });
  const cost = costWith(sellable.length > 0 ? chargesOf(terms, currency) : []);
  const sums = ({ totals }: Cost) => ({
    net: toDecimal(totals.net, decimals),
    tax: toDecimal(totals.tax, decimals),
    total: toDecimal(totals.total, decimals),
  });
  for (const [place, { discount = 0n }] of cost.lines.entries()) sellable[place]!.shown.discount = toDecimal(discount, decimals);
  return {
    lines: shown,
    count: sellable.reduce((sum, { quantity }) => sum + quantity, 0),
    ...sums(cost),
    discount: toDecimal(cost.discount, decimals),
    charges: cost.charges.map(({ rule, amount }) => ({ charge_id: rule.id, title: rule.title, amount: toDecimal(amount, decimals) })),
    taxNote: cost.taxes.map(({ title, rate, type }) => `${title} ${toPercent(rate)}%${type === 'inclusive' ? ' incl.' : ''}`).join(', '),
    taxes: toShownTaxes(cost, terms, decimals),
    isBlocked: sellable.length < lines.length,
    ...(terms.bill && { claimed: sums(costWith([])) }),
  };
};

/** The lines as the wire wants them. */
export const cartBody = (cart: ShownCart): CartInput =>
  cart.lines.map(({ line, unitPrice }) => ({
    id: line.id,
    quantity: line.quantity,
    variant_id: line.variant?.id ?? null,
    addons_ids: ids(line.addons),
    notes: line.notes || null,
    price: unitPrice,
    ...(line.discounts?.length && { adjustments: [...line.discounts] }),
  }));

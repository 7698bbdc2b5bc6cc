import { type Cost, costOf } from '#contract/adjustments.ts';
import { type Currency, findCurrency, formatMoney } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { lineTaxOf, readTax, type TaxColumns, toDecimal, toMinor, toRate, unitPriceOf } from '#contract/pricing.ts';
import type { QrMenu } from '#contract/qr-menu.ts';

/** The store's currency; one that this page does not know shows by its code. */
export const currencyOf = (code: string): Currency => findCurrency(code) ?? { code, symbol: code, name: code, decimals: 2 };

const minorOf = (price: number, { decimals }: Currency): bigint => toMinor(price, decimals) ?? 0n;

/** A price of the wire for people. */
export const priceText = (price: number, currency: Currency): string => formatMoney(minorOf(price, currency), currency);

/** The price of one piece as a decimal of the wire. Exact, whatever the decimals. */
export const unitPrice = (
  base: number,
  variant: { price: number } | null,
  addons: readonly { price: number }[],
  currency: Currency,
): number =>
  toDecimal(
    unitPriceOf(
      minorOf(base, currency),
      variant && minorOf(variant.price, currency),
      addons.map(({ price }) => minorOf(price, currency)),
    ),
    currency.decimals,
  );

interface Taxed extends TaxColumns {
  price: number;
  quantity: number;
}

/** The dishes with the tax that they have here: what is ordered without a table is taken away (wire-2.md §3). */
export const dishesHere = ({ menuItems, storeTable }: Pick<QrMenu, 'menuItems' | 'storeTable'>): MenuItem[] =>
  storeTable !== null
    ? menuItems
    : menuItems.map((item) => {
        const tax = item.takeaway_tax;
        return tax ? { ...item, tax_id: tax.id, tax_title: tax.title, tax_rate: tax.rate, tax_type: tax.type } : item;
      });

type ShownCharge = NonNullable<QrMenu['charges']>[number];

const ruleOf = ({ id, title, kind, value, tax }: ShownCharge, currency: Currency) => ({
  id,
  title,
  kind,
  value: kind === 'percent' ? BigInt(toRate(value) ?? 0) : minorOf(value, currency),
  tax: readTax(tax),
});

/**
 * What a cart comes to with what a bill of here is charged, by the function that the server uses too. Nobody here knows how many guests
 * there are: what depends on them is told apart (chargeNotes).
 */
export const costHere = (lines: readonly Taxed[], currency: Currency, charges: readonly ShownCharge[] = []): Cost =>
  costOf({
    lines: lines.map((line) => ({ unitPrice: minorOf(line.price, currency), quantity: line.quantity, tax: readTax(lineTaxOf(line)) })),
    charges: lines.length === 0 ? [] : charges.filter(({ minCovers }) => minCovers === 0).map((charge) => ruleOf(charge, currency)),
  });

/** What is charged beside the dishes, in sentences: 'Service, 12.5 %, is added for parties of 6 or more.' */
export const chargeNotes = (charges: readonly ShownCharge[], currency: Currency): string[] =>
  charges.map(({ title, kind, value, minCovers }) => {
    const size = kind === 'percent' ? `${value} %` : priceText(value, currency);
    return `${title}, ${size}, is added${kind === 'amount' ? ' once' : ''}${minCovers > 0 ? ` for parties of ${minCovers} or more` : ''}.`;
  });

/** A line's price times its quantity, for people. */
export const lineText = ({ price, quantity }: { price: number; quantity: number }, currency: Currency): string =>
  formatMoney(minorOf(price, currency) * BigInt(quantity), currency);

/** Which of the two the price note means, here: whether the tax is in the prices or comes on top. Undefined where nothing is taxed. */
export const taxSentence = (items: readonly Pick<Taxed, 'tax_rate' | 'tax_type'>[]): string | undefined => {
  const types = new Set(items.flatMap(({ tax_rate, tax_type }) => (tax_rate && tax_type ? tax_type : [])));
  if (types.size === 2) return 'Some prices here include tax; for others it is added in your cart.';
  if (types.has('exclusive')) return 'Here, tax is added to the prices in your cart.';
  if (types.has('inclusive')) return 'Here, the prices include tax.';
  return undefined;
};

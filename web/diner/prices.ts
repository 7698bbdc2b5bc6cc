import { type Currency, findCurrency, formatMoney } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { addUp, type LineTax, toDecimal, toMinor, toRate, type Totals } from '#contract/pricing.ts';
import type { QrMenu } from '#contract/qr-menu.ts';

/** The store's currency; one that this page does not know shows by its code. */
export const currencyOf = (code: string): Currency => findCurrency(code) ?? { code, symbol: code, name: code, decimals: 2 };

const minorOf = (price: number, { decimals }: Currency): bigint => toMinor(price, decimals) ?? 0n;

/** A price of the wire for people. */
export const priceText = (price: number, currency: Currency): string => formatMoney(minorOf(price, currency), currency);

/** The price of one piece: the variant's, or else the base, and the addons' on top (part-2 §5). Exact, whatever the decimals. */
export const unitPrice = (
  base: number,
  variant: { price: number } | null,
  addons: readonly { price: number }[],
  currency: Currency,
): number =>
  toDecimal(
    addons.reduce((sum, { price }) => sum + minorOf(price, currency), minorOf(variant?.price ?? base, currency)),
    currency.decimals,
  );

interface Taxed {
  price: number;
  quantity: number;
  tax_id: number | null;
  tax_title: string | null;
  tax_rate: number | null;
  tax_type: LineTax['type'] | null;
}

const taxOf = ({ tax_id, tax_title, tax_rate, tax_type }: Taxed): LineTax | null => {
  const rate = tax_rate === null ? undefined : toRate(tax_rate);
  return rate === undefined || tax_type === null ? null : { id: tax_id, title: tax_title ?? '', rate, type: tax_type };
};

/** The dishes with the tax that they have here: what is ordered without a table is taken away (wire-2.md §3). */
export const dishesHere = ({ menuItems, storeTable }: Pick<QrMenu, 'menuItems' | 'storeTable'>): MenuItem[] =>
  storeTable !== null
    ? menuItems
    : menuItems.map((item) => {
        const tax = item.takeaway_tax;
        return tax ? { ...item, tax_id: tax.id, tax_title: tax.title, tax_rate: tax.rate, tax_type: tax.type } : item;
      });

/** What a cart comes to, by the function that the server uses too. */
export const totalsOf = (lines: readonly Taxed[], currency: Currency): Totals =>
  addUp(lines.map((line) => ({ unitPrice: minorOf(line.price, currency), quantity: line.quantity, tax: taxOf(line) })));

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

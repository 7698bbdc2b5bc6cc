import type { CallInput } from '#contract/endpoint.ts';
import type { MenuItem, updateMenuItems } from '#contract/menu-items.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { moneyText, currencyOf } from '#contract/money-text.ts';
import { plainSum } from '#web/parts/money-text.ts';

export const MOST_AT_ONCE = 1000; // items, as the server has it

export interface PriceChange {
  way: 'up' | 'down';
  by: 'percent' | 'sum';
  /** as it stands in its field */
  amount: string;
}

interface Named {
  /** null: none */
  id: number | null;
  title: string;
}

export type ManyEdit =
  | ({ what: 'price' } & PriceChange)
  | { what: 'tax'; tax: Named }
  | { what: 'category'; category: Named }
  | { what: 'soldOut'; isSoldOut: boolean };

type Body = CallInput<typeof updateMenuItems>['body'];
type Sent = Body['items'][number];

/** One line of the preview: an item, or one of its variants. */
export interface PreviewRow {
  key: string;
  title: string;
  /** true for a variant, which stands below its item */
  isVariant: boolean;
  before: string;
  after: string;
}

/** How many percent, in 1/10,000, or how many minor units; undefined for what is none. */
const amountOf = ({ by, amount }: PriceChange, decimals: number): bigint | undefined => {
  // percents have three decimals as a dinar has: 7,125 % are no thousands
  const read = by === 'percent' ? toMinor(plainSum(amount, 3), 4) : toMinor(plainSum(amount, decimals), decimals);
  return read === undefined || read <= 0n || (by === 'percent' && read > 10_000_000n) ? undefined : read;
};

export const isReadable = (change: PriceChange, decimals: number): boolean => amountOf(change, decimals) !== undefined;

/** The price after the change, rounded half up to the minor unit and never below 0. What is free stays free. */
export const changedPrice = (price: number, change: PriceChange, decimals: number): number => {
  const before = toMinor(price, decimals);
  const amount = amountOf(change, decimals);
  if (before === undefined || before === 0n || amount === undefined) return price;
  const signed = change.way === 'up' ? amount : -amount;
  const after = change.by === 'sum' ? before + signed : (2n * before * (1_000_000n + signed) + 1_000_000n) / 2_000_000n;
  return after <= 0n ? 0 : toDecimal(after, decimals);
};

const priceEdit = (item: MenuItem, change: PriceChange, currency: string): { rows: PreviewRow[]; sent: Sent } => {
  const { decimals } = currencyOf(currency);
  const priced = [{ ...item, isVariant: false }, ...item.variants.map((variant) => ({ ...variant, isVariant: true }))].map((row) => ({
    ...row,
    next: changedPrice(row.price, change, decimals),
  }));
  const touched = priced.filter(({ price, next }) => price !== next);
  const [own] = touched.filter(({ isVariant }) => !isVariant);
  const variants = touched.flatMap(({ isVariant, id, price, next }) => (isVariant ? [{ id, price: next, basedOn: { price } }] : []));
  return {
    rows: touched.map(({ id, title, isVariant, price, next }) => ({
      key: `${isVariant ? 'variant' : 'item'} ${id}`,
      // without its item's own price above it, a variant says whose it is
      title: isVariant && !own ? `${item.title}, ${title}` : title,
      isVariant: isVariant && own !== undefined,
      before: moneyText(price, currency),
      after: moneyText(next, currency),
    })),
    sent: { id: item.id, ...(own && { price: own.next, basedOn: { price: own.price } }), ...(variants.length > 0 && { variants }) },
  };
};

const NO_TAX = 'No tax';
const NO_CATEGORY = 'No category';
const soldOutText = (isSoldOut: boolean): string => (isSoldOut ? 'Sold out' : 'Available');

/** What one item holds, and what it is to hold; undefined when that is the same. */
const fieldEdit = (item: MenuItem, edit: Exclude<ManyEdit, { what: 'price' }>) => {
  if (edit.what === 'soldOut')
    return item.sold_out === edit.isSoldOut
      ? undefined
      : {
          texts: [soldOutText(item.sold_out), soldOutText(edit.isSoldOut)] as const,
          sent: { isSoldOut: edit.isSoldOut, basedOn: { isSoldOut: item.sold_out } },
        };
  const { id, title } = edit.what === 'tax' ? edit.tax : edit.category;
  const field = edit.what === 'tax' ? 'taxId' : 'categoryId';
  const before = edit.what === 'tax' ? item.tax_id : item.category_id;
  if (before === id) return undefined;
  const shown = edit.what === 'tax' ? (item.tax_title ?? NO_TAX) : (item.category_title ?? NO_CATEGORY);
  return {
    texts: [shown, id === null ? (edit.what === 'tax' ? NO_TAX : NO_CATEGORY) : title] as const,
    sent: { [field]: id, basedOn: { [field]: before } },
  };
};

/** What an edit would change of these items: as lines for a person, and as the call that does it. */
export const previewOf = (items: readonly MenuItem[], edit: ManyEdit, currency: string): { rows: PreviewRow[]; sent: Sent[] } => {
  const parts = items.map((item): { rows: PreviewRow[]; sent: Sent } => {
    if (edit.what === 'price') return priceEdit(item, edit, currency);
    const change = fieldEdit(item, edit);
    if (!change) return { rows: [], sent: { id: item.id } };
    const [before, after] = change.texts;
    return {
      rows: [{ key: `item ${item.id}`, title: item.title, isVariant: false, before, after }],
      sent: { id: item.id, ...change.sent },
    };
  });
  const touched = parts.filter(({ rows }) => rows.length > 0);
  return { rows: touched.flatMap(({ rows }) => rows), sent: touched.map(({ sent }) => sent) };
};

/** The call that takes such a call back: what each began with, as long as nobody changed it since. */
export const takenBack = ({ items }: Body): Body => ({
  items: items.map(({ id, variants = [], basedOn = {}, ...given }) => ({
    id,
    ...basedOn,
    basedOn: given,
    variants: variants.map(({ id: variantId, price, basedOn: before }) => ({ id: variantId, ...before, basedOn: { price } })),
  })),
});

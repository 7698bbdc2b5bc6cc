import type { Currency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { unitPrice } from './prices.ts';

type Option = Pick<MenuItem['variants'][number], 'id' | 'title' | 'price'>;

/** One line as it is kept in the browser (part-2 §3, cart line of the public menu). */
export interface CartLine {
  /** Tells lines apart for as long as they are in the cart, also when their notes change. */
  line: number;
  id: number;
  title: string;
  image: string | null;
  /** Of one piece, with variant and addons, as it was when it was put in. */
  price: number;
  quantity: number;
  notes: string | null;
  variant_id: number | null;
  variant: Option | null;
  addons_ids: number[];
  addons: Option[];
}

export type NewLine = Omit<CartLine, 'line'>;

/** A line beside the menu as it is now. */
export interface ShownLine extends CartLine, Pick<MenuItem, 'tax_id' | 'tax_title' | 'tax_rate' | 'tax_type'> {
  /** No longer on the menu, sold out, or without the chosen variant or addon. */
  isGone: boolean;
  /** What it cost when it was put in, when that has changed since. */
  oldPrice: number | null;
}

export const QUANTITY_MAX = 99;
export const LINES_MAX = 50;
export const NOTES_MAX = 100;

type Choice = Pick<NewLine, 'id' | 'variant_id' | 'addons_ids' | 'notes'>;

/** Two lines are one when everything that the kitchen does for them is the same. */
const sameFor = ({ id, variant_id, addons_ids, notes }: Choice): string =>
  JSON.stringify([id, variant_id, [...addons_ids].sort((a, b) => a - b), notes]);

/** What was chosen of an item, as a line. */
export const lineOf = (
  item: MenuItem,
  chosen: { variant: Option | null; addons: Option[]; notes: string | null; quantity: number },
  currency: Currency,
): NewLine => {
  const bare = ({ id, title, price }: Option): Option => ({ id, title, price });
  return {
    id: item.id,
    title: item.title,
    image: item.image,
    price: unitPrice(item.price, chosen.variant, chosen.addons, currency),
    quantity: chosen.quantity,
    notes: chosen.notes,
    variant_id: chosen.variant?.id ?? null,
    variant: chosen.variant && bare(chosen.variant),
    addons_ids: chosen.addons.map(({ id }) => id),
    addons: chosen.addons.map(bare),
  };
};

const clamp = (quantity: number): number => Math.min(QUANTITY_MAX, Math.max(0, quantity));

/** The cart with a line more, or with more of the line that is already there. A full cart stays as it is. */
export const withLine = (lines: readonly CartLine[], added: NewLine): CartLine[] => {
  const same = lines.find((line) => sameFor(line) === sameFor(added));
  if (same)
    return lines.map((line) => (line === same ? { ...added, line: line.line, quantity: clamp(line.quantity + added.quantity) } : line));
  if (lines.length === LINES_MAX) return [...lines];
  return [...lines, { ...added, line: Math.max(0, ...lines.map(({ line }) => line)) + 1 }];
};

/** The cart with another quantity of a line; 0 removes it (part-2 §4). */
export const withQuantity = (lines: readonly CartLine[], line: number, quantity: number): CartLine[] =>
  lines.flatMap((one) => {
    if (one.line !== line) return one;
    return quantity < 1 ? [] : { ...one, quantity: clamp(quantity) };
  });

/** The cart with other notes on a line. */
export const withNotes = (lines: readonly CartLine[], line: number, notes: string | null): CartLine[] =>
  lines.map((one) => (one.line === line ? { ...one, notes } : one));

/** What of a line can be recognized after its notes were changed. */
const dishOf = (choice: Choice): string => sameFor({ ...choice, notes: null });

/** The cart without what was sent of it: the same choice with the same notes first, then with others, written since. */
export const withoutSent = (lines: readonly CartLine[], sent: readonly CartLine[]): CartLine[] => {
  const left = lines.map((line) => ({ ...line }));
  const take = (line: CartLine, keyOf: (choice: Choice) => string): CartLine => {
    let { quantity } = line;
    for (const one of left.filter((other) => keyOf(other) === keyOf(line))) {
      const taken = Math.min(quantity, one.quantity);
      one.quantity -= taken;
      quantity -= taken;
    }
    return { ...line, quantity };
  };
  for (const line of sent.map((one) => take(one, sameFor))) take(line, dishOf);
  return left.filter(({ quantity }) => quantity > 0);
};

/** Pieces in the cart. */
export const countOf = (lines: readonly Pick<CartLine, 'quantity'>[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** The cart beside the menu as it is now: what has gone, and what costs something else, is marked and priced again. */
export const compare = (lines: readonly CartLine[], menuItems: readonly MenuItem[], currency: Currency): ShownLine[] => {
  const menu = new Map(menuItems.map((item) => [item.id, item]));
  return lines.map((line) => {
    const item = menu.get(line.id);
    const variant = line.variant_id === null ? null : item?.variants.find(({ id }) => id === line.variant_id);
    // once each, as the server prices them: an older page could keep one twice
    const addons_ids = [...new Set(line.addons_ids)];
    const addons = addons_ids.flatMap((wanted) => item?.addons.find(({ id }) => id === wanted) ?? []);
    if (!item || item.sold_out || variant === undefined || addons.length !== addons_ids.length)
      return { ...line, isGone: true, oldPrice: null, tax_id: null, tax_title: null, tax_rate: null, tax_type: null };
    const price = unitPrice(item.price, variant, addons, currency);
    const { title, image, tax_id, tax_title, tax_rate, tax_type } = item;
    const oldPrice = price === line.price ? null : line.price;
    return { ...line, title, image, variant, addons_ids, addons, price, isGone: false, oldPrice, tax_id, tax_title, tax_rate, tax_type };
  });
};

import type { CheckItem } from '#contract/checks.ts';
import { discountOfPieces } from '#contract/adjustments.ts';
import { addUp, toDecimal, toMinor, toRate } from '#contract/pricing.ts';
import { currencyOf } from '#contract/money-text.ts';

/** A bill that is being made: its name, and how many pieces of which line go onto it. */
export interface Part {
  name: string;
  pieces: Readonly<Record<number, number>>;
}

/** How many pieces of a line have gone onto parts. */
const takenOf = (parts: readonly Part[], itemId: number): number => parts.reduce((sum, { pieces }) => sum + (pieces[itemId] ?? 0), 0);

/** What stays on the bill of a line. */
export const leftOf = (parts: readonly Part[], { id, quantity }: Pick<CheckItem, 'id' | 'quantity'>): number =>
  quantity - takenOf(parts, id);

/** The parts after some pieces of a line went onto one of them, or back when `count` is below 0; never more than there are. */
export const send = (parts: readonly Part[], place: number, item: Pick<CheckItem, 'id' | 'quantity'>, count: number): readonly Part[] =>
  parts.map((part, at) => {
    if (at !== place) return part;
    const has = part.pieces[item.id] ?? 0;
    const now = Math.max(0, has + Math.min(count, leftOf(parts, item)));
    const { [item.id]: _, ...others } = part.pieces;
    return { ...part, pieces: now === 0 ? others : { ...others, [item.id]: now } };
  });

/** What so many pieces of these lines come to with tax, as a decimal of the wire. */
export const totalOf = (items: readonly CheckItem[], piecesOf: (item: CheckItem) => number, code: string): number => {
  const { decimals } = currencyOf(code);
  const lines = items.map((item) => ({
    unitPrice: toMinor(item.price, decimals) ?? 0n,
    quantity: piecesOf(item),
    // what is off a line is shared by quantity
    discount: discountOfPieces(toMinor(item.discount ?? 0, decimals) ?? 0n, piecesOf(item), item.quantity),
    tax:
      item.tax_type === null || item.tax_rate === null
        ? null
        : { id: item.tax_id, title: item.tax_title ?? '', rate: toRate(item.tax_rate) ?? 0, type: item.tax_type },
  }));
  return toDecimal(addUp(lines).total, decimals);
};

/** As the call takes it: parts without anything are left out. */
export const toSplit = (parts: readonly Part[]) =>
  parts
    .map(({ name, pieces }) => ({
      // bills of a table have numbers of their own; only a person's name tells more
      ...(name.trim() !== '' && !/^Bill \d+$/.test(name.trim()) && { name: name.trim() }),
      items: Object.entries(pieces).map(([id, quantity]) => ({ itemId: Number(id), quantity })),
    }))
    .filter(({ items }) => items.length > 0);

import type { OpenCheck, OrderGroup } from '#contract/orders.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { finder } from '#contract/search.ts';
import { cardKey } from '#web/parts/bill.ts';
import { currencyOf } from '#contract/money-text.ts';

/** Which cards are looked for. */
export interface Filter {
  text: string;
  floor: string | undefined;
  /** A card's key. */
  table: string | undefined;
}
export const ALL: Filter = { text: '', floor: undefined, table: undefined };

/** By table, floor, token, and name or phone of a customer. */
export const filterCards = (cards: readonly OrderGroup[], { text, floor, table }: Filter): OrderGroup[] => {
  const isFound = finder(text);
  return cards.filter(
    (card) =>
      (table === undefined || cardKey(card) === table) &&
      (floor === undefined || card.floor === floor) &&
      (text.trim() === '' ||
        card.orders.some(({ token_no, customer_name, customer_id }) =>
          isFound(card.table_title, card.floor, String(token_no), customer_name, customer_id),
        )),
  );
};

const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The tables of the cards as somebody looks for them: 'Table 2' before 'Table 10'. */
export const tablesOf = (cards: readonly OrderGroup[]): OrderGroup[] =>
  cards
    .filter(({ table_id }) => table_id !== null)
    .sort((a, b) => compare(a.floor ?? '', b.floor ?? '') || compare(a.table_title ?? '', b.table_title ?? ''));

export const floorsOf = (cards: readonly OrderGroup[]): string[] =>
  [...new Set(cards.flatMap(({ floor }) => (floor && floor !== '-' ? [floor] : [])))].sort(compare);

/** What is to be paid at a card, as a decimal: of a table all its rounds, on whichever shelf, rounded as its bill will be. */
export const dueOf = (card: OrderGroup, checks: readonly OpenCheck[] | undefined, code: string): number => {
  const check = card.table_id === null ? undefined : checks?.find(({ table_id }) => table_id === card.table_id);
  if (check) return check.due;
  const { decimals } = currencyOf(code);
  return toDecimal(
    card.orders.reduce((sum, { due }) => sum + (toMinor(due, decimals) ?? 0n), 0n),
    decimals,
  );
};

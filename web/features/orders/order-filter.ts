import type { CheckRow } from '#contract/checks.ts';
import type { OpenCheck, OrderGroup } from '#contract/orders.ts';
import { finder, fold } from '#contract/search.ts';
import { type Card, cardKey } from '#web/parts/bill.ts';
import { billsOf } from '#web/parts/bills.ts';
import { addSums } from '#web/parts/money-text.ts';
import { compareTitles } from '#web/parts/table-floors.ts';

/** Which cards are looked for. */
export interface Filter {
  text: string;
  floor: string | undefined;
  /** A card's key. */
  table: string | undefined;
}
export const ALL: Filter = { text: '', floor: undefined, table: undefined };

/** By table, floor, token, and name, phone or address of a customer. */
export const filterCards = (cards: readonly Card[], { text, floor, table }: Filter): Card[] => {
  const isFound = finder(text);
  const found = cards.filter(
    (card) =>
      (table === undefined || cardKey(card) === table) &&
      (floor === undefined || card.floor === floor) &&
      (text.trim() === '' ||
        (card.orders.length === 0 && isFound(card.table_title, card.floor)) ||
        card.orders.some(({ token_no, customer_name, guest_name, customer_id, delivery_address: address }) =>
          isFound(card.table_title, card.floor, String(token_no), customer_name, guest_name, customer_id, address),
        )),
  );
  // 'Table 4' also finds token 14 of another table: the one of that name stands first
  const named = ({ table_title: title }: Card) => Number(title !== null && fold(title) === fold(text.trim()));
  return found.sort((a, b) => named(b) - named(a));
};

/** The tables of the cards as somebody looks for them: 'Table 2' before 'Table 10'. Of what is done a table has a card for each bill. */
export const tablesOf = (cards: readonly OrderGroup[]): OrderGroup[] => {
  const ofTables = cards.filter(({ table_id }) => table_id !== null);
  return [...new Map(ofTables.map((card) => [card.table_id, card])).values()].sort(
    (a, b) => compareTitles(a.floor ?? '', b.floor ?? '') || compareTitles(a.table_title ?? '', b.table_title ?? ''),
  );
};

/** Those that have names. */
export const floorNamesOf = (cards: readonly OrderGroup[]): string[] =>
  [...new Set(cards.flatMap(({ floor }) => (floor && floor !== '-' ? [floor] : [])))].sort(compareTitles);

interface Open {
  /** The tables at which somebody sits. */
  checks: readonly OpenCheck[] | undefined;
  bills: readonly CheckRow[] | undefined;
}

/** What is to be paid at a card, as a decimal: of a table all its rounds, on whichever shelf, rounded as its bill will be. */
export const dueOf = (card: Card, { checks, bills }: Open, code: string): number => {
  const check = card.table_id === null ? undefined : checks?.find(({ table_id }) => table_id === card.table_id);
  if (check) return check.due;
  const all = card.table_id === null ? billsOf(bills, card) : [];
  // its parts have cards of their own
  const home = all.filter(({ check_id: id }) => card.orders.some((order) => order.check_id === id));
  const own = home.length > 0 ? home : all;
  // a bill with other rounds, of which nothing is paid, is more than this card
  const isOwn = own.length > 0 && (card.orders.length === 0 || own.every(({ orders, paid }) => orders === 1 || paid > 0));
  const sums = (isOwn ? own : card.orders).map(({ due }) => due);
  return addSums(sums, code);
};

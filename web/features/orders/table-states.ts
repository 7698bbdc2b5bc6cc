import type { CheckRow } from '#contract/checks.ts';
import type { OpenCheck, OrderGroup } from '#contract/orders.ts';
import type { TableState } from '#web/parts/FloorPlan.tsx';

interface Open {
  /** The cards of the open orders. */
  cards: readonly OrderGroup[];
  checks: readonly OpenCheck[] | undefined;
  bills: readonly CheckRow[] | undefined;
  /** False: what is sent counts as made, so nothing waits to be brought. */
  cooksHere: boolean;
}

const since = (card: OrderGroup): string => card.orders.reduce((first, { date }) => (date < first ? date : first), card.orders[0]!.date);
const isReady = ({ orders }: OrderGroup): boolean => orders.some(({ items }) => items.some(({ status }) => status === 'completed'));

/** What is to be known of each table at which somebody sits, from what the screen has loaded anyway. */
export const tableStates = ({ cards, checks = [], bills = [], cooksHere }: Open): Map<number, TableState> => {
  const states = new Map<number, TableState>();
  for (const { table_id: id, due, since: at } of checks) states.set(id, { due, since: at, mark: due > 0 ? undefined : 'paid' });
  for (const { table_id: id, is_billed: isBilled } of bills) {
    const state = id !== null && states.get(id);
    if (state && isBilled && state.mark === undefined) state.mark = 'billed';
  }
  for (const card of cards) {
    const id = card.table_id;
    if (id === null || card.orders.length === 0) continue;
    const isPaid = card.orders.every(({ payment_status: status }) => status === 'paid');
    const state = states.get(id) ?? { since: since(card), mark: isPaid ? 'paid' : undefined };
    states.set(id, cooksHere && isReady(card) ? { ...state, mark: 'ready' } : state);
  }
  for (const state of states.values()) if (state.due === 0) delete state.due;
  return states;
};

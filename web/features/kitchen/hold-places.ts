import { useEffect, useRef, useState } from 'react';
import type { KitchenOrder } from '#contract/orders.ts';

/** What has left the board but still stands where it stood. */
interface Leaving {
  isGone?: boolean;
}
export type TicketItem = KitchenOrder['items'][number] &
  Leaving & {
    /** Done or cancelled under the finger: it keeps its height for a moment, so that no button comes under a finger that was meant for another. */
    isFresh?: boolean;
  };
export type TicketOrder = Omit<KitchenOrder, 'items'> & Leaving & { items: TicketItem[] };

/** Nothing is to be done with it any more. */
export const isDone = ({ status }: TicketItem): boolean => status === 'completed' || status === 'delivered';

const holdItem = (before: TicketItem, now: TicketItem | undefined): TicketItem => {
  if (!now) return { ...before, isGone: true };
  const isOver = (item: TicketItem) => isDone(item) || item.status === 'cancelled';
  return isOver(now) && (!isOver(before) || before.isFresh) ? { ...now, isFresh: true } : now;
};

/** The newest tickets in the places of those shown: nothing moves, what has left stays as it was, what is new comes last. */
const holdPlaces = (shown: TicketOrder[], newest: TicketOrder[]): TicketOrder[] => {
  const byId = new Map(newest.map((order) => [order.id, order]));
  const held = shown.map((order): TicketOrder => {
    const now = byId.get(order.id);
    if (!now) return order.isGone ? order : { ...order, isGone: true };
    byId.delete(order.id);
    const items = new Map(now.items.map((item) => [item.id, item]));
    const held = order.items.map((item) => holdItem(item, items.get(item.id)));
    return held.every((item, at) => item === now.items[at]) ? now : { ...now, items: held };
  });
  return [...held, ...byId.values()];
};

/** Keeps every ticket in its place while `isHeld`. */
export const useHeldPlaces = (newest: TicketOrder[] | undefined, isHeld: boolean): TicketOrder[] | undefined => {
  const [last, setLast] = useState({ newest, isHeld, shown: newest });
  if (last.newest === newest && last.isHeld === isHeld) return last.shown;
  const shown = isHeld && last.shown && newest ? holdPlaces(last.shown, newest) : newest;
  setLast({ newest, isHeld, shown });
  return shown;
};

/** Calls back, once for each, when an item is found cancelled that was not so when this display first loaded. */
export const useCancellations = (orders: KitchenOrder[] | undefined, onCancelled: () => void): void => {
  const known = useRef<Set<number>>(undefined);
  const latest = useRef(onCancelled);
  useEffect(() => {
    latest.current = onCancelled;
  });
  useEffect(() => {
    if (!orders) return;
    const cancelled = orders.flatMap(({ items }) => items.filter(({ status }) => status === 'cancelled').map(({ id }) => id));
    const isFirst = known.current === undefined;
    const seen = (known.current ??= new Set());
    const fresh = cancelled.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    if (!isFirst && fresh.length > 0) latest.current();
  }, [orders]);
};

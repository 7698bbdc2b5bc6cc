import { useEffect, useRef, useState } from 'react';
import type { KitchenOrder } from '#contract/orders.ts';

/** After a touch the tickets stand still for so long. */
const SETTLE_MS = 700;
/** A finger whose lifting the browser never told of must not hold the tickets for ever. */
const LONGEST_TOUCH_MS = 10_000;

/** True while a finger is on the screen or scrolls it, and a moment after. */
export const useIsTouched = (): boolean => {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const fingers = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          fingers.clear();
          setTouched(false);
        },
        fingers.size > 0 ? LONGEST_TOUCH_MS : SETTLE_MS,
      );
    };
    const down = ({ pointerId, isPrimary }: PointerEvent) => {
      // the first of them: of those before it the browser forgot to say that they were lifted
      if (isPrimary) fingers.clear();
      fingers.add(pointerId);
      hold();
    };
    const up = ({ pointerId }: PointerEvent) => {
      if (fingers.delete(pointerId)) hold();
    };
    const options = { capture: true, passive: true };
    document.addEventListener('pointerdown', down, options);
    document.addEventListener('pointerup', up, options);
    document.addEventListener('pointercancel', up, options);
    document.addEventListener('scroll', hold, options);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerdown', down, options);
      document.removeEventListener('pointerup', up, options);
      document.removeEventListener('pointercancel', up, options);
      document.removeEventListener('scroll', hold, options);
    };
  }, []);
  return isTouched;
};

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

/** Keeps a value while `isHeld`, for what would push the tickets away as it comes or goes. The same value must be the same object. */
export const useHeld = <T>(value: T, isHeld: boolean): T => {
  const [kept, keep] = useState(value);
  if (isHeld || kept === value) return kept;
  keep(value);
  return value;
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

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { readStored, removeStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { useTillKey } from '#web/platform/till.ts';
import { notify } from '#web/platform/toast.ts';
import {
  type CartLine,
  MAX_LINES,
  newSale,
  type PlacedAt,
  type Sale,
  type SaleAction,
  type SaleEnd,
  saleReducer,
  withKey,
} from './cart.ts';
import { completed, isSale } from './stored-sale.ts';
import type { SendKind } from './unsettled.ts';

const NOT_KEPT = 'This browser has no room left or keeps no data: please send this cart before you leave the page!';

const storedSale = (storageKey: string) => readStored<Sale | undefined>(storageKey, undefined, isSale);

/** Whether somebody has begun a cart there. */
export const isCartIn = (storageKey: string): boolean => {
  const sale = storedSale(storageKey);
  return sale !== undefined && (sale.lines.length > 0 || sale.tableId !== null || sale.customer !== null);
};

/** What was begun before the till kept its cart is not lost: an empty till takes it over. */
const takeOver = (storageKey: string): void => {
  const ownKey = tenantKey('sale');
  const own = ownKey === storageKey ? undefined : storedSale(ownKey);
  if (!own?.lines.length || storedSale(storageKey)?.lines.length) return;
  if (writeStored(storageKey, own)) removeStored(ownKey);
};

const start = (storageKey: string): Sale => {
  takeOver(storageKey);
  const stored = storedSale(storageKey);
  if (!stored) return newSale(newIdempotencyKey());
  // A key is taken over only with what it stands for: an empty cart's may belong to the sale of another tab.
  return completed(stored.lines.length > 0 ? stored : withKey(stored, newIdempotencyKey()));
};

interface Shown {
  sale: Sale;
  /** Another number for each sale that takes the place of one: what is half typed for a guest is not for the next. */
  guest: number;
}

const isAnother = (before: Sale, action: SaleAction, after: Sale): boolean => {
  if (action.type === 'replace') return action.sale.key !== before.key;
  // an empty cart that leaves a table leaves its guests
  const hasLeft = before.lines.length === 0 && before.tableId !== null && after.tableId !== before.tableId;
  return action.type === 'sent' || action.type === 'cancelled' || hasLeft;
};

const showNext = (shown: Shown, action: SaleAction): Shown => {
  const sale = saleReducer(shown.sale, action);
  return sale === shown.sale ? shown : { sale, guest: shown.guest + (isAnother(shown.sale, action, sale) ? 1 : 0) };
};

/** The screens of this tab: the one that asked may have been left when the answer comes, and another one stand there. */
const screens = new Set<(storageKey: string, end: SaleEnd) => unknown>();

const endWherever = (storageKey: string, end: SaleEnd): void => {
  const before = storedSale(storageKey);
  const after = before && saleReducer(before, end);
  if (after !== before) writeStored(storageKey, after);
  for (const tell of screens) tell(storageKey, end);
};

/**
 * All tabs of a person show one cart: what another tab has changed is taken over as it is stored now. A tab that slept learns of it when
 * it is looked at. Our own changes are stored already by then, and what is equal changes nothing.
 */
const useOtherTabs = (storageKey: string, shown: { readonly current: Sale }, onOther: (sale: Sale) => void): void => {
  const latest = useEffectEvent(onOther);
  useEffect(() => {
    const look = () => {
      const stored = storedSale(storageKey);
      if (stored && JSON.stringify(stored) !== JSON.stringify(shown.current)) latest(completed(stored));
    };
    const onStorage = ({ key }: StorageEvent) => key === storageKey && look();
    const wake = () => document.visibilityState === 'visible' && look();
    window.addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', wake);
    // between the first look at what is stored and now another tab may have added something
    if (storedSale(storageKey)?.lines.length) look();
    return () => {
      window.removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [storageKey, shown]);
};

/** Learns of the end of an order, whichever screen has sent it. */
const useEnds = (storageKey: string, onEnd: (end: SaleEnd) => void): void => {
  const latest = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const tell = (key: string, end: SaleEnd) => key === storageKey && latest(end);
    screens.add(tell);
    return () => void screens.delete(tell);
  }, [storageKey]);
};

const useStorageKey = (): string => {
  const wanted = useTillKey('sale');
  const [storageKey, setStorageKey] = useState(wanted);
  // where another tab has signed somebody else in, this screen is about to go: nothing of it may come into their cart
  const [person] = useState(() => tenantKey('sale'));
  if (wanted !== storageKey && tenantKey('sale') === person) setStorageKey(wanted);
  return storageKey;
};

/** The sale in progress. It survives a reload, and `New` can be taken back until the next item is added. */
export const useSale = () => {
  const storageKey = useStorageKey();
  const [{ sale, guest }, dispatch] = useReducer(showNext, storageKey, (key) => ({ sale: start(key), guest: 0 }));
  const [cleared, setCleared] = useState<Sale>();
  useEnds(storageKey, (end) => {
    dispatch(end);
    // what was thrown away before a sale belongs to nobody any more
    setCleared((thrown) => (end.type === 'sent' ? undefined : thrown && saleReducer(thrown, end)));
  });
  const latest = useRef(sale);
  useLayoutEffect(() => {
    latest.current = sale;
  });
  // A device's first answer of the server may say that the till keeps its cart: what was begun goes along.
  const place = useRef(storageKey);
  // What is stored as far as this tab knows: where something else is, another tab has stored it, and we are about to learn of it.
  const known = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (place.current !== storageKey && writeStored(storageKey, latest.current)) removeStored(place.current);
    place.current = storageKey;
    known.current = JSON.stringify(storedSale(storageKey));
  }, [storageKey]);
  const showOther = useCallback((other: Sale) => {
    dispatch({ type: 'replace', sale: other });
    if (other.lines.length > 0) setCleared(undefined);
  }, []);
  useOtherTabs(storageKey, latest, showOther);
  const isWarned = useRef(false);
  const begun = useRef<Sale | undefined>(sale);
  useEffect(() => {
    // nothing was done here yet: what is stored is as new, or newer
    if (sale === begun.current) return;
    // what is taken back is written, also where it is what was there at first
    begun.current = undefined;
    const isKept = writeStored(storageKey, sale);
    known.current = JSON.stringify(sale);
    if (isKept || sale.lines.length === 0 || isWarned.current) return;
    isWarned.current = true;
    notify.error(NOT_KEPT);
  }, [storageKey, sale]);

  // Its identity stays, so that adding an item does not re-render every card.
  const add = useCallback((line: CartLine) => {
    const { lines } = latest.current;
    if (saleReducer(latest.current, { type: 'add', line }).lines === lines) notify.error(`A cart holds at most ${MAX_LINES} lines!`);
    setCleared(undefined);
    dispatch({ type: 'add', line, freshKey: newIdempotencyKey() });
  }, []);

  /** Changes the sale as it is stored now: what a tab in the background learns of a bill is not written over a touch in another one. */
  const change = useCallback(
    (action: SaleAction) => {
      const stored = storedSale(place.current);
      const text = JSON.stringify(stored);
      if (stored && text !== known.current) {
        known.current = text;
        showOther(completed(stored));
      }
      dispatch(action);
    },
    [showOther],
  );

  const begin = useCallback(() => dispatch({ type: 'replace', sale: newSale(newIdempotencyKey()) }), []);
  /** Another sale takes the cart's place, which is put aside: otherwise it stays. Nothing from before it can be taken back. */
  const load = useCallback((loaded: Sale, putAside: (cart: Sale) => boolean): boolean => {
    const { current } = latest;
    if (current.lines.length > 0 && current.key !== loaded.key && !putAside(current)) return false;
    setCleared(undefined);
    dispatch({ type: 'replace', sale: loaded });
    return true;
  }, []);
  const clear = useCallback(() => {
    if (latest.current.lines.length > 0) setCleared(latest.current);
    begin();
  }, [begin]);
  return {
    sale,
    guest,
    /** Whose order stands in the cart: another number for each, and none without a line. */
    orderer: sale.lines.length > 0 && guest,
    dispatch: change,
    add,
    /** After saving: nothing is left that could be taken back. */
    begin,
    load,
    clear,
    /** This sale is in the kitchen: it leaves the cart that holds it. */
    endSent: ({ key, lines, deliveryType }: Sale, kind: SendKind, at: PlacedAt | undefined) => {
      const keepsTable = kind === 'kitchen' && deliveryType === 'dinein';
      endWherever(place.current, { type: 'sent', key, lines, keepsTable, at, freshKey: newIdempotencyKey() });
    },
    /** These QR orders are cancelled: no cart may stay linked to one of them. */
    endCancelled: (qrOrderIds: readonly number[]) =>
      endWherever(place.current, { type: 'cancelled', qrOrderIds, freshKey: newIdempotencyKey() }),
    takeBack:
      cleared && cleared.lines.length > 0 && sale.lines.length === 0 ? () => dispatch({ type: 'replace', sale: cleared }) : undefined,
  };
};

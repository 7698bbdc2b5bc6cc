import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { newIdempotencyKey } from '#web/platform/intentions.ts';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { notify } from '#web/platform/toast.ts';
import { type CartLine, completed, isSale, MAX_LINES, newSale, type Sale, type SaleAction, saleReducer, withKey } from './cart.ts';

const NOT_KEPT = 'This browser has no room left or keeps no data: please send this cart before you leave the page!';

const start = (storageKey: string): Sale => {
  const stored = readStored<Sale | undefined>(storageKey, undefined, isSale);
  if (!stored) return newSale(newIdempotencyKey());
  // A key is taken over only with what it stands for: an empty cart's may belong to the sale of another tab.
  return completed(stored.lines.length > 0 ? stored : withKey(stored, newIdempotencyKey()));
};

/** The sale in progress. It survives a reload, and `New` can be taken back until the next item is added. */
export const useSale = () => {
  const [storageKey] = useState(() => tenantKey('sale'));
  const [sale, change] = useReducer(saleReducer, storageKey, start);
  const [guest, setGuest] = useState(0);
  const dispatch = useCallback((action: SaleAction) => {
    if (action.type === 'replace') setGuest((count) => count + 1);
    change(action);
  }, []);
  const [cleared, setCleared] = useState<Sale>();
  const latest = useRef(sale);
  useLayoutEffect(() => {
    latest.current = sale;
  });
  const isWarned = useRef(false);
  useEffect(() => {
    if (writeStored(storageKey, sale) || sale.lines.length === 0 || isWarned.current) return;
    isWarned.current = true;
    notify.error(NOT_KEPT);
  }, [storageKey, sale]);

  // Its identity stays, so that adding an item does not render every card anew.
  const add = useCallback(
    (line: CartLine) => {
      const { lines } = latest.current;
      if (saleReducer(latest.current, { type: 'add', line }).lines === lines) notify.error(`A cart holds at most ${MAX_LINES} lines!`);
      setCleared(undefined);
      dispatch({ type: 'add', line, freshKey: newIdempotencyKey() });
    },
    [dispatch],
  );

  // Stored at once as well: the screen may have been left while the sale was on its way.
  const begin = useCallback(() => {
    const sale = newSale(newIdempotencyKey());
    writeStored(storageKey, sale);
    dispatch({ type: 'replace', sale });
  }, [storageKey, dispatch]);
  const clear = useCallback(() => {
    if (latest.current.lines.length > 0) setCleared(latest.current);
    begin();
  }, [begin]);
  return {
    sale,
    /** Another number for each sale that takes the place of one: what is half typed for a guest is not for the next. */
    guest,
    dispatch,
    add,
    /** After sending or saving: nothing is left that could be taken back. */
    begin,
    clear,
    takeBack: cleared && sale.lines.length === 0 ? () => dispatch({ type: 'replace', sale: cleared }) : undefined,
  };
};

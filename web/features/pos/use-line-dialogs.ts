import { useCallback, useLayoutEffect, useRef } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import type { OrderGroup } from '#contract/orders.ts';
import { ignoreSameTouch } from '#web/platform/opening-pause.ts';
import { notify } from '#web/platform/toast.ts';
import { type CartLine, keyOf } from './cart.ts';
import { lastRound, repeated } from './repeat-round.ts';
import { useOpenFor } from './use-open-for.ts';
import type { useSale } from './use-sale.ts';

const plainLine = ({ id, title }: MenuItem) => ({ id, title, variant: null, addons: [], notes: '', quantity: 1 });

/** What a touch on an item or a line does, and which of their dialogs is open. */
export const useLineDialogs = (
  { sale, guest, orderer, dispatch, add }: Pick<ReturnType<typeof useSale>, 'sale' | 'guest' | 'orderer' | 'dispatch' | 'add'>,
  menu: ReadonlyMap<number, MenuItem>,
  currency: string,
) => {
  const [choosing, setChoosing] = useOpenFor<MenuItem>(guest);
  const [changing, setChanging] = useOpenFor<string>(orderer);
  /** The line that gets a discount; null: the whole cart. */
  const [discounted, setDiscounted] = useOpenFor<string | null>(orderer);
  // another tab may take the line away
  const isGone = (key: string | null | undefined) => typeof key === 'string' && !sale.lines.some((line) => keyOf(line) === key);
  if (isGone(changing)) setChanging(undefined);
  if (isGone(discounted)) setDiscounted(undefined);
  const latest = useRef(guest);
  useLayoutEffect(() => {
    latest.current = guest;
  });
  const { discounts, covers } = sale;
  const remove = useCallback(
    (key: string) => {
      const line = sale.lines.find((one) => keyOf(one) === key);
      dispatch({ type: 'remove', key });
      if (!line) return;
      const takeBack = () => {
        // what the next guest orders stays as it is
        if (latest.current !== guest) return;
        dispatch({ type: 'add', line, with: { ...(discounts && { discounts }), covers: covers ?? null } });
      };
      notify.undoable(`${line.title} is removed.`, takeBack);
    },
    [sale.lines, discounts, covers, guest, dispatch],
  );
  const touch = useCallback(
    (item: MenuItem) => {
      if (item.variants.length > 0 || item.addons.length > 0) setChoosing(item);
      else add(plainLine(item));
    },
    [add, setChoosing],
  );
  const repeat = (bill: OrderGroup) => {
    const { lines, leftOut } = repeated(lastRound(bill), menu, currency);
    // a second tap would order it twice
    ignoreSameTouch();
    for (const line of lines) add(line);
    // what the next guest orders is not taken out
    const takeOut = () => latest.current === guest && dispatch({ type: 'takeOut', lines });
    if (lines.length > 0) notify.undoable('Last round added.', takeOut);
    if (leftOut.length > 0) notify.error(`Left out: ${leftOut.join(', ')}.`);
  };
  return {
    touch,
    remove,
    repeat,
    open: setChanging,
    discountAll: () => setDiscounted(null),
    /** For LineDialogs. */
    dialogs: {
      choosing,
      changing,
      discounted,
      onAdd: (line?: CartLine) => {
        if (line) add(line);
        setChoosing(undefined);
      },
      onRemove: remove,
      onChanging: setChanging,
      onDiscounted: setDiscounted,
    },
  };
};

import { useCallback, useState } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { notify } from '#web/platform/toast.ts';
import { type CartLine, keyOf } from './cart.ts';
import type { useSale } from './use-sale.ts';

const plainLine = ({ id, title }: MenuItem) => ({ id, title, variant: null, addons: [], notes: '', quantity: 1 });

/** What a touch on an item or a line does, and which of their dialogs is open. */
export const useLineDialogs = ({ sale, dispatch, add }: Pick<ReturnType<typeof useSale>, 'sale' | 'dispatch' | 'add'>) => {
  const [choosing, setChoosing] = useState<MenuItem>();
  const [changing, setChanging] = useState<string>();
  /** The line that gets a discount; null: the whole cart. */
  const [discounted, setDiscounted] = useState<string | null>();
  const remove = useCallback(
    (key: string) => {
      const line = sale.lines.find((one) => keyOf(one) === key);
      dispatch({ type: 'remove', key });
      if (line) notify.undoable(`${line.title} is removed.`, () => dispatch({ type: 'add', line }));
    },
    [sale.lines, dispatch],
  );
  const touch = useCallback(
    (item: MenuItem) => {
      if (item.variants.length > 0 || item.addons.length > 0) setChoosing(item);
      else add(plainLine(item));
    },
    [add],
  );
  return {
    touch,
    remove,
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

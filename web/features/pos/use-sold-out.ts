import { useCallback } from 'react';
import { type MenuItem, toggleSoldOut } from '#contract/menu-items.ts';
import { initPos } from '#contract/pos.ts';
import { useAction } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';

/** Marks an item as sold out or as available again, with a way back; undefined for whoever may not. */
export const useSoldOut = () => {
  const isAllowed = useMay(toggleSoldOut);
  const { run } = useAction(toggleSoldOut, { quiet: true, refreshes: [initPos] });
  const mark = useCallback(
    (item: MenuItem, isSoldOut: boolean): void => {
      const change = async (to: boolean): Promise<void> => {
        const reply = await run({ params: { id: String(item.id) }, body: { isSoldOut: to } });
        if (reply) notify.undoable(reply.message, () => void change(!to));
      };
      void change(isSoldOut);
    },
    [run],
  );
  return isAllowed ? mark : undefined;
};

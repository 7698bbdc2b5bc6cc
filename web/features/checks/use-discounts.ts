import { getCheck, listChecks } from '#contract/checks.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreAdjustment, restoreCharge } from '#contract/discounts.ts';
import type { Discount } from '#web/parts/last-discounts.ts';
import { useAction } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { UNDO_MS } from './use-changes.ts';

const refreshes = [getCheck, listChecks];

/** What changes the price of a bill; a discount leaves a message with an Undo. */
export const useDiscounts = (checkId: number, onGiven: () => void) => {
  const params = { id: String(checkId) };
  const giving = useAction(addAdjustment, { quiet: true, refreshes });
  const takingBack = useAction(removeAdjustment, { quiet: true, refreshes });
  const puttingBack = useAction(restoreAdjustment, { quiet: true, refreshes });
  const removing = useAction(removeCharge, { refreshes });
  const restoring = useAction(restoreCharge, { refreshes });
  const takeBack = (adjustmentId: number) => void takingBack.run({ params, body: { adjustmentId } });
  const give = async (discount: Discount, itemId: number | null) => {
    const reply = await giving.run({ params, body: { itemId, ...discount } });
    if (!reply) return;
    onGiven();
    notify.undoable(reply.message, () => takeBack(reply.adjustmentId), UNDO_MS);
  };
  return {
    isPending: [giving, takingBack, puttingBack, removing, restoring].some(({ isPending }) => isPending),
    give,
    /** It can be put back with one touch: the same discount, by whom and as much as it was here. */
    takeBack: async (adjustmentId: number) => {
      const body = { adjustmentId };
      const reply = await takingBack.run({ params, body });
      if (reply) notify.undoable(reply.message, () => void puttingBack.run({ params, body }), UNDO_MS);
    },
    removeCharge: (chargeId: number) => void removing.run({ params: { ...params, chargeId: String(chargeId) }, body: {} }),
    restoreCharge: (chargeId: number) => void restoring.run({ params: { ...params, chargeId: String(chargeId) }, body: {} }),
  };
};

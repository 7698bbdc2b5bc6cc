import { type Check, getCheck } from '#contract/checks.ts';
import { addAdjustment, removeAdjustment, removeCharge, restoreAdjustment, restoreCharge } from '#contract/discounts.ts';
import type { Discount } from '#web/parts/last-discounts.ts';
import { useAction } from '#web/platform/api.ts';
import { notify } from '#web/platform/toast.ts';
import { billName } from '#web/parts/bill-text.ts';
import { sayAdjustment } from './check-text.ts';
import { UNDO_MS } from './use-changes.ts';
import { useLost } from './use-lost.ts';

const refreshes = [getCheck];
/** The same discount of the same bill, asked for again after no answer came, is hardly a second one. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What changes the price of a bill; each leaves a message with an Undo. */
export const useDiscounts = (check: Check, isAsking: boolean, onGiven: () => void) => {
  const params = { id: String(check.check_id) };
  const bill = billName(check);
  const chargeName = (chargeId: string) =>
    [...check.charges, ...check.removed_charges].find(({ charge_id: id }) => String(id) === chargeId)?.title ?? 'a charge';
  const { keyOf, renewKeys, settling } = useLost(check, {
    isAsking,
    keyLifetime: KEY_LIFETIME_MS,
    onSeen: ({ text }) => {
      onGiven();
      notify.success(`${text}.`);
    },
  });
  const giving = useAction(addAdjustment, {
    quiet: true,
    refreshes,
    ...settling('discount'),
    act: ({ body: { kind, value, itemId } }) =>
      `${sayAdjustment({ kind, value: Number(value), item_id: itemId === null ? null : Number(itemId) }, check)}, ${bill}`,
  });
  const takingBack = useAction(removeAdjustment, {
    quiet: true,
    refreshes,
    // one without an answer was seen on the bill: what is given from now on is another one
    onDone: renewKeys,
    act: ({ body: { adjustmentId } }) => {
      const adjustment = check.adjustments.find(({ adjustment_id: id }) => id === adjustmentId);
      return `Take back ${adjustment ? sayAdjustment(adjustment, check) : 'a discount'}, ${bill}`;
    },
  });
  const puttingBack = useAction(restoreAdjustment, { quiet: true, refreshes, act: () => `Put a discount back, ${bill}` });
  const removing = useAction(removeCharge, {
    quiet: true,
    refreshes,
    act: (input) => `Take off ${chargeName(input.params.chargeId)}, ${bill}`,
  });
  const restoring = useAction(restoreCharge, {
    quiet: true,
    refreshes,
    act: (input) => `Put back ${chargeName(input.params.chargeId)}, ${bill}`,
  });
  const takeBack = (adjustmentId: number) => void takingBack.run({ params, body: { adjustmentId } });
  const give = async (discount: Discount, itemId: number | null) => {
    const input = { params, body: { itemId, ...discount } };
    const reply = await giving.run(input, keyOf(input));
    if (!reply) return;
    onGiven();
    notify.undoable(reply.message, () => takeBack(reply.adjustmentId), UNDO_MS);
  };
  type ChargeCall = typeof removing.run | typeof restoring.run;
  const changeCharge = async (change: ChargeCall, back: ChargeCall, chargeId: number) => {
    const input = { params: { ...params, chargeId: String(chargeId) }, body: {} };
    const reply = await change(input);
    if (reply) notify.undoable(reply.message, () => void back(input), UNDO_MS);
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
    removeCharge: (chargeId: number) => changeCharge(removing.run, restoring.run, chargeId),
    restoreCharge: (chargeId: number) => changeCharge(restoring.run, removing.run, chargeId),
  };
};

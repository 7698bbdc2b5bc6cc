import { Button } from '@mantine/core';
import { completeOrders, type OrderGroup, reopenOrders } from '#contract/orders.ts';
import { atOnce, lossToKitchen } from '#web/parts/bill.ts';
import { useAction } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';
import type { useLiveBoard } from './live-board.ts';
import type { Question } from './OrderDialogs.tsx';
import { FAILED } from './use-order-actions.ts';

interface CompletePaidProps extends Pick<ReturnType<typeof useLiveBoard>, 'following'> {
  cards: readonly OrderGroup[];
  onQuestion: (question: Question) => void;
}

/** Completes every paid order with one touch; asked first where the kitchen still makes something of them. */
export const CompletePaid = ({ cards, following, onQuestion }: CompletePaidProps) => {
  const options = { ...following, failure: FAILED };
  const complete = useAction(completeOrders, options);
  const { run: reopen } = useAction(reopenOrders, options);
  const mayComplete = useMay(completeOrders);
  const orders = cards.flatMap((card) => card.orders).filter(({ payment_status }) => payment_status === 'paid');
  if (!mayComplete || orders.length === 0) return null;

  const completePaid = async () => {
    const ids = atOnce(orders.map(({ id }) => id));
    if (lossToKitchen(orders)) return onQuestion({ kind: 'completePaid', orders });
    // nothing is lost by it, and one touch brings it back
    if (await complete.run({ body: { orderIds: ids } }))
      notify.undoable('They are under Done today.', () => void reopen({ body: { orderIds: ids } }));
  };
  return (
    <Button variant="default" onClick={() => void completePaid()} loading={complete.isPending}>
      Complete all paid ({orders.length})
    </Button>
  );
};

import type { CheckRow } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import { cancelOrders, completeOrders, type initOrders, type OrderGroup, updateItemStatus } from '#contract/orders.ts';
import { atOnce, cardName } from '#web/parts/bill.ts';
import { useAction } from '#web/platform/api.ts';
import type { useLiveBoard } from './live-board.ts';
import { OrderDialogs, type Question } from './OrderDialogs.tsx';
import type { OrderActions } from './OrderCard.tsx';
import { PrintChoice } from './PrintChoice.tsx';
import { FAILED } from './use-order-actions.ts';

interface OrderQuestionsProps extends ReturnType<typeof useLiveBoard> {
  question: Question | undefined;
  /** The card as it is now. */
  group: OrderGroup | undefined;
  /** The open bills. */
  bills: readonly CheckRow[] | undefined;
  settings: Pick<Reply<typeof initOrders>, 'storeSettings'> | undefined;
  onPrintBill: OrderActions['onPrintBill'];
  /** Closes the dialog of this question, and no other that was opened meanwhile. */
  onClose: (asked: Question | undefined) => void;
}

/** The dialogs that print, complete and cancel, and what they do; one stays open after a failure. */
export const OrderQuestions = ({ question, group, bills, settings, onPrintBill, changed, following, onClose }: OrderQuestionsProps) => {
  const options = { ...following, failure: FAILED };
  const name = group && cardName(group);
  const cancelItem = useAction(updateItemStatus, {
    failure: FAILED,
    act: ({ body: { quantity } }) => {
      if (question?.kind !== 'cancelItem') return undefined;
      const { item } = question;
      return [`Cancel ${quantity ?? item.quantity} × ${item.item_title}`, name].filter(Boolean).join(', ');
    },
  });
  const cancel = useAction(cancelOrders, { ...options, act: () => `Cancel all unpaid orders${name === undefined ? '' : `, ${name}`}` });
  const complete = useAction(completeOrders, options);
  if (!question || question.kind === 'pay') return null;
  if (question.kind === 'print')
    return (
      settings &&
      group && (
        <PrintChoice
          card={group}
          bills={bills}
          currency={settings.storeSettings.currency}
          onPrint={onPrintBill}
          onClose={() => onClose(question)}
        />
      )
    );

  const closeAfter = async (reply: Promise<unknown>) => {
    if (await reply) onClose(question);
  };
  return (
    <OrderDialogs
      question={question}
      group={group}
      bills={bills}
      isPending={complete.isPending || cancel.isPending || cancelItem.isPending}
      onComplete={(ids) => void closeAfter(complete.run({ body: { orderIds: atOnce(ids) } }))}
      onCancel={(ids, why) => void closeAfter(cancel.run({ body: { orderIds: atOnce(ids), ...why } }))}
      onCancelItem={({ id, order_id: orderId }, why) => {
        const reply = cancelItem.run({ params: { id: String(id) }, body: { status: 'cancelled', ...why } });
        void closeAfter(reply.finally(() => changed([orderId])));
      }}
      onClose={() => onClose(question)}
    />
  );
};

import type { CheckRow } from '#contract/checks.ts';
import type { Order, OrderGroup, OrderItem } from '#contract/orders.ts';
import { addedSince, cardName, lossToKitchen, unpaidIds } from '#web/parts/bill.ts';
import { billName } from '#web/parts/bill-text.ts';
import { movedLines } from '#web/parts/bills.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { VoidDialog, type Why } from './VoidDialog.tsx';

/** `group` as it was when it was asked about. */
export type Question =
  | { kind: 'pay' | 'print' | 'complete' | 'cancel'; group: OrderGroup }
  | { kind: 'cancelItem'; item: OrderItem }
  | { kind: 'completePaid'; orders: Order[] };

const completionSentence = (group: OrderGroup): string =>
  unpaidIds(group).length > 0
    ? 'All orders of this card are marked as completed. What is not paid yet then waits under Awaiting payment.'
    : 'All orders of this card are marked as completed and leave this list.';

/** What stands on bills of their own is cancelled with its orders: whose it is must be read first. */
const elsewhere = (group: OrderGroup, bills: readonly CheckRow[] | undefined): string | undefined => {
  const moved = movedLines(group).map(({ quantity, item_title: title, check_id: id }) => {
    const bill = bills?.find(({ check_id }) => check_id === id);
    return `${quantity} × ${title} of ${bill ? billName(bill) : 'another bill'}`;
  });
  return moved.length === 0 ? undefined : `With them goes what was split off: ${moved.join(', ')}.`;
};

interface OrderDialogsProps {
  question: Question;
  /** The card as it is now. */
  group: OrderGroup | undefined;
  /** The open bills. */
  bills: readonly CheckRow[] | undefined;
  isPending: boolean;
  onComplete: (ids: number[]) => void;
  onCancel: (ids: number[], why: Omit<Why, 'quantity'>) => void;
  onCancelItem: (item: OrderItem, why: Why) => void;
  onClose: () => void;
}

/** What is asked before orders leave the board. */
export const OrderDialogs = ({ question, group, bills, isPending, onComplete, onCancel, onCancelItem, onClose }: OrderDialogsProps) => {
  const frame = { isPending, onClose };
  if (question.kind === 'cancelItem')
    return (
      <VoidDialog
        {...frame}
        title={`Cancel – ${question.item.quantity} × ${question.item.item_title}`}
        sentence="This cancels the item. Are you sure! This process is irreversible!"
        label="Cancel item"
        item={question.item}
        onConfirm={(why) => onCancelItem(question.item, why)}
      />
    );
  if (question.kind === 'completePaid')
    return (
      <ConfirmDialog
        {...frame}
        title={`Complete all paid – ${question.orders.length}`}
        sentence="All paid orders are marked as completed and leave this list."
        warnings={[lossToKitchen(question.orders)]}
        label="Complete"
        onConfirm={() => onComplete(question.orders.map(({ id }) => id))}
      />
    );
  const now = group ?? question.group;
  return question.kind === 'complete' ? (
    <ConfirmDialog
      {...frame}
      title={`Complete – ${cardName(now)}`}
      sentence={completionSentence(now)}
      warnings={[addedSince(question.group, now), lossToKitchen(now.orders)]}
      label="Complete"
      onConfirm={() => onComplete(now.orders.map(({ id }) => id))}
    />
  ) : (
    <VoidDialog
      {...frame}
      title={`Cancel – ${cardName(now)}`}
      sentence="All unpaid orders of this card and their items are cancelled. Are you sure! This process is irreversible!"
      warnings={[addedSince(question.group, now), elsewhere(now, bills)]}
      label="Cancel orders"
      onConfirm={(why) => onCancel(unpaidIds(now), why)}
    />
  );
};

import { type Check, type CheckPayment, getCheck, reversePayment } from '#contract/checks.ts';
import { moneyText } from '#contract/money-text.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { ReasonFields, toReason, useGivenReason } from '#web/parts/ReasonFields.tsx';
import { useAction } from '#web/platform/api.ts';
import { billName } from '#web/parts/bill-text.ts';

interface TakeBackDialogProps {
  check: Check;
  payment: CheckPayment;
  onClose: () => void;
}

/** Takes a payment of an open bill back, and asks why. */
export const TakeBackDialog = ({ check, payment, onClose }: TakeBackDialogProps) => {
  const { why, isComplete, fields } = useGivenReason('refund');
  const tip = payment.tip ? ` and a tip of ${moneyText(payment.tip, check.currency)}` : '';
  const paid = `${moneyText(payment.amount, check.currency)}${tip}, ${payment.payment_type}`;
  const { run, isPending } = useAction(reversePayment, {
    refreshes: [getCheck],
    act: () => `Take back ${paid}, ${billName(check)}`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Take back ${paid}?`}
      label="Take back"
      isPending={isPending}
      isChanged={why.reasonId !== undefined || why.note !== ''}
      onSubmit={(event) => {
        event?.preventDefault();
        const params = { id: String(check.check_id), paymentId: String(payment.payment_id) };
        if (!isPending && isComplete()) void run({ params, body: toReason(why) });
      }}
      onClose={onClose}
    >
      <p>Give the money back. The payment stays in the list as taken back, and the sum is due again.</p>
      <ReasonFields {...fields} />
    </FormDialog>
  );
};

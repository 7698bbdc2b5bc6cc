import { useState } from 'react';
import { correctPayment, getInvoice, listInvoices, type OpenedInvoice } from '#contract/invoices.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { Money } from '#web/parts/Money.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { forgetCounted, intoDrawer } from '#web/parts/own-drawer.ts';
import { PaymentTypePicker } from '#web/parts/PaymentTypePicker.tsx';
import { useAction } from '#web/platform/api.ts';

interface CorrectionDialogProps {
  opened: OpenedInvoice;
  paymentTypes: readonly PaymentType[];
  onClose: () => void;
}

/** Says with what an invoice was really paid; its sum stays. */
export const CorrectionDialog = ({ opened, paymentTypes, onClose }: CorrectionDialogProps) => {
  const [type, setType] = useState<number | null>();
  const [isMissing, setMissing] = useState(false);
  const { run, isPending } = useAction(correctPayment, {
    refreshes: [getInvoice, listInvoices],
    onDone: onClose,
    onFailed: forgetCounted,
  });
  // cash that was rounded stays what was paid
  const paid = addSums([opened.total, opened.rounding], opened.currency);
  const correct = () => {
    if (type == null) return setMissing(true);
    const { payments = [] } = intoDrawer([{ paymentTypeId: type, amount: paid }]);
    return void run({ params: { id: String(opened.invoice_id) }, body: { payments } });
  };
  return (
    <FormDialog
      title={`Correct payment – invoice ${opened.invoice_id}`}
      label="Correct"
      isPending={isPending}
      isChanged={false}
      onSubmit={(event) => {
        event?.preventDefault();
        correct();
      }}
      onClose={onClose}
    >
      <p>
        <Money value={paid} currency={opened.currency} /> stands as {opened.payment_type ?? 'unpaid'}. With what was it really paid? Reports
        of today show the correction.
      </p>
      <PaymentTypePicker types={paymentTypes} value={type} isMissing={isMissing} onChange={setType} />
    </FormDialog>
  );
};

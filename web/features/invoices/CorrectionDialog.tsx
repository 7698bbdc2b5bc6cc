import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { correctPayment, getInvoice, listInvoices, type OpenedInvoice } from '#contract/invoices.ts';
import { type PaymentInput, type PaymentType, REFERENCE_MAX } from '#contract/payment-types.ts';
import { Money } from '#web/parts/Money.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { forgetCounted, intoDrawer } from '#web/parts/own-drawer.ts';
import { PaymentTypePicker } from '#web/parts/PaymentTypePicker.tsx';
import { useAction } from '#web/platform/api.ts';
import { paymentText } from './invoice-text.ts';
import classes from './InvoiceDialog.module.css';

interface CorrectionDialogProps {
  opened: OpenedInvoice;
  paymentTypes: readonly PaymentType[];
  onClose: () => void;
}

/** What is said of one payment of the invoice. */
interface Said {
  typeId: number | null | undefined;
  reference: string;
}

/** The same sum by another type: a tip stays where that takes tips, and what was given where it gives change. */
const toPayment = (
  { amount, tip, tendered }: OpenedInvoice['payments'][number],
  type: PaymentType,
  { reference }: Pick<Said, 'reference'>,
): PaymentInput => ({
  paymentTypeId: type.id,
  amount,
  ...(type.takes_tip && tip > 0 && { tip }),
  ...(type.gives_change && tendered !== null && { tendered }),
  ...(type.needs_reference && reference !== '' && { reference }),
});

/** Says with what an invoice was really paid, each of its payments; its sum stays. */
export const CorrectionDialog = ({ opened, paymentTypes, onClose }: CorrectionDialogProps) => {
  const { invoice_id: id, currency, payments } = opened;
  // of several mostly one is wrong
  const typeOf = (title: string) => (payments.length > 1 ? paymentTypes.find((type) => type.title === title)?.id : undefined);
  const [said, setSaid] = useState<readonly Said[]>(payments.map(({ payment_type: title }) => ({ typeId: typeOf(title), reference: '' })));
  const [isAsked, setAsked] = useState(false);
  const { run, isPending } = useAction(correctPayment, {
    refreshes: [getInvoice, listInvoices],
    onDone: onClose,
    onFailed: forgetCounted,
    act: () => `Correct with what invoice ${id} was paid`,
  });
  const say = (place: number, change: Partial<Said>) => setSaid(said.map((one, at) => (at === place ? { ...one, ...change } : one)));
  const rows = payments.map((payment, place) => {
    const { typeId, reference } = said[place]!;
    const type = paymentTypes.find((one) => one.id === typeId);
    const isChanged = type !== undefined && type.title !== payment.payment_type;
    const needsReference = isChanged && type.needs_reference;
    return {
      payment,
      type,
      reference,
      isChanged,
      needsReference,
      isReferenceMissing: needsReference && reference.trim() === '',
      losesTip: type !== undefined && payment.tip > 0 && !type.takes_tip,
    };
  });
  const isChanged = rows.some((row) => row.isChanged);

  const correct = () => {
    setAsked(true);
    if (!isChanged || rows.some(({ type, isReferenceMissing }) => !type || isReferenceMissing)) return;
    const corrected = rows.map(({ payment, type, reference }) => toPayment(payment, type!, { reference: reference.trim() }));
    void run({ params: { id: String(id) }, body: { payments: intoDrawer(corrected).payments ?? [] } });
  };
  return (
    <FormDialog
      title={`Correct payment – invoice ${id}`}
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
        <Money
          value={addSums(
            payments.map(({ amount }) => amount),
            currency,
          )}
          currency={currency}
        />{' '}
        stands as {paymentText(opened.payment_type)}. With what was it really paid? Reports of today show the correction.
      </p>
      {rows.map(({ payment, type, reference, needsReference, isReferenceMissing, losesTip }, place) => (
        // payments of an invoice neither come nor go while it is open
        <div key={place} className={classes.correction}>
          <PaymentTypePicker
            types={paymentTypes}
            value={type?.id}
            isMissing={isAsked && !type}
            legend={
              payments.length > 1 ? (
                <>
                  {paymentText(payment.payment_type)}, <Money value={payment.amount} currency={currency} />
                </>
              ) : undefined
            }
            onChange={(typeId) => say(place, { typeId })}
          />
          {needsReference && (
            <TextInput
              label={`Reference of ${type?.title}`}
              maxLength={REFERENCE_MAX}
              autoComplete="off"
              value={reference}
              error={isAsked && isReferenceMissing && 'Please provide a reference!'}
              onChange={(event) => say(place, { reference: event.currentTarget.value })}
            />
          )}
          {losesTip && (
            <p className={classes.quiet}>
              {type?.title} takes no tips: the tip of <Money value={payment.tip} currency={currency} /> no longer counts.
            </p>
          )}
        </div>
      ))}
      {isAsked && !isChanged && rows.every(({ type }) => type) && (
        <p role="alert" className={classes.wrong}>
          Please choose another payment type!
        </p>
      )}
    </FormDialog>
  );
};

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { correctPayment, getInvoice, listInvoices, type OpenedInvoice } from '#contract/invoices.ts';
import { type PaymentInput, type PaymentType, REFERENCE_MAX } from '#contract/payment-types.ts';
import { Money } from '#web/parts/Money.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
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
  /** That of the payment itself: it stays as it is, also where the type is not offered any more. */
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

/** A payment that was right, to the last field. */
const asItIs = ({ payment_type_id, amount, tip, tendered }: OpenedInvoice['payments'][number]): PaymentInput => ({
  paymentTypeId: payment_type_id!,
  amount,
  ...(tip > 0 && { tip }),
  ...(tendered !== null && { tendered }),
});

/** The types that a payment may be of, with its own where that was switched off or deleted since. */
const withOwn = ({ payment_type_id: own, payment_type: title }: OpenedInvoice['payments'][number], types: readonly PaymentType[]) =>
  own === null || types.some(({ id }) => id === own) ? types : [{ id: own, title: paymentText(title) }, ...types];

const toRow = (payment: OpenedInvoice['payments'][number], { typeId, reference }: Said, types: readonly PaymentType[]) => {
  const type = types.find((one) => one.id === typeId);
  const isKept = typeId != null && typeId === payment.payment_type_id;
  const isChanged = type !== undefined && !isKept;
  const needsReference = isChanged && type.needs_reference;
  return {
    payment,
    type,
    typeId,
    reference,
    isKept,
    isChanged,
    needsReference,
    isReferenceMissing: needsReference && reference.trim() === '',
    losesTip: isChanged && payment.tip > 0 && !type.takes_tip,
  };
};

/** Says with what an invoice was really paid, each of its payments; its sum stays. */
export const CorrectionDialog = ({ opened, paymentTypes, onClose }: CorrectionDialogProps) => {
  const { invoice_id: id, currency, payments } = opened;
  // of several mostly one is wrong
  const isOneOfSeveral = payments.length > 1;
  const [said, setSaid] = useState<readonly Said[]>(
    payments.map(({ payment_type_id: own }) => ({ typeId: isOneOfSeveral ? (own ?? undefined) : undefined, reference: '' })),
  );
  const [isAsked, setAsked] = useState(false);
  const { run, isPending } = useAction(correctPayment, {
    refreshes: [getInvoice, listInvoices],
    // also where the invoice was asked for again meanwhile: this one started over then
    onDoneAnywhere: onClose,
    act: () => `Correct with what invoice ${id} was paid`,
  });
  const say = (place: number, change: Partial<Said>) => setSaid(said.map((one, at) => (at === place ? { ...one, ...change } : one)));
  const rows = payments.map((payment, place) => toRow(payment, said[place]!, paymentTypes));
  const isChanged = rows.some((row) => row.isChanged);

  const correct = () => {
    setAsked(true);
    if (!isChanged || rows.some(({ type, isKept, isReferenceMissing }) => (!type && !isKept) || isReferenceMissing)) return;
    const corrected = rows.map(({ payment, type, isKept, reference }) =>
      isKept ? asItIs(payment) : toPayment(payment, type!, { reference: reference.trim() }),
    );
    const basedOn = payments.flatMap(({ payment_id }) => payment_id ?? []);
    void run({
      params: { id: String(id) },
      body: { payments: corrected, ...(basedOn.length === payments.length && { basedOn }) },
    });
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
      {rows.map(({ payment, type, typeId, isKept, reference, needsReference, isReferenceMissing, losesTip }, place) => (
        // payments of an invoice neither come nor go while it is open
        <div key={place} className={classes.correction}>
          <PaymentTypePicker
            types={isOneOfSeveral ? withOwn(payment, paymentTypes) : paymentTypes}
            value={typeId}
            isMissing={isAsked && !type && !isKept}
            legend={
              isOneOfSeveral ? (
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
      {isAsked && !isChanged && rows.every(({ type, isKept }) => type ?? isKept) && (
        <p role="alert" className={classes.wrong}>
          Please choose another payment type!
        </p>
      )}
    </FormDialog>
  );
};

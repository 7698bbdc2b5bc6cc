import { Button, Menu } from '@mantine/core';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { OpenedInvoice } from '#contract/invoices.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import { BuyerDialog } from './BuyerDialog.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { type RefundActions, RefundDialog } from './RefundDialog.tsx';

interface InvoiceActionsProps extends RefundActions {
  opened: OpenedInvoice;
  paymentTypes: readonly PaymentType[];
}

/** What can still be done with an invoice: taken back, said how it was really paid, made out to somebody. */
export const InvoiceActions = ({ opened, paymentTypes, ...printing }: InvoiceActionsProps) => {
  const [dialog, setDialog] = useState<'refund' | 'correct' | 'buyer'>();
  const more = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  const choose = (chosen: typeof dialog) => {
    // the entry goes with its menu: the dialog gives the focus back to the menu's button
    more.current?.focus({ preventScroll: true });
    setDialog(chosen);
  };
  const buyerDialog = dialog === 'buyer' && <BuyerDialog invoiceId={opened.invoice_id} onClose={close} />;
  // what a refund gave back is given back: it can only be made out to somebody
  if (opened.kind === 'refund')
    return (
      <>
        {opened.buyer === null && (
          <Button variant="default" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setDialog('buyer')}>
            Add buyer
          </Button>
        )}
        {buyerDialog}
      </>
    );
  const isLeft = opened.refunded < opened.total;
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button ref={more} variant="default" leftSection={<IconDots size={18} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item c="var(--mantine-color-error)" disabled={!isLeft} onClick={() => choose('refund')}>
            Refund
          </Menu.Item>
          <Menu.Item disabled={opened.payments.length === 0} onClick={() => choose('correct')}>
            Correct payment type
          </Menu.Item>
          <Menu.Item disabled={opened.buyer !== null} onClick={() => choose('buyer')}>
            Add buyer
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'refund' && <RefundDialog opened={opened} paymentTypes={paymentTypes} {...printing} onClose={close} />}
      {dialog === 'correct' && (
        // corrected by a colleague meanwhile: it starts over with what stands
        <CorrectionDialog
          key={opened.payments.map(({ payment_id }) => payment_id).join()}
          opened={opened}
          paymentTypes={paymentTypes}
          onClose={close}
        />
      )}
      {buyerDialog}
    </>
  );
};

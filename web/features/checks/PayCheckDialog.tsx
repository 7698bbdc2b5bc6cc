import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Check } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { lossToKitchen } from '#web/parts/bill.ts';
import { Money } from '#web/parts/Money.tsx';
import { NoDrawer } from '#web/parts/NoDrawer.tsx';
import { UNTYPED } from '#web/parts/payment-choice.ts';
import { PaymentFields } from '#web/parts/PaymentFields.tsx';
import { PaymentTypePicker } from '#web/parts/PaymentTypePicker.tsx';
import { useDiscard } from '#web/parts/use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { billName } from '#web/parts/bill-text.ts';
import classes from './PayCheckDialog.module.css';
import { type Paid, PaidPanel } from './PaidPanel.tsx';
import { Payments } from './Sums.tsx';
import { usePayCheck } from './use-pay-check.ts';

interface PayCheckDialogProps {
  check: Check;
  settings: Reply<typeof initOrders>;
  /** Offered as amount; without it all that is due. */
  wanted?: number | undefined;
  share?: { number: number; of: number } | undefined;
  firstType?: number | undefined;
  /** The payment before this one. */
  before?: Paid | undefined;
  /** What it was stands above the fields until the next touch. */
  isBeforeShown: boolean;
  onBeforeSeen: () => void;
  isPrinted: boolean;
  onPrinted: (isPrinted: boolean) => void;
  onPaid: Parameters<typeof usePayCheck>[0]['onPaid'];
  onSlip: (() => void) | undefined;
  onClose: () => void;
}

type Pay = ReturnType<typeof usePayCheck>;

/** What stands in the way of the payment, or came in between. */
const Warnings = ({ pay, hasNoType }: { pay: Pay; hasNoType: boolean }) => (
  <>
    {pay.isUnanswered ? (
      <Alert color="yellow" variant="light" role="alert" mb="md" icon={<IconAlertTriangle aria-hidden />}>
        There was no answer. Press Pay again: nothing is taken twice.
      </Alert>
    ) : (
      pay.changed && (
        <Alert color="yellow" variant="light" role="alert" mb="md" icon={<IconAlertTriangle aria-hidden />}>
          {pay.changed}
        </Alert>
      )
    )}
    {hasNoType && (
      <Alert color="yellow" variant="light" role="alert" mb="md" icon={<IconAlertTriangle aria-hidden />}>
        There is no payment type to choose. An administrator adds one in Settings, Payment Types.
      </Alert>
    )}
  </>
);

interface MoreChoicesProps extends Pick<PayCheckDialogProps, 'check' | 'share' | 'isPrinted' | 'onPrinted'> {
  pay: Pay;
  timezone: string;
}

/** What is done beside the payment, and what was paid before. */
const MoreChoices = ({ check, pay, share, isPrinted, onPrinted, timezone }: MoreChoicesProps) => {
  const { currency, orders, payments } = check;
  const loss = pay.closes ? lossToKitchen(orders) : undefined;
  return (
    <div className={classes.more}>
      {loss && (
        <Checkbox
          label="Leave what is not made to the kitchen"
          description={pay.leaves ? undefined : loss}
          checked={pay.leaves}
          onChange={(event) => pay.setLeaves(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label={share ? 'Print a slip for each share?' : 'Print Receipt?'}
        checked={isPrinted}
        onChange={(event) => onPrinted(event.currentTarget.checked)}
      />
      {payments.length > 0 && (
        <div>
          <h3 className={classes.heading}>Payments so far</h3>
          <Payments payments={payments} currency={currency} timezone={timezone} />
        </div>
      )}
    </div>
  );
};

/** Takes one payment for a bill: all of it, a share, or an amount. */
export const PayCheckDialog = (props: PayCheckDialogProps) => {
  const { check, settings, wanted, share, firstType, before, isBeforeShown, onBeforeSeen, isPrinted, onPrinted, onPaid, onSlip, onClose } =
    props;
  const { paymentTypes, storeSettings } = settings;
  const { currency, due } = check;
  const pay = usePayCheck({ check, types: paymentTypes, wanted, share, firstType, left: before?.due, isPrinted, onPaid });
  const { type, entry, read, errors, change } = pay;
  const { leave, isAsking } = useDiscard(entry.reference !== '' || entry.tip !== '', onClose);

  return (
    <Dialog
      opened
      size={820}
      onClose={() => pay.isPending || leave()}
      isCovered={isAsking}
      title={share ? `Share ${share.number} of ${share.of} – ${billName(check)}` : `Pay – ${billName(check)}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pay.isPending) void pay.pay();
      }}
      footer={
        <div className={classes.footer}>
          <Button variant="default" disabled={pay.isPending} onClick={leave}>
            {before ? 'Later' : 'Go back'}
          </Button>
          {onSlip && (
            <Button variant="default" disabled={pay.isPending} onClick={onSlip}>
              Print slip
            </Button>
          )}
          <Button type="submit" className={classes.pay} loading={pay.isPending} disabled={due > 0 && paymentTypes.length === 0}>
            {due > 0 ? (
              <>
                Pay <Money value={read.taken} currency={currency} className={classes.sum} />
              </>
            ) : (
              'Close the bill'
            )}
          </Button>
        </div>
      }
    >
      {before && isBeforeShown && <PaidPanel paid={before} currency={currency} isInside onClose={onBeforeSeen} />}
      <Warnings pay={pay} hasNoType={due > 0 && paymentTypes.length === 0} />
      <div className={classes.columns}>
        <div className={classes.side}>
          <div className={classes.due}>
            <span>Due</span>
            <Money value={due} currency={currency} className={classes.digits} />
          </div>
          {due > 0 && (
            <PaymentTypePicker
              types={paymentTypes}
              value={pay.typeId}
              isMissing={pay.isTypeMissing}
              onChange={(id) => pay.choose(id ?? undefined)}
            />
          )}
          <NoDrawer type={type} />
        </div>
        {due > 0 && (
          <div className={classes.sums}>
            <PaymentFields
              // what comes next is counted, or told apart from the sum on the slip
              typeId={pay.typeId}
              traits={type ?? UNTYPED}
              entry={entry}
              errors={errors}
              taken={read.taken}
              change={change}
              currency={currency}
              amountLabel="Amount"
              first={type?.gives_change ? 'given' : 'amount'}
              onChange={pay.set}
            />
          </div>
        )}
        <MoreChoices {...{ check, pay, share, isPrinted, onPrinted }} timezone={storeSettings.timezone} />
      </div>
    </Dialog>
  );
};

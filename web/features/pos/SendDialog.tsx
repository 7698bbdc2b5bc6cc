import { Alert, Button, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { deliveryTitles } from '#web/parts/delivery-titles.ts';
import { Facts } from '#web/parts/Facts.tsx';
import { Money } from '#web/parts/Money.tsx';
import { type Payment, usePayment } from '#web/parts/payment-choice.ts';
import { PaymentColumns } from '#web/parts/PaymentColumns.tsx';
import { SlowAnswer } from '#web/parts/SlowAnswer.tsx';
import { useDiscard } from '#web/parts/use-discard.ts';
import type { CallFailed } from '#web/platform/api.ts';
import { useStored } from '#web/platform/storage.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useHeld } from '#web/ui/touched.ts';
import { addressOf, type Sale } from './cart.ts';
import type { ShownCart } from './cart-prices.ts';
import { CheckFacts } from './CheckFacts.tsx';
import { NobodyLooks } from './NobodyLooks.tsx';
import { OrderLines } from './OrderLines.tsx';
import classes from './SendDialog.module.css';
import { sendsAtOnceKey } from './sends-at-once.ts';
import { TableButtons } from './TableButtons.tsx';
import { labelOf } from './TableSelect.tsx';
import type { SendKind } from './unsettled.ts';

interface SendDialogProps {
  kind: SendKind;
  sale: Sale;
  cart: ShownCart;
  init: PosInit;
  /** The open check that the order joins. */
  check: OpenCheck | undefined;
  /** Of all tables at which somebody sits. */
  checks: readonly OpenCheck[];
  failure: CallFailed | undefined;
  isPending: boolean;
  /** It was sent, is not settled, and goes where it went. */
  isTried: boolean;
  /** The menu is being refetched; until then the sums are the old ones. */
  isChecking: boolean;
  /** With how it is paid, where it is. */
  onConfirm: (payment?: Payment) => void;
  /** Chooses the table and sends it there. */
  onTable: (tableId: number) => void;
  onRemoveBlocked: () => void;
  onClose: () => void;
}

/** A guest sits somewhere: the touch that says where is the one that sends. */
const Tables = ({ kind, sale, init, checks, cart, isPending, isTried, isChecking, onTable }: SendDialogProps) => {
  const { storeTables: tables } = init;
  const isFree = sale.tableId === null && !isTried;
  const [isOffered] = useState(kind === 'kitchen' && sale.deliveryType === 'dinein' && isFree && tables.length > 0);
  // while it is on its way they stay: nothing else comes under the finger
  if (!isOffered || !(isFree || isPending)) return null;
  return (
    <div className={classes.tables}>
      <p className={classes.where}>Send to a table</p>
      <TableButtons
        tables={tables}
        checks={checks}
        verb="Send to"
        disabled={cart.isBlocked || cart.lines.length === 0 || isPending || isChecking}
        onChoose={onTable}
      />
    </div>
  );
};

const AtOnce = ({ tables, disabled }: { tables: PosInit['storeTables']; disabled: boolean }) => {
  const [sendsAtOnce, setSendsAtOnce] = useStored(sendsAtOnceKey(), false);
  if (tables.length === 0) return null;
  return (
    <Switch
      label="Send a table's order with one touch on this device"
      description="This summary then opens only where no table was chosen for this order, or nobody looks at its station."
      disabled={disabled}
      checked={sendsAtOnce}
      onChange={(event) => setSendsAtOnce(event.currentTarget.checked)}
    />
  );
};

const Where = ({ sale, tables }: { sale: Sale; tables: PosInit['storeTables'] }) => {
  const table = tables.find(({ id }) => id === sale.tableId);
  const address = addressOf(sale) ?? (sale.deliveryType === 'delivery' && 'No address');
  return (
    <p className={classes.where}>
      <Facts facts={[sale.customer?.name ?? 'WALKIN CUSTOMER', deliveryTitles[sale.deliveryType], table && labelOf(table), address]} />
    </p>
  );
};

const adviceOn = (failure: CallFailed): string => {
  if (failure.isPassing) return `${failure.message} The cart is kept, and trying again never sends it twice.`;
  if (failure.code === 'key_reused')
    return 'An earlier try of this order did arrive. Please look at Table Orders before you send it once more!';
  return failure.message;
};

/** The last look before an order leaves the till. */
export const SendDialog = (props: SendDialogProps) => {
  const { kind, sale, cart, init, check, failure, isPending, isTried, isChecking, onConfirm, onRemoveBlocked, onClose } = props;
  const { paymentTypes, storeSettings, storeTables } = init;
  const { currency } = storeSettings;
  const { choose, taken, isTyped, ...payment } = usePayment(paymentTypes, cart.total, currency, storeSettings.cash_rounding);
  const isStopped = cart.isBlocked || cart.lines.length === 0;
  const confirm = () => {
    if (isStopped || isPending || isChecking) return undefined;
    if (kind === 'kitchen') return onConfirm();
    const chosen = choose();
    return chosen && onConfirm(chosen);
  };
  const { leave, isAsking } = useDiscard(isTyped, onClose, isPending);
  // an order that was tried may be among those of its table by now: what was there before is told, and nothing of which nobody knows that
  const [wasTried] = useState(isTried);
  const joined = useHeld(wasTried ? undefined : check, isTried);
  const blocked = cart.lines.filter(({ obstacle }) => obstacle);
  const lines = <OrderLines lines={cart.lines} currency={currency} />;
  const totals = (
    <BillTotals
      net={cart.net}
      tax={cart.tax}
      total={cart.total}
      taxNote={cart.taxNote}
      discount={cart.discount}
      charges={cart.charges}
      currency={currency}
    />
  );

  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title={kind === 'pay' ? 'Pay & Send' : 'Send to Kitchen'}
      isChosenIn={kind === 'pay'}
      size={kind === 'pay' ? 800 : 'md'}
      footer={
        <div className={classes.footer}>
          <Button
            data-autofocus={kind === 'kitchen' || paymentTypes.length === 0 || undefined}
            loading={isPending || isChecking}
            disabled={isStopped}
            onClick={confirm}
          >
            Confirm {kind === 'pay' && <Money value={taken} currency={currency} className={classes.sum} />}
          </Button>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Go back
          </Button>
        </div>
      }
    >
      <div className={classes.content}>
        {isPending && <SlowAnswer />}
        <NobodyLooks lines={cart.lines} init={init} />
        {blocked.length > 0 && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            <ul className={classes.advice}>
              {blocked.map(({ key, line, obstacle }) => (
                <li key={key}>
                  {obstacle}: {line.title}
                </li>
              ))}
            </ul>
            <Button variant="default" onClick={onRemoveBlocked}>
              Remove from the cart
            </Button>
          </Alert>
        )}
        {failure && blocked.length === 0 && (
          <Alert color="yellow" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {adviceOn(failure)}
          </Alert>
        )}
        <div>
          <Where sale={sale} tables={storeTables} />
          {joined && (
            <p className={classes.check}>
              Joins the open check: <CheckFacts check={joined} currency={currency} />.
              {kind === 'pay' && joined.due > 0 && ' You take payment for this order alone; the rest stays open.'}
            </p>
          )}
        </div>
        <Tables {...props} />
        {kind === 'pay' ? (
          <PaymentColumns lines={lines} totals={totals} payment={payment} onDone={confirm} />
        ) : (
          <>
            {lines}
            {totals}
            <AtOnce tables={storeTables} disabled={isPending} />
          </>
        )}
      </div>
    </Dialog>
  );
};

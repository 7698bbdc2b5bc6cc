import { Alert, Anchor, Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CheckRow } from '#contract/checks.ts';
import type { OrderGroup, OrderSummary } from '#contract/orders.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { addedSince, atOnce, cardName, lossToKitchen, unpaidIds } from './bill.ts';
import { pageOf } from './bill-text.ts';
import { billsApart, billsOf, isAbove } from './bills.ts';
import { BillsDialog } from './BillsDialog.tsx';
import { BillTotals } from './BillTotals.tsx';
import { Money } from './Money.tsx';
import { PaidMeanwhile } from './PaidMeanwhile.tsx';
import { PaymentColumns } from './PaymentColumns.tsx';
import { SlowAnswer } from './SlowAnswer.tsx';
import { useDiscard } from './use-discard.ts';
import { type CardToPay, FAILURE, usePayCard } from './use-pay-card.ts';
import classes from './PayDialog.module.css';

const ownDisplay = lazyDialog(async () => (await import('./OwnDisplay.tsx')).BillDisplay);

const Lines = ({ summary, currency }: { summary: OrderSummary; currency: string }) => (
  <ul tabIndex={0} aria-label="Bill">
    {summary.orders
      .flatMap(({ items }) => items)
      .map((item) => (
        <li key={item.id} className={classes.line}>
          <span className={`${classes.quantity} tabular`}>{item.quantity}×</span>
          <span>
            {item.item_title}
            {item.variant_title && ` – ${item.variant_title}`}
            {item.addons && item.addons.length > 0 && (
              <span className={classes.detail}>+ {item.addons.map(({ title }) => title).join(', ')}</span>
            )}
          </span>
          <Money value={item.itemTotal} currency={currency} />
        </li>
      ))}
  </ul>
);

/** What is paid of a card, and what somebody should know before. */
const roundsToPay = (group: OrderGroup, opened: OrderGroup) => {
  const left = unpaidIds(group);
  // of what somebody else has paid meanwhile the bill says who it was
  const orderIds = atOnce(left.length > 0 ? left : unpaidIds(opened));
  const unpaid = group.orders.filter(({ id }) => orderIds.includes(id));
  const isOpen = unpaid.some(({ status }) => status === 'created');
  const isOverShelves = isOpen && unpaid.some(({ status }) => status === 'completed');
  return {
    orderIds,
    isOpen,
    loss: lossToKitchen(unpaid),
    added: addedSince(opened, group),
    wholeCheck:
      isOverShelves &&
      `The whole check of this table, with what was completed before: tokens ${unpaid.map(({ token_no }) => token_no).join(', ')}.`,
  };
};

/** Why a card is not paid here but from its bill's page: one is paid in part, or another table's part lies on it. */
const whyByBill = (group: OrderGroup, own: CheckRow | undefined, bill: { paid: number; due: number } | undefined, currency: string) => {
  if (!bill) return undefined;
  if (bill.paid > 0) return 'A part of this bill is paid. Pay the rest';
  return group.table_id !== null && own && isAbove(own.due, bill.due, currency) ? 'This bill has more on it. Pay it' : undefined;
};

const Warning = ({ children }: { children: ReactNode }) => (
  <Alert color="yellow" variant="light" role="alert" mb="sm" icon={<IconAlertTriangle aria-hidden />}>
    {children}
  </Alert>
);

const ByBill = ({ sentence, own }: { sentence: string; own: CheckRow | undefined }) => (
  <Warning>
    {sentence} from the bill:{' '}
    <Anchor component={Link} to={own ? pageOf(own.check_id) : '/dashboard/checks'} underline="always" inherit>
      open the bill
    </Anchor>
  </Warning>
);

interface BillBodyProps {
  bill: OrderSummary;
  pay: ReturnType<typeof usePayCard>;
  currency: string;
  /** What is to be read first. */
  children: ReactNode;
}

/** The bill, and how it is paid. */
const BillBody = ({ bill, pay: { display, isPending, payment, isPrinted, setIsPrinted }, currency, children }: BillBodyProps) => (
  <>
    {display.id > 0 && (
      <Suspense>
        <ownDisplay.Dialog displayId={display.id} bill={bill} clears={display.clears} onGone={display.onGone} />
      </Suspense>
    )}
    {isPending && <SlowAnswer />}
    {children}
    <PaymentColumns
      lines={<Lines summary={bill} currency={currency} />}
      totals={
        <BillTotals
          net={bill.subtotal}
          tax={bill.taxTotal}
          total={bill.total}
          discount={bill.discount}
          charges={bill.charges}
          currency={currency}
        />
      }
      payment={payment}
    >
      <Checkbox label="Print Receipt?" checked={isPrinted} onChange={(event) => setIsPrinted(event.currentTarget.checked)} />
    </PaymentColumns>
  </>
);

type PayDialogProps = CardToPay & {
  /** The group when the dialog was opened. */
  opened: OrderGroup;
  /** The open bills, those of the card among them; undefined until they are known. */
  bills: readonly CheckRow[] | undefined;
};

/** `isApart`: somebody has split or moved something of it since. `onBusy` is told whether there is something in it that must not be lost. */
type PayCardProps = Omit<PayDialogProps, 'bills'> & { bills: CheckRow[]; isApart: boolean; onBusy: (isBusy: boolean) => void };

/** The same where the card is its bill. */
const PayCard = ({ bills, isApart, onBusy, opened, ...card }: PayCardProps) => {
  const { group, settings, onClose } = card;
  const { paymentTypes, storeSettings } = settings;
  const { orderIds, isOpen, loss, added, wholeCheck } = roundsToPay(group, opened);
  const payCard = usePayCard(card, orderIds);
  const { summary, lost, payments, isPending, isBusy } = payCard;
  const { data, error } = summary;
  const { leave, isAsking } = useDiscard(payCard.isTyped && !lost, onClose, isPending);
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);

  const label = isOpen ? 'Pay & Complete' : 'Pay';
  const own = bills.find(({ paid }) => paid > 0) ?? bills[0];
  const byBill = isApart ? 'It is on several bills by now. Pay each' : whyByBill(group, own, data, storeSettings.currency);
  const isReady = data !== undefined && !summary.isError && !byBill;
  const button = (text: string, keepOpen: boolean, isQuiet = false) => (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      disabled={!isReady || isPending}
      loading={isPending && !isQuiet}
      data-autofocus={(!isQuiet && paymentTypes.length === 0) || undefined}
      onClick={() => data && void payCard.pay(data, keepOpen)}
    >
      {text}
    </Button>
  );
  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title={`${label} – ${cardName(group)}`}
      size={lost ? 'md' : 800}
      isChosenIn={!lost}
      footer={
        <div className={classes.footer}>
          <Button variant="default" disabled={isPending} onClick={leave}>
            {lost ? 'Close' : 'Go back'}
          </Button>
          {!lost && button(label, false, loss !== undefined)}
          {!lost && loss && button('Pay', true)}
        </div>
      }
    >
      {lost ? (
        <PaidMeanwhile sentence={lost} payments={payments} store={storeSettings} />
      ) : (
        <Loaded from={summary} failure={error?.hasSentence ? error.message : FAILURE} skeleton={<Skeleton height={320} />}>
          {(bill) => (
            <BillBody bill={bill} pay={payCard} currency={storeSettings.currency}>
              {wholeCheck && (
                <Text size="sm" mb="xs">
                  {wholeCheck}
                </Text>
              )}
              {added && (
                <Text fw={600} mb="xs">
                  {added}
                </Text>
              )}
              {byBill ? <ByBill sentence={byBill} own={own} /> : payCard.changed && <Warning>{payCard.changed}</Warning>}
              {loss && (
                <div className={classes.loss}>
                  <p>{loss}</p> <p>Pay alone leaves them to the kitchen.</p>
                </div>
              )}
            </BillBody>
          )}
        </Loaded>
      )}
    </Dialog>
  );
};

/** Takes payment for what is not paid of a card: to its end, or while the kitchen goes on. What lies on several bills is paid from theirs. */
export const PayDialog = (props: PayDialogProps) => {
  const { group, settings, bills, onClose } = props;
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const apart = billsApart(bills, group);
  const isCard = group.orders.length > 0 && (apart.length === 0 || isBusy);
  if (isCard) return <PayCard {...props} bills={billsOf(bills, group)} isApart={apart.length > 0} onBusy={setBusy} />;
  return (
    <BillsDialog
      title={`Pay – ${cardName(group)}`}
      bills={apart}
      currency={settings.storeSettings.currency}
      onChoose={(id) => void navigate(pageOf(id))}
      onClose={onClose}
    />
  );
};

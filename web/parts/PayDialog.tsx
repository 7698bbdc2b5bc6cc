import { Alert, Anchor, Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { CallInput, Reply } from '#contract/endpoint.ts';
import {
  completeAndPayOrders,
  type initOrders,
  type OrderGroup,
  type OrderSummary,
  type PaidInvoice,
  summarisePayment,
} from '#contract/orders.ts';
import { type CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { notify } from '#web/platform/toast.ts';
import { useOwnDisplay } from '#web/platform/till.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { clockTime } from '#web/parts/ago.ts';
import { addedSince, atOnce, cardName, lossToKitchen, unpaidIds } from './bill.ts';
import type { CheckRow } from '#contract/checks.ts';
import { pageOf } from './bill-text.ts';
import { billsApart, billsOf, isAbove, useBills } from './bills.ts';
import { BillsDialog } from './BillsDialog.tsx';
import { BillTotals } from './BillTotals.tsx';
import { keepPaymentType } from './last-payment-type.ts';
import { Money } from './Money.tsx';
import { forgetCounted, intoDrawer } from './own-drawer.ts';
import { moneyText } from '#contract/money-text.ts';
import { type Payment, usePayment } from './payment-choice.ts';
import { onReceipt } from './payment-entry.ts';
import { PaymentColumns } from './PaymentColumns.tsx';
import { SlowAnswer } from './SlowAnswer.tsx';
import classes from './PayDialog.module.css';

const ownDisplay = lazyDialog(async () => (await import('./OwnDisplay.tsx')).BillDisplay);

const FAILURE = 'Error processing your request, Please try later!';

type Settings = Reply<typeof initOrders>;
type PayInput = CallInput<typeof completeAndPayOrders>;

const Lines = ({ summary, currency }: { summary: OrderSummary; currency: string }) => (
  <ul tabIndex={0} className={classes.lines} aria-label="Bill">
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

type LostProps = { sentence: string; payments: readonly PaidInvoice[]; store: Settings['storeSettings'] };

/** Somebody else was quicker: who took how much, how and when, so that nobody asks the guest twice. */
const Lost = ({ sentence, payments, store: { currency, timezone } }: LostProps) => (
  <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
    <p className={classes.lost}>{sentence}</p>
    {payments.map(({ id, total, payment_type: type, created_at: at, member }) => (
      <p key={id} className={classes.payment}>
        <Money value={total} currency={currency} className={classes.sum} />
        {[
          type === 'unspecified' ? 'no payment type' : type,
          clockTime(at, serverNow(), timezone),
          member ?? 'somebody',
          `invoice ${id}`,
        ].map((fact) => ` · ${fact}`)}
      </p>
    ))}
  </Alert>
);

/** The guest reads what came back until the next one is asked for money. */
const tellPaid = async (displayId: number, bill: OrderSummary, paid: Payment): Promise<void> => {
  const { shownBill, tellDisplay } = await import('./OwnDisplay.tsx');
  await tellDisplay(displayId, shownBill(bill, paid));
};

interface PayDialogProps {
  /** With every round of its table. */
  group: OrderGroup;
  /** The same when the dialog was opened. */
  opened: OrderGroup;
  settings: Pick<Settings, 'paymentTypes' | 'printSettings' | 'storeSettings'>;
  /** Has a board ask for what was paid, or could not be. */
  following?: {
    onDoneAnywhere: (reply: unknown, input: PayInput) => void;
    onFailed: (failure: CallFailed, input: PayInput) => void;
  };
  /** The sum is a decimal number. */
  onPaid?: (payment: Payment & { invoiceId: number; total: number }) => void;
  onClose: () => void;
}

/** `isApart`: somebody has split or moved something of it since. `onBusy` hears whether there is something in it that must not be lost. */
type PayCardProps = PayDialogProps & { bills: CheckRow[]; isApart: boolean; onBusy: (isBusy: boolean) => void };

/** The same where the card is its bill. */
const PayCard = ({ group, opened, settings, following, bills, isApart, onBusy, onPaid, onClose }: PayCardProps) => {
  const { paymentTypes, printSettings, storeSettings } = settings;
  const { currency } = storeSettings;
  const left = unpaidIds(group);
  // of what somebody else has paid meanwhile the bill says who it was
  const orderIds = atOnce(left.length > 0 ? left : unpaidIds(opened));
  const unpaid = group.orders.filter(({ id }) => orderIds.includes(id));
  const isOpen = unpaid.some(({ status }) => status === 'created');
  const added = addedSince(opened, group);
  const loss = lossToKitchen(unpaid);
  const isOverShelves = isOpen && unpaid.some(({ status }) => status === 'completed');
  // A sum that was right a minute ago is no sum to ask a guest for.
  const summary = useReply(summarisePayment, { body: { orderIds } }, { gcTime: 0, staleTime: 0 });
  const { data, error } = summary;
  const { choose, taken: _, ...payment } = usePayment(paymentTypes, data?.total ?? 0, currency, storeSettings.cash_rounding);
  const [isPrinted, setIsPrinted] = useState(printSettings.is_enable_print === 1);
  const [displayId, setDisplay] = useOwnDisplay();
  /** What the guest reads goes with this dialog, unless it is the change. */
  const clears = useRef(true);
  const [refusal, setRefusal] = useState<CallFailed>();
  const { run, isPending } = useAction(completeAndPayOrders, {
    ...following,
    onFailed: (failure, input) => {
      if (failure.code === 'conflict') setRefusal(failure);
      forgetCounted(failure);
      following?.onFailed(failure, input);
    },
    // told here, with the name, and until somebody has read it
    quiet: true,
    expects: 'conflict',
    refreshes: [summarisePayment],
    failure: FAILURE,
  });
  // of a round that is paid in part there are invoices, too
  const isPaid = !isPending && data !== undefined && data.orders.every(({ payment_status: state }) => state === 'paid');
  const isBusy = isPending || refusal !== undefined || payment.parts.parts.length > 0;
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);
  const payments = (refusal?.body['payments'] as PaidInvoice[] | undefined) ?? (isPaid ? data.invoices : []);
  const lost = refusal?.message ?? (isPaid ? 'This order is already paid!' : undefined);

  const pay = async (bill: OrderSummary, keepOpen: boolean) => {
    const chosen = choose();
    if (!chosen) return;
    const { paymentTypeId, paymentType, taken, change, payments: several } = chosen;
    const target = isPrinted ? openPrintWindow() : undefined;
    const { subtotal: subTotal, taxTotal, total } = bill;
    const paid = await run({
      body: { orderIds, subTotal, taxTotal, total, paymentTypeId, ...intoDrawer(several), ...(keepOpen && { keepOpen }) },
    });
    if (!paid) return target?.cancel();
    keepPaymentType(paymentTypeId);
    const back = change ? `. Change ${moneyText(change, currency)}` : '';
    // the guests may have moved since the bill was asked for
    const { tableTitle = group.table_title } = paid;
    const name = cardName({ ...group, table_title: tableTitle });
    notify.success(`${name} paid: ${moneyText(taken, currency)}${paymentTypeId === null ? '' : `, ${paymentType}`}${back}`);
    if (isPrinted) {
      const one = paymentTypeId === null ? [] : [{ paymentTypeId, amount: total }];
      const facts = {
        paymentType,
        invoiceId: paid.invoiceId,
        tableTitle,
        date: new Date(serverNow()).toISOString(),
        payments: onReceipt(several ?? one, paymentTypes, currency, storeSettings.cash_rounding),
      };
      printReceipt(target, receiptOf(bill, { store: storeSettings, print: printSettings }, facts));
    }
    if (displayId > 0) {
      clears.current = false;
      tellPaid(displayId, bill, chosen).catch(() => {}); // it is paid all the same
    }
    onPaid?.({ ...chosen, invoiceId: paid.invoiceId, total });
    onClose();
  };

  const label = isOpen ? 'Pay & Complete' : 'Pay';
  const own = bills.find(({ paid }) => paid > 0) ?? bills[0];
  // what is paid in part is paid from its page, and so is a bill that another table's part lies on
  const isMore = group.table_id !== null && own && data && isAbove(own.due, data.due, currency);
  const isBegun = data !== undefined && data.paid > 0 && 'A part of this bill is paid. Pay the rest';
  const byBill = (isApart && 'It is on several bills by now. Pay each') || isBegun || (isMore && 'This bill has more on it. Pay it');
  const isReady = data !== undefined && !summary.isError && !byBill;
  const button = (text: string, keepOpen: boolean, isQuiet = false) => (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      disabled={!isReady || isPending}
      loading={isPending && !isQuiet}
      data-autofocus={(!isQuiet && paymentTypes.length === 0) || undefined}
      onClick={() => data && void pay(data, keepOpen)}
    >
      {text}
    </Button>
  );
  return (
    <Dialog
      opened
      onClose={() => isPending || onClose()}
      title={`${label} – ${cardName(group)}`}
      size={lost ? 'md' : 800}
      isChosenIn={!lost}
      footer={
        <div className={classes.footer}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {lost ? 'Close' : 'Go back'}
          </Button>
          {!lost && button(label, false, loss !== undefined)}
          {!lost && loss && button('Pay', true)}
        </div>
      }
    >
      {lost ? (
        <Lost sentence={lost} payments={payments} store={storeSettings} />
      ) : (
        <Loaded from={summary} failure={error?.hasSentence ? error.message : FAILURE} skeleton={<Skeleton height={320} />}>
          {(bill) => (
            <>
              {displayId > 0 && (
                <Suspense>
                  <ownDisplay.Dialog displayId={displayId} bill={bill} clears={clears} onGone={() => setDisplay(0)} />
                </Suspense>
              )}
              {isPending && <SlowAnswer />}
              {isOverShelves && (
                <Text size="sm" mb="xs">
                  The whole check of this table, with what was completed before: tokens {unpaid.map(({ token_no }) => token_no).join(', ')}.
                </Text>
              )}
              {added && (
                <Text fw={600} mb="xs">
                  {added}
                </Text>
              )}
              {byBill && (
                <Alert color="yellow" variant="light" role="alert" mb="sm" icon={<IconAlertTriangle aria-hidden />}>
                  {byBill} from the bill:{' '}
                  <Anchor component={Link} to={own ? pageOf(own.check_id) : '/dashboard/checks'} underline="always" inherit>
                    open the bill
                  </Anchor>
                </Alert>
              )}
              {loss && (
                <div className={classes.loss}>
                  <p>{loss}</p> <p>Pay alone leaves them to the kitchen.</p>
                </div>
              )}
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
          )}
        </Loaded>
      )}
    </Dialog>
  );
};

/** Takes payment for what is not paid of a card: to its end, or while the kitchen goes on. What lies on several bills is paid from theirs. */
export const PayDialog = (props: PayDialogProps) => {
  const { group, settings, onClose } = props;
  const bills = useBills(true);
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

import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { completeAndPayOrders, type initOrders, type OrderGroup, type OrderSummary, summarisePayment } from '#contract/orders.ts';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { Money } from '#web/parts/Money.tsx';
import { usePaymentChoice } from '#web/parts/payment-choice.ts';
import { PaymentTypePicker } from '#web/parts/PaymentTypePicker.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt, receiptOf } from '#web/platform/printing.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { addedSince, atOnce, lossToKitchen } from './bill.ts';
import { cardName, unpaidIds } from './OrderCard.tsx';
import type { Following } from './live-board.ts';
import classes from './PayDialog.module.css';

const FAILURE = 'Error processing your request, Please try later!';

type Settings = Reply<typeof initOrders>;

const Bill = ({ summary, currency }: { summary: OrderSummary; currency: string }) => (
  <>
    <ul className={classes.lines}>
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
    <BillTotals net={summary.subtotal} tax={summary.taxTotal} total={summary.total} currency={currency} />
  </>
);

interface PayDialogProps {
  /** With every round of its table. */
  group: OrderGroup;
  /** The same when the dialog was opened. */
  opened: OrderGroup;
  settings: Settings;
  /** Has the board ask for what was paid, or could not be. */
  following: Following;
  onClose: () => void;
}

export const PayDialog = ({ group, opened, settings, following, onClose }: PayDialogProps) => {
  const { paymentTypes, printSettings, storeSettings } = settings;
  const orderIds = atOnce(unpaidIds(group));
  const unpaid = group.orders.filter(({ payment_status }) => payment_status === 'pending');
  const isOpen = unpaid.some(({ status }) => status === 'created');
  const added = addedSince(opened, group);
  const loss = lossToKitchen(unpaid);
  const isOverShelves = isOpen && unpaid.some(({ status }) => status === 'completed');
  // A sum that was right a minute ago is no sum to ask a guest for.
  const summary = useReply(summarisePayment, { body: { orderIds } }, { gcTime: 0, staleTime: 0 });
  const { picker, choose } = usePaymentChoice(paymentTypes);
  const [isPrinted, setIsPrinted] = useState(printSettings.is_enable_print === 1);
  const { run, isPending } = useAction(completeAndPayOrders, { ...following, refreshes: [summarisePayment], failure: FAILURE });

  const pay = async (bill: OrderSummary) => {
    const paymentTypeId = choose();
    if (paymentTypeId === undefined) return;
    const target = isPrinted ? openPrintWindow() : undefined;
    const { subtotal: subTotal, taxTotal, total } = bill;
    const paid = await run({ body: { orderIds, subTotal, taxTotal, total, paymentTypeId } });
    if (!paid) {
      target?.cancel();
      return;
    }
    if (isPrinted) {
      const paymentType = paymentTypes.find(({ id }) => id === paymentTypeId)?.title ?? 'Paid';
      printReceipt(
        target,
        receiptOf(
          bill,
          { store: storeSettings, print: printSettings },
          { paymentType, invoiceId: paid.invoiceId, date: new Date(serverNow()).toISOString() },
        ),
      );
    }
    onClose();
  };

  const label = isOpen ? 'Pay & Complete' : 'Pay';
  const { data, error } = summary;
  return (
    <Dialog
      opened
      onClose={() => isPending || onClose()}
      title={`${label} – ${cardName(group)}`}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            Go back
          </Button>
          <Button disabled={!data || summary.isError} loading={isPending} onClick={() => data && void pay(data)}>
            {label}
          </Button>
        </>
      }
    >
      <Loaded from={summary} failure={error?.hasSentence ? error.message : FAILURE} skeleton={<Skeleton height={220} />}>
        {(bill) => (
          <Stack gap="md">
            {isOverShelves && (
              <Text size="sm">
                The whole check of this table, with what was completed before: tokens {unpaid.map(({ token_no }) => token_no).join(', ')}.
              </Text>
            )}
            {added && <Text fw={600}>{added}</Text>}
            {loss && <Text fw={600}>{loss}</Text>}
            <Bill summary={bill} currency={storeSettings.currency} />
            <PaymentTypePicker types={paymentTypes} {...picker} />
            <Checkbox label="Print Receipt?" checked={isPrinted} onChange={(event) => setIsPrinted(event.currentTarget.checked)} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
};

import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { getInvoice, listInvoices, type OpenedInvoice, refundInvoice } from '#contract/invoices.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import type { StoreSettings } from '#contract/shown-settings.ts';
import { Money } from '#web/parts/Money.tsx';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { addSums, plainSum, unclearSum } from '#web/parts/money-text.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { NoDrawer } from '#web/parts/NoDrawer.tsx';
import { forgetCounted, intoDrawer } from '#web/parts/own-drawer.ts';
import { PaymentTypePicker } from '#web/parts/PaymentTypePicker.tsx';
import { ReasonFields, toReason, useGivenReason } from '#web/parts/ReasonFields.tsx';
import { useSentOnce } from '#web/parts/use-sent-once.ts';
import { openPrintWindow, type PrintWindow } from '#web/platform/printing.ts';
import { goesBack } from './goes-back.ts';
import { GoesBack } from './GoesBack.tsx';
import classes from './InvoiceDialog.module.css';
import { itemsSum } from './items-sum.ts';
import { RefundItems } from './RefundItems.tsx';

type RefundBody = CallInput<typeof refundInvoice>['body'];
type What = 'rest' | 'items' | 'amount';
const ways: { value: What; label: string }[] = [
  { value: 'rest', label: 'Everything' },
  { value: 'items', label: 'Items' },
  { value: 'amount', label: 'Amount' },
];

export interface RefundActions {
  /** It knows what coins there are. */
  store: Pick<StoreSettings, 'currency' | 'cash_rounding'>;
  /** Whether a refund prints unless somebody says otherwise. */
  isPrinted: boolean;
  /** Its paper goes into a window that waits for it; undefined where the browser opens none. */
  onRefunded: (invoiceId: number, target: PrintWindow | undefined) => void;
}

interface RefundDialogProps extends RefundActions {
  opened: OpenedInvoice;
  paymentTypes: readonly PaymentType[];
  onClose: () => void;
}

/** Of everything no sum is said: what was left then may be given back by now. */
const sentText = (id: number, body: RefundBody, actOf: (body: RefundBody) => string): string =>
  body.items || body.amount != null ? actOf(body) : `Refund everything of invoice ${id}`;

/** '2 × Soup, 1 × Wine' */
const pieceText = ({ items }: OpenedInvoice, pieces: Readonly<Record<number, number>>): string =>
  items.flatMap(({ id, item_title: title }) => (pieces[id] ? [`${pieces[id]} × ${title}`] : [])).join(', ');

const useRefund = (id: number, onDone: () => void, act: (body: RefundBody) => string) =>
  useSentOnce(refundInvoice, {
    name: 'refunding',
    id,
    refreshes: [getInvoice, listInvoices],
    onDone,
    onFailed: forgetCounted,
    act,
  });

/** How it was paid, where it was in one way that this store still takes: most money goes back as it came. */
const wayBackOf = ({ payments }: OpenedInvoice, types: readonly PaymentType[]) => {
  const [first, ...others] = new Set(payments.map(({ payment_type_id: typeId }) => typeId));
  return others.length === 0 ? types.find((one) => one.id === first)?.id : undefined;
};

interface AmountFieldProps {
  /** The most that can be given back. */
  left: number;
  currency: string;
  value: string;
  error: string | undefined;
  onChange: (amount: string) => void;
}

const AmountField = ({ left, currency, value, error, onChange }: AmountFieldProps) => (
  <TextInput
    label="Amount"
    inputMode="decimal"
    autoComplete="off"
    description={
      <>
        At most <Money value={left} currency={currency} />
      </>
    }
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

const Unanswered = ({ text, onForget }: { text: string; onForget: () => void }) => (
  <>
    <p role="alert" className={classes.wrong}>
      There was no answer to ‘{text}’. Press Refund again: nothing is given back twice.
    </p>
    <Button variant="subtle" onClick={onForget}>
      Refund something else
    </Button>
  </>
);

/** Takes an invoice back: all that is left of it, some dishes, or a sum. */
export const RefundDialog = ({ opened, store, paymentTypes, isPrinted, onRefunded, onClose }: RefundDialogProps) => {
  const { invoice_id: id, currency } = opened;
  const [what, setWhat] = useState<What>('rest');
  const [touched, setPieces] = useState<Readonly<Record<number, number>>>({});
  // a colleague may have taken some of them back meanwhile
  const pieces = Object.fromEntries(opened.items.map(({ id: line, refundable }) => [line, Math.min(touched[line] ?? 0, refundable)]));
  const [amount, setAmount] = useState('');
  const { why, isComplete, fields } = useGivenReason('refund');
  const offer = { last: wayBackOf(opened, paymentTypes), lastText: 'as it was paid' };
  const [type, setType] = useState<number | null | undefined>(offer.last);
  const [isPrinting, setPrinting] = useState(isPrinted);
  const [isAsked, setAsked] = useState(false);
  const left = addSums([opened.total, -opened.refunded], currency);
  const items = Object.entries(pieces).flatMap(([itemId, quantity]) => (quantity > 0 ? [{ itemId: Number(itemId), quantity }] : []));
  const { decimals } = currencyOf(currency);
  const sum = plainSum(amount, decimals);
  const isNothing = what === 'items' ? items.length === 0 : what === 'amount' && sum === '';
  const missing = isAsked && isNothing ? 'Please choose what to refund!' : undefined;
  const unclear = what === 'amount' ? unclearSum(amount, decimals) : undefined;
  const actOf = ({ items: some, amount: part, paymentTypeId }: RefundBody) => {
    if (some)
      return `Refund ${pieceText(opened, Object.fromEntries(some.map(({ itemId, quantity }) => [itemId, quantity])))} of invoice ${id}`;
    const [asked, by] = [part == null ? left : Number(part), paymentTypes.find((one) => one.id === Number(paymentTypeId))];
    const given = goesBack({ opened, store, type: by, sum: asked, left }) ?? asked;
    // whoever allows it sees what leaves the drawer
    const inCoins = given === asked ? '' : `: ${moneyText(given, currency)} goes back`;
    return `Refund ${moneyText(asked, currency)} of invoice ${id}${inCoins}`;
  };
  const chosen = paymentTypes.find((one) => one.id === type);
  const { unanswered, isPending, forget, send } = useRefund(id, onClose, actOf);

  const sendAndPrint = async (body: RefundBody) => {
    const target = isPrinting ? openPrintWindow() : undefined;
    const reply = await send(body);
    if (!reply) target?.cancel();
    else if (isPrinting) onRefunded(reply.invoiceId, target);
  };
  const refund = async () => {
    if (unanswered) return sendAndPrint(unanswered);
    setAsked(true);
    const isFine = !isNothing && !unclear && type != null;
    if (!isComplete(isFine) || !isFine) return undefined;
    const asked = what === 'items' ? { items } : what === 'amount' ? { amount: sum } : {};
    // cash is given out of the drawer of this device
    const fromDrawer = chosen?.kind === 'cash' ? intoDrawer() : {};
    return sendAndPrint({ ...asked, paymentTypeId: type, ...toReason(why), ...fromDrawer });
  };
  return (
    <FormDialog
      title={`Refund – invoice ${id}`}
      label="Refund"
      isPending={isPending}
      isChanged={!unanswered && (why.reasonId !== undefined || why.note !== '' || amount !== '' || items.length > 0)}
      onSubmit={(event) => {
        event?.preventDefault();
        void refund();
      }}
      onClose={onClose}
    >
      {unanswered ? (
        <Unanswered text={sentText(id, unanswered, actOf)} onForget={forget} />
      ) : (
        <>
          <SegmentedControl
            fullWidth
            size="lg"
            aria-label="What is refunded"
            data={ways}
            value={what}
            onChange={(value) => setWhat(value as What)}
          />
          {what === 'items' && <RefundItems items={opened.items} pieces={pieces} onPieces={setPieces} />}
          {what === 'amount' && <AmountField {...{ left, currency }} value={amount} error={unclear ?? missing} onChange={setAmount} />}
          <GoesBack
            opened={opened}
            store={store}
            type={chosen}
            sum={{ rest: left, items: itemsSum(opened, pieces) ?? '', amount: sum }[what]}
            left={left}
          />
          {what === 'items' && missing && (
            <p role="alert" className={classes.wrong}>
              {missing}
            </p>
          )}
          <PaymentTypePicker types={paymentTypes} value={type} isMissing={isAsked && type == null} onChange={setType} {...offer} />
          <NoDrawer type={chosen} />
          <ReasonFields {...fields} />
        </>
      )}
      <Checkbox label="Print the refund" size="md" checked={isPrinting} onChange={(event) => setPrinting(event.currentTarget.checked)} />
    </FormDialog>
  );
};

import { useCallback, useState } from 'react';
import { type Check, type CheckItem, type CheckRow, getCheck, markBilled } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { DiscountDialog } from '#web/parts/DiscountDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { call, useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { useMay } from '#web/platform/session.tsx';
import { notify } from '#web/platform/toast.ts';
import { BillActions, type Task } from './BillActions.tsx';
import { BillDialogs } from './BillDialogs.tsx';
import { BillPayments } from './BillPayments.tsx';
import classes from './CheckScreen.module.css';
import { billName } from '#web/parts/bill-text.ts';
import { ClosedBill } from './ClosedBill.tsx';
import { History } from './History.tsx';
import { billPaper } from '#web/parts/bill-paper.ts';
import { Rounds } from './Rounds.tsx';
import { Siblings } from './Siblings.tsx';
import { Sums } from './Sums.tsx';
import { useClosedMeanwhile } from './use-closed-meanwhile.ts';
import { useDiscounts } from './use-discounts.ts';
import { usePayingBill } from './use-paying-bill.ts';

// the open bills follow what is announced
const refreshes = [getCheck];

/** What is left of the unpaid lines of a bill, as a decimal: of that a discount is taken off. */
const leftOfLines = ({ orders, currency }: Check): number =>
  addSums(
    orders
      .flatMap(({ items }) => items)
      .filter(({ status, is_paid }) => status !== 'cancelled' && !is_paid)
      .flatMap(({ itemTotal, discount = 0 }) => [itemTotal, -discount]),
    currency,
  );

/** What is left of a line after its own discounts: those of the whole bill come off after them. */
const leftOfLine = ({ adjustments, currency }: Check, { id, itemTotal }: CheckItem): number =>
  addSums([itemTotal, ...adjustments.flatMap(({ item_id: of, amount }) => (of === id ? [-amount] : []))], currency);

const hintFor = ({ adjustments }: Check, item: CheckItem | undefined): string | undefined =>
  item && adjustments.some(({ item_id: of }) => of === null) ? 'The discount of the whole bill comes off after this one.' : undefined;

interface BillProps {
  check: Check;
  /** The open bills. */
  checks: readonly CheckRow[];
  settings: Reply<typeof initOrders>;
}

/** One bill, open or closed, with what is being done with it. */
export const Bill = ({ check, checks, settings }: BillProps) => {
  const { currency, timezone } = settings.storeSettings;
  const [task, setTask] = useState<Task>();
  /** Of the bill, or of a line. */
  const [discounted, setDiscounted] = useState<{ item?: CheckItem }>();
  const discounts = useDiscounts(check, discounted !== undefined, () => setDiscounted(undefined));
  const mayDiscount = useMay(addAdjustment);
  const payments = usePayingBill(check, settings);
  const { share, paying, pay, payShares, forgetShares, closePaid, stop } = payments;

  const billed = useAction(markBilled, { quiet: true, refreshes });
  const [isPrinting, setPrinting] = useState(false);

  const printBill = async () => {
    const target = openPrintWindow();
    setPrinting(true);
    const params = { id: String(check.check_id) };
    const reply = await billed.run({ params });
    // what this page has not learned of yet is in what was noted as printed
    const now = reply && (await call(getCheck, { params }).catch(() => undefined));
    if (now) printReceipt(target, billPaper(now, settings, reply.prints));
    else target?.cancel();
    setPrinting(false);
    if (reply && !now) notify.error('The bill could not be loaded. Please print it again!');
  };

  const isClosed = check.status === 'closed';
  const leaveAll = useCallback(() => {
    setTask(undefined);
    setDiscounted(undefined);
    stop();
  }, [stop]);
  useClosedMeanwhile(check, task !== undefined || discounted !== undefined || paying !== undefined, leaveAll);
  const onTask = (next: Task) => {
    closePaid();
    if (next === 'print') void printBill();
    else if (next === 'discount') setDiscounted({});
    else if (next !== 'pay') setTask(next);
    else pay();
  };

  return (
    <>
      <Siblings check={check} checks={checks} currency={currency} />
      {isClosed ? (
        <ClosedBill check={check} checks={checks} settings={settings} />
      ) : (
        <div className={classes.columns}>
          <div className={classes.side}>
            <Rounds check={check} timezone={timezone} onDiscount={mayDiscount ? (item) => setDiscounted({ item }) : undefined} />
            <div className={classes.last}>
              <History check={check} timezone={timezone} />
            </div>
          </div>
          <div className={classes.side}>
            <Sums check={check} timezone={timezone} discounts={mayDiscount ? discounts : undefined} />
            <BillActions check={check} share={share} isPrinting={isPrinting} onTask={onTask} onForget={forgetShares} />
          </div>
        </div>
      )}
      <BillDialogs
        check={check}
        checks={checks}
        settings={settings}
        task={isClosed ? undefined : task}
        onShares={payShares}
        onAmount={pay}
        onClose={() => setTask(undefined)}
      />
      {discounted && !isClosed && (
        <DiscountDialog
          title={discounted.item ? `Discount – ${discounted.item.item_title}` : `Discount – ${billName(check)}`}
          currency={currency}
          left={discounted.item ? leftOfLine(check, discounted.item) : leftOfLines(check)}
          hint={hintFor(check, discounted.item)}
          line={discounted.item && { unitPrice: discounted.item.price, quantity: discounted.item.quantity }}
          isPending={discounts.isPending}
          onGive={(discount) => void discounts.give(discount, discounted.item?.id ?? null)}
          onClose={() => setDiscounted(undefined)}
        />
      )}
      <BillPayments check={check} settings={settings} payments={payments} />
    </>
  );
};

import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { type Check, type CheckItem, type CheckRow, getCheck, listChecks, markBilled } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { DiscountDialog } from '#web/parts/DiscountDialog.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { call, useAction } from '#web/platform/api.ts';
import { openPrintWindow, type PrintWindow, printReceipt } from '#web/platform/printing.ts';
import { useMay } from '#web/platform/session.tsx';
import { useOwnDisplay } from '#web/platform/till.ts';
import { notify } from '#web/platform/toast.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { BillActions, type Task } from './BillActions.tsx';
import { BillDialogs } from './BillDialogs.tsx';
import classes from './CheckScreen.module.css';
import { billName } from '#web/parts/bill-text.ts';
import { ClosedBill } from './ClosedBill.tsx';
import { History } from './History.tsx';
import { type Paid, PaidPanel } from './PaidPanel.tsx';
import { billPaper, receiptPaper, sharePaper } from '#web/parts/bill-paper.ts';
import { PayCheckDialog } from './PayCheckDialog.tsx';
import { Rounds } from './Rounds.tsx';
import { nextShare, type Sharing } from './shares.ts';
import { Siblings } from './Siblings.tsx';
import { Sums } from './Sums.tsx';
import { useDiscounts } from './use-discounts.ts';

const guestDisplay = lazyDialog(async () => (await import('./GuestDisplay.tsx')).GuestDisplay);

const refreshes = [getCheck, listChecks];

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

/** What is being paid: all that is due, an amount, or the next share. */
interface Paying {
  /** Another number for each payment: its form begins anew, and takes no touch for a moment. */
  round: number;
  wanted?: number | undefined;
  share?: { number: number; of: number; amount: number } | undefined;
  typeId?: number | undefined;
  before?: Paid | undefined;
  /** The panel of the payment before is closed: its change is in the guest's hand. */
  isBeforeSeen?: boolean;
}

/** The guest before reads what they get back until the till goes on with the next one; who gets nothing makes room at once. */
const changeToRead = (paying: Paying | undefined): Paid | undefined =>
  paying?.before && paying.before.change > 0 && !paying.isBeforeSeen ? paying.before : undefined;

interface BillProps {
  check: Check;
  /** The open bills. */
  checks: readonly CheckRow[];
  settings: Reply<typeof initOrders>;
}

/** One bill, open or closed, with what is being done with it. */
export const Bill = ({ check, checks, settings }: BillProps) => {
  const { currency, timezone } = settings.storeSettings;
  const cache = useQueryClient();
  const [task, setTask] = useState<Task>();
  const [paying, setPaying] = useState<Paying>();
  const [paid, setPaid] = useState<Paid>();
  const [displayId, setDisplay] = useOwnDisplay();
  const [sharing, setSharing] = useState<Sharing>();
  const [isPrinted, setPrinted] = useState(settings.printSettings.is_enable_print === 1);
  const share = nextShare(sharing, check.due, currency);
  /** Of the bill, or of a line. */
  const [discounted, setDiscounted] = useState<{ item?: CheckItem }>();
  const discounts = useDiscounts(check, () => setDiscounted(undefined));
  const mayDiscount = useMay(addAdjustment);

  const billed = useAction(markBilled, { quiet: true, refreshes });

  /** The bill as it is after a payment. */
  const ask = () =>
    cache.fetchQuery({
      queryKey: [getCheck.path, { params: { id: String(check.check_id) } }],
      queryFn: () => call(getCheck, { params: { id: String(check.check_id) } }),
      staleTime: 0,
    });
  const printAfter = async (target: PrintWindow | undefined, done: Paid, slip: Paying['share']) => {
    const now = await ask().catch(() => undefined);
    if (!now) {
      target?.cancel();
      notify.error('The receipt could not be loaded. Please print it from this page!');
      return;
    }
    printReceipt(target, slip ? sharePaper(now, settings, slip, done.paymentId) : receiptPaper(now, settings, false));
  };
  const printBill = async () => {
    const target = openPrintWindow();
    const reply = await billed.run({ params: { id: String(check.check_id) } });
    if (reply) printReceipt(target, billPaper(check, settings, reply.prints));
    else target?.cancel();
  };

  const payShares = (plan: Sharing, before?: Paid, typeId?: number) => {
    const next = nextShare(plan, before?.due ?? check.due, currency);
    setSharing(next && plan);
    if (next) setPaying({ round: plan.paid + 1, wanted: next.amount, share: next, before, typeId });
    else setPaying(undefined);
  };
  const onPaid = (done: Paid, typeId: number | undefined, print: { target: PrintWindow | undefined } | undefined) => {
    const slip = paying?.share;
    if (print) void printAfter(print.target, done, slip);
    if (slip && sharing) payShares({ ...sharing, paid: slip.number }, done, typeId);
    else setPaying(done.due > 0 ? { round: (paying?.round ?? 0) + 1, before: done } : undefined);
    setPaid(done.due > 0 ? undefined : done);
  };

  const isClosed = check.status === 'closed';
  const onTask = (next: Task) => {
    setPaid(undefined);
    if (next === 'print') void printBill();
    else if (next === 'discount') setDiscounted({});
    else if (next !== 'pay') setTask(next);
    else if (share && sharing) payShares(sharing);
    else setPaying({ round: 0 });
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
            <BillActions check={check} share={share} isPrinting={billed.isPending} onTask={onTask} onForget={() => setSharing(undefined)} />
          </div>
        </div>
      )}
      <BillDialogs
        check={check}
        checks={checks}
        settings={settings}
        task={task}
        onShares={(shares) => payShares({ shares, paid: 0 })}
        onAmount={(wanted) => setPaying({ round: 0, wanted })}
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
      {paying && !isClosed && (
        <PayCheckDialog
          key={paying.round}
          check={check}
          settings={settings}
          wanted={paying.wanted}
          share={paying.share}
          firstType={paying.typeId}
          before={paying.before}
          isBeforeShown={!paying.isBeforeSeen}
          onBeforeSeen={() => setPaying((now) => now && { ...now, isBeforeSeen: true })}
          isPrinted={isPrinted}
          onPrinted={setPrinted}
          onPaid={onPaid}
          onSlip={
            paying.share && (() => paying.share && printReceipt(openPrintWindow(), sharePaper(check, settings, paying.share, undefined)))
          }
          onClose={() => setPaying(undefined)}
        />
      )}
      {displayId > 0 && (paying || paid) && (
        <Suspense>
          <guestDisplay.Dialog
            displayId={displayId}
            check={check}
            wanted={paying?.wanted}
            paid={paid ?? changeToRead(paying)}
            onGone={() => setDisplay(0)}
          />
        </Suspense>
      )}
      {paid && (
        <PaidPanel
          paid={paid}
          currency={currency}
          onPrint={() => void printAfter(openPrintWindow(), paid, undefined)}
          onClose={() => setPaid(undefined)}
        />
      )}
    </>
  );
};

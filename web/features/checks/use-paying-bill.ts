import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Check, getCheck } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { receiptPaper, sharePaper } from '#web/parts/bill-paper.ts';
import { call } from '#web/platform/api.ts';
import { type PrintWindow, printReceipt } from '#web/platform/printing.ts';
import { notify } from '#web/platform/toast.ts';
import type { Paid } from './PaidPanel.tsx';
import { nextShare, type Sharing } from './shares.ts';

/** What is being paid: all that is due, an amount, or the next share. */
interface Paying {
  /** Another number for each payment: its form starts over, and takes no touch for a moment. */
  round: number;
  wanted?: number | undefined;
  share?: { number: number; of: number; amount: number } | undefined;
  typeId?: number | undefined;
  before?: Paid | undefined;
  /** The panel of the payment before is closed: its change is in the guest's hand. */
  isBeforeSeen?: boolean;
}

/** The guest before reads what they get back until the till goes on with the next one; who gets nothing makes room at once. */
export const changeToRead = (paying: Paying | undefined): Paid | undefined =>
  paying?.before && paying.before.change > 0 && !paying.isBeforeSeen ? paying.before : undefined;

/** The payments of a bill, one after the other: which one is taken, and what was taken last. */
export const usePayingBill = (check: Check, settings: Reply<typeof initOrders>) => {
  const { currency } = settings.storeSettings;
  const cache = useQueryClient();
  const [paying, setPaying] = useState<Paying>();
  const [paid, setPaid] = useState<Paid>();
  const [sharing, setSharing] = useState<Sharing>();
  const share = nextShare(sharing, check.due, currency);
  const stop = useCallback(() => setPaying(undefined), []);

  /** The bill as it is now. */
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
  const payNext = (plan: Sharing, before?: Paid, typeId?: number) => {
    const next = nextShare(plan, before?.due ?? check.due, currency);
    setSharing(next && plan);
    const round = plan.paid + 1;
    if (next) setPaying({ round, wanted: next.amount, share: next, before, typeId });
    // another sum was paid, or the bill has changed: the shares are over, the change is still to be read
    else setPaying(before && before.due > 0 ? { round, before } : undefined);
  };
  const onPaid = (done: Paid, typeId: number | undefined, print: { target: PrintWindow | undefined } | undefined) => {
    const slip = paying?.share;
    if (print) void printAfter(print.target, done, slip);
    if (slip && sharing) payNext({ ...sharing, paid: slip.number }, done, typeId);
    else setPaying(done.due > 0 ? { round: (paying?.round ?? 0) + 1, before: done } : undefined);
    setPaid(done.due > 0 ? undefined : done);
  };

  return {
    share,
    paying,
    paid,
    /** An amount, or else the next share of a bill that is shared, or all that is due. */
    pay: (wanted?: number) => {
      if (wanted === undefined && share && sharing) payNext(sharing);
      else setPaying({ round: 0, wanted });
    },
    payShares: (shares: readonly number[]) => payNext({ shares, paid: 0 }),
    forgetShares: () => setSharing(undefined),
    seeBefore: () => setPaying((now) => now && { ...now, isBeforeSeen: true }),
    stop,
    closePaid: () => setPaid(undefined),
    printAfter,
    onPaid,
  };
};

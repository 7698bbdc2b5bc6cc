import { Suspense, useState } from 'react';
import type { Check } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { useOwnDisplay } from '#web/platform/till.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import { PaidPanel } from './PaidPanel.tsx';
import { sharePaper } from '#web/parts/bill-paper.ts';
import { PayCheckDialog } from './PayCheckDialog.tsx';
import { changeToRead, type usePayingBill } from './use-paying-bill.ts';

const guestDisplay = lazyDialog(async () => (await import('./GuestDisplay.tsx')).GuestDisplay);

interface BillPaymentsProps {
  check: Check;
  settings: Reply<typeof initOrders>;
  payments: ReturnType<typeof usePayingBill>;
}

/** The payment that is being taken, what was taken last, and what the guest reads of both. */
export const BillPayments = ({ check, settings, payments }: BillPaymentsProps) => {
  const { paying, paid, seeBefore, stop, closePaid, printAfter, onPaid } = payments;
  const { currency } = settings.storeSettings;
  const [displayId, setDisplay] = useOwnDisplay();
  const [isPrinted, setPrinted] = useState(settings.printSettings.is_enable_print === 1);
  return (
    <>
      {paying && check.status !== 'closed' && (
        <PayCheckDialog
          key={paying.round}
          check={check}
          settings={settings}
          wanted={paying.wanted}
          share={paying.share}
          firstType={paying.typeId}
          before={paying.before}
          isBeforeShown={!paying.isBeforeSeen}
          onBeforeSeen={seeBefore}
          isPrinted={isPrinted}
          onPrinted={setPrinted}
          onPaid={onPaid}
          onSlip={
            paying.share && (() => paying.share && printReceipt(openPrintWindow(), sharePaper(check, settings, paying.share, undefined)))
          }
          onClose={stop}
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
          onClose={closePaid}
        />
      )}
    </>
  );
};

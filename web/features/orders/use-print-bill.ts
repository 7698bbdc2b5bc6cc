import { useCallback } from 'react';
import { getCheck, markBilled } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders } from '#contract/orders.ts';
import { billPaper } from '#web/parts/bill-paper.ts';
import { call, useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt } from '#web/platform/printing.ts';
import { notify } from '#web/platform/toast.ts';

type AskSettings = () => Promise<{ data?: Reply<typeof initOrders> | undefined }>;

/** Prints a bill as its own page does: counted, and with what is paid of it already. */
export const usePrintBill = (askSettings: AskSettings, failure: string): ((checkId: number) => Promise<void>) => {
  const { run: markPrinted } = useAction(markBilled, { quiet: true });
  return useCallback(
    async (checkId) => {
      const target = openPrintWindow();
      const params = { id: String(checkId) };
      const settings = (await askSettings()).data;
      const marked = settings && (await markPrinted({ params }));
      // only now: a round that comes after this is not noted as printed
      const bill = marked && (await call(getCheck, { params }).catch(() => undefined));
      if (!settings || (marked && !bill)) notify.error(failure);
      if (bill) printReceipt(target, billPaper(bill, settings, marked.prints));
      else target?.cancel();
    },
    [askSettings, failure, markPrinted],
  );
};

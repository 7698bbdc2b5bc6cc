import { Alert, Anchor, Button } from '@mantine/core';
import { IconLock, IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Check, CheckRow } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import { getInvoice } from '#contract/invoices.ts';
import { type initOrders, summarisePayment } from '#contract/orders.ts';
import { useAction } from '#web/platform/api.ts';
import { openPrintWindow, printReceipt, wasPrinted } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';
import { useMay } from '#web/platform/session.tsx';
import { billName, pageOf } from '#web/parts/bill-text.ts';
import classes from './CheckScreen.module.css';
import { isSplitUndone } from './check-text.ts';
import { History } from './History.tsx';
import { receiptPaper } from '#web/parts/bill-paper.ts';
import { paymentOf } from '#web/parts/payment-of.ts';
import { Rounds } from './Rounds.tsx';
import { Sums } from './Sums.tsx';

interface ClosedBillProps {
  check: Check;
  /** The open ones. */
  checks: readonly CheckRow[];
  settings: Reply<typeof initOrders>;
}

/** What was paid, or went onto another bill: nothing on it can be changed. */
export const ClosedBill = ({ check, checks, settings }: ClosedBillProps) => {
  const { invoices, merged_into: mergedInto } = check;
  const open = checks.find(({ check_id: id }) => id === mergedInto);
  const maySee = useMay(getInvoice);
  const { timezone } = settings.storeSettings;
  const isShared = (check.shared_invoices ?? []).length > 0;
  const isByInvoice = isShared || invoices.length > 1;
  const { run: summarise, isPending } = useAction(summarisePayment);

  /** A receipt of several bills that were paid together is of all of them; rounds of this one that were paid by themselves have their own. */
  const printInvoice = async (invoiceId: number) => {
    const target = openPrintWindow();
    const orderIds = check.orders.filter(({ status }) => status !== 'cancelled').map((order) => order.id);
    const summary = await summarise({ body: { orderIds, invoiceId } });
    if (!summary) return target?.cancel();
    const { storeSettings: store, printSettings: print } = settings;
    const receipt = receiptOf(summary, { store: { ...store, currency: check.currency }, print }, paymentOf(summary, check.currency));
    printReceipt(target, receipt);
  };
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <Rounds check={check} timezone={timezone} />
        <div className={classes.last}>
          <History check={check} timezone={timezone} />
        </div>
      </div>
      <div className={classes.side}>
        <Alert variant="light" color="gray" icon={<IconLock aria-hidden />}>
          {mergedInto == null ? (
            isSplitUndone(check) ? (
              'The split into this bill was undone: all of it is back where it came from.'
            ) : (
              `This bill is closed.${isShared ? ' It was paid together with another one.' : ''}`
            )
          ) : (
            <>
              Merged into{' '}
              <Anchor component={Link} to={pageOf(mergedInto)} underline="always" inherit>
                {open ? `the bill of ${billName(open)}` : `bill ${mergedInto}`}
              </Anchor>
            </>
          )}
          {invoices.map((id) => (
            <span key={id}>
              {' '}
              {maySee ? (
                <Anchor component={Link} to={`/dashboard/invoices?invoice=${id}`} underline="always" inherit>
                  Invoice {id}
                </Anchor>
              ) : (
                `Invoice ${id}`
              )}
            </span>
          ))}
        </Alert>
        <Sums check={check} timezone={timezone} />
        {invoices.map((id) => (
          <Button
            key={id}
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            loading={isPending}
            onClick={() => {
              if (isByInvoice) void printInvoice(id);
              else printReceipt(openPrintWindow(), receiptPaper(check, settings, wasPrinted(id)));
            }}
          >
            {invoices.length > 1 ? `Print Receipt of Invoice ${id}` : 'Print Receipt'}
          </Button>
        ))}
      </div>
    </div>
  );
};

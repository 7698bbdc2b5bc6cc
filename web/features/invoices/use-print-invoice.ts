import type { Reply } from '#contract/endpoint.ts';
import { getInvoice, type initInvoices } from '#contract/invoices.ts';
import { useAction } from '#web/platform/api.ts';
import { type PrintWindow, printReceipt } from '#web/platform/printing.ts';
import { receiptOf } from '#web/platform/printouts.ts';

export const NOT_LOADED = 'Error loading details! Please try later!';

/** Prints an invoice once more, as it was. */
export const usePrintInvoice = (settings: Reply<typeof initInvoices> | undefined) => {
  const { run: load } = useAction(getInvoice, { failure: NOT_LOADED });

  return async (id: number, isCopy: boolean, target: PrintWindow | undefined): Promise<void> => {
    // its own lines: of an order that was split there are more
    const opened = await load({ params: { id: String(id) } });
    if (!opened || !settings) {
      target?.cancel();
      return;
    }
    const { storeSettings: store, printSettings } = settings;
    const { invoice, summary, taxes, payments, rounding, buyer } = opened;
    // What the invoice says counts, in the currency it was paid in; its orders only lend the lines.
    printReceipt(
      target,
      receiptOf(
        summary,
        { store: { ...store, currency: invoice.currency }, print: printSettings },
        {
          date: invoice.created_at,
          invoiceId: invoice.invoice_id,
          subTotal: invoice.sub_total,
          taxTotal: invoice.tax_total,
          total: invoice.total,
          tableTitle: invoice.table_title,
          deliveryType: invoice.delivery_type,
          customerType: invoice.customer_type,
          customerName: invoice.name,
          paymentType: invoice.payment_type === 'unspecified' ? 'Paid' : invoice.payment_type,
          taxes,
          rounding,
          payments: payments.map(({ payment_type: type, ...payment }) => ({
            ...payment,
            payment_type: type === 'unspecified' ? 'Paid' : type,
          })),
          ...(invoice.refund_of !== null && { refundOf: invoice.refund_of }),
          ...(buyer && { buyer }),
          isCopy,
        },
      ),
    );
  };
};

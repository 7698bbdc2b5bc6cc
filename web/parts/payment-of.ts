import type { CallInput, Reply } from '#contract/endpoint.ts';
import type { summarisePayment } from '#contract/orders.ts';
import { addSums } from './money-text.ts';
import { wasPrinted } from '#web/platform/printing.ts';
import type { ReceiptPayment } from '#web/platform/printouts.ts';

type Summary = Reply<typeof summarisePayment>;

/** How the orders were paid; undefined where their invoices are of other orders, too, or the server is too old to say it. */
const paymentsOf = ({ invoices, total }: Summary, currency: string): ReceiptPayment[] | undefined => {
  const isAll = addSums([...invoices.map((invoice) => invoice.total), -total], currency) === 0;
  return isAll && invoices.every(({ payments }) => payments)
    ? invoices.flatMap(({ payments = [] }) =>
        payments.map((payment) => ({
          ...payment,
          payment_type: titleOf(payment),
          reference: payment.reference ?? null,
        })),
      )
    : undefined;
};

const titleOf = ({ payment_type: type }: { payment_type: string }): string => (type === 'unspecified' ? 'Paid' : type);

/** The invoice of which these orders are a part; undefined where there is none, or several. */
const wholeInvoiceOf = ({ invoices: [first, ...others], total }: Summary): number | undefined =>
  first && others.length === 0 && first.total !== total ? first.id : undefined;

/** What a receipt of orders says; where they were paid with others it is that of all of their invoice. */
export const summaryToPrint = async (
  summarise: (input: CallInput<typeof summarisePayment>) => Promise<Summary | undefined>,
  orderIds: number[],
  isPaid: boolean,
): Promise<Summary | undefined> => {
  const summary = await summarise({ body: { orderIds } });
  const invoiceId = isPaid && summary ? wholeInvoiceOf(summary) : undefined;
  return invoiceId === undefined ? summary : summarise({ body: { orderIds, invoiceId } });
};

/** What a receipt says of the payment; several payments on one card have no number in common. */
export const paymentOf = (summary: Summary, currency: string) => {
  const { invoices } = summary;
  const [first, ...others] = invoices;
  const payments = paymentsOf(summary, currency);
  return {
    paymentType: [...new Set(invoices.map(titleOf))].join(', '),
    ...(payments && { payments }),
    ...(first &&
      others.length === 0 && {
        invoiceId: first.id,
        date: first.created_at,
        isCopy: wasPrinted(first.id),
        ...(first.buyer && { buyer: first.buyer }),
      }),
  };
};

/** What the print of an unpaid card says where nobody knows its bill: that it is no receipt. */
export const unpaidOf = ({ due }: Pick<Summary, 'due'>) => ({ paymentType: null, bill: { due, prints: 1 } });

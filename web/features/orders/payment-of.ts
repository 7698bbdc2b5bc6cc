import type { Reply } from '#contract/endpoint.ts';
import type { summarisePayment } from '#contract/orders.ts';
import { wasPrinted } from '#web/platform/printing.ts';

/** What a receipt says of the payment; several payments on one card have no number in common. */
export const paymentOf = ({ invoices }: Reply<typeof summarisePayment>) => {
  const [first, ...others] = invoices;
  const types = [...new Set(invoices.map(({ payment_type: type }) => (type === 'unspecified' ? 'Paid' : type)))];
  return {
    paymentType: types.join(', '),
    ...(first && others.length === 0 && { invoiceId: first.id, date: first.created_at, isCopy: wasPrinted(first.id) }),
  };
};

/** What the print of an unpaid card says: that it is no receipt, and how often its bill was printed. */
export const unpaidOf = ({ due }: Pick<Reply<typeof summarisePayment>, 'due'>, checkId: number | undefined, prints = 1) => ({
  paymentType: null,
  bill: { due, prints },
  ...(checkId !== undefined && { checkId }),
});

import type { ItemStatus } from '#contract/orders.ts';
import { type PricedCartLine, totalOf } from '#server/features/prices/cart.rules.ts';
import { businessDateOf } from '#server/platform/business-day.ts';
import type { Chance } from './chance.ts';
import type { Check, Invoice, Order, Past, Restaurant, Table } from './past-rows.ts';

type NewOrder = Pick<Order, 'check' | 'at' | 'kind' | 'customer'> & { lines: PricedCartLine[] };

/** Takes down what is ordered, cooked and paid. */
export const openBook = (chance: Chance, { clock, waiterId, cashierId, paymentTypes }: Restaurant) => {
  const past: Past = { checks: [], orders: [], invoices: [] };

  const addCheck = (openedAt: Date, table: Table | null): Check => {
    const check = { table, openedAt, closedAt: null };
    past.checks.push(check);
    return check;
  };

  const addOrder = ({ lines, ...order }: NewOrder): Order => {
    const added: Order = {
      ...order,
      businessDate: businessDateOf(order.at, clock),
      tokenNo: 0,
      memberId: order.kind === 'dinein' ? waiterId : cashierId,
      status: 'created',
      invoice: null,
      lines: lines.map((line) => ({ ...line, status: 'created' })),
    };
    past.orders.push(added);
    return added;
  };

  const mark = (order: Order, statuses: readonly ItemStatus[]) => {
    for (const [index, line] of order.lines.entries()) line.status = statuses[index % statuses.length]!;
  };

  const cook = (order: Order) => {
    order.status = 'completed';
    mark(order, [order.kind === 'dinein' ? 'delivered' : 'completed']);
    if (order.lines.length > 1 && chance.isLikely(0.03)) order.lines.at(-1)!.status = 'cancelled';
  };

  const pay = (orders: Order[], at: Date) => {
    const first = orders[0]!;
    const { cash, card, mobile, gift } = paymentTypes;
    const invoice: Invoice = {
      at,
      businessDate: businessDateOf(at, clock),
      memberId: first.memberId,
      totals: totalOf(orders.flatMap(({ lines }) => lines.filter(({ status }) => status !== 'cancelled'))),
      first,
      paymentType: chance.weigh([
        [card, 52],
        [cash, 24],
        [mobile, 18],
        [gift, 3],
        [{ id: null, title: 'unspecified', kind: 'other' }, 3],
      ] as const),
    };
    for (const order of orders) order.invoice = invoice;
    past.invoices.push(invoice);
  };

  return { past, addCheck, addOrder, mark, cook, pay };
};
export type Book = ReturnType<typeof openBook>;

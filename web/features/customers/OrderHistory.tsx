import { deliveryTitle } from '#web/parts/delivery-titles.ts';
import type { CustomerOrder } from '#contract/customer-history.ts';
import { Money } from '#web/parts/Money.tsx';
import { dateAndTime } from '#web/platform/dates.ts';
import type { StatusToken } from '#web/platform/theme.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './OrderHistory.module.css';

/** What a person wants to know first: cancelled, else whether it is paid. */
const stateOf = ({ status, payment_status }: CustomerOrder): StatusToken =>
  status === 'cancelled' ? 'cancelled' : payment_status === 'paid' ? 'paid' : 'pending';

const itemsOf = ({ items, status }: CustomerOrder): string =>
  items
    // of a cancelled order, what it was to be
    .filter((item) => status === 'cancelled' || item.status !== 'cancelled')
    .map(({ quantity, item_title, variant_title }) => `${quantity} × ${item_title}${variant_title ? ` (${variant_title})` : ''}`)
    .join(', ');

const placeOf = ({ delivery_type, table_title, invoice_id }: CustomerOrder): string =>
  [table_title, deliveryTitle(delivery_type), invoice_id && `Invoice ${invoice_id}`].filter(Boolean).join(' · ');

/** Orders of one customer, newest first. */
export const OrderHistory = ({ orders, timezone }: { orders: readonly CustomerOrder[]; timezone: string }) => (
  <ol className={classes.list}>
    {orders.map((order) => (
      <li key={order.id} className={classes.order}>
        <div className={classes.row}>
          <time dateTime={order.date} className={classes.when}>
            {dateAndTime(order.date, timezone)}
          </time>
          <Money value={order.total} currency={order.currency} className={classes.total} />
        </div>
        <p className={classes.items}>{itemsOf(order)}</p>
        <div className={classes.row}>
          <span className={classes.quiet}>{placeOf(order)}</span>
          <StatusBadge status={stateOf(order)} />
        </div>
      </li>
    ))}
  </ol>
);

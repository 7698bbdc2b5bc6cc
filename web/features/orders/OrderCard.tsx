import { deliveryTitle } from '#web/parts/delivery-titles.ts';
import { Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCash,
  IconCheck,
  IconChecks,
  IconFlame,
  IconMapPin,
  IconNote,
  IconPrinter,
  IconReceipt,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { calledName } from '#contract/called-name.ts';
import {
  cancelOrders,
  completeAndPayOrders,
  completeOrders,
  type Order,
  type OrderGroup,
  type OrderItem,
  reopenOrders,
  type shelves,
  summarisePayment,
  updateItemStatus,
} from '#contract/orders.ts';
import { Facts } from '#web/parts/Facts.tsx';
import { Money } from '#web/parts/Money.tsx';
import { useHas, useMay } from '#web/platform/session.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { ActionMenu } from './ActionMenu.tsx';
import { ago, clockTime } from '#web/parts/ago.ts';
import { cardName, cardTitle, unpaidIds } from '#web/parts/bill.ts';
import classes from './OrderCard.module.css';

type NewStatus = 'preparing' | 'completed' | 'delivered' | 'cancelled';

/** What is shown: the board, or one of the shelves behind it. */
export type Shelf = 'open' | (typeof shelves)[number];

/** What a card asks the screen to do. */
export interface OrderActions {
  onPrint: (group: OrderGroup) => void;
  onPrintBill: (checkId: number) => void;
  onCancel: (group: OrderGroup) => void;
  onComplete: (group: OrderGroup) => void;
  onPay: (group: OrderGroup) => void;
  onBill: (checkId: number) => void;
  onReopen: (group: OrderGroup) => void;
  onStatus: (item: OrderItem, status: NewStatus) => void;
}

/** Of what is done each order has a card of its own, several of them perhaps of one table. */
const nameOn = (shelf: Shelf, group: OrderGroup): string =>
  shelf !== 'done' || group.table_title === null ? cardName(group) : `${group.table_title}, token ${group.orders[0]!.token_no}`;

/** Whether something of it is to be paid: a card without orders is a part of another bill. */
const isOwed = (group: OrderGroup): boolean => group.orders.length === 0 || unpaidIds(group).length > 0;

/** Where another round can be ordered. */
const tableOf = (shelf: Shelf, { orders, table_id: id }: OrderGroup): number | null => (shelf === 'open' && orders.length > 0 ? id : null);

const originOf = ({ table_id: table }: OrderGroup): string =>
  table === null ? 'Split off another bill.' : 'Split off the bill of another table.';

/** px */
const [HEAD_HEIGHT, BILL_HEIGHT, ORDER_HEIGHT, ITEM_HEIGHT, DETAIL_HEIGHT] = [57, 56, 95, 48, 20];

/** About how high a card is, before it is rendered; in px. */
export const cardHeight = (group: OrderGroup): number => {
  const { orders } = group;
  const items = orders.flatMap((order) => order.items);
  const details =
    items.filter(({ notes }) => notes).length +
    items.filter(({ addons }) => addons?.length).length +
    orders.filter(({ delivery_address: address }) => address).length;
  const bill = isOwed(group) ? BILL_HEIGHT : 0;
  return HEAD_HEIGHT + bill + ORDER_HEIGHT * orders.length + ITEM_HEIGHT * items.length + DETAIL_HEIGHT * details;
};

interface ItemProps {
  item: OrderItem;
  isPaid: boolean;
  isOpen: boolean;
  onStatus: OrderActions['onStatus'];
}

const Item = memo(({ item, isPaid, isOpen, onStatus }: ItemProps) => {
  const mayChange = useMay(updateItemStatus) && isOpen && item.status !== 'cancelled';
  const isNot = (status: NewStatus) => item.status !== status;
  return (
    <li className={classes.item} data-cancelled={item.status === 'cancelled' || undefined}>
      <span className={`${classes.quantity} tabular`}>{item.quantity}×</span>
      <div className={classes.what}>
        {item.item_title}
        {item.variant_title && ` – ${item.variant_title}`}
        {item.addons && item.addons.length > 0 && (
          <span className={classes.detail}>+ {item.addons.map(({ title }) => title).join(', ')}</span>
        )}
        {item.notes && (
          <span className={classes.notes}>
            <IconNote size={14} aria-label="Notes:" role="img" />
            {item.notes}
          </span>
        )}
      </div>
      <span className={classes.badge}>
        <StatusBadge status={item.status} />
      </span>
      {mayChange && (
        <span className={classes.dots}>
          <ActionMenu
            label={`Change ${item.item_title}`}
            entries={[
              isNot('preparing') && { label: 'Preparing', icon: IconFlame, onClick: () => onStatus(item, 'preparing') },
              isNot('completed') && { label: 'Complete', icon: IconCheck, onClick: () => onStatus(item, 'completed') },
              isNot('delivered') && { label: 'Delivered', icon: IconChecks, onClick: () => onStatus(item, 'delivered') },
              !isPaid && { label: 'Cancel', icon: IconX, isDangerous: true, onClick: () => onStatus(item, 'cancelled') },
            ]}
          />
        </span>
      )}
    </li>
  );
});

interface OrderPartProps {
  order: Order;
  now: number;
  timezone: string | undefined;
  onStatus: OrderActions['onStatus'];
}

const OrderPart = ({ order, now, timezone, onStatus }: OrderPartProps) => {
  const isPaid = order.payment_status === 'paid';
  const customer = order.customer_type === 'CUSTOMER' ? calledName(order) : 'Walk-in';
  // whoever brings it may have to ring
  const phone = order.delivery_type === 'delivery' && order.customer_type === 'CUSTOMER' && order.customer_id;
  const { member_name: member, delivery_address: address } = order;
  const facts = [deliveryTitle(order.delivery_type), customer, phone, member && `by ${member}`];
  return (
    <section className={classes.order} aria-label={`Token ${order.token_no}`}>
      <div className={classes.orderHead}>
        <span className={`${classes.token} tabular`}>Token {order.token_no}</span>
        <StatusBadge status={order.payment_status} label={isPaid ? 'Paid' : 'Unpaid'} />
      </div>
      <p className={classes.facts}>
        <time dateTime={order.date}>
          {ago(order.date, now)} · {clockTime(order.date, now, timezone)}
        </time>
        <br />
        <Facts facts={facts} />
      </p>
      {address && (
        <p className={classes.address}>
          <IconMapPin size={16} aria-label="Address:" role="img" />
          <bdi>{address}</bdi>
        </p>
      )}
      <ul>
        {order.items.map((item) => (
          <Item key={item.id} item={item} isPaid={isPaid} isOpen={order.status === 'created'} onStatus={onStatus} />
        ))}
      </ul>
    </section>
  );
};

interface OrderCardProps extends OrderActions {
  group: OrderGroup;
  shelf: Shelf;
  now: number;
  store: { currency: string; timezone: string } | undefined;
  /** What is to be paid, as a decimal; undefined while nobody knows. */
  due: number | undefined;
  /** The open bill of its table. */
  billId?: number | undefined;
}

interface DueProps extends Pick<OrderCardProps, 'due' | 'store'> {
  name: string;
  /** Of a table at which another round can be ordered; null where there is none. */
  tableId: number | null;
  onPay: (() => void) | undefined;
}

/** What is due, the way to another round, and the button that takes the payment. */
const Due = ({ name, due, store, tableId, onPay }: DueProps) => {
  const mayAdd = useHas('POS');
  return (
    <div className={classes.bill}>
      {store && due !== undefined && <Money value={due} currency={store.currency} className={classes.due} />}
      {mayAdd && tableId !== null && (
        <Link to={`/dashboard/pos?table=${tableId}`} className={classes.add} aria-label={`Add items to ${name}`}>
          Add items
        </Link>
      )}
      {onPay && (
        <button type="button" className={`${classes.pay} mantine-focus-auto mantine-active`} aria-label={`Pay ${name}`} onClick={onPay}>
          Pay
        </button>
      )}
    </div>
  );
};

/** All orders of a table, or one order without a table. */
export const OrderCard = memo(({ group, shelf, now, store, due, billId, ...actions }: OrderCardProps) => {
  // with a part of a bill nothing is to be made, and nothing of it can be cancelled here
  const isPart = group.orders.length === 0;
  const isOpen = shelf === 'open' && !isPart;
  const isUnpaid = isOwed(group);
  const mayPrint = useMay(summarisePayment);
  const mayCancel = useMay(cancelOrders);
  const mayComplete = useMay(completeOrders);
  const mayPay = useMay(completeAndPayOrders);
  const mayReopen = useMay(reopenOrders);
  const name = nameOn(shelf, group);
  return (
    <article className="surface" aria-label={name}>
      <header className={classes.head}>
        <Title order={2} className={classes.title}>
          {cardTitle(group)}
          {group.floor && group.floor !== '-' && <span className={classes.floor}>{group.floor}</span>}
        </Title>
        <ActionMenu
          label={`Actions for ${name}`}
          entries={[
            billId !== undefined && isUnpaid && { label: 'Open bill', icon: IconReceipt, onClick: () => actions.onBill(billId) },
            mayPrint && { label: 'Print Receipt', icon: IconPrinter, onClick: () => actions.onPrint(group) },
            shelf === 'done' && mayReopen && { label: 'Bring back', icon: IconArrowBackUp, onClick: () => actions.onReopen(group) },
            isOpen && mayComplete && { label: 'Complete', icon: IconCheck, onClick: () => actions.onComplete(group) },
            isUnpaid && mayPay && { label: isOpen ? 'Pay & Complete' : 'Pay', icon: IconCash, onClick: () => actions.onPay(group) },
            isOpen && isUnpaid && mayCancel && { label: 'Cancel', icon: IconX, isDangerous: true, onClick: () => actions.onCancel(group) },
          ]}
        />
      </header>
      {isUnpaid && (
        <Due name={name} due={due} store={store} tableId={tableOf(shelf, group)} onPay={mayPay ? () => actions.onPay(group) : undefined} />
      )}
      {isPart && <p className={classes.part}>{originOf(group)}</p>}
      {group.orders.map((order) => (
        <OrderPart key={order.id} order={order} now={now} timezone={store?.timezone} onStatus={actions.onStatus} />
      ))}
    </article>
  );
});

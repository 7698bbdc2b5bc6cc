import { Button, Title } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconFlame,
  IconMotorbike,
  IconNote,
  IconPaperBag,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import { memo, useId } from 'react';
import type { KitchenOrder } from '#contract/orders.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './Ticket.module.css';

/** Minutes; settings later. */
const LATE = 10;
const OVERDUE = 20;

type Item = KitchenOrder['items'][number];
export type NextStatus = 'preparing' | 'completed';
export type OnTouch = (item: Item, next: NextStatus) => void;

const diningOptions: Record<string, readonly [string, Icon]> = {
  dinein: ['Dine-In', IconToolsKitchen2],
  delivery: ['Delivery', IconMotorbike],
  takeaway: ['Take Away', IconPaperBag],
};

const ageOf = (minutes: number) => (minutes >= OVERDUE ? 'overdue' : minutes >= LATE ? 'late' : 'fresh');
const ageText = (minutes: number) => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`);

const ItemRow = memo(({ item, onTouch }: { item: Item; onTouch: OnTouch }) => {
  const titleId = useId();
  const { status } = item;
  const isCancelled = status === 'cancelled';
  const isDone = isCancelled || status === 'completed' || status === 'delivered';
  return (
    <li className={classes.item} data-done={isDone || undefined} data-cancelled={isCancelled || undefined}>
      <span className={`${classes.quantity} tabular`}>{item.quantity}×</span>
      <div className={classes.what}>
        <div id={titleId} className={classes.title}>
          {item.item_title}
        </div>
        {item.variant_title && <div className={classes.detail}>{item.variant_title}</div>}
        {item.addons?.map(({ id, title }) => (
          <div key={id} className={classes.detail}>
            + {title}
          </div>
        ))}
      </div>
      {item.notes && !isDone && (
        <div className={classes.notes}>
          <IconNote size={20} aria-label="Notes:" role="img" />
          {item.notes}
        </div>
      )}
      {isDone && (
        <div className={classes.badge}>
          <StatusBadge status={status} />
        </div>
      )}
      {!isDone && (
        <div className={classes.act}>
          {status === 'created' && (
            <Button
              variant="default"
              fullWidth
              h={52}
              fz={17}
              leftSection={<IconFlame size={20} aria-hidden />}
              aria-describedby={titleId}
              onClick={() => onTouch(item, 'preparing')}
            >
              Start Making
            </Button>
          )}
          {status === 'preparing' && (
            <Button
              fullWidth
              h={52}
              fz={17}
              leftSection={<IconCheck size={20} aria-hidden />}
              aria-describedby={titleId}
              onClick={() => onTouch(item, 'completed')}
            >
              Complete
            </Button>
          )}
        </div>
      )}
    </li>
  );
});

interface TicketProps {
  order: KitchenOrder;
  /** Whole minutes since it was sent. */
  minutes: number;
  onTouch: OnTouch;
}

export const Ticket = memo(({ order, minutes, onTouch }: TicketProps) => {
  const [option, Picture] = diningOptions[order.delivery_type] ?? [order.delivery_type, IconToolsKitchen2];
  const age = ageOf(minutes);
  const AgeIcon = age === 'fresh' ? IconClock : IconAlertTriangle;
  return (
    <article className={classes.ticket} data-age={age} aria-label={`Token ${order.token_no}`}>
      <header className={classes.head}>
        <Title order={2} className={`${classes.token} tabular`}>
          <span className="only-heard">Token </span>
          {order.token_no}
        </Title>
        <div>
          {order.table_title && <div className={classes.place}>{order.table_title}</div>}
          <div className={classes.option} data-alone={order.table_title === null || undefined}>
            <Picture size={18} aria-hidden />
            {option}
          </div>
        </div>
        <span className={`${classes.age} tabular`}>
          <AgeIcon size={20} aria-label={age === 'fresh' ? 'Waiting' : age === 'late' ? 'Late' : 'Overdue'} role="img" />
          {ageText(minutes)}
        </span>
      </header>
      <ul className={classes.items}>
        {order.items.map((item) => (
          <ItemRow key={item.id} item={item} onTouch={onTouch} />
        ))}
      </ul>
    </article>
  );
});

import { Title } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconBan, IconClock, IconClockExclamation } from '@tabler/icons-react';
import { memo } from 'react';
import { diningOption } from './dining-options.ts';
import type { TicketOrder } from './steady.ts';
import classes from './Ticket.module.css';
import { TicketLine } from './TicketLine.tsx';
import type { OnTouch } from './touches.ts';

export type Age = 'fresh' | 'late' | 'overdue';
type Look = Age | 'cancelled';

const looks: Record<Look, readonly [string, Icon]> = {
  fresh: ['Waiting', IconClock],
  late: ['Late', IconClockExclamation],
  overdue: ['Overdue', IconAlertTriangle],
  cancelled: ['Cancelled', IconBan],
};

/** '25 min', '3 h 5 min'. */
export const ageText = (minutes: number): string => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`);

interface TicketProps {
  order: TicketOrder;
  /** Whole minutes since it was sent. */
  minutes: number;
  age: Age;
  onTouch: OnTouch;
}

/** What one order asks of the kitchen. */
export const Ticket = memo(({ order, minutes, age, onTouch }: TicketProps) => {
  const [option, Picture] = diningOption(order.delivery_type);
  const look: Look = order.items.every(({ status }) => status === 'cancelled') ? 'cancelled' : age;
  const [word, AgeIcon] = looks[look];
  return (
    <article className={classes.ticket} data-look={look} data-gone={order.isGone || undefined} aria-label={`Token ${order.token_no}`}>
      <header className={classes.head}>
        <Title order={2} className={`${classes.token} tabular`}>
          <span className="only-heard">Token </span>
          {order.token_no}
        </Title>
        <div className={classes.where}>
          {order.table_title && <div className={classes.place}>{order.table_title}</div>}
          <div className={classes.option} data-alone={order.table_title === null || undefined}>
            <Picture size={20} aria-hidden />
            {option}
          </div>
        </div>
        <div className={classes.age}>
          <span className={`${classes.minutes} tabular`}>{ageText(minutes)}</span>
          <span className={classes.word}>
            <AgeIcon size={18} aria-hidden />
            {word}
          </span>
        </div>
      </header>
      <ul className={classes.lines}>
        {order.items.map((item) => (
          <TicketLine key={item.id} item={item} onTouch={onTouch} />
        ))}
      </ul>
    </article>
  );
});

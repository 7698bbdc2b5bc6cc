import { Title } from '@mantine/core';
import { IconChecks, IconFlame } from '@tabler/icons-react';
import { memo } from 'react';
import { calledName } from '#contract/called-name.ts';
import { Age, type Look } from '#web/parts/Age.tsx';
import { diningOption } from './dining-options.ts';
import { useStaleTouchGuard } from './stale-touch.ts';
import type { TicketItem, TicketOrder } from './hold-places.ts';
import classes from './Ticket.module.css';
import { TicketLine } from './TicketLine.tsx';
import type { OnTouch } from './touches.ts';

/** What a touch of the head does: it begins what nobody has begun, and then completes the ticket. */
const nextOf = (
  { items, isGone }: TicketOrder,
  isOneTouch: boolean,
): { touch: 'preparing' | 'completed'; items: TicketItem[] } | undefined => {
  const open = items.filter((item) => !item.isGone && (item.status === 'created' || item.status === 'preparing'));
  if (isGone || open.length === 0) return undefined;
  const untouched = open.filter(({ status }) => status === 'created');
  return isOneTouch || untouched.length === 0 ? { touch: 'completed', items: open } : { touch: 'preparing', items: untouched };
};

/** Where it goes: to a table, or into the bag of somebody who is called by name. */
const placeOf = (order: TicketOrder): string | null => order.table_title ?? (order.delivery_type === 'dinein' ? null : calledName(order));

interface TicketProps {
  order: TicketOrder;
  /** Whole minutes since it was sent. */
  minutes: number;
  look: Look;
  /** What changed lately; empty: nothing. */
  note: string;
  isOneTouch: boolean;
  onTouch: OnTouch;
}

/** What one order asks of the kitchen. */
export const Ticket = memo(({ order, minutes, look, note, isOneTouch, onTouch }: TicketProps) => {
  const next = nextOf(order, isOneTouch);
  const { press, isCurrent } = useStaleTouchGuard(next?.touch);
  const [option, Picture] = diningOption(order.delivery_type);
  const place = placeOf(order);
  const shownLook = order.items.every(({ status }) => status === 'cancelled') ? 'cancelled' : look;
  return (
    <article
      className={`surface ${classes.ticket}`}
      data-gone={order.isGone || undefined}
      aria-label={`Token ${order.token_no}`}
      data-order={order.id}
    >
      <header className={`${classes.head} aged`} data-look={shownLook}>
        <Title order={2} className={`${classes.token} tabular`}>
          <span className="sr-only">Token </span>
          {order.token_no}
        </Title>
        <div className={classes.where}>
          {place && <div className={classes.place}>{place}</div>}
          <div className={classes.option} data-alone={!place || undefined}>
            <span className={classes.dining}>
              <Picture size={20} aria-hidden />
              {option}
            </span>
            {order.member_name && <span className={classes.sender}>{order.member_name}</span>}
          </div>
        </div>
        <Age minutes={minutes} look={shownLook} />
        {next && (
          <button
            type="button"
            className={`${classes.all} mantine-focus-auto`}
            aria-label={next.touch === 'preparing' ? `Start ticket ${order.token_no}` : `Complete ticket ${order.token_no}`}
            onPointerDown={press}
            onClick={(event) => isCurrent(event) && onTouch(next.items, next.touch)}
          >
            {next.touch === 'preparing' ? <IconFlame size={20} aria-hidden /> : <IconChecks size={20} aria-hidden />}
          </button>
        )}
      </header>
      {note && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
      <ul>
        {order.items.map((item) => (
          <TicketLine key={item.id} item={item} isOneTouch={isOneTouch} onTouch={onTouch} />
        ))}
      </ul>
    </article>
  );
});

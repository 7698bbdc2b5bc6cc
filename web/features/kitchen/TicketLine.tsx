import { IconCheck, IconEyeCheck, IconFlame, IconNote } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { useStaleTouchGuard } from './stale-touch.ts';
import { isDone, type TicketItem } from './hold-places.ts';
import classes from './TicketLine.module.css';
import type { OnTouch, Touch } from './touches.ts';

const acts = {
  created: ['preparing', 'Start Making', IconFlame],
  preparing: ['completed', 'Complete', IconCheck],
  cancelled: ['seen', 'Got it', IconEyeCheck],
} as const satisfies Partial<Record<TicketItem['status'], readonly [Touch, string, unknown]>>;

/** What a cook does next with it. Where one touch is enough, nobody says that they begin. */
const actOn = (status: TicketItem['status'], isOneTouch: boolean) => {
  const next = isOneTouch && status === 'created' ? 'preparing' : status;
  return next in acts ? acts[next as keyof typeof acts] : [];
};

interface TicketLineProps {
  item: TicketItem;
  /** What is touched is done. */
  isOneTouch: boolean;
  onTouch: OnTouch;
}

const Dish = ({ item, titleId }: { item: TicketItem; titleId: string }) => (
  <div className={classes.what}>
    <div id={titleId} className={classes.title}>
      {item.item_title}
    </div>
    {item.table_title && <div className={classes.detail}>To {item.table_title}</div>}
    {item.variant_title && <div className={classes.detail}>{item.variant_title}</div>}
    {item.addons?.map(({ id, title }) => (
      <div key={id} className={classes.detail}>
        + {title}
      </div>
    ))}
    {item.status === 'cancelled' && !item.isFresh && (
      <div className={classes.cancelled}>
        <StatusBadge status={item.status} />
      </div>
    )}
  </div>
);

/** An item of a ticket, and what a cook can do with it. */
export const TicketLine = memo(({ item, isOneTouch, onTouch }: TicketLineProps) => {
  const titleId = useId();
  const { status, isGone, isFresh } = item;
  const isOver = isGone || isDone(item);
  const [touch, label, Picture] = isOver ? [] : actOn(status, isOneTouch);
  const { press, isCurrent } = useStaleTouchGuard(touch);
  // nothing is to be done with it, and no finger is on it
  if (isDone(item) && !isFresh && !isGone)
    return (
      <li className={classes.made}>
        <IconCheck size={18} role="img" aria-label={status === 'delivered' ? 'Delivered' : 'Completed'} />
        <span className={classes.madeTitle}>
          {item.quantity}× {[item.item_title, item.variant_title].filter(Boolean).join(' – ')}
        </span>
      </li>
    );
  return (
    <li
      className={classes.line}
      data-done={isOver || undefined}
      data-cancelled={status === 'cancelled' || undefined}
      data-gone={isGone || undefined}
    >
      <span className={`${classes.quantity} tabular`}>{item.quantity}×</span>
      <Dish item={item} titleId={titleId} />
      {item.notes && (!isDone(item) || isFresh) && (
        <div className={classes.notes}>
          <IconNote size={22} aria-label="Notes:" role="img" />
          {item.notes}
        </div>
      )}
      {touch && Picture && (
        // one of many on a busy evening: without the weight of the library's button
        <button
          type="button"
          className={`${classes.button} mantine-focus-auto`}
          data-touch={touch}
          aria-describedby={titleId}
          onPointerDown={press}
          onClick={(event) => isCurrent(event) && onTouch([item], touch)}
        >
          <Picture size={18} aria-hidden />
          <span>{label}</span>
        </button>
      )}
      {((isFresh && isDone(item)) || isGone) && (
        <span className={classes.button} data-touch="done">
          <IconCheck size={22} aria-hidden />
          {status === 'cancelled' ? 'Seen' : 'Completed'}
        </span>
      )}
    </li>
  );
});

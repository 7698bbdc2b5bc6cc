import { IconCheck, IconEyeCheck, IconFlame, IconNote } from '@tabler/icons-react';
import { memo, type MouseEvent, useId, useLayoutEffect, useRef } from 'react';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { isDone, type TicketItem } from './steady.ts';
import classes from './TicketLine.module.css';
import { DOUBLE_TOUCH_MS, type OnTouch, type Touch } from './touches.ts';

const acts = {
  created: ['preparing', 'Start Making', IconFlame],
  preparing: ['completed', 'Complete', IconCheck],
  cancelled: ['seen', 'Got it', IconEyeCheck],
} as const satisfies Partial<Record<TicketItem['status'], readonly [Touch, string, unknown]>>;

/**
 * Another display may act while a finger is on its way, and the button then means something else: it does only what it said
 * when the finger came down, and nothing right after it has changed.
 */
const useMeant = (touch: Touch | undefined) => {
  const pressed = useRef<Touch>(undefined);
  const change = useRef({ touch, at: -Infinity });
  useLayoutEffect(() => {
    if (change.current.touch !== touch) change.current = { touch, at: performance.now() };
  }, [touch]);
  return {
    press: () => {
      pressed.current = touch;
    },
    /** A click of a keyboard has no finger before it. */
    isMeant: ({ detail }: MouseEvent) =>
      (detail === 0 || pressed.current === touch) && performance.now() - change.current.at >= DOUBLE_TOUCH_MS,
  };
};

interface TicketLineProps {
  item: TicketItem;
  onTouch: OnTouch;
}

/** An item of a ticket, and what a cook can do with it. */
export const TicketLine = memo(({ item, onTouch }: TicketLineProps) => {
  const titleId = useId();
  const { status, isGone, isFresh } = item;
  const isOver = isGone || isDone(item);
  const act = !isOver && status in acts ? acts[status as keyof typeof acts] : undefined;
  const [touch, label, Picture] = act ?? [];
  const { press, isMeant } = useMeant(touch);
  return (
    <li
      className={classes.line}
      data-done={isOver || undefined}
      data-cancelled={status === 'cancelled' || undefined}
      data-gone={isGone || undefined}
    >
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
        {(status === 'cancelled' || isDone(item)) && !isFresh && (
          <div className={classes.badge}>
            <StatusBadge status={status} />
          </div>
        )}
      </div>
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
          onClick={(event) => isMeant(event) && onTouch(item, touch)}
        >
          <Picture size={22} aria-hidden />
          {label}
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

import { Alert, Anchor, Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconClockQuestion } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { Money } from '#web/parts/Money.tsx';
import type { CallFailed } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { dayText, wallOf } from '#web/platform/store-clock.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { OrderLines } from './OrderLines.tsx';
import type { Unsettled } from './unsettled.ts';
import classes from './UnsettledDialog.module.css';

interface Store {
  currency: string;
  timezone: string;
}

/** 'Was being sent at 20:14', of another day with its date. */
const titleOf = ({ at }: Unsettled, { timezone }: Store): string => {
  const then = wallOf(at, timezone);
  const isToday = then.date === wallOf(serverNow(), timezone).date;
  return `Was being sent ${isToday ? '' : `on ${dayText(then.date, { day: 'numeric', month: 'short' })} `}at ${then.time}`;
};

interface UnsettledNoticeProps {
  order: Unsettled;
  store: Store;
  onAsk: () => void;
}

/** Stands above the till until the order is settled. */
export const UnsettledNotice = ({ order, store, onAsk }: UnsettledNoticeProps) => (
  <section className={classes.notice} aria-label="Order that was being sent">
    <IconClockQuestion size={20} stroke={1.75} className={classes.icon} aria-hidden />
    <p role="status">
      {titleOf(order, store)}, <Money value={order.cart.total} currency={store.currency} />: nobody knows yet whether it arrived.
    </p>
    <Button variant="default" onClick={onAsk}>
      Find out
    </Button>
  </section>
);

interface UnsettledDialogProps {
  order: Unsettled;
  store: Store;
  /** Nobody knows yet. */
  isOpen: boolean;
  /** It is asked at once, and sent if it has not arrived; else somebody decides. */
  isWanted: boolean;
  /** Answers why it is not in the kitchen. */
  onAsk: () => Promise<CallFailed | undefined>;
  /** It was refused. */
  onUnsent: () => void;
  onForget: () => void;
  onClose: () => void;
}

const UNKNOWN = 'Trying again never sends it twice.';

/** What became of an order that left a till which was reloaded, closed or cut off. */
export const UnsettledDialog = ({ order, store, isOpen, isWanted, onAsk, onUnsent, onForget, onClose }: UnsettledDialogProps) => {
  const [isAsking, setAsking] = useState(isWanted);
  const [failure, setFailure] = useState<CallFailed>();
  const ask = async () => {
    setAsking(true);
    setFailure(undefined);
    const problem = await onAsk();
    setAsking(false);
    setFailure(problem);
  };
  const begin = useEffectEvent(() => void ask());
  useEffect(() => {
    if (isWanted) begin();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);
  const isRefused = failure !== undefined && !isOpen;
  const tellUnsent = useEffectEvent(onUnsent);
  useEffect(() => {
    if (isRefused) tellUnsent();
  }, [isRefused]);

  return (
    <Dialog
      opened
      onClose={() => isAsking || onClose()}
      title={titleOf(order, store)}
      footer={
        <div className={classes.footer}>
          {isRefused ? (
            <Button data-autofocus onClick={onClose}>
              Back to the cart
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={isAsking} onClick={onForget}>
                Stop asking
              </Button>
              <Button data-autofocus loading={isAsking} onClick={() => void ask()}>
                Try again
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className={classes.content}>
        <div role="status">
          {isAsking && (
            <p className={classes.asking}>
              <Loader size="xs" aria-hidden /> Asking whether it arrived...
            </p>
          )}
        </div>
        {failure && (
          <Alert color="yellow" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {isRefused ? `It is not in the kitchen. ${failure.message}` : `${failure.message} ${UNKNOWN}`}
          </Alert>
        )}
        {!isAsking && !failure && <p>Nobody knows whether it arrived. {UNKNOWN} If it did not arrive, it goes to the kitchen now.</p>}
        {!isAsking && !isRefused && (
          <p>
            <Anchor component={Link} to="/dashboard/orders" inherit fw={600}>
              Table Orders
            </Anchor>{' '}
            show what has arrived.
          </p>
        )}
        <OrderLines lines={order.cart.lines} currency={store.currency} />
        <p className={classes.total}>
          <span>Total</span>
          <Money value={order.cart.total} currency={store.currency} />
        </p>
      </div>
    </Dialog>
  );
};

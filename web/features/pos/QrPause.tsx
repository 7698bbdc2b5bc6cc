import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconQrcode } from '@tabler/icons-react';
import { useRef } from 'react';
import { countQrOrders } from '#contract/qr-orders.ts';
import { pauseQrOrdering } from '#contract/store-settings.ts';
import { useAction } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { wallOf } from '#web/platform/store-clock.ts';
import classes from './QrPause.module.css';
import { minutesOfToday, type QrOrdering } from './qr-ordering.ts';

interface QrPauseProps {
  ordering: QrOrdering;
  store: { timezone: string; day_start: string };
  /** Beside the till: only what has to be known. In the list of orders: always. */
  isNotice?: boolean;
}

/** Whether guests can order at the moment, and how to change it with one touch. */
export const QrPause = ({ ordering: { pausedUntil, limitReachedAt }, store, isNotice }: QrPauseProps) => {
  const section = useRef<HTMLElement>(null);
  const { run, isPending } = useAction(pauseQrOrdering, {
    refreshes: [countQrOrders],
    // the touched button goes with the state: whoever works by keyboard stays here
    onDone: () => section.current?.focus(),
  });
  const mayPause = useMay(pauseQrOrdering);
  const state = pausedUntil ? 'paused' : limitReachedAt ? 'limit' : 'open';
  if (isNotice && state === 'open') return null;
  const pause = (minutes: number) => void run({ body: { minutes } });
  const [Picture, sentence] = {
    paused: [IconPlayerPause, `QR ordering is paused until ${wallOf(pausedUntil ?? 0, store.timezone).time}.`] as const,
    limit: [IconAlertTriangle, 'Guests are being refused: too many QR orders within ten minutes.'] as const,
    open: [IconQrcode, 'Guests can order by QR code.'] as const,
  }[state];
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.pause}
      data-state={state}
      aria-label={isNotice ? 'QR ordering' : 'Pause QR ordering'}
    >
      <Picture size={20} stroke={1.75} className={classes.icon} aria-hidden />
      <p className={classes.sentence} role={isNotice ? 'status' : undefined}>
        {sentence}
      </p>
      {mayPause && (
        <div className={classes.choices}>
          {state === 'paused' ? (
            <Button variant="default" loading={isPending} onClick={() => pause(0)}>
              End the pause
            </Button>
          ) : (
            <>
              <span className={classes.what} aria-hidden>
                Pause
              </span>
              <Button.Group>
                <Button variant="default" aria-label="Pause 10 min" disabled={isPending} onClick={() => pause(10)}>
                  10 min
                </Button>
                <Button variant="default" aria-label="Pause 1 h" disabled={isPending} onClick={() => pause(60)}>
                  1 h
                </Button>
                <Button
                  variant="default"
                  aria-label="Pause today"
                  disabled={isPending}
                  onClick={() => pause(minutesOfToday(serverNow(), { timezone: store.timezone, dayStart: store.day_start }))}
                >
                  Today
                </Button>
              </Button.Group>
            </>
          )}
        </div>
      )}
    </section>
  );
};

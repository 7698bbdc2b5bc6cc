import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PosInit } from '#contract/pos.ts';
import { Money } from '#web/parts/Money.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { openPrintWindow, printReceipt, printToken } from '#web/platform/printing.ts';
import { readStoredUser } from '#web/platform/session.tsx';
import { isLocked } from '#web/platform/storage.ts';
import { lockTill, useTillSettings } from '#web/platform/till.ts';
import classes from './SentPanel.module.css';
import type { Sent } from './use-send.ts';

/** So long a touch closes nothing: it is the second half of the one that sold. */
const UNREAD = 700; // ms

/** Keys that reach the panel's own buttons. */
const GOES_ROUND = /^(Tab|Shift|Control|Alt|Meta)$/;

interface SentPanelProps {
  sent: Sent;
  init: PosInit;
  onClose: () => void;
}

/**
 * What the hands need after a sale: sum, change, token. It stands until the next touch anywhere, which does what it would have done
 * without it: nobody has to close it before the next guest.
 */
export const SentPanel = ({ sent, init: { storeSettings, printSettings }, onClose }: SentPanelProps) => {
  const { kind, tokenNo, orderId, date, receipt, given, change } = sent;
  const { total, payments, paymentType, tableTitle, store } = receipt;
  // in cash it may be rounded, and a tip is taken, too
  const taken = payments
    ? addSums(
        payments.map(({ amount, tip }) => addSums([amount, tip], store.currency)),
        store.currency,
      )
    : total;
  const panel = useRef<HTMLDivElement>(null);
  const { lockAfterSend } = useTillSettings();
  const isShown = useRef(false);
  const leave = () => {
    isShown.current = false;
    onClose();
    if (lockAfterSend) lockTill();
  };
  const close = useEffectEvent(leave);
  const isLocking = useEffectEvent(() => lockAfterSend);
  useEffect(() => {
    const shownAt = performance.now();
    isShown.current = true;
    const touch = ({ target, timeStamp }: Event) =>
      timeStamp - shownAt >= UNREAD && target instanceof Node && !panel.current?.contains(target) && close();
    const press = ({ key, target, timeStamp }: KeyboardEvent) => {
      const isOwn = target instanceof Node && panel.current?.contains(target);
      // a till that is worked by keys is left by whoever sold, too
      if (key === 'Escape' || (isLocking() && timeStamp - shownAt >= UNREAD && !isOwn && !GOES_ROUND.test(key))) close();
    };
    document.addEventListener('pointerdown', touch, true);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', touch, true);
      document.removeEventListener('keydown', press);
      // the page was left without a touch, by Back; React tries effects out by undoing them and doing them again at once
      const wasShown = isShown.current && isLocking();
      isShown.current = false;
      queueMicrotask(() => wasShown && !isShown.current && !isLocked() && readStoredUser() && lockTill());
    };
  }, []);
  const isPaid = kind === 'pay';
  const print = () =>
    printToken(openPrintWindow('token'), {
      tokenNo,
      orderId,
      date,
      storeName: storeSettings.store_name,
      timezone: storeSettings.timezone,
      pageFormat: printSettings.page_format,
    });
  return (
    <div ref={panel} role="dialog" aria-label="Order sent" className={classes.panel}>
      <div role="status" className={classes.facts}>
        <p>
          <span className={classes.word}>Token</span>
          <span className={classes.number}>{tokenNo}</span>
        </p>
        {isPaid && (
          <p>
            <span className={classes.word}>{paymentType}</span>
            <Money value={taken} currency={store.currency} className={classes.big} />
          </p>
        )}
        {change !== undefined && given !== undefined && (
          <p>
            <span className={classes.word}>
              Change of <Money value={given} currency={store.currency} />
            </span>
            <Money value={change} currency={store.currency} className={classes.change} />
          </p>
        )}
        {tableTitle && <p className={classes.word}>{tableTitle}</p>}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={print}>
          Print Token
        </Button>
        {(isPaid || printSettings.is_enable_print === 1) && (
          <Button variant="default" onClick={() => printReceipt(openPrintWindow('receipt'), receipt)}>
            Print Receipt
          </Button>
        )}
        <ActionIcon variant="default" size={44} aria-label="Close" onClick={leave}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
};

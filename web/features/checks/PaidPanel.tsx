import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Money } from '#web/parts/Money.tsx';
import classes from './PaidPanel.module.css';

/** What was just paid; the sums are decimals. */
export interface Paid {
  paymentType: string;
  /** With the tip. */
  taken: number;
  tendered: number | undefined;
  change: number;
  /** Still, after it. */
  due: number;
  /** Of the bill, once it is paid. */
  invoiceId: number | null;
  paymentId: number | undefined;
  share: { number: number; of: number } | undefined;
}

const DOUBLE_TAP = 700; // ms

interface PaidPanelProps {
  paid: Paid;
  currency: string;
  /** Within a dialog it stands above the fields, else over the page. */
  isInside?: boolean;
  onPrint?: () => void;
  onClose: () => void;
}

/** What the hands need after a payment: change in large digits. It stands until the next touch anywhere, which does its work all the same. */
export const PaidPanel = ({ paid, currency, isInside, onPrint, onClose }: PaidPanelProps) => {
  const { paymentType, taken, tendered, change, due, invoiceId, share } = paid;
  const panel = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const shownAt = performance.now();
    const leave = ({ target, timeStamp }: Event) => {
      // the second half of a double tap has read nothing
      if (!(timeStamp - shownAt > DOUBLE_TAP && target instanceof Node && !panel.current?.contains(target))) return;
      // a radio button that is rendered while it handles its click does not take it
      if (isInside) setTimeout(() => close());
      else close();
    };
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    // within a dialog it gives its room away: only once the finger is up, else the touch would miss
    const touch = isInside ? 'click' : 'pointerdown';
    document.addEventListener(touch, leave, true);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener(touch, leave, true);
      document.removeEventListener('keydown', press);
    };
  }, [isInside]);
  const isShort = tendered === undefined;
  return (
    <div ref={panel} role={isInside ? 'group' : 'dialog'} aria-label="Paid" className={classes.panel} data-inside={isInside || undefined}>
      <div role="status" className={classes.facts}>
        <p className={classes.row}>
          <span className={classes.word}>
            {share && `Share ${share.number} of ${share.of} · `}
            {paymentType}
          </span>
          <Money value={taken} currency={currency} className={isShort ? classes.large : classes.sum} />
        </p>
        {!isShort && (
          <p className={classes.row}>
            <span className={classes.word}>
              Change of <Money value={tendered} currency={currency} />
            </span>
            <Money value={change} currency={currency} className={classes.large} />
          </p>
        )}
        {due > 0 ? (
          <p className={classes.row}>
            <span className={classes.word}>Still due</span>
            <Money value={due} currency={currency} className={classes.sum} />
          </p>
        ) : (
          <p className={classes.word}>The bill is paid{invoiceId !== null && `: invoice ${invoiceId}`}.</p>
        )}
      </div>
      {!isInside && (
        <div className={classes.actions}>
          {onPrint && (
            <Button variant="default" onClick={onPrint}>
              Print Receipt
            </Button>
          )}
          <ActionIcon variant="default" size={44} aria-label="Close" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
};

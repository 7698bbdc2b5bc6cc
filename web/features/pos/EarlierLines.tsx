import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import type { OrderGroup } from '#contract/orders.ts';
import classes from './EarlierLines.module.css';
import { lastRound } from './repeat-round.ts';

interface EarlierLinesProps {
  bill: OrderGroup;
  /** The last round once more. */
  onRepeat: (bill: OrderGroup) => void;
}

/** What the table has had already and has not paid: above what is ordered now, and not to be touched here. */
export const EarlierLines = ({ bill, bill: { orders }, onRepeat }: EarlierLinesProps) => (
  <div className={classes.earlier}>
    <ul className={classes.lines} aria-label="Ordered already">
      {orders
        .filter(({ payment_status: paid }) => paid === 'pending')
        .flatMap(({ items, token_no: token }) => items.map((item) => ({ ...item, token })))
        .filter(({ status }) => status !== 'cancelled')
        .map(({ id, quantity, item_title: title, variant_title: variant, token }) => (
          <li key={id} className={classes.line} title={`Token ${token}`}>
            <span className="tabular">{quantity}×</span>
            <span className={classes.title}>
              {title}
              {variant && ` – ${variant}`}
            </span>
          </li>
        ))}
    </ul>
    {lastRound(bill).length > 0 && (
      <Button variant="subtle" size="sm" leftSection={<IconRepeat size={18} aria-hidden />} onClick={() => onRepeat(bill)}>
        Repeat last round
      </Button>
    )}
  </div>
);

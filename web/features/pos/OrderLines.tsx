import { Money } from '#web/parts/Money.tsx';
import type { ShownCart } from './cart-prices.ts';
import { choicesOf } from './CartLineRow.tsx';
import classes from './OrderLines.module.css';

interface OrderLinesProps {
  lines: ShownCart['lines'];
  currency: string;
}

/** What is ordered, to be read once more. */
export const OrderLines = ({ lines, currency }: OrderLinesProps) => (
  <ul tabIndex={0} className={classes.lines} aria-label="Order">
    {lines.map(({ key, line, total, obstacle }) => {
      const details = [choicesOf(line), line.notes].filter(Boolean).join(' · ');
      return (
        <li key={key} className={classes.line} data-blocked={obstacle !== undefined || undefined}>
          <span className={classes.quantity}>{line.quantity} ×</span>
          <span className={classes.title}>
            {line.title}
            {details && <span className={classes.details}>{details}</span>}
          </span>
          {!obstacle && <Money value={total} currency={currency} />}
        </li>
      );
    })}
  </ul>
);

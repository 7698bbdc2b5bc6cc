import { type Dispatch, memo } from 'react';
import { Money } from '#web/parts/Money.tsx';
import type { SaleAction } from './cart.ts';
import type { ShownLine } from './cart-prices.ts';
import classes from './CartLineRow.module.css';
import { QuantityStepper } from './QuantityStepper.tsx';

type CartLineRowProps = Omit<ShownLine, 'key'> & {
  lineKey: string;
  currency: string;
  dispatch: Dispatch<SaleAction>;
  /** Opens it for change. */
  onOpen: (key: string) => void;
  onRemove: (key: string) => void;
};

/** What was chosen beside the item itself: 'Large, extra cheese, olives'. */
export const choicesOf = ({ variant, addons }: ShownLine['line']): string =>
  [variant, ...addons].flatMap((chosen) => (chosen ? [chosen.title] : [])).join(', ');

/** Re-rendered only when this line changes: a long cart must not slow the next touch down. */
export const CartLineRow = memo(
  ({ lineKey: key, line, obstacle, total, discount, currency, dispatch, onOpen, onRemove }: CartLineRowProps) => {
    const choices = choicesOf(line);
    return (
      <li className={classes.line} data-blocked={obstacle !== undefined || undefined}>
        <QuantityStepper
          title={line.title}
          value={line.quantity}
          onLower={() => (line.quantity > 1 && !obstacle ? dispatch({ type: 'lower', key }) : onRemove(key))}
          onRaise={() => dispatch({ type: 'raise', key })}
          removes
          isBlocked={obstacle !== undefined}
        />
        <button type="button" className={classes.open} disabled={obstacle !== undefined} onClick={() => onOpen(key)}>
          <span className="sr-only">Change </span>
          <span className={classes.title}>{line.title}</span>
          {choices && <span className={classes.choices}>{choices}</span>}
          {line.notes && <span className={classes.notes}>{line.notes}</span>}
          {obstacle && <span className={classes.obstacle}>{obstacle}</span>}
        </button>
        {!obstacle && (
          <span className={classes.total}>
            <Money value={total} currency={currency} />
            {discount > 0 && (
              <span className={classes.off}>
                <span className="sr-only">Discount </span>
                <Money value={-discount} currency={currency} />
              </span>
            )}
          </span>
        )}
      </li>
    );
  },
);

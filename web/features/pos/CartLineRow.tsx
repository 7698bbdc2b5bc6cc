import { ActionIcon } from '@mantine/core';
import { IconNote, IconX } from '@tabler/icons-react';
import { type Dispatch, memo } from 'react';
import { Money } from '#web/parts/Money.tsx';
import type { SaleAction, ShownLine } from './cart.ts';
import classes from './CartLineRow.module.css';
import { QuantityStepper } from './QuantityStepper.tsx';

type CartLineRowProps = Omit<ShownLine, 'key'> & {
  lineKey: string;
  currency: string;
  dispatch: Dispatch<SaleAction>;
  onNotes: (key: string) => void;
};

/** What was chosen beside the item itself: 'Large, extra cheese, olives'. */
export const choicesOf = ({ variant, addons }: ShownLine['line']): string =>
  [variant, ...addons].flatMap((chosen) => (chosen ? [chosen.title] : [])).join(', ');

/** Drawn anew only when this line changes: a long cart must not slow the next touch down. */
export const CartLineRow = memo(({ lineKey: key, line, obstacle, unitPrice, total, currency, dispatch, onNotes }: CartLineRowProps) => {
  const choices = choicesOf(line);
  return (
    <li className={classes.line} data-blocked={obstacle !== undefined || undefined}>
      <div className={classes.head}>
        <span className={classes.title}>{line.title}</span>
        {!obstacle && <Money value={total} currency={currency} className={classes.total} />}
      </div>
      {choices && <p className={classes.choices}>{choices}</p>}
      {line.notes && <p className={classes.notes}>{line.notes}</p>}
      <div className={classes.actions}>
        {obstacle ? (
          <p className={classes.obstacle}>{obstacle}</p>
        ) : (
          <Money value={unitPrice} currency={currency} className={classes.unit} />
        )}
        <div className={classes.buttons}>
          {!obstacle && (
            <ActionIcon aria-label={`Notes for ${line.title}`} onClick={() => onNotes(key)}>
              <IconNote size={18} stroke={1.75} />
            </ActionIcon>
          )}
          <ActionIcon aria-label={`Remove ${line.title}`} onClick={() => dispatch({ type: 'remove', key })}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </div>
        {!obstacle && (
          <QuantityStepper
            title={line.title}
            value={line.quantity}
            onLower={() => dispatch({ type: 'lower', key })}
            onRaise={() => dispatch({ type: 'raise', key })}
            removes
          />
        )}
      </div>
    </li>
  );
});

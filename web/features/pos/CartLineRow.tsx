import { ActionIcon } from '@mantine/core';
import { IconNote, IconX } from '@tabler/icons-react';
import { Money } from '#web/parts/Money.tsx';
import type { ShownLine } from './cart.ts';
import classes from './CartLineRow.module.css';
import { QuantityStepper } from './QuantityStepper.tsx';

interface CartLineRowProps {
  shown: ShownLine;
  currency: string;
  onRaise: () => void;
  onLower: () => void;
  onRemove: () => void;
  onNotes: () => void;
}

/** What was chosen beside the item itself: 'Large, extra cheese, olives'. */
export const choicesOf = ({ variant, addons }: ShownLine['line']): string =>
  [variant, ...addons].flatMap((chosen) => (chosen ? [chosen.title] : [])).join(', ');

export const CartLineRow = ({
  shown: { line, isGone, unitPrice, total },
  currency,
  onRaise,
  onLower,
  onRemove,
  onNotes,
}: CartLineRowProps) => {
  const choices = choicesOf(line);
  return (
    <li className={classes.line} data-gone={isGone || undefined}>
      <div className={classes.head}>
        <span className={classes.title}>{line.title}</span>
        {!isGone && <Money value={total} currency={currency} className={classes.total} />}
      </div>
      {choices && <p className={classes.choices}>{choices}</p>}
      {line.notes && <p className={classes.notes}>{line.notes}</p>}
      {isGone && <p className={classes.gone}>No longer on the menu</p>}
      <div className={classes.actions}>
        {!isGone && <Money value={unitPrice} currency={currency} className={classes.unit} />}
        <div className={classes.buttons}>
          {!isGone && (
            <ActionIcon aria-label={`Notes for ${line.title}`} onClick={onNotes}>
              <IconNote size={18} stroke={1.75} />
            </ActionIcon>
          )}
          <ActionIcon aria-label={`Remove ${line.title}`} onClick={onRemove}>
            <IconX size={18} stroke={1.75} />
          </ActionIcon>
        </div>
        {!isGone && <QuantityStepper title={line.title} value={line.quantity} onLower={onLower} onRaise={onRaise} removes />}
      </div>
    </li>
  );
};

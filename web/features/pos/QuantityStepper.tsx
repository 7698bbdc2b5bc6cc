import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { MAX_QUANTITY } from './cart.ts';
import classes from './QuantityStepper.module.css';

interface QuantityStepperProps {
  /** What is counted, for the labels. */
  title: string;
  value: number;
  onLower: () => void;
  onRaise: () => void;
  /** Below one piece it removes; otherwise one is the least. */
  removes?: boolean;
  /** It cannot be sold any more: it can only be removed. */
  isBlocked?: boolean;
}

export const QuantityStepper = ({ title, value, onLower, onRaise, removes = false, isBlocked = false }: QuantityStepperProps) => {
  const isLast = value <= 1 || isBlocked;
  return (
    <div className={classes.stepper} role="group" aria-label={`Quantity of ${title}`}>
      <ActionIcon
        variant="transparent"
        aria-label={isLast && removes ? `Remove ${title}` : `One ${title} less`}
        disabled={isLast && !removes}
        onClick={onLower}
      >
        {isLast && removes ? <IconTrash size={18} stroke={1.75} /> : <IconMinus size={18} stroke={2} />}
      </ActionIcon>
      <span key={value} className={classes.value} aria-live="polite">
        {value}
      </span>
      <ActionIcon variant="transparent" aria-label={`One ${title} more`} disabled={value >= MAX_QUANTITY || isBlocked} onClick={onRaise}>
        <IconPlus size={18} stroke={2} />
      </ActionIcon>
    </div>
  );
};

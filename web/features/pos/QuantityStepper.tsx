import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { latinDigits } from '#contract/digits.ts';
import { MAX_QUANTITY } from './cart.ts';
import classes from './QuantityStepper.module.css';

interface QuantityStepperProps {
  /** What is counted, for the labels. */
  title: string;
  value: number;
  onLower: () => void;
  onRaise: () => void;
  /** Twenty are typed, not counted up. */
  onType?: (quantity: number) => void;
  /** Below one piece it removes; otherwise one is the least. */
  removes?: boolean;
  /** It cannot be sold any more: it can only be removed. */
  isBlocked?: boolean;
}

const TypedQuantity = ({ title, value, onType }: { title: string; value: number; onType: (quantity: number) => void }) => {
  /** As it is typed: it may be empty for a moment. */
  const [text, setText] = useState<string>();
  return (
    <input
      className={`${classes.value} ${classes.typed}`}
      inputMode="numeric"
      autoComplete="off"
      aria-label={`How many ${title}`}
      value={text ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const digits = latinDigits(event.currentTarget.value).replaceAll(/\D/g, '').slice(0, String(MAX_QUANTITY).length);
        setText(digits);
        if (Number(digits) > 0) onType(Number(digits));
      }}
      onBlur={() => setText(undefined)}
    />
  );
};

export const QuantityStepper = ({ title, value, onLower, onRaise, onType, removes = false, isBlocked = false }: QuantityStepperProps) => {
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
      {onType ? (
        <TypedQuantity title={title} value={value} onType={onType} />
      ) : (
        <span key={value} className={classes.value} aria-live="polite">
          {value}
        </span>
      )}
      <ActionIcon variant="transparent" aria-label={`One ${title} more`} disabled={value >= MAX_QUANTITY || isBlocked} onClick={onRaise}>
        <IconPlus size={18} stroke={2} />
      </ActionIcon>
    </div>
  );
};

import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './PaymentTypePicker.module.css';

interface PaymentTypePickerProps {
  types: readonly { id: number; title: string }[];
  /** null: the payment is recorded without a type; undefined: nobody has chosen. */
  value: number | null | undefined;
  /** A payment without a type is possible. */
  hasNone?: boolean;
  /** That of the last sale, which is offered. */
  last?: number | null | undefined;
  /** What it is said to be instead. */
  lastText?: string;
  /** Somebody went on without choosing. */
  isMissing?: boolean;
  /** What it is the type of, where there are several. */
  legend?: ReactNode;
  onChange: (value: number | null) => void;
}

/** One large button for each payment type; a store without types has none to choose. */
export const PaymentTypePicker = ({
  types,
  value,
  hasNone,
  last,
  lastText = 'as the last sale',
  isMissing,
  legend = 'Payment type',
  onChange,
}: PaymentTypePickerProps) => {
  const name = useId();
  const choices = [...types, ...(hasNone ? [{ id: null, title: 'Unspecified' }] : [])];
  if (types.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      {choices.map(({ id, title }, place) => (
        <label key={id ?? 'none'} className={classes.choice} data-quiet={id === null || undefined}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={value === id}
            // an Enter that opened the bill, pressed again, pays nothing
            data-autofocus={(value === undefined ? place === 0 : value === id) || undefined}
            onChange={() => onChange(id)}
          />
          <span className={classes.title}>
            {title}
            {last === id && <span className={classes.last}> · {lastText}</span>}
          </span>
          <IconCheck size={18} stroke={2.5} className={classes.mark} aria-hidden />
        </label>
      ))}
      {isMissing && (
        <p className={classes.missing} role="alert">
          Please choose a payment type!
        </p>
      )}
    </fieldset>
  );
};

import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './PaymentTypePicker.module.css';

interface PaymentTypePickerProps {
  types: readonly { id: number; title: string }[];
  /** null: the payment is recorded without a type. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/** One large button for each payment type; a store without types has none to choose. */
export const PaymentTypePicker = ({ types, value, onChange }: PaymentTypePickerProps) => {
  const name = useId();
  const choices = [...types, { id: null, title: 'Unspecified' }];
  if (types.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Payment type</legend>
      {choices.map(({ id, title }) => (
        <label key={id ?? 'none'} className={classes.choice} data-quiet={id === null || undefined}>
          <input type="radio" name={name} className={classes.input} checked={value === id} onChange={() => onChange(id)} />
          <span className={classes.title}>{title}</span>
          <IconCheck size={18} stroke={2.5} className={classes.mark} aria-hidden />
        </label>
      ))}
    </fieldset>
  );
};

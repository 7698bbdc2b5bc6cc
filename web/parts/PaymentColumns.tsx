import { TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import cashClasses from './CashField.module.css';
import { likelyCash } from './cash.ts';
import { Money } from './Money.tsx';
import { moneyText } from './money-text.ts';
import type { usePayment } from './payment-choice.ts';
import classes from './PaymentColumns.module.css';
import pickerClasses from './PaymentTypePicker.module.css';

interface PaymentTypePickerProps {
  types: readonly { id: number; title: string }[];
  /** null: the payment is recorded without a type; undefined: nobody has chosen. */
  value: number | null | undefined;
  /** That of the last sale, which is offered. */
  last?: number | null | undefined;
  /** Somebody went on without choosing. */
  isMissing?: boolean;
  onChange: (value: number | null) => void;
}

/** One large button for each payment type; a store without types has none to choose. */
const PaymentTypePicker = ({ types, value, last, isMissing, onChange }: PaymentTypePickerProps) => {
  const name = useId();
  const choices = [...types, { id: null, title: 'Unspecified' }];
  if (types.length === 0) return null;
  return (
    <fieldset className={pickerClasses.group}>
      <legend className={pickerClasses.legend}>Payment type</legend>
      {choices.map(({ id, title }, place) => (
        <label key={id ?? 'none'} className={pickerClasses.choice} data-quiet={id === null || undefined}>
          <input
            type="radio"
            name={name}
            className={pickerClasses.input}
            checked={value === id}
            // an Enter that opened the bill, pressed again, pays nothing
            data-autofocus={(value === undefined ? place === 0 : value === id) || undefined}
            onChange={() => onChange(id)}
          />
          <span className={pickerClasses.title}>
            {title}
            {last === id && <span className={pickerClasses.last}> · as the last sale</span>}
          </span>
          <IconCheck size={18} stroke={2.5} className={pickerClasses.mark} aria-hidden />
        </label>
      ))}
      {isMissing && (
        <p className={pickerClasses.missing} role="alert">
          Please choose a payment type!
        </p>
      )}
    </fieldset>
  );
};

interface CashFieldProps {
  /** A decimal number, as the wire has it. */
  due: number;
  currency: string;
  /** As typed; nothing when nobody counts. */
  given: string;
  /** What is handed back; negative when the money is short, undefined without a sum. */
  change: number | undefined;
  /** Somebody went on with too little, or with what is no sum. */
  isWrong: boolean;
  onGiven: (given: string) => void;
}

/** What a guest hands over, by one touch or typed, and the change in large digits. */
const CashField = ({ due, currency, given, change, isWrong, onGiven }: CashFieldProps) => {
  const isShort = change !== undefined && change < 0;
  return (
    <div className={cashClasses.cash}>
      <div role="group" aria-label="Cash received" className={cashClasses.notes}>
        <button type="button" className={cashClasses.note} onClick={() => onGiven(String(due))}>
          Exact
        </button>
        {likelyCash(due, currency).map((sum) => (
          <button key={sum} type="button" className={`${cashClasses.note} tabular`} onClick={() => onGiven(String(sum))}>
            {moneyText(sum, currency).replace(/[.]0+$/, '')}
          </button>
        ))}
      </div>
      <div className={cashClasses.sums}>
        <TextInput
          label="Given"
          inputMode="decimal"
          autoComplete="off"
          value={given}
          onChange={(event) => onGiven(event.currentTarget.value)}
          error={isWrong && (isShort ? 'Less than the bill!' : 'Please type a sum!')}
          classNames={{ input: cashClasses.given }}
        />
        <div role="status" className={cashClasses.change} data-short={isShort || undefined}>
          {change !== undefined && (
            <>
              <span>{isShort ? 'Missing' : 'Change'}</span>
              <Money value={Math.abs(change)} currency={currency} className={cashClasses.digits} />
            </>
          )}
        </div>
      </div>
    </div>
  );
};

interface PaymentColumnsProps {
  /** What is paid for. */
  lines: ReactNode;
  totals: ReactNode;
  payment: Pick<ReturnType<typeof usePayment>, 'picker' | 'cash'>;
  /** Below the money. */
  children?: ReactNode;
}

/** A bill and how it is paid, beside each other; on a phone the money comes before the long list. */
export const PaymentColumns = ({ lines, totals, payment: { picker, cash }, children }: PaymentColumnsProps) => (
  <div className={classes.columns}>
    <div className={classes.lines}>{lines}</div>
    <div className={classes.payment}>
      <div className={classes.totals}>{totals}</div>
      <PaymentTypePicker {...picker} />
      {cash && <CashField {...cash} />}
      {children}
    </div>
  </div>
);

import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import cashClasses from './CashField.module.css';
import { CashNotes } from './CashNotes.tsx';
import { Money } from './Money.tsx';
import type { usePayment } from './payment-choice.ts';
import classes from './PaymentColumns.module.css';
import { PaymentTypePicker } from './PaymentTypePicker.tsx';

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
      <CashNotes due={due} currency={currency} onGiven={onGiven} />
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
      <PaymentTypePicker {...picker} hasNone />
      {cash && <CashField {...cash} />}
      {children}
    </div>
  </div>
);

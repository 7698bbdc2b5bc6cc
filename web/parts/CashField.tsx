import { TextInput } from '@mantine/core';
import classes from './CashField.module.css';
import { likelyCash } from './cash.ts';
import { Money } from './Money.tsx';
import { moneyText } from './money-text.ts';

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
export const CashField = ({ due, currency, given, change, isWrong, onGiven }: CashFieldProps) => {
  const isShort = change !== undefined && change < 0;
  return (
    <div className={classes.cash}>
      <div role="group" aria-label="Cash received" className={classes.notes}>
        <button type="button" className={classes.note} onClick={() => onGiven(String(due))}>
          Exact
        </button>
        {likelyCash(due, currency).map((sum) => (
          <button key={sum} type="button" className={`${classes.note} tabular`} onClick={() => onGiven(String(sum))}>
            {moneyText(sum, currency).replace(/[.]0+$/, '')}
          </button>
        ))}
      </div>
      <div className={classes.sums}>
        <TextInput
          label="Given"
          inputMode="decimal"
          autoComplete="off"
          value={given}
          onChange={(event) => onGiven(event.currentTarget.value)}
          error={isWrong && (isShort ? 'Less than the bill!' : 'Please type a sum!')}
          classNames={{ input: classes.given }}
        />
        <div role="status" className={classes.change} data-short={isShort || undefined}>
          {change !== undefined && (
            <>
              <span>{isShort ? 'Missing' : 'Change'}</span>
              <Money value={Math.abs(change)} currency={currency} className={classes.digits} />
            </>
          )}
        </div>
      </div>
    </div>
  );
};

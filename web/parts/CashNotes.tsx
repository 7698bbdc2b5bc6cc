import classes from './CashNotes.module.css';
import { likelyCash } from './cash.ts';
import { moneyText } from '#contract/money-text.ts';

interface CashNotesProps {
  /** A decimal number, as the wire has it. */
  due: number;
  currency: string;
  /** Gets a decimal text. */
  onGiven: (given: string) => void;
}

/** What a guest is likely to hand over, each by one touch. */
export const CashNotes = ({ due, currency, onGiven }: CashNotesProps) => (
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
);
